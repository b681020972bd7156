//! Cutting a puzzle into tasks.

use std::{path::Path, sync::Arc};

use jigsat_kit::Error;

use super::{
    CubesRecord, CubesRequest,
    cutter::Cutter,
    part,
    record::{Sample, TaskFolderRecord, path_text},
    write::{may_write, write},
};
use crate::{AnyFamily, Board, Context, Status, record::SCHEMA};

pub(super) fn cut(
    family: &dyn AnyFamily,
    board: &dyn Board,
    request: &CubesRequest,
    text: &[u8],
    folder: &Path,
    force: bool,
    context: &Context,
) -> Result<(Status, CubesRecord), Error> {
    possible(request)?;
    may_write(folder, force)?;
    board.one_puzzle()?;
    board.search_options().needs_lister("cubes", &[])?;
    let nothing = |status: Status, word: &'static str, reason: String| {
        let record = CubesRecord {
            schema: SCHEMA,
            family: board.info().name.clone(),
            file: Arc::clone(board.file()),
            puzzle: "".into(),
            status: word,
            reason: Some(reason),
            written: None,
        };
        Ok((status, record))
    };
    if let Some(reason) = board.contradiction(&board.limits(context)) {
        return nothing(Status::Impossible, "impossible", format!("{reason}; there is nothing to cut"));
    }
    if board.has_plans() && board.length().is_none() {
        let message = "tasks need plans of one fixed length, like a formula: name it with `steps: N`";
        return Err(Error::request(message));
    }
    let cut = part::to_cut(board, request.asked);
    let limits = context.limits(&request.ask.search);
    let left_open = |stop| nothing(Status::Unknown, "unknown", format!("{stop}; nothing was written"));
    let cut_and_shown = || {
        let cutter = Cutter::new(&cut, request, &limits, context)?;
        let (split, sample) = cutter.cut(&limits)?;
        let shown = cutter.check(&split, &limits)?;
        Ok((cutter, split, sample, shown))
    };
    let (cutter, split, sample, shown) = match Error::unless_stopped(cut_and_shown())? {
        Ok(made) => made,
        Err(stop) => return left_open(stop),
    };
    let manifest = write(&cutter, &split, family, board, text, folder)?;
    let mean = sample.as_ref().map(Sample::mean);
    let written = TaskFolderRecord {
        folder: path_text(folder),
        tasks: manifest.tasks,
        refuted: manifest.refuted,
        symmetries: manifest.symmetries,
        proof_steps: shown.steps,
        pruned: shown.is_pruned,
        task_s: mean,
        total_s: mean.map(|mean| mean * manifest.tasks as f64),
        sample,
    };
    let record = CubesRecord {
        schema: SCHEMA,
        family: board.info().name.clone(),
        file: Arc::clone(board.file()),
        puzzle: Arc::clone(board.title()),
        status: "solved",
        reason: None,
        written: Some(written),
    };
    Ok((Status::Solved, record))
}

/// Rejects fields that can't be combined.
fn possible(request: &CubesRequest) -> Result<(), Error> {
    let CubesRequest { ask, count, aim_s, .. } = request;
    let why = if !ask.formula.drop.is_empty() {
        "`drop` cannot be used for tasks: their results would not be solutions"
    } else if ask.unique {
        "`unique` cannot be used for tasks: they find one solution or count all"
    } else if count.is_some() && aim_s.is_some() {
        "`count` and `aim_s` cannot be combined: each of them sets the number of tasks"
    } else if count.is_some_and(|count| !(1..=1_000_000).contains(&count)) {
        "`count` is 1 to 1000000"
    } else if aim_s.is_some_and(|aim| !(aim >= 0.0 && aim.is_finite())) {
        "`aim_s` is a time"
    } else {
        return Ok(());
    };
    Err(Error::request(why))
}
