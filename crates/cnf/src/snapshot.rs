//! Snapshots of formulas for tests, made with the caller's own insta.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "snapshots are for tests, which have a file system and a terminal"
)]

use std::{
    env, fs,
    path::{Path, PathBuf},
    thread,
};

use crate::{Atom, Formula, Names, Show};

/// Asserts that the text of a formula is that of its snapshot.
///
/// The arguments are the snapshot's name, the [`Formula`], and the function that names its atoms. The text is
/// that of [`Formula::write_text`]: rules with their sizes and fingerprints, sentences, clauses as
/// implications. It goes to `insta::assert_snapshot!` of the calling crate. So that crate has `insta` among
/// its dev-dependencies, snapshots are stored beside its own tests, and its insta settings apply.
///
/// The text summarises similar groups; a fingerprint shows *that* one of them changed, but not how. So each
/// time the snapshot holds, every clause is written to `encodings/PACKAGE/MODULE__NAME.txt` in cargo's target
/// folder. If it fails, the current clauses go to a file `….new.txt` beside it, and the failing test prints
/// the command that shows the difference.
///
/// ```no_run
/// use jigsat_cnf::{Formula, Flavours, Rule, assert_encoding};
///
/// const ONE: Rule = Rule::new("one", "exactly one of the two lamps is lit");
///
/// // #[test]
/// fn two_lamps() {
///     let mut e = Formula::new(Flavours::default());
///     e.declare_projected(1);
///     e.declare_projected(2);
///     e.group(&ONE, ()).exactly_one([1, 2]);
///     assert_encoding!("two-lamps", e, &|lamp, f| write!(f, "lamp{lamp}"));
/// }
/// ```
#[macro_export]
macro_rules! assert_encoding {
    ($name:expr, $formula:expr, $names:expr $(,)?) => {{
        let name = ::std::string::String::from($name);
        let place = [env!("CARGO_PKG_NAME"), module_path!()];
        let watch = $crate::snapshot::Watch::new(place, &name, &$formula, $names);
        ::insta::assert_snapshot!(name, watch.text());
        watch.held();
    }};
}

/// Asserts that the text of clauses is that of their snapshot: like [`assert_encoding!`](crate::assert_encoding), for
/// formulas written without this crate.
///
/// The arguments are the snapshot's name, an expression whose reference iterates over clauses of rustsat, such as a
/// `Cnf`, and the function that names variables. Clauses are sorted, so their order makes no difference.
///
/// ```no_run
/// use jigsat_cnf::assert_cnf;
/// use rustsat::{clause, instances::{BasicVarManager, SatInstance}, lit};
///
/// // #[test]
/// fn two_lamps() {
///     let mut lamps: SatInstance<BasicVarManager> = SatInstance::new();
///     lamps.add_clause(clause![lit![0], lit![1]]);
///     lamps.add_clause(clause![!lit![0], !lit![1]]);
///     let (cnf, _) = lamps.into_cnf();
///     assert_cnf!("two-lamps", cnf, &|lamp, f| write!(f, "lamp{}", lamp.idx32() + 1));
/// }
/// ```
#[macro_export]
macro_rules! assert_cnf {
    ($name:expr, $clauses:expr, $names:expr $(,)?) => {{
        let formula = $crate::Formula::of_clauses(&$clauses);
        $crate::assert_encoding!($name, formula, $names)
    }};
}

/// The text of a formula under test, and all its clauses, which are kept for the reader of a failing test.
/// [`assert_encoding!`](crate::assert_encoding) uses it.
#[derive(Debug)]
pub struct Watch {
    text: String,
    full: String,
    /// The file with every clause, from when the snapshot last held.
    file: PathBuf,
}

