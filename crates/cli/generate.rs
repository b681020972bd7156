//! `generate`: new puzzles.

use jigsat_workbench::{GenerateRequest, Status, generate::Made};

use crate::{
    Front,
    args::{Call, GenerateArgs},
    exit::Failure,
    output::{Output, write_file},
    show,
};

pub fn run(call: &Call, front: &Front) -> Result<Status, Failure> {
    let args: GenerateArgs = call.args()?;
    let request = GenerateRequest {
        options: call.options(&front.patience)?,
        seed: args.seed,
        timeout_s: args.timeout.map(|time| time.as_secs_f64()),
    };
    let family = call.family.ok_or_else(|| Failure::usage("name the family"))?;
    let (puzzle, short_of, status) = match family.generate(&request, &front.context)? {
        Made::Puzzle { puzzle, short_of, status } => (puzzle, short_of, status),
        Made::NotYet(words) => {
            note!("{words}");
            return Ok(Status::Unknown);
        }
    };
    let mut out = Output::open(&args.output)?;
    show::write(&*puzzle, None, &args.format, &mut out)?;
    out.finish()?;
    if let Some(path) = &args.svg {
        write_file(path, &puzzle.draw(None).to_svg(), args.output.force)?;
    }
    if let Some(words) = short_of.filter(|_| !front.quiet) {
        note!("{words}");
    }
    Ok(status)
}
