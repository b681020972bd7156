//! What a process does about itself: how much memory it may have, and when it ends.

use std::process::Child;

/// What prints an allocation that failed: Rust, C++, and what else is linked.
const OF_MEMORY: [&str; 4] = ["memory allocation of", "bad_alloc", "out of memory", "Cannot allocate memory"];

/// Whether a line that a process wrote as it ended says that it wanted more memory than it may have.
#[must_use]
pub fn is_of_memory(words: &str) -> bool {
    OF_MEMORY.iter().any(|known| words.contains(known))
}

/// From now on this process gets no more memory than so many bytes of its own; asking for more fails at once. Of this and
/// what follows, systems other than Linux do nothing.
#[cfg(target_os = "linux")]
pub fn bound_memory(bytes: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    // Unlike the address space, this leaves out what is reserved but never used.
    // Where the bound can't be set, for it is above that of the system, the system's own holds.
    let _ = setrlimit(Resource::Data, Rlimit { current: Some(bytes), maximum: Some(bytes) });
}

/// This process ends when the one that started it does.
#[cfg(target_os = "linux")]
pub fn end_with_parent() {
    use rustix::process::{Signal, set_parent_process_death_signal};
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
}

/// Asks another process to end.
#[cfg(target_os = "linux")]
pub fn interrupt(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process};
    let _ = kill_process(Pid::from_child(child), Signal::TERM);
}

#[cfg(not(target_os = "linux"))]
pub fn bound_memory(_bytes: u64) {}

#[cfg(not(target_os = "linux"))]
pub fn end_with_parent() {}

#[cfg(not(target_os = "linux"))]
pub fn interrupt(_child: &Child) {}
