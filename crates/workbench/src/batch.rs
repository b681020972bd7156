//! Many puzzles of any family, each within bounds. If a batch is started again, it does what is missing.
//!
//! One thread reads the files and puts the puzzles into a queue. The threads of a pool take them from there, the
//! largest first, have them solved, and append a line for each to the results. Puzzles that need bounds are solved, and
//! files that might crash a reader are read, in separate processes: see [`worker`](crate::worker). Shares of the
//! puzzles may go to other machines instead: see [`Shares`].

mod event;
mod families;
mod files;
mod line;
mod named_files;
mod pool;
mod progress;
mod queue;
mod reader;
mod request;
mod results;
mod run;
mod runner;
mod shares;
mod summary;
mod tally;
mod task;
mod unread;

pub(crate) use families::{Families, Read, read};

pub use event::{BatchEvent, BatchObserver, Counts};
pub use files::Skipped;
pub use line::{Category, ResultLine, Verdict};
pub use request::BatchRequest;
pub use run::{Destination, run};
pub use runner::{Known, Runner};
pub use shares::{Dealt, GatherRecord, Gathered, ShareEnd, Shares, deal};
pub use summary::Summary;
pub use tally::{HEADS, Tally, quantile};
pub use task::Task;
pub use unread::{Malformed, Unread};
