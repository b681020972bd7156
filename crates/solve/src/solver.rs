use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{BuildOptions, Error, Sat, batsat::Batsat, counting::Counting};

/// A SAT solver to use: a value that can be named, compared and sent, and that starts solvers.
///
/// ```
/// use jigsat_solve::{Limits, Solver, Verdict};
///
/// let solver: Solver = "batsat".parse()?;
/// let mut sat = solver.start()?;
/// assert_eq!(sat.solve(&[], &Limits::default())?, Verdict::Sat);
/// # Ok::<(), jigsat_solve::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Solver {
    /// MiniSat 2.2; the default if it is built in.
    Minisat,
    /// BatSat, a reimplementation of MiniSat in Rust; in every build.
    Batsat,
    /// Glucose 4.2.1.
    Glucose,
    /// CaDiCaL.
    Cadical,
    /// CaDiCaL with its preset for formulas that have a model. It takes longer to find out that there is
    /// none. It is not a solver of its own, so neither [`Solver::ALL`] nor [`Solver::built_in`] contains it.
    CadicalSat,
    /// jigsat's own search, which propagates the constraints of a formula by counting in place of their clauses; with a seed or
    /// without a formula, it gets clauses, too. It is slow on formulas in which helpers matter, so neither [`Solver::ALL`] nor
    /// [`Solver::built_in`] contains it.
    Counting,
    /// A program that reads DIMACS: its command line, split into words as a shell would, but run without one.
    ///
    /// The name of the formula's file replaces `{cnf}`, or is added at the end. The answer is read from the
    /// standard output (`s` and `v` lines as in the SAT competitions), or, if the command contains
    /// `{result}`, from the file with that name (MiniSat's result file, or `s` and `v` lines): `minisat {cnf}
    /// {result}`. A limit on conflicts replaces `{conflicts}`; a command without it rejects such a limit. The
    /// program is run again for each solve. When a limit is reached, it is killed, together with the
    /// processes that it started.
    External(String),
}

/// The row of a solver in a table of the solvers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverInfo {
    /// Its name on the command line.
    pub name: String,
    /// Name and version as the solver itself states them; `None` if it is not in this build, or is a program.
    pub version: Option<String>,
    /// Its licence, as an SPDX expression if there is one.
    pub licence: &'static str,
}

impl Solver {
    /// All solvers that a build can have, the preferred first.
    pub const ALL: &'static [Solver] = &[Solver::Minisat, Solver::Batsat, Solver::Glucose, Solver::Cadical];

    /// The options of a formula for this solver: in full for a program, which is started again for each question.
    #[must_use]
    pub fn options(&self, options: &BuildOptions) -> BuildOptions {
        match self {
            Solver::External(_) => options.clone().in_full(),
            _ => options.clone(),
        }
    }

    /// The solvers of this build, the default first: MiniSat if it is built in, otherwise BatSat.
    #[must_use]
    pub const fn built_in() -> &'static [Solver] {
        &[
            #[cfg(feature = "minisat")]
            Solver::Minisat,
            Solver::Batsat,
            #[cfg(feature = "glucose")]
            Solver::Glucose,
            #[cfg(feature = "cadical")]
            Solver::Cadical,
        ]
    }

    /// Makes a solver without variables and clauses.
    ///
    /// # Errors
    ///
    /// [`Error::NotBuiltIn`]; [`Error::External`] if the command is empty or its quotes don't match.
    pub fn start(&self) -> Result<Box<dyn Sat>, Error> {
        match self {
            #[cfg(feature = "minisat")]
            Solver::Minisat => Ok(Box::new(crate::minisat::Minisat::default())),
            #[cfg(feature = "glucose")]
            Solver::Glucose => Ok(Box::new(crate::glucose::Glucose::default())),
            #[cfg(feature = "cadical")]
            Solver::Cadical => Ok(Box::new(crate::cadical::Cadical::default())),
            #[cfg(feature = "cadical")]
            Solver::CadicalSat => Ok(Box::new(crate::cadical::Cadical::for_models()?)),
            Solver::Batsat => Ok(Box::new(Batsat::default())),
            Solver::Counting => Ok(Box::new(Counting::default())),
            Solver::External(command) => external(command),
            #[allow(unreachable_patterns, reason = "reached in builds without all solvers")]
            _ => Err(Error::NotBuiltIn { solver: self.to_string(), available: available() }),
        }
    }

    /// Whether it simplifies formulas by itself before it searches. A program gets the formula as it is, too, and a search that
    /// counts has little to simplify.
    pub(crate) fn simplifies(&self) -> bool {
        matches!(self, Solver::Cadical | Solver::CadicalSat | Solver::Counting | Solver::External(_))
    }

    /// Whether this build has it. For programs, the system decides.
    fn is_built_in(&self) -> bool {
        match self {
            Solver::Counting => true,
            Solver::CadicalSat => cfg!(feature = "cadical"),
            _ => Solver::built_in().contains(self),
        }
    }

    /// Name, version and licence.
    #[must_use]
    pub fn info(&self) -> SolverInfo {
        let (version, licence) = match self {
            Solver::Minisat => (minisat_signature(), "MIT"),
            Solver::Batsat => (Some("BatSat 0.6"), "MIT"),
            Solver::Glucose => {
                (glucose_signature(), "Glucose (MIT, not for competitions without permission)")
            }
            Solver::Cadical | Solver::CadicalSat => (cadical_signature(), "MIT"),
            Solver::Counting => (Some(concat!("jigsat ", env!("CARGO_PKG_VERSION"))), "MIT OR Apache-2.0"),
            Solver::External(_) => (None, "its own"),
        };
        SolverInfo { name: self.to_string(), version: version.map(Into::into), licence }
    }
}

