use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::{Checked, Stop, Violation};

/// The result of a question that asks for a solution. Giving up is an answer, too.
///
/// ```
/// # mod colouring { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/colouring.rs")); }
/// # use colouring::Colouring;
/// use jigsat_solve::{Answer, BuildOptions, Limits, Session, Solver};
///
/// for (colours, expected) in [(2, "none"), (3, "some")] {
///     let triangle = Colouring::triangle(colours);
///     let mut session = Session::new(&triangle, (), &BuildOptions::default(), &Solver::default(), None)?;
///     let found = match session.solve(&Limits::default())? {
///         Answer::Solved(_) => "some",
///         Answer::Impossible(by) => {
///             assert_eq!(by.engine, "sat");
///             "none"
///         }
///         Answer::Unknown(stop) => panic!("there was no limit: {stop}"),
///         Answer::Refused { violation, .. } => panic!("no rule was dropped: {violation}"),
///     };
///     assert_eq!(found, expected);
/// }
/// # Ok::<(), jigsat_solve::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<S> {
    /// A solution, which passed the referee.
    Solved(Checked<S>),
    /// It is proved that there is no solution.
    Impossible(Provenance),
    /// A limit was reached first.
    Unknown(Stop),
    /// The referee rejects the solution that was found. This is an answer only if rules were dropped from the
    /// formula on purpose; otherwise it is [`Error::Refused`](crate::Error::Refused).
    Refused {
        /// The solution that was found, if it could be decoded.
        solution: Option<S>,
        /// The rule that it breaks.
        violation: Violation,
    },
}

impl<S> Answer<S> {
    /// The solution, if there is one.
    pub fn solution(self) -> Option<S> {
        match self {
            Answer::Solved(solution) => Some(solution.into_inner()),
            _ => None,
        }
    }
}

/// The result of an attempt to make something that may not exist, such as a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt<T> {
    /// The attempt succeeded.
    Success(T),
    /// It is proved that nothing like that exists.
    Impossible(Provenance),
    /// A limit was reached first.
    Stopped(Stop),
}

impl<T> Attempt<T> {
    /// The thing that was made, if the attempt succeeded.
    pub fn success(self) -> Option<T> {
        match self {
            Attempt::Success(made) => Some(made),
            Attempt::Impossible(_) | Attempt::Stopped(_) => None,
        }
    }
}

/// What found an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Provenance {
    /// The engine: `sat`, or one of the family's own.
    pub engine: Cow<'static, str>,
    /// The part of the engine that found the answer, if it has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<Cow<'static, str>>,
    /// The SAT solver, if one was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<String>,
    /// The encoding, if a formula was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<Cow<'static, str>>,
}

impl Provenance {
    /// An engine that used neither solver nor formula.
    #[must_use]
    pub fn engine(name: &'static str) -> Self {
        Provenance { engine: name.into(), stage: None, solver: None, encoding: None }
    }
}

/// The number of solutions that were found, and why there are no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of solutions that were found.
    pub found: u64,
    /// How many of them come first among their images ([`Puzzle::comes_first`](crate::Puzzle::comes_first)).
    pub first: u64,
    /// Why the search ended.
    pub end: End,
}

/// Why a search for many solutions ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It is proved that there are no more.
    All,
    /// As many were found as were wanted.
    Enough,
    /// A limit was reached first.
    Stopped(Stop),
}

/// The result of a search. The formula keeps the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Searched {
    /// There is a solution, which passed the referee.
    Solved,
    /// The referee rejects what was found, because rules were dropped.
    Refused,
    /// It is proved that there is none.
    Impossible(Provenance),
    /// A limit was reached first.
    Unknown(Stop),
}
