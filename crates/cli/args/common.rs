//! Options that several commands share.

use std::path::PathBuf;

use bytesize::ByteSize;
use clap::Args;

/// The memory limit. It holds for a process as a whole.
#[derive(Clone, Debug, Default, Args)]
#[group(skip)]
pub struct MemoryArgs {
    /// Memory limit: 500MiB, 2GiB (on Linux)
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<ByteSize>,
}

/// The destination of the output.
#[derive(Clone, Debug, Default, Args)]
pub struct OutputArgs {
    /// Writes to a file; refuses to overwrite an existing one without --force
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replaces existing files
    #[arg(long)]
    pub force: bool,
    /// Omits times, so that the same input gives the same output
    #[arg(long)]
    pub no_times: bool,
}
