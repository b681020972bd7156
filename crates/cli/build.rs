//! Has a release's program on Linux contain the libraries of C++ and of unwinding, so that it starts sooner, and hold equal functions
//! once.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::Command,
};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=crates/cli/build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    if !is("CARGO_CFG_TARGET_OS", "linux") || !is("PROFILE", "release") {
        return Ok(());
    }
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    // In a folder without the shared library, the linker takes this one.
    for (library, name) in [("libstdc++.a", "libstdc++.a"), ("libgcc_eh.a", "libgcc_s.a")] {
        if let Some(library) = library_of_gcc(library) {
            fs::copy(library, folder.join(name))?;
            println!("cargo:rustc-link-search=native={}", folder.display());
        }
    }
    let fold = "-Wl,--icf=all";
    if links(&folder, fold)? {
        println!("cargo:rustc-link-arg-bins={fold}");
    }
    Ok(())
}

/// A library of GCC for static linking. Some systems don't have it, and other compilers have another.
fn library_of_gcc(name: &str) -> Option<PathBuf> {
    let target = env::var("TARGET").ok()?;
    let names = [format!("CXX_{target}"), format!("CXX_{}", target.replace('-', "_")), "CXX".to_owned()];
    let compiler = names.iter().find_map(env::var_os);
    // Tools for another system, or for older versions of this one, bring their own.
    let is_plain =
        || env::var("HOST").is_ok_and(|host| host == target) && env::var_os("RUSTC_LINKER").is_none();
    if compiler.is_none() && !is_plain() {
        return None;
    }
    let mut asked = Command::new(compiler.unwrap_or_else(|| "c++".into()));
    let asked = asked.arg(format!("-print-file-name={name}")).output();
    let path = PathBuf::from(String::from_utf8(asked.ok()?.stdout).ok()?.trim());
    // The name alone says that there is none.
    path.is_absolute().then_some(path)
}

/// Whether the linker takes an argument: LLD and mold fold functions, GNU ld doesn't.
fn links(folder: &Path, argument: &str) -> io::Result<bool> {
    let (source, program) = (folder.join("empty.rs"), folder.join("empty"));
    fs::write(&source, "fn main() {}")?;
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.arg(source).arg("-o").arg(program).arg("--target").arg(env::var_os("TARGET").unwrap_or_default());
    rustc.arg("-C").arg(format!("link-arg={argument}"));
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        rustc.arg("-C").arg(format!("linker={linker}"));
    }
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    rustc.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    Ok(rustc.output()?.status.success())
}
