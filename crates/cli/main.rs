//! The program `jigsat`. What it does is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(jigsat_cli::main(std::env::args_os().collect(), None))
}
