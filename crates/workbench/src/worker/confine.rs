//! The memory limit of a process, and how it says that it has reached it.

use std::process::Command;

/// The messages of failed allocations: of Rust, of its threads' stacks, of C++, and of other linked code.
const OF_MEMORY: [&str; 6] = [
    "memory allocation of",
    "failed to spawn thread",
    "bad_alloc",
    "out of memory",
    "not enough memory",
    "Cannot allocate memory",
];

/// Whether a line that a process wrote as it ended says that it wanted more memory than allowed.
pub(crate) fn is_of_memory(words: &str) -> bool {
    OF_MEMORY.iter().any(|known| words.contains(known))
}

/// Lets a process end when an allocation fails: to print a backtrace it would allocate again, and wait for itself.
pub(super) fn without_backtrace(command: &mut Command) {
    command.env("RUST_BACKTRACE", "0");
}

/// From now on this process gets at most this many bytes of memory of its own; requests for more fail. On systems other
/// than Linux, this function does nothing.
#[cfg(target_os = "linux")]
pub(super) fn bound_memory(bytes: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    // Unlike a limit on the address space, this doesn't count memory that is reserved but never used. If the limit
    // can't be set because it is above that of the system, the system's limit holds.
    let _ = setrlimit(Resource::Data, Rlimit { current: Some(bytes), maximum: Some(bytes) });
}

#[cfg(not(target_os = "linux"))]
pub(super) fn bound_memory(_bytes: u64) {}
