//! Separate processes for work that must be stopped by force, has bounded memory, or may crash.
//!
//! A thread can't be stopped from outside, nor can its memory be bounded or its abort be survived; a process can. The
//! parent starts a [`Worker`] and sends it requests, a line of JSON each; the child is the same program, which calls
//! [`serve`] and answers with lines of JSON. Only a front end knows which program that is: [`WorkerProgram`].

mod answer;
mod apart;
mod confine;
mod message;
mod process;
mod serve;

pub use apart::Apart;
pub(crate) use apart::Replied;
pub use confine::{
    ask_to_end, before_memory_ends, bound_memory, can_bound_memory, end_with_parent, expect_a_bound,
};
pub use message::{Input, OwnEvent, WorkerReply, WorkerRequest};
pub use process::{Death, Heard, Requests, Worker, WorkerProgram};
pub use serve::serve;
