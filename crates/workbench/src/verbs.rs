//! The verbs. To add one, write its file and add a line to the list below.

use jigsat_kit::{Error, Info};
use schemars::JsonSchema;
#[cfg(not(target_family = "wasm"))]
use schemars::Schema;
use serde::{Deserialize, Serialize};

use crate::{
    Ask, Context,
    board::Board,
    verb::{About, Listener, Needs, OfPuzzle, Several, Verb},
    wants::Wants,
};

/// The list. It is given to a macro that makes something of it.
macro_rules! verbs {
    ($made:ident) => {
        $made! {
            of puzzles {
                solve Solve(SolveRequest);
                list List(ListRequest);
                count Count(CountRequest);
                check Check(CheckRequest);
                encode Encode(EncodeRequest);
                decode Decode(DecodeRequest);
                common Common(CommonRequest);
                explain Explain(ExplainRequest);
                hint Hint(HintRequest);
                rate Rate(RateRequest);
                trace Trace(TraceRequest);
                show Show(ShowRequest);
                compare Compare(CompareRequest);
                right_so_far RightSoFar(RightSoFarRequest);
            }
            of others {
                #[cfg(not(target_family = "wasm"))]
                diff Diff(DiffRequest);
                #[cfg(not(target_family = "wasm"))]
                grade Grade(GradeRequest);
                #[cfg(not(target_family = "wasm"))]
                exercise Exercise(ExerciseRequest);
                #[cfg(not(target_family = "wasm"))]
                cubes Cubes(CubesRequest);
                rules Rules(RulesRequest);
                generate Generate(GenerateRequest);
                families Families(FamiliesRequest);
            }
        }
    };
}

