//! Joining the results of tasks.

use jigsat_kit::{Beginning, Error};
use jigsat_solve::Limits;

use super::{
    Asked, GatherRecord, Gathered, TaskFolder, cover,
    folder::TASKS,
    manifest::MANIFEST,
    names::Names,
    part::{self, CutPuzzle},
    tally::{Tally, ranges},
};
use crate::{
    Board, Context, Purpose, Status,
    puzzle_formula::{AtomId, Known},
    words::of_length,
};

pub(crate) fn gather(
    board: &dyn Board,
    folder: &TaskFolder,
    timeout_s: Option<f64>,
    context: &Context,
) -> Result<Gathered, Error> {
    let asked = folder.request().asked;
    let cut = part::to_cut(board, asked);
    let manifest = &folder.manifest;
    let encoding = encoding_of(folder, &cut)?;
    let mut tally = Tally::of(folder, &cut);
    let mut record = GatherRecord::new(board.info().name.clone(), &manifest.file, &manifest.puzzle);
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
        picture = Some(cut.board.draw(Some(&solution)));
        record.solution = Some(solution);
    } else if complete {
        let limits = context.limits_of(timeout_s);
        match Error::unless_stopped(check_cover(folder, &cut, encoding, &limits))? {
            Err(stop) => {
                record.complete = record.complete.map(|_| false);
                record.reason = Some(format!("whether the tasks leave nothing out was left open: {stop}"));
            }
            Ok(_) if record.count.is_some_and(|count| count > 0) => {
                (status, record.status) = (Status::Solved, "solved");
                record.distinct = Some(tally.distinct(folder)?).filter(|_| board.symmetries().is_some());
            }
            Ok(_) => {
                if let Some(steps) = cut.board.length() {
                    record.reason = Some(format!("there is no solution of {}", of_length(steps)));
                } else {
                    (status, record.status) = (Status::Impossible, "impossible");
                    record.distinct = record.count.filter(|_| board.symmetries().is_some());
                }
            }
        }
    }
    Ok(Gathered { status, record, picture })
}

/// The encoding in which the puzzle was cut. Rejects symmetries that the puzzle doesn't have.
pub(super) fn encoding_of(folder: &TaskFolder, cut: &CutPuzzle) -> Result<&'static str, Error> {
    let manifest = &folder.manifest;
    let order = part::order(&*cut.board);
    if manifest.symmetries != order {
        let message = format!("lists {} symmetries, but the puzzle has {order}", manifest.symmetries);
        return Err(folder.malformed(MANIFEST, message));
    }
    let name = &manifest.encoding;
    let encoding = cut.board.encodings().into_iter().find(|known| known == name);
    encoding
        .ok_or_else(|| folder.malformed(MANIFEST, format!("has no encoding {}", jigsat_input::quote(name))))
}

/// The beginnings of the tasks. Rejects beginnings that the puzzle doesn't have.
pub(super) fn beginnings_of(
    folder: &TaskFolder,
    cut: &CutPuzzle,
    literals: impl Fn(&[String]) -> Result<Vec<Known>, Error>,
) -> Result<Vec<Beginning<AtomId>>, Error> {
    let beginnings = folder.manifest.beginnings.iter().map(|start| {
        let literals = literals(&start.cube)?;
        Ok(Beginning { literals, images: start.images.clone(), stabilizer: start.stabilizer.clone() })
    });
    let beginnings = beginnings.collect::<Result<Vec<_>, Error>>()?;
    if !cover::suit(&*cut.board, &beginnings) {
        return Err(folder.malformed(MANIFEST, "begins with symmetries that the puzzle does not have"));
    }
    Ok(beginnings)
}

/// Proves again that the tasks leave nothing out.
fn check_cover(
    folder: &TaskFolder,
    cut: &CutPuzzle,
    encoding: &str,
    limits: &Limits,
) -> Result<cover::Shown, Error> {
    let options = cut.board.formula_options().build(true, limits).in_full();
    let formula = cut.board.encode(Purpose::Puzzle, encoding, &options)?;
    let names = Names::of(&*formula);
    let literals = |cube: &[String]| -> Result<Vec<Known>, Error> {
        let lits = names
            .find(cube)
            .map_err(|name| folder.malformed(TASKS, format!("has no atom {}", jigsat_input::quote(&name))))?;
        Ok(formula.literals(&lits))
    };
    let beginnings = beginnings_of(folder, cut, literals)?;
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
    cover::check(&*cut.board, encoding, &cubes, limits)
}
