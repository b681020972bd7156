//! The memory limit of a process, and how it says that it has reached it.

use std::process::Command;

use jigsat_solve::{Hook, Stop};

/// Size from which a request for memory gets pages of its own, in bytes.
const OWN_PAGES: &str = "1048576";

/// Prepares a process whose memory will be bounded. It ends when an allocation fails: to print a backtrace it would
/// allocate again, and wait for itself. What is large has pages of its own, for the allocator of GNU/Linux: these grow
/// without a copy, and go back when they are freed.
pub fn expect_a_bound(command: &mut Command) {
    command.env("RUST_BACKTRACE", "0").env("MALLOC_MMAP_THRESHOLD_", OWN_PAGES);
}

/// From now on this process gets at most this many bytes of memory of its own; requests for more fail. On systems other
/// than Linux, this function does nothing.
#[cfg_attr(not(target_os = "linux"), expect(unused_variables, reason = "nothing is bounded"))]
pub fn bound_memory(bytes: u64) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        // Unlike a limit on the address space, this doesn't count memory that is reserved but never used. If the limit
        // can't be set because it is above that of the system, the system's limit holds.
        let _ = setrlimit(Resource::Data, Rlimit { current: Some(bytes), maximum: Some(bytes) });
    }
}

/// Asks for an end shortly before this process has used up that much memory: a request that fails ends a process, and
/// what it knows by then is lost. If earlier work left much of it in use, asks for nothing: a fresh process decides.
pub fn before_memory_ends(bytes: u64) -> Hook {
    if memory_in_use().is_none_or(|used| used > bytes / 2) {
        return Hook::default();
    }
    let most = bytes / 8 * 7;
    Hook::new(move || memory_in_use().is_some_and(|used| used > most).then_some(Stop::Memory))
}

/// What counts towards the limit of [`bound_memory`], in bytes; `None` if this system doesn't say.
fn memory_in_use() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        // The sixth number is that of the pages of data and stack.
        let pages =
            std::fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(5)?.parse::<u64>().ok()?;
        Some(pages * u64::try_from(rustix::param::page_size()).ok()?)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Whether the memory of a process can be bounded here.
#[must_use]
pub const fn can_bound_memory() -> bool {
    cfg!(target_os = "linux")
}

/// Asks a process to end with the best so far. Returns whether it was asked: one that has only just started would be killed.
/// On systems other than Unix, this function does nothing: what reaches this process reaches its children, too.
#[cfg_attr(not(unix), expect(unused_variables, reason = "nothing is asked"))]
#[must_use]
pub fn ask_to_end(pid: u32) -> bool {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process};
        if !has_handler(pid, Signal::TERM.as_raw()) {
            return false;
        }
        let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
        // One that has ended needs no asking.
        let _ = pid.map(|pid| kill_process(pid, Signal::TERM));
    }
    true
}

/// Whether a process handles that signal; true where the system doesn't say.
#[cfg(unix)]
fn has_handler(pid: u32, signal: i32) -> bool {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{pid}/status")) else { return true };
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    caught.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
}

/// From now on this process is killed when the one that started it, which has this number, ends in whatever way; false if
/// that has happened already. On systems other than Linux, this function does nothing.
#[cfg_attr(not(target_os = "linux"), expect(unused_variables, reason = "nothing is watched"))]
#[must_use]
pub fn end_with_parent(parent: u32) -> bool {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, getppid, set_parent_process_death_signal};
        // An error can't be helped: the process then ends when it is done.
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
        let now = getppid().map(|pid| pid.as_raw_nonzero().get().unsigned_abs());
        now == Some(parent)
    }
    #[cfg(not(target_os = "linux"))]
    true
}