/// Makes the modules, the type of all requests, and their table.
macro_rules! made {
    (
        of puzzles { $($(#[$of:meta])* $puzzle_file:ident $puzzle:ident($puzzle_request:ident);)+ }
        of others { $($(#[$meta:meta])* $file:ident $other:ident($request:ident);)+ }
    ) => {
        $($(#[$of])* pub mod $puzzle_file;)+
        $($(#[$meta])* pub mod $file;)+

        $($(#[$of])* pub use $puzzle_file::$puzzle_request;)+
        $($(#[$meta])* pub use $file::$request;)+

        /// A request of any verb.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        #[allow(clippy::large_enum_variant, reason = "there are few at a time")]
        pub enum Request {
            $(
                $(#[$of])*
                #[doc = concat!("A request to `", stringify!($puzzle_file), "`.")]
                $puzzle($puzzle_request),
            )+
            $(
                $(#[$meta])*
                #[doc = concat!("A request to `", stringify!($file), "`.")]
                $other($request),
            )+
        }

        /// The verbs, in the order of the help.
        pub static VERBS: &[Entry] = &[
            $($(#[$of])* Entry::of::<$puzzle_request>(),)+
            $($(#[$meta])* Entry::of::<$request>(),)+
        ];

        impl Request {
            /// What fronts say about its verb.
            #[must_use]
            pub fn about(&self) -> &'static About {
                match self {
                    $($(#[$of])* Request::$puzzle(_) => &<$puzzle_request as Verb>::ABOUT,)+
                    $($(#[$meta])* Request::$other(_) => &<$request as Verb>::ABOUT,)+
                }
            }

            /// Refuses, before any work, what can't be asked together, and a form in which nothing can be written.
            ///
            /// # Errors
            ///
            /// What excludes each other, or is missing.
            pub fn check(&self, family: Option<&Info>, wants: &Wants) -> Result<(), Error> {
                if let Some(family) = family {
                    self.about().forms.check(&wants.form, family)?;
                }
                match self {
                    $($(#[$of])* Request::$puzzle(request) => Verb::check(request, wants),)+
                    $($(#[$meta])* Request::$other(request) => Verb::check(request, wants),)+
                }
            }

            /// Formula, search and options, if it is about a puzzle.
            #[must_use]
            pub fn ask(&self) -> Option<Ask> {
                match self {
                    $($(#[$of])* Request::$puzzle(request) => Some(OfPuzzle::ask(request)),)+
                    _ => None,
                }
            }

            /// How it goes through several puzzles.
            pub(crate) fn several(&self) -> Result<Several, Error> {
                match self {
                    $($(#[$of])* Request::$puzzle(request) => request.several(),)+
                    _ => Ok(Several { jobs: 1, fail_fast: false }),
                }
            }

            /// What answering takes besides thought.
            pub fn needs(&mut self) -> Needs<'_> {
                match self {
                    $($(#[$of])* Request::$puzzle(request) => request.needs(),)+
                    $($(#[$meta])* Request::$other(request) => request.needs(),)+
                }
            }

            /// Answers a request about a puzzle.
            pub(crate) fn answer_of_puzzle(
                &self,
                board: &dyn Board,
                context: &Context,
                listener: &mut Listener<'_>,
            ) -> Result<(), Error> {
                match self {
                    $($(#[$of])* Request::$puzzle(request) => {
                        if !<$puzzle_request as OfPuzzle>::MAY_LOOK_BEYOND {
                            board.one_puzzle()?;
                        }
                        request.answer(board, context, listener)
                    })+
                    _ => Err(Error::request("the request is not about a puzzle")),
                }
            }
        }

        $($(#[$meta])* impl From<$request> for Request {
            fn from(request: $request) -> Self {
                Request::$other(request)
            }
        })+

        $(
            $(#[$of])*
            impl From<$puzzle_request> for Request {
                fn from(request: $puzzle_request) -> Self {
                    Request::$puzzle(request)
                }
            }

            $(#[$of])*
            impl Question for $puzzle_request {
                type Answer = <$puzzle_request as Verb>::Answer;
            }
        )+
    };
}

verbs!(made);

/// A request about a puzzle, with the type of the last part of its answer; see [`Board::ask`](crate::Board). The list of verbs
/// implements it for each of them.
pub trait Question: Clone + Into<Request> {
    /// The last part of its answer.
    type Answer: crate::verb::Part;
}

/// A verb of the list.
pub struct Entry {
    /// What fronts say about it.
    pub about: &'static About,
    /// Reads its request from JSON.
    pub read: fn(&str) -> Result<Request, Misread>,
    /// The schema of its request, with all parts inline.
    #[cfg(not(target_family = "wasm"))]
    pub request: fn() -> Schema,
    /// The same for people, with a definition for each part.
    #[cfg(not(target_family = "wasm"))]
    pub schema: fn() -> Schema,
    /// The schema of its record, if it has one of its own.
    #[cfg(not(target_family = "wasm"))]
    pub record: Option<fn() -> Schema>,
}

/// The verb with that name in JSON.
#[must_use]
pub fn verb(name: &str) -> Option<&'static Entry> {
    VERBS.iter().find(|verb| verb.about.name == name)
}

/// Why JSON is no request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// Where the value is that was not expected: `ask.search.solver`; `.` for the request itself.
    pub path: String,
    /// The line in the JSON, from 1.
    pub line: usize,
    /// The column in that line, from 1.
    pub column: usize,
    /// What is wrong, without the place.
    pub message: String,
}

fn read<V: Verb + Into<Request>>(json: &str) -> Result<Request, Misread> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let read = serde_path_to_error::deserialize::<_, V>(&mut deserializer);
    to_the_end(read.map(Into::into), &mut deserializer)
}

/// The request, if nothing comes after it.
fn to_the_end(
    read: Result<Request, serde_path_to_error::Error<serde_json::Error>>,
    deserializer: &mut serde_json::Deserializer<serde_json::de::StrRead<'_>>,
) -> Result<Request, Misread> {
    let misread = |path: String, error: &serde_json::Error| {
        // The message ends with the place, too.
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default().to_owned();
        Misread { path, line: error.line(), column: error.column(), message }
    };
    let request = read.map_err(|error| misread(error.path().to_string(), error.inner()))?;
    deserializer.end().map_err(|error| misread(".".into(), &error))?;
    Ok(request)
}

impl Entry {
    const fn of<V: Verb + Into<Request>>() -> Self {
        Entry {
            about: &V::ABOUT,
            read: read::<V>,
            #[cfg(not(target_family = "wasm"))]
            request: jigsat_kit::schema_of::<V>,
            #[cfg(not(target_family = "wasm"))]
            schema: crate::record::request_schema::<V>,
            #[cfg(not(target_family = "wasm"))]
            record: if V::ABOUT.record.is_empty() {
                None
            } else {
                Some(crate::record::record_schema::<V::Record>)
            },
        }
    }
}
