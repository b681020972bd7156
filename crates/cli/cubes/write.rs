//! Writing the folder of tasks.

use std::{
    io::{BufWriter, Write},
    path::Path,
};

use jigsat_cnf::{Choice, Lit, write_icnf};
use jigsat_input::ParseError;
use jigsat_solve::cubes::Split;

use super::{
    command_line,
    cutter::Cutter,
    folder::{self, Folder, Manifest, Start, Task},
    names::name_of,
    part::Beginning,
};
use crate::{
    exit::Failure,
    family::{self, AtomOf, Family},
    record::SCHEMA,
};

/// Writes the folder whole, or nothing of it.
pub fn write<F: Family>(
    cutter: &Cutter<'_, F>,
    split: &Split,
    file: &str,
    copy: &[u8],
) -> Result<Manifest, Failure> {
    let path = &cutter.args.out;
    let failed = |error| folder::failure(path, error);
    let parent = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let unfinished = tempfile::Builder::new().prefix(".jigsat-").tempdir_in(parent).map_err(failed)?;
    let put = |name: &str, bytes: &[u8]| {
        let mut file = std::fs::File::create_new(unfinished.path().join(name))?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    let name = |lits: &[Lit]| {
        lits.iter().map(|&lit| name_of::<F>(&cutter.cut.puzzle, &cutter.encoding, lit)).collect::<Vec<_>>()
    };
    let mut tasks = Vec::new();
    for (id, cube) in (1..).zip(&split.cubes) {
        let task = Task { id, cube: name(&cube.lits), beginning: cube.root, estimate: cube.estimate.round() };
        serde_json::to_writer(&mut tasks, &task).map_err(std::io::Error::from)?;
        tasks.push(b'\n');
    }
    let mut refuted = Vec::new();
    for lits in &split.refuted {
        serde_json::to_writer(&mut refuted, &name(lits)).map_err(std::io::Error::from)?;
        refuted.push(b'\n');
    }
    let (command, files) = command_line::command(F::NAME)?;
    for (name, source) in files {
        let bytes = std::fs::read(&source)
            .map_err(|error| ParseError::in_file(&source, format!("can't be read: {error}")))?;
        put(&name, &bytes).map_err(failed)?;
    }
    let start = |beginning: &Beginning<AtomOf<F>>| {
        let lits = beginning.literals.iter().map(|&literal| cutter.encoding.lit(literal));
        Start {
            cube: name(&lits.collect::<Vec<_>>()),
            images: beginning.images.clone(),
            stabilizer: beginning.stabilizer.clone(),
        }
    };
    let mut manifest = Manifest {
        schema: SCHEMA,
        kind: "cubes".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        family: F::NAME.into(),
        asked: cutter.args.asked,
        file: file.into(),
        puzzle: cutter.cut.title.clone(),
        copy: copy_name(file),
        command,
        encoding: cutter.how.name().into(),
        tasks: split.cubes.len(),
        refuted: split.refuted.len(),
        symmetries: F::symmetries(&cutter.cut.puzzle).len() + 1,
        beginnings: cutter.beginnings.iter().map(start).collect(),
        digest: String::new(),
    };
    manifest.digest = folder::digest(&manifest, &[copy, &tasks, &refuted]);
    put(&manifest.copy, copy).map_err(failed)?;
    put(folder::TASKS, &tasks).map_err(failed)?;
    put(folder::REFUTED, &refuted).map_err(failed)?;
    let icnf = std::fs::File::create_new(unfinished.path().join(folder::ICNF)).map_err(failed)?;
    let mut icnf = BufWriter::new(icnf);
    let cubes = split.cubes.iter().map(|cube| cube.lits.as_slice());
    write_icnf(cutter.encoding.clauses(), cubes, &mut icnf).map_err(failed)?;
    icnf.into_inner().map_err(|error| failed(error.into_error()))?.sync_all().map_err(failed)?;
    std::fs::create_dir(unfinished.path().join(folder::RESULTS)).map_err(failed)?;
    let text = serde_json::to_string_pretty(&manifest).map_err(std::io::Error::from)? + "\n";
    put(folder::MANIFEST, text.as_bytes()).map_err(failed)?;
    read_again(cutter, unfinished.path())?;
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
    // It is no longer there to be cleaned up.
    let _ = unfinished.keep();
    Ok(manifest)
}

/// Whether the folder is all that a task needs.
fn read_again<F: Family>(cutter: &Cutter<'_, F>, path: &Path) -> Result<(), Failure> {
    let folder = Folder::open(path)?;
    let (_, opened) = command_line::replay(path, &folder.manifest)?;
    family::only::<F>(opened, cutter.question.options)?;
    Ok(())
}

/// Refuses to replace what is there, and with `force` what is no folder of tasks.
pub fn may_write(path: &Path, force: bool) -> Result<(), Failure> {
    if !path.exists() {
        let parent = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        return match parent.filter(|folder| !folder.is_dir()) {
            Some(parent) => Err(Failure::usage(format!("there is no folder {}", parent.display()))),
            None => Ok(()),
        };
    }
    if !force {
        let message = format!("{} exists already; --force replaces it and its results", path.display());
        return Err(Failure::usage(message));
    }
    if path.join(folder::MANIFEST).is_file() && path.join(folder::TASKS).is_file() {
        Ok(())
    } else {
        Err(Failure::usage(format!("{} is no folder of tasks: it stays as it is", path.display())))
    }
}

/// The name of the puzzle's copy: as it was, where that clashes with nothing.
fn copy_name(file: &str) -> String {
    let extension = Path::new(file).extension().and_then(|extension| extension.to_str());
    match extension {
        Some(extension) if extension.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
            format!("puzzle.{extension}")
        }
        _ => "puzzle".into(),
    }
}
