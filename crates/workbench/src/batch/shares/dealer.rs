//! Dealing puzzles to shares.

use std::{
    fs::{self, File},
    io::{BufWriter, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use jigsat_kit::Error;

use super::{KIND, MANIFEST, Manifest, PUZZLES, RESULTS, Shares, numbers, parent};
use crate::{
    batch::{request::BatchRequest, task::Task},
    output::output_error,
    record::SCHEMA,
};

/// Number of light puzzles per share, where it would have one other puzzle: they take microseconds.
const LIGHT: usize = 1000;

/// Default maximum number of shares: a scheduler takes a good part of a second for each, and Slurm's arrays have 1000
/// jobs unless its administrator sets another limit.
const MOST: usize = 1000;

/// Puzzles that wait to be dealt: the number of shares is known when all have come.
pub(super) struct Dealer {
    /// The final path of the folder.
    path: PathBuf,
    /// The temporary folder until then; removed if it is not needed.
    unfinished: tempfile::TempDir,
    /// All puzzles, a line each.
    spool: BufWriter<File>,
    /// The offset at which each line of that file ends.
    ends: Vec<u64>,
    light: usize,
}

impl Dealer {
    /// Prepares the shares of a batch that writes to this file.
    pub fn new(out: &Path) -> Result<Self, Error> {
        let parent = parent(out);
        fs::create_dir_all(&parent).map_err(|error| output_error(&parent, error))?;
        let number = numbers(out)?.last().copied().unwrap_or_default().saturating_add(1);
        let path = parent.join(number.to_string());
        let mut builder = tempfile::Builder::new();
        builder.prefix(".jigsat-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let unfinished = builder.tempdir_in(&parent).map_err(|error| output_error(&parent, error))?;
        let spool = tempfile::tempfile_in(&parent).map_err(|error| output_error(&parent, error))?;
        Ok(Dealer { path, unfinished, spool: BufWriter::new(spool), ends: Vec::new(), light: 0 })
    }

    pub fn push(&mut self, task: &Task) -> Result<(), Error> {
        let mut line = serde_json::to_vec(task).map_err(|error| output_error(&self.path, error.into()))?;
        line.push(b'\n');
        self.spool.write_all(&line).map_err(|error| output_error(&self.path, error))?;
        self.ends.push(self.ends.last().copied().unwrap_or_default() + line.len() as u64);
        self.light += usize::from(task.light);
        Ok(())
    }

    /// Writes the folder, with this many shares if a number is given; it appears whole or not at all.
    pub fn finish(self, out: &Path, request: &BatchRequest, shares: Option<usize>) -> Result<Shares, Error> {
        let failed = |error: std::io::Error| output_error(&self.path, error);
        let name = out.file_name().and_then(|name| name.to_str());
        let name =
            name.ok_or_else(|| Error::request(format!("the name '{}' is not UTF-8", out.display())))?;
        let puzzles = self.ends.len();
        let weight = puzzles - self.light + self.light.div_ceil(LIGHT);
        let tasks = shares.unwrap_or(weight.min(MOST)).clamp(1, puzzles.max(1));
        let folder = self.unfinished.path();
        for name in [PUZZLES, RESULTS] {
            fs::create_dir(folder.join(name)).map_err(failed)?;
        }
        let mut spool = self.spool.into_inner().map_err(|error| failed(error.into_error()))?;
        let mut line = Vec::new();
        for share in 0..tasks {
            let file = File::create_new(folder.join(PUZZLES).join(format!("{}.jsonl", share + 1)));
            let mut file = BufWriter::new(file.map_err(failed)?);
            // Like cards: hard puzzles are often neighbours.
            for number in (share..puzzles).step_by(tasks) {
                let from = number.checked_sub(1).map_or(0, |before| self.ends[before]);
                line.resize((self.ends[number] - from) as usize, 0);
                spool.seek(SeekFrom::Start(from)).map_err(failed)?;
                spool.read_exact(&mut line).map_err(failed)?;
                file.write_all(&line).map_err(failed)?;
            }
            let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
            file.sync_all().map_err(failed)?;
        }
        let manifest = Manifest {
            schema: SCHEMA,
            kind: KIND.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            out: name.to_owned(),
            request: BatchRequest { jobs: None, retry: false, ..request.clone() },
            tasks,
            puzzles,
        };
        let mut file = File::create_new(folder.join(MANIFEST)).map_err(failed)?;
        serde_json::to_writer_pretty(&mut file, &manifest).map_err(|error| failed(error.into()))?;
        file.write_all(b"\n").and_then(|()| file.sync_all()).map_err(failed)?;
        fs::rename(self.unfinished.keep(), &self.path).map_err(failed)?;
        Shares::open(&self.path)
    }
}