impl Watch {
    /// Reads the formula. The package and module of the test and the name of the snapshot identify it.
    pub fn new<A: Atom>(place: [&str; 2], name: &str, formula: &Formula<A>, names: Names<'_, A>) -> Watch {
        let text = |full| {
            let mut out = Vec::new();
            let show = Show { full, ..Show::default() };
            formula.write_text(names, &show, &mut out).expect("a Vec takes everything");
            String::from_utf8(out).expect("text is UTF-8")
        };
        let [package, module] = place;
        let stem = format!("{}__{name}.txt", module.replace("::", "__"));
        let file = target().join("encodings").join(package).join(stem);
        Watch { text: text(false), full: text(true), file }
    }

    /// The text, as the snapshot has it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Declares that the snapshot held. Without this, dropping the value while the test fails prints where to
    /// look.
    pub fn held(self) {
        // `cargo insta test` lets a changed snapshot pass, and asks later.
        let forced = env::var_os("INSTA_FORCE_PASS").is_some_and(|value| value == "1");
        let changed = || fs::read_to_string(&self.file).is_ok_and(|full| full != self.full);
        if !forced {
            let _ = fs::remove_file(self.changed());
            keep(&self.file, &self.full);
        } else if changed() {
            self.tell();
        }
    }

    fn changed(&self) -> PathBuf {
        self.file.with_extension("new.txt")
    }

    /// Keeps the current clauses, and prints where they are and how to see the changes.
    fn tell(&self) {
        keep(&self.changed(), &self.full);
        eprint!("{}", self.advice());
    }

    fn advice(&self) -> String {
        let (old, changed) = (self.file.display(), self.changed());
        let new = changed.display();
        let difference = match fs::read_to_string(&self.file) {
            Ok(full) if full == self.full => "no clause changed since this snapshot last held here".into(),
            Ok(_) => format!("what changed since it last held here: diff -u {old} {new}"),
            Err(_) => format!(
                "is this snapshot new? Then read it, and accept it. Else, to see each clause that changed, run this \
                 test once without the change (git stash), again with it, then: diff -u {old} {new}"
            ),
        };
        format!(
            "every clause of the formula: {new}\n{difference}\n\
             to accept what it is now: cargo insta review, or INSTA_UPDATE=always for one run\n"
        )
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if thread::panicking() {
            self.tell();
        }
    }
}

/// The folder that cargo builds into, where test programs are at `PROFILE/deps/NAME`; otherwise the program's own
/// folder.
fn target() -> PathBuf {
    let program = env::current_exe().unwrap_or_default();
    let folder = program.parent().unwrap_or(Path::new("."));
    let is_cargos = folder.ends_with("deps");
    folder.ancestors().nth(if is_cargos { 2 } else { 0 }).unwrap_or(folder).to_owned()
}

/// Writes a file that helps to read a failing test. If that fails, the test's own message remains.
fn keep(file: &Path, text: &str) {
    if let Some(folder) = file.parent() {
        let _ = fs::create_dir_all(folder);
    }
    let _ = fs::write(file, text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Flavours, Rule};

    const LAMPS: Rule = Rule::new("lamps", "one of the lamps is lit");

    fn watch(lamps: &[u8]) -> Watch {
        let mut e = Formula::new(Flavours::default());
        (1..=3).for_each(|lamp| e.declare_projected(lamp));
        e.group(&LAMPS, ()).clause(lamps.iter().copied());
        Watch::new(["jigsat-cnf", module_path!()], "advice", &e, &|lamp, f| write!(f, "lamp{lamp}"))
    }

    #[test]
    fn what_failed_says_where_to_look() {
        let changed = watch(&[1, 2]);
        let _ = fs::remove_file(&changed.file);
        let new = changed.changed();
        let advice = changed.advice();
        assert!(
            advice.contains("snapshot new?")
                && advice.contains("git stash")
                && advice.contains(&format!("{}", new.display())),
            "{advice}"
        );
        watch(&[1, 2, 3]).held();
        let command = format!("diff -u {} {}", changed.file.display(), new.display());
        assert!(changed.advice().contains(&command), "{}", changed.advice());
        assert!(watch(&[1, 2, 3]).advice().contains("no clause changed"));
    }
}
