//! Joining the results of shares into those of the batch.

use std::{collections::HashSet, fs::File, io};

use jigsat_kit::Error;

use super::{Id, JOINED, Shares};
use crate::{
    batch::{
        line::ResultLine,
        results::{self, Results},
    },
    output::output_error,
};

/// Number of bytes of lines that are appended together.
const TOGETHER: usize = 1 << 20;

/// The unfinished part of a folder of shares.
pub(super) struct Left {
    /// The shares that have puzzles without a line.
    pub shares: Vec<usize>,
    /// Those puzzles.
    pub puzzles: Vec<(String, u64, String)>,
}

impl Shares {
    /// Appends all lines of the shares that say more than the existing results, and returns what is left to do.
    ///
    /// `on_line` gets every line of a puzzle of these shares, the new ones and the others.
    pub(super) fn join(
        &self,
        results: &mut Results,
        mut on_line: impl FnMut(&ResultLine),
    ) -> Result<Left, Error> {
        let mut left = Left { shares: Vec::new(), puzzles: Vec::new() };
        let mut lines = String::new();
        for share in 1..=self.count() {
            let ids = self.left(share, |told, line| {
                on_line(&told);
                if results.learn(told) {
                    lines.push_str(line);
                }
                Ok(())
            })?;
            if lines.len() > TOGETHER {
                results.append(&lines)?;
                lines.clear();
            }
            if !ids.is_empty() {
                left.shares.push(share);
                left.puzzles.extend(ids.into_iter().map(|id| (id.file, id.index, id.digest)));
            }
        }
        results.append(&lines)?;
        if left.shares.is_empty() {
            results.sync()?;
            let path = self.path.join(JOINED);
            File::create(&path).map_err(|error| output_error(&path, error))?;
        }
        Ok(left)
    }

    /// Whether there is nothing left to join.
    pub(super) fn is_joined(&self) -> bool {
        self.path.join(JOINED).exists()
    }

    /// The puzzles of a share without a line of results; `on_line` gets the existing lines.
    pub(super) fn left(
        &self,
        share: usize,
        mut on_line: impl FnMut(ResultLine, &str) -> Result<(), Error>,
    ) -> Result<HashSet<Id>, Error> {
        let mut ids = self.puzzles::<Id>(share)?.collect::<Result<HashSet<Id>, _>>()?;
        let path = self.results_path(share);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(ids),
            Err(error) => return Err(Error::request(format!("{}: can't be read: {error}", path.display()))),
        };
        results::read(&file, &path, |told, line| {
            let id = Id { file: told.file.clone(), index: told.index, digest: told.digest.clone() };
            let is_ours = told.is_about(&self.key);
            // A puzzle has a second line if two processes did the same task because files can't be locked.
            if is_ours && ids.remove(&id) { on_line(told, line) } else { Ok(()) }
        })?;
        Ok(ids)
    }
}
