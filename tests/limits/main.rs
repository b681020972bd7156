//! Limits that hold whatever the command is doing: waiting for input, using memory, filling a disk.
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;
mod deadline;
mod disk;
#[path = "../common/large.rs"]
mod large;
mod memory;
mod signals;
mod waiting;
