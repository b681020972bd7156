//! A folder of proofs, checked formula by formula.

use std::path::{Path, PathBuf};

use jigsat_input::{ParseError, Position, Source, counted, quote};
use jigsat_kit::{Error, NoFiles, Text, Theorem};
use jigsat_solve::{Limits, proof::Part};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{
    ProofRecord, Theory, TogetherRecord, Unbuilt, Unproven,
    pair::{self, Checked, Wanted},
    theory,
};
use crate::{
    Context, Status,
    inside::{file_inside, source_inside},
    page_family,
    prove::{
        Manifest, Pair,
        manifest::{CERTIFICATE, MANIFEST, VERSION},
    },
    record::SCHEMA,
    registry::family_of,
    words::of_length,
};

/// A folder of proofs that is being checked: [`next`](ProofFolder::next) checks one formula after the other,
/// [`end`](ProofFolder::end) says whether the claim is proved.
pub struct ProofFolder {
    path: PathBuf,
    manifest: Manifest,
    certificate: Option<Source>,
    limits: Limits,
    /// The theory of the manifest's own text.
    own: Option<Theory>,
    /// The theory of the user's puzzle.
    compared: Option<Compared>,
    /// The place of the next formula.
    place: usize,
    /// Why the first unrefuted formula was not refuted.
    failed: Option<Unproven>,
}

/// The puzzle that the user named.
pub struct NamedPuzzle {
    /// Its text.
    pub text: Text,
    /// The family's own options for reading it.
    pub options: Map<String, Value>,
    /// The page of QPROP that defines its genre; `None` for that of the manifest.
    pub page: Option<Source>,
}

/// The comparison with the user's puzzle.
struct Compared {
    /// The puzzle's file.
    file: String,
    /// `None` if the manifest's solution is not one of that puzzle.
    theory: Option<Theory>,
}

impl ProofFolder {
    /// Reads the manifest. If a puzzle is given, everything must hold for it, too.
    ///
    /// # Errors
    ///
    /// A folder that is not one of proofs, or has an unknown version; a manifest that contradicts itself or was
    /// changed; a text in it that is not a puzzle.
    pub fn open(
        path: &Path,
        puzzle: Option<NamedPuzzle>,
        timeout_s: Option<f64>,
        context: &Context,
    ) -> Result<Self, Error> {
        if !path.is_dir() {
            let message =
                "is not a folder of proofs; for a single proof, name two files: the formula and its proof";
            return Err(ParseError::in_file(path.display().to_string(), message).into());
        }
        let limits = context.limits_of(timeout_s);
        let source = source_inside(path, MANIFEST)?;
        let manifest = read_manifest(&source)?;
        let wrong = |message: String| Error::Input(ParseError::in_file(source.name(), message));
        consistent(&manifest).map_err(wrong)?;
        let certificate = manifest.certificate.map(|lines| certificate(path, lines)).transpose()?;
        let family = family_of(&manifest.family, manifest.page.as_deref())
            .map_err(|error| wrong(error.to_string()))?;
        let mut own = None;
        if let Some(text) = &manifest.text {
            let text = Text::of_string(source.name(), text.clone()).within(limits.clone());
            let theory =
                theory(&*family, &manifest, text, &Map::new(), &NoFiles)?.with_solution(&manifest)?;
            let title = theory.title();
            if !title.is_empty() && title != manifest.puzzle {
                let (puzzle, title) = (quote(&manifest.puzzle), quote(title));
                return Err(wrong(format!("calls the puzzle {puzzle}, but its text calls it {title}")));
            }
            own = Some(theory);
        }
        let mut compared = None;
        if let Some(NamedPuzzle { text, options, page }) = puzzle {
            let family = match page {
                None => family,
                Some(_) if manifest.page.is_none() => {
                    let message = format!("{} comes with jigsat: its puzzles need no page", manifest.family);
                    return Err(Error::request(message));
                }
                Some(page) => page_family(page)?,
            };
            let file = text.name().to_owned();
            let text = text.within(limits.clone());
            let theory = theory(&*family, &manifest, text, &options, &*context.files)?;
            let theory = theory.with_solution(&manifest).ok();
            compared = Some(Compared { file, theory });
        }
        let path = path.to_owned();
        Ok(ProofFolder { path, manifest, certificate, limits, own, compared, place: 0, failed: None })
    }

