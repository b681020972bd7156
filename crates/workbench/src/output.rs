use std::{io, path::Path};

use jigsat_kit::Error;

/// An error of the file system, with the path that it is about.
pub(crate) fn output_error(path: &Path, error: io::Error) -> Error {
    Error::Output { path: path.display().to_string(), error }
}

/// Writes a file as a whole or not at all: a temporary file, flushed to the disk and then renamed, and the folder flushed,
/// too. An older file is replaced only if `replaces` says so.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn write_whole(path: &Path, bytes: &[u8], replaces: bool) -> io::Result<()> {
    use io::Write;

    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".jigsat-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    let kept = if replaces { file.persist(path) } else { file.persist_noclobber(path) };
    kept.map_err(|error| error.error)?;
    #[cfg(unix)]
    std::fs::File::open(folder)?.sync_all()?;
    Ok(())
}
