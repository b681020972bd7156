//! Writing the folder of tasks.

use std::{
    io::{BufWriter, Write},
    path::Path,
};

use jigsat_cnf::{Cnf, Lit, write_icnf};
use jigsat_input::Message;
use jigsat_kit::{Beginning, Error, NoFiles};
use jigsat_solve::{Limits, cubes::Split};

use super::{
    cutter::Cutter,
    folder::{ICNF, REFUTED, RESULTS, TASKS, TaskFolder},
    manifest::{self, MANIFEST, Manifest, Start, Task},
    part::{order, to_cut},
    work::Worker,
};
use crate::{AnyFamily, Board, only, output::output_error, puzzle_formula::AtomId};

/// Writes the whole folder, or nothing.
pub fn write(
    cutter: &Cutter<'_>,
    split: &Split,
    family: &dyn AnyFamily,
    board: &dyn Board,
    text: &[u8],
    path: &Path,
) -> Result<Manifest, Error> {
    let failed = |error| output_error(path, error);
    let parent = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let unfinished = tempfile::Builder::new().prefix(".jigsat-").tempdir_in(parent).map_err(failed)?;
    let put = |name: &str, bytes: &[u8]| {
        let mut file = std::fs::File::create_new(unfinished.path().join(name))?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    let name = |lits: &[Lit]| lits.iter().map(|&lit| cutter.formula().name(lit)).collect::<Vec<_>>();
    let line = |lines: &mut Vec<u8>, value: &dyn erased_serde::Serialize| {
        serde_json::to_writer(&mut *lines, value).map_err(|error| failed(error.into()))?;
        lines.push(b'\n');
        Ok::<(), Error>(())
    };
    let mut tasks = Vec::new();
    for (id, cube) in (1..).zip(&split.cubes) {
        let task = Task { id, cube: name(&cube.lits), beginning: cube.root, estimate: cube.estimate.round() };
        line(&mut tasks, &task)?;
    }
    let mut refuted = Vec::new();
    for lits in &split.refuted {
        line(&mut refuted, &name(lits))?;
    }
    let start = |beginning: &Beginning<AtomId>| Start {
        cube: name(&cutter.formula().lits(&beginning.literals)),
        images: beginning.images.clone(),
        stabilizer: beginning.stabilizer.clone(),
    };
    let mut manifest = Manifest {
        schema: manifest::VERSION,
        kind: manifest::KIND.into(),
        version: env!("CARGO_PKG_VERSION").into(),
        family: board.info().name.to_string(),
        page: board.info().definition.as_deref().map(str::to_owned),
        request: cutter.request.clone(),
        file: board.file().to_string(),
        puzzle: board.title().to_string(),
        copy: copy_name(board.file()),
        encoding: cutter.formula().encoding().into(),
        tasks: split.cubes.len(),
        refuted: split.refuted.len(),
        symmetries: order(&*cutter.cut.board),
        beginnings: cutter.beginnings.iter().map(start).collect(),
        digest: String::new(),
    };
    manifest.digest = manifest::digest(&manifest, &[text, &tasks, &refuted]);
    put(&manifest.copy, text).map_err(failed)?;
    put(TASKS, &tasks).map_err(failed)?;
    put(REFUTED, &refuted).map_err(failed)?;
    let icnf = std::fs::File::create_new(unfinished.path().join(ICNF)).map_err(failed)?;
    let mut icnf = BufWriter::new(icnf);
    let cubes = split.cubes.iter().map(|cube| cube.lits.as_slice());
    // Other solvers add no cuts.
    let mut formula = cutter.formula().cnf().clone();
    formula.complete()?;
    write_icnf(formula.clauses(), cubes, &mut icnf).map_err(failed)?;
    icnf.into_inner().map_err(|error| failed(error.into_error()))?.sync_all().map_err(failed)?;
    std::fs::create_dir(unfinished.path().join(RESULTS)).map_err(failed)?;
    let json = serde_json::to_string_pretty(&manifest).map_err(|error| failed(error.into()))? + "\n";
    put(MANIFEST, json.as_bytes()).map_err(failed)?;
    read_again(cutter, family, unfinished.path())?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let open = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(unfinished.path(), open).map_err(failed)?;
    }
    if path.exists() {
        std::fs::remove_dir_all(path).map_err(failed)?;
    }
    std::fs::rename(unfinished.path(), path).map_err(failed)?;
    // The temporary folder was renamed, so it need not be removed.
    let _ = unfinished.keep();
    Ok(manifest)
}

/// Rejects a folder that is not complete: a puzzle that names other files, or a request that says less than the one
/// with which the puzzle was prepared.
fn read_again(cutter: &Cutter<'_>, family: &dyn AnyFamily, path: &Path) -> Result<(), Error> {
    let folder = TaskFolder::open(path)?;
    let prepared = family.prepare(&cutter.request.ask)?;
    let again = only(&*prepared, folder.text(), &NoFiles).map_err(|error| {
        Error::request(format!(
            "tasks contain the text of their puzzle but no other file: {}",
            error.message()
        ))
    })?;
    let cut = to_cut(&*again.shared(), cutter.request.asked);
    // It was built before, so limits are not checked.
    let worker = Worker::new(&*cut.board, None, cutter.request.asked, &Limits::default())?;
    let is_same = |again: &Cnf| {
        let formula = cutter.formula().cnf();
        again.variables() == formula.variables() && again.clauses().iter().eq(formula.clauses().iter())
    };
    if !is_same(worker.formula().cnf()) {
        return Err(Error::request("what is asked of the tasks is not what was asked of the puzzle"));
    }
    Ok(())
}

/// Rejects replacing an existing folder and, with `force`, anything that is not a folder of tasks.
pub fn may_write(path: &Path, force: bool) -> Result<(), Error> {
    if !path.exists() {
        let parent = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        return match parent.filter(|folder| !folder.is_dir()) {
            Some(parent) => Err(Error::request(format!("there is no folder {}", parent.display()))),
            None => Ok(()),
        };
    }
    if !force {
        let message = "{} exists already; `force` replaces it and its results";
        let message = Message::with(message, &[&path.display()]);
        return Err(Error::request(message));
    }
    if path.join(MANIFEST).is_file() && path.join(TASKS).is_file() {
        Ok(())
    } else {
        Err(Error::request(format!("{} is not a folder of tasks: it is left unchanged", path.display())))
    }
}

/// The name of the puzzle's copy: with its extension, unless that clashes with another file.
fn copy_name(file: &str) -> String {
    let extension = Path::new(file).extension().and_then(|extension| extension.to_str());
    match extension {
        Some(extension) if extension.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
            format!("puzzle.{extension}")
        }
        _ => "puzzle".into(),
    }
}
