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
    let (puzzle, short_of) = match F::generate(&args.own, args.seed, &limits)? {
        Made::Puzzle { puzzle, short_of } => (puzzle, short_of),
        Made::Stopped(stop) => {
            eprintln!("no puzzle yet: {stop}");
            return Ok(Status::Unknown);
        }
    };
    let mut out = Output::open(&args.output)?;
    show::write::<F>(&puzzle, None, &args.format, &mut out)?;
    out.finish()?;
    let Some((what, stop)) = short_of else { return Ok(Status::Solved) };
    if !context.quiet {
        eprintln!("{what}{}", stop.map(|stop| format!(": {stop}")).unwrap_or_default());
    }
    // Uniqueness was proven; a limit that the user set left the rest open.
    Ok(if stop.is_some_and(|stop| stop != Stop::Conflicts) { Status::Unknown } else { Status::Solved })
}
