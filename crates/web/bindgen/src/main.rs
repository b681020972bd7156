//! `bindgen MODULE.wasm KIND FOLDER`: writes the module into the folder, with JavaScript that loads it; KIND is where:
//! `nodejs`, or `web` for pages and their workers.

use std::{env, error::Error};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let [module, kind, folder] = <[String; 3]>::try_from(env::args().skip(1).collect::<Vec<_>>())
        .map_err(|_| "expected: bindgen MODULE.wasm KIND FOLDER")?;
    let mut bindgen = Bindgen::new();
    match kind.as_str() {
        "nodejs" => bindgen.nodejs(true)?,
        "web" => bindgen.web(true)?,
        _ => return Err(format!("{kind} is neither 'nodejs' nor 'web'").into()),
    };
    bindgen.typescript(true).input_path(module).generate(folder)?;
    Ok(())
}