    /// The claim, its puzzle, and what is checked and what is not, in one line.
    #[must_use]
    pub fn subject(&self) -> String {
        let Manifest { family, file, puzzle, .. } = &self.manifest;
        let title = if puzzle.is_empty() { String::new() } else { format!(" '{}'", printable(puzzle)) };
        let page = self.page().map_or_else(String::new, |page| format!(" by the page {page}"));
        let subject = format!("claim: {}; of {family}{page}{title} from {}", self.claim(), printable(file));
        let again = match (self.digest(), &self.compared) {
            (Some(digest), None) => format!("text {digest}: each formula is rebuilt from it"),
            (Some(digest), Some(Compared { file, .. })) => {
                format!("text {digest}: each formula is rebuilt from it and from {}", printable(file))
            }
            (None, Some(Compared { file, .. })) => {
                format!("without a text: each formula is rebuilt from {}", printable(file))
            }
            (None, None) => {
                "without a text: only the steps are checked, not what the formulas are about".into()
            }
        };
        format!("{subject}, {again}")
    }

    /// Checks the next formula and its proof; `None` after the last.
    ///
    /// # Errors
    ///
    /// Files that can't be read.
    #[allow(clippy::should_implement_trait, reason = "it fails, as no iterator does")]
    pub fn next(&mut self) -> Result<Option<ProofRecord>, Error> {
        let Some(pair) = self.manifest.proofs.get(self.place) else { return Ok(None) };
        let checked = self.check(pair)?;
        let unproven = checked.unproven.clone();
        let (status, record) = ProofRecord::new(self.what(pair), checked);
        self.place += 1;
        if status != Status::Solved && !matches!(self.failed, Some(Unproven::No(_))) {
            self.failed = match (self.limits.reached(), unproven) {
                (Some(stop), _) if status == Status::Unknown => Some(Unproven::Open(stop)),
                (_, other @ Some(Unproven::OtherPuzzle(_))) => other,
                _ => Some(Unproven::No("a proof does not hold".into())),
            };
        }
        Ok(Some(record))
    }

    /// Checks the remaining formulas, and whether the claim follows.
    ///
    /// # Errors
    ///
    /// As [`ProofFolder::next`].
    pub fn end(mut self) -> Result<(Status, TogetherRecord), Error> {
        while self.next()?.is_some() {}
        let mut theories = self.theories().peekable();
        let certificate = self.certificate.as_ref().map(Source::text);
        let unproven = match &self.failed {
            Some(failed) => Some(failed.clone()),
            None if theories.peek().is_none() => Some(Unproven::NotCompared),
            None => {
                theories.find_map(|theory| theory.follows(&self.manifest, certificate, &self.limits).err())
            }
        };
        drop(theories);
        let status = Unproven::status(unproven.as_ref());
        let violation = unproven.map(Unproven::into_words);
        let record = TogetherRecord {
            schema: SCHEMA,
            claim: self.claim(),
            holds: violation.is_none(),
            violation,
            compared: self.own.is_some() || self.compared.is_some(),
            digest: self.digest(),
            page: self.page(),
            grounds: self.manifest.grounds,
            certificate: self.manifest.certificate,
            family: self.manifest.family,
            file: self.manifest.file.into(),
            puzzle: self.manifest.puzzle.into(),
            compared_with: self.compared.map(|compared| compared.file),
        };
        Ok((status, record))
    }

    /// The theory of the manifest's own text, and that of the user's puzzle.
    fn theories(&self) -> impl Iterator<Item = &Theory> {
        let named = self.compared.iter().filter_map(|compared| compared.theory.as_ref());
        self.own.as_ref().into_iter().chain(named)
    }

    fn claim(&self) -> String {
        self.manifest.theorem.sentence()
    }

    fn digest(&self) -> Option<String> {
        self.manifest.text.as_deref().map(digest)
    }

    /// The digest of the page that defines the family.
    fn page(&self) -> Option<String> {
        self.manifest.page.as_deref().map(digest)
    }

    /// The meaning of a refuted formula, from what is checked, not from its name in the manifest.
    fn what(&self, pair: &Pair) -> String {
        let what = match (&self.manifest.theorem, pair.length) {
            (Theorem::NoneShorter { unit, .. }, Some(steps)) => {
                format!("no solution has exactly {steps} {unit}")
            }
            (_, Some(steps)) => format!("no solution has {}", of_length(steps)),
            (_, None) => self.claim(),
        };
        match pair.part {
            Part::Whole => what,
            Part::Cube(_) => format!("{what}, part {}", self.place + 1),
            Part::Outside => format!("{what}, outside of all parts"),
        }
    }

