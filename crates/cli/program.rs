//! This program, for the processes that it starts.

use jigsat_workbench::worker::WorkerProgram;

use crate::exit::Failure;

/// This program as a worker; on Linux, even if its file has been replaced in the meantime.
pub fn this() -> Result<WorkerProgram, Failure> {
    let running = std::path::Path::new("/proc/self/exe");
    let path = if cfg!(target_os = "linux") && running.exists() {
        running.to_owned()
    } else {
        std::env::current_exe()?
    };
    Ok(WorkerProgram { path, arguments: vec!["worker".into()], name: Some("jigsat".into()) })
}
