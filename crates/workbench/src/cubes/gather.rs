//! Joining the results of tasks.

use jigsat_cnf::{Choice, Literal};
use jigsat_kit::{AtomOf, Beginning, EncodingOf, Error, Family, Question};
use jigsat_solve::{Limits, build};

use super::{
    Asked, GatherRecord, Gathered, TaskFolder, cover,
    folder::TASKS,
    manifest::MANIFEST,
    names::Names,
    part::{self, CutPuzzle},
    tally::{Tally, ranges},
};
use crate::{Context, Solution, Status, case::Case, words::of_length};

pub(crate) fn gather<F: Family>(
    case: &Case<F>,
    folder: &TaskFolder,
    timeout_s: Option<f64>,
    context: &Context,
) -> Result<Gathered, Error> {
    let (family, asked) = (&*case.family, folder.request().asked);
    let cut = part::to_cut(family, &case.board.puzzle, asked);
    let manifest = &folder.manifest;
    let encoding = encoding_of(family, folder, &cut)?;
    let mut tally = Tally::of(family, folder, &cut);
    let mut record = GatherRecord::new(family.info().name.clone(), &manifest.file, &manifest.puzzle);
    record.tasks = folder.tasks();
    record.done = tally.done;
    record.missing = ranges(&tally.missing);
    record.distrusted = std::mem::take(&mut tally.distrusted);
    record.by = tally.by();
    record.cpu_s = Some((tally.cpu_s * 1e3).round() / 1e3);
    let complete = tally.missing.is_empty();
    if asked == Asked::Count {
        record.count = Some(tally.count * cut.times);
        record.complete = Some(complete);
    }
    let mut status = Status::Unknown;
    let mut picture = None;
    if let Some(solution) = tally.solution.take() {
        (status, record.status) = (Status::Solved, "solved");
        picture = Some(family.draw(&cut.puzzle, Some(&solution)));
        record.solution = Some(Solution::new(solution));
    } else if complete {
        let limits = context.limits_of(timeout_s);
        match Error::unless_stopped(check_cover(case, folder, &cut, encoding, &limits))? {
            Err(stop) => {
                record.complete = record.complete.map(|_| false);
                record.reason = Some(format!("whether the tasks leave nothing out was left open: {stop}"));
            }
            Ok(_) if record.count.is_some_and(|count| count > 0) => {
                (status, record.status) = (Status::Solved, "solved");
                record.distinct = Some(tally.distinct(folder)?).filter(|_| family.symmetry().is_some());
            }
            Ok(_) => {
                let length = family.horizon().and_then(|horizon| horizon.length(&cut.puzzle));
                if let Some(steps) = length {
                    record.reason = Some(format!("there is no solution of {}", of_length(steps)));
                } else {
                    (status, record.status) = (Status::Impossible, "impossible");
                    record.distinct = record.count.filter(|_| family.symmetry().is_some());
                }
            }
        }
    }
    Ok(Gathered { status, record, picture })
}

/// The encoding in which the puzzle was cut. Rejects symmetries that the puzzle doesn't have.
pub(super) fn encoding_of<F: Family>(
    family: &F,
    folder: &TaskFolder,
    cut: &CutPuzzle<F::Puzzle>,
) -> Result<EncodingOf<F>, Error> {
    let manifest = &folder.manifest;
    let order = part::order(family, &cut.puzzle);
    if manifest.symmetries != order {
        let message = format!("lists {} symmetries, but the puzzle has {order}", manifest.symmetries);
        return Err(folder.malformed(MANIFEST, message));
    }
    let name = &manifest.encoding;
    let encoding = EncodingOf::<F>::named(name).ok_or_else(|| {
        folder.malformed(MANIFEST, format!("has no encoding {}", jigsat_input::quote(name)))
    })?;
    Ok(encoding)
}

/// The beginnings of the tasks. Rejects beginnings that the puzzle doesn't have.
pub(super) fn beginnings_of<F: Family>(
    family: &F,
    folder: &TaskFolder,
    cut: &CutPuzzle<F::Puzzle>,
    literals: impl Fn(&[String]) -> Result<Vec<Literal<AtomOf<F>>>, Error>,
) -> Result<Vec<Beginning<AtomOf<F>>>, Error> {
    let beginnings = folder.manifest.beginnings.iter().map(|start| {
        let literals = literals(&start.cube)?;
        Ok(Beginning { literals, images: start.images.clone(), stabilizer: start.stabilizer.clone() })
    });
    let beginnings = beginnings.collect::<Result<Vec<_>, Error>>()?;
    if !cover::suit(family, &cut.puzzle, &beginnings) {
        return Err(folder.malformed(MANIFEST, "begins with symmetries that the puzzle does not have"));
    }
    Ok(beginnings)
}

/// Proves again that the tasks leave nothing out.
fn check_cover<F: Family>(
    case: &Case<F>,
    folder: &TaskFolder,
    cut: &CutPuzzle<F::Puzzle>,
    encoding: EncodingOf<F>,
    limits: &Limits,
) -> Result<cover::Shown, Error> {
    let (family, question): (&F, &Question<F>) = (&case.family, &case.question);
    let formula = build(&*cut.puzzle, encoding, &question.formula.build(true, limits).in_full())?;
    let names = Names::of::<F>(&cut.puzzle, &formula);
    let literals = |cube: &[String]| -> Result<Vec<Literal<AtomOf<F>>>, Error> {
        let lits = names
            .find(cube)
            .map_err(|name| folder.malformed(TASKS, format!("has no atom {}", jigsat_input::quote(&name))))?;
        Ok(lits.into_iter().map(|lit| formula.literal(lit)).collect())
    };
    let beginnings = beginnings_of(family, folder, cut, literals)?;
    let mut cubes = Vec::new();
    for task in &folder.list {
        let cube = literals(&task.cube)?;
        if !cube.starts_with(&beginnings[task.beginning].literals) {
            return Err(folder.malformed(TASKS, format!("task {} does not begin as it should", task.id)));
        }
        cubes.push(cube);
    }
    let refuted = folder.refuted.iter().map(|cube| literals(cube)).collect::<Result<Vec<_>, Error>>()?;
    let cubes = cover::Cubes { beginnings: &beginnings, live: cubes, refuted };
    cover::check(family, &cut.puzzle, encoding, question, &cubes, limits)
}
