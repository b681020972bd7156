//! What requests may take, and how long the server waits.

use std::time::Duration;

use bytesize::ByteSize;
use jigsat_workbench::worker::can_bound_memory;

/// Time for answers that are being sent when the server ends.
pub const FAREWELL: Duration = Duration::from_secs(3);

/// Time limit for a request to arrive.
pub const ARRIVAL: Duration = Duration::from_secs(20);

/// The bounds on requests.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Number of requests to work on at once, each in a process of its own.
    pub jobs: usize,
    /// Number of further requests that may wait.
    pub waiting: usize,
    /// Time limit for a request.
    pub time: Duration,
    /// Memory limit for each process, in bytes; it holds where [`can_bound_memory`] says so.
    pub memory_bytes: u64,
    /// Size limit for a request, in bytes.
    pub request_bytes: usize,
}

impl Bounds {
    /// In words.
    #[must_use]
    pub fn words(&self) -> String {
        let Bounds { jobs, waiting, time, memory_bytes, request_bytes } = *self;
        let size = ByteSize::b(request_bytes as u64).display();
        let memory = if can_bound_memory() {
            format!(", {}", ByteSize::b(memory_bytes).display())
        } else {
            String::new()
        };
        format!(
            "{jobs} requests at once and {waiting} waiting, {} s{memory} and {size} of text each",
            time.as_secs_f64()
        )
    }
}
