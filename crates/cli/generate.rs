//! `generate`: new puzzles.

use std::io::Write;

use jigsat_workbench::{GenerateRequest, Status, generate::New};

use crate::{
    Front,
    args::{Call, GenerateArgs},
    exit::Failure,
    output::{Output, Pictures},
    show,
};

pub fn run(args: &GenerateArgs, call: &Call, front: &Front) -> Result<Status, Failure> {
    let request = GenerateRequest {
        options: call.options(&front.patience)?,
        seed: args.seed,
        count: args.count,
        difficulty: args.difficulty,
        jobs: args.jobs,
        timeout_s: args.timeout.map(|time| time.as_secs_f64()),
    };
    let family = call.family.ok_or_else(|| Failure::usage("name the family"))?;
    let mut out = Output::open(&args.output)?;
    let mut pictures = Pictures::new(args.svg.as_deref(), args.count == 1, args.output.force)?;
    let mut index = 0;
    // A failure to write a puzzle is not an error of the library.
    let mut failure = None;
    let end = family.generate(&request, &front.context, &mut |new| {
        index += 1;
        write(&new, index, args, &mut out, &mut pictures, front).map_err(|error| {
            failure = Some(error);
            jigsat_workbench::Error::request("a puzzle could not be written")
        })
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    let end = end?;
    if index > 0 {
        out.finish()?;
    }
    if let Some(words) = end.missing {
        note!("{words}");
    }
    Ok(end.status)
}

fn write(
    new: &New,
    index: usize,
    args: &GenerateArgs,
    out: &mut Output,
    pictures: &mut Pictures<'_>,
    front: &Front,
) -> Result<(), Failure> {
    show::write(&*new.puzzle, None, &args.format, index, out)?;
    out.flush()?;
    if args.svg.is_some() {
        pictures.write(index, &new.puzzle.draw(None).to_svg())?;
    }
    if let Some(words) = new.short_of.as_ref().filter(|_| !front.quiet) {
        if args.count > 1 {
            note!("seed {}: {words}", new.seed);
        } else {
            note!("{words}");
        }
    }
    Ok(())
}
