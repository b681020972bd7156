//! `bindgen MODULE.wasm KIND FOLDER`: writes the module into the folder, with JavaScript that loads it. KIND is
//! `nodejs`, or `web` for pages and their workers; the functions of a `web` module are reordered so that gzip
//! compresses it best. `bindgen MODULE.wasm order FILE` does only that: Pyodide loads modules as the linker writes them.

mod order;

use std::{env, error::Error, fs, path::Path};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let [module, kind, to] = <[String; 3]>::try_from(env::args().skip(1).collect::<Vec<_>>())
        .map_err(|_| "expected: bindgen MODULE.wasm KIND FOLDER")?;
    if kind == "order" {
        return Ok(fs::write(&to, order::by_similarity(&fs::read(&module)?)?)?);
    }
    let mut bindgen = Bindgen::new();
    match kind.as_str() {
        "nodejs" => bindgen.nodejs(true)?,
        "web" => bindgen.web(true)?,
        _ => return Err(format!("{kind} is none of 'nodejs', 'web' and 'order'").into()),
    };
    bindgen.typescript(true).input_path(&module).generate(&to)?;
    if kind == "web" {
        let name = Path::new(&module).file_stem().ok_or("the module has no name")?.to_string_lossy();
        let written = Path::new(&to).join(format!("{name}_bg.wasm"));
        fs::write(&written, order::by_similarity(&fs::read(&written)?)?)?;
    }
    Ok(())
}
