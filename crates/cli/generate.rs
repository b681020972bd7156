//! `generate`: new puzzles.

use std::time::Instant;

use jigsat_solve::{Limits, Stop};

use crate::{
    Context,
    args::GenerateArgs,
    exit::{Failure, Status},
    family::{Family, Made},
    output::Output,
    show,
};

pub fn run<F: Family>(args: &GenerateArgs<F::GenerateOptions>, context: &Context) -> Result<Status, Failure> {
    let limits = Limits {
        deadline: args.timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
        conflicts: None,
        stop: context.stop.clone(),
    };
    let (puzzle, left_open) = match F::generate(&args.own, args.seed, &limits)? {
        Made::Puzzle { puzzle, left_open } => (puzzle, left_open),
        Made::Stopped(stop) => {
            eprintln!("no puzzle yet: {stop}");
            return Ok(Status::Unknown);
        }
    };
    let mut out = Output::open(&args.output)?;
    show::write::<F>(&puzzle, None, &args.format, &mut out)?;
    out.finish()?;
    if let Some((stop, what)) = left_open {
        if !context.quiet {
            eprintln!("{what}: {stop}");
        }
        // Uniqueness was proven; a limit that the user set left the rest open.
        return Ok(if stop == Stop::Conflicts { Status::Solved } else { Status::Unknown });
    }
    Ok(Status::Solved)
}