impl Default for Solver {
    fn default() -> Self {
        Solver::built_in()[0].clone()
    }
}

impl fmt::Display for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Solver::Minisat => f.write_str("minisat"),
            Solver::Batsat => f.write_str("batsat"),
            Solver::Glucose => f.write_str("glucose"),
            Solver::Cadical => f.write_str("cadical"),
            Solver::CadicalSat => f.write_str("cadical-sat"),
            Solver::Counting => f.write_str("counting"),
            Solver::External(command) => write!(f, "external:{command}"),
        }
    }
}

impl FromStr for Solver {
    type Err = Error;

    /// Accepts the text that [`Solver`] displays, if this build can start the solver.
    fn from_str(name: &str) -> Result<Self, Error> {
        if let Some(command) = name.strip_prefix("external:") {
            external(command)?;
            return Ok(Solver::External(command.into()));
        }
        let solver = Solver::ALL
            .iter()
            .chain([&Solver::CadicalSat, &Solver::Counting])
            .find(|solver| solver.to_string() == name);
        match solver {
            Some(solver) if solver.is_built_in() => Ok(solver.clone()),
            Some(_) => Err(Error::NotBuiltIn { solver: name.into(), available: available() }),
            None => Err(Error::UnknownSolver { name: name.into(), available: available() }),
        }
    }
}

impl From<Solver> for String {
    fn from(solver: Solver) -> Self {
        solver.to_string()
    }
}

impl TryFrom<String> for Solver {
    type Error = Error;

    fn try_from(name: String) -> Result<Self, Error> {
        name.parse()
    }
}

#[cfg(feature = "schemas")]
impl schemars::JsonSchema for Solver {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Solver".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "description": "A solver's name, or external:COMMAND." })
    }
}

#[cfg(not(target_family = "wasm"))]
fn external(command: &str) -> Result<Box<dyn Sat>, Error> {
    Ok(Box::new(crate::external::External::new(command)?))
}

/// For systems on which no program can be run.
#[cfg(target_family = "wasm")]
fn external(command: &str) -> Result<Box<dyn Sat>, Error> {
    Err(Error::External { command: command.into(), message: "programs can't be run here".into() })
}

fn available() -> String {
    let mut names: Vec<_> = Solver::built_in().iter().map(Solver::to_string).collect();
    if cfg!(not(target_family = "wasm")) {
        names.push("external:COMMAND".into());
    }
    names.join(", ")
}

macro_rules! signature {
    ($function:ident, $feature:literal, $solver:path) => {
        fn $function() -> Option<&'static str> {
            #[cfg(feature = $feature)]
            return Some(rustsat::solvers::Solve::signature(&<$solver>::default()));
            #[cfg(not(feature = $feature))]
            None
        }
    };
}
signature!(minisat_signature, "minisat", rustsat_minisat::core::Minisat);
signature!(glucose_signature, "glucose", rustsat_glucose::core::Glucose);
signature!(cadical_signature, "cadical", rustsat_cadical::CaDiCaL);
