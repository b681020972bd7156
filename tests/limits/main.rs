//! Limits that hold whatever the command is doing: waiting for input, using memory, filling a disk.
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;
mod disk;
mod memory;
mod waiting;