    fn check(&self, pair: &Pair) -> Result<Checked, Error> {
        let (cnf, lrat) = (file_inside(&self.path, &pair.cnf)?, file_inside(&self.path, &pair.lrat)?);
        if let Some(stop) = self.limits.reached() {
            return Ok(Checked::not(Unproven::Open(stop)));
        }
        let mut wanted = Vec::new();
        if let Some(theory) = &self.own {
            match theory.formula(&self.manifest, pair, &self.limits) {
                Ok((variables, clauses)) => wanted.push(Wanted { variables, clauses, named: None }),
                Err(Unbuilt::Unproven(unproven)) => return Ok(Checked::not(unproven)),
                Err(Unbuilt::Failed(error)) => return Err(error),
            }
        }
        if let Some(Compared { file, theory }) = &self.compared {
            let other = || Ok(Checked::not(Unproven::OtherPuzzle(file.clone())));
            let Some(theory) = theory else { return other() };
            match theory.formula(&self.manifest, pair, &self.limits) {
                Ok((variables, clauses)) => {
                    wanted.push(Wanted { variables, clauses, named: Some(file.clone()) });
                }
                // Parts that the manifest names, such as a cut, do not exist on that board.
                Err(Unbuilt::Unproven(Unproven::No(_))) => return other(),
                Err(Unbuilt::Unproven(unproven)) => return Ok(Checked::not(unproven)),
                Err(Unbuilt::Failed(error)) => return Err(error),
            }
        }
        let mut checked = pair::check(&cnf, &lrat, &wanted, &self.limits)?;
        if checked.unproven.is_none() && checked.steps != pair.steps {
            let (found, said) = (checked.steps, pair.steps);
            checked.unproven =
                Some(Unproven::No(format!("it has {}, the manifest says {said}", counted(found, "step"))));
        }
        Ok(checked)
    }
}

/// The certificate of a folder, which must have this many lines.
fn certificate(folder: &Path, lines: usize) -> Result<Source, Error> {
    let source = source_inside(folder, CERTIFICATE)?;
    let found = source.text().lines().count();
    if found == lines {
        return Ok(source);
    }
    let message = format!("has {}, the manifest says {lines}", counted(found, "line"));
    Err(ParseError::in_file(source.name(), message).into())
}

/// The fields that every version of a manifest has.
#[derive(Deserialize)]
struct Head {
    schema: u32,
}

fn read_manifest(source: &Source) -> Result<Manifest, Error> {
    let malformed = |error: &serde_json::Error| {
        let message = format!("is not a manifest of proofs: {error}");
        if error.line() == 0 {
            return Error::Input(ParseError::in_file(source.name(), message));
        }
        let position = Position { line: error.line(), column: error.column().max(1) };
        Error::Input(source.error(position, message))
    };
    let Head { schema } = serde_json::from_str(source.text()).map_err(|error| malformed(&error))?;
    if !(1..=VERSION).contains(&schema) {
        let message = format!("is of schema {schema}, expected one from 1 to {VERSION}");
        return Err(ParseError::in_file(source.name(), message).into());
    }
    let deserializer = &mut serde_json::Deserializer::from_str(source.text());
    serde_path_to_error::deserialize(deserializer).map_err(|error| malformed(error.inner()))
}

/// The claim of a unique solution in manifests of version 1.
const EARLIER_UNIQUE: &str = "there is no other solution than this one";

/// Whether a manifest is consistent.
fn consistent(manifest: &Manifest) -> Result<(), String> {
    let Manifest { schema, claim, theorem, solution, seal, .. } = manifest;
    let sentence = theorem.sentence();
    match (schema, seal) {
        (1, None) => {}
        (1, Some(_)) => return Err("has a seal, which does not exist in schema 1".into()),
        (_, Some(seal)) if *seal == manifest.sealed() => {}
        _ => return Err("does not match its seal: it was changed".into()),
    }
    // Version 1 used other words.
    let is_earlier = *schema == 1 && *theorem == Theorem::Unique && claim == EARLIER_UNIQUE;
    if *claim != sentence && !is_earlier {
        return Err(format!("claims {}, but its theorem is '{sentence}'", quote(claim)));
    }
    match (theorem, solution) {
        (Theorem::None, Some(_)) => Err("has a solution but claims that there is none".into()),
        (Theorem::Unique, None) => Err("does not say which solution is the only one".into()),
        (Theorem::NoneShorter { unit, .. }, _) if !unit.bytes().all(|byte| byte.is_ascii_lowercase()) => {
            Err(format!("measures length in {}, expected a word", quote(unit)))
        }
        _ => Ok(()),
    }
}

fn digest(text: &str) -> String {
    format!("blake3:{}", blake3::hash(text.as_bytes()).to_hex())
}

/// A text of the manifest without characters that would control a terminal.
fn printable(text: &str) -> String {
    let escaped = |char: char| -> String {
        if char.is_control() { char.escape_default().collect() } else { char.into() }
    };
    text.chars().map(escaped).collect()
}
