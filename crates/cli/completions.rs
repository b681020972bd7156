//! `completions` and `man`: what is made from the command line's own description.

use std::{io::Write, path::Path};

use jigsat_workbench::Status;

use crate::{
    args::{self, CompletionsArgs, ManArgs},
    exit::Failure,
};

pub fn run(wanted: &CompletionsArgs) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(wanted.shell, &mut args::completed(), "jigsat", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Status::Solved)
}

pub fn man(wanted: &ManArgs) -> Result<Status, Failure> {
    if let Some(folder) = &wanted.folder {
        let failure = |error| Failure::Output(folder.display().to_string(), error);
        std::fs::create_dir_all(folder).map_err(failure)?;
        clap_mangen::generate_to(args::command(), Path::new(folder)).map_err(failure)?;
    } else {
        let mut page = Vec::new();
        clap_mangen::Man::new(args::command()).render(&mut page)?;
        std::io::stdout().write_all(&page)?;
    }
    Ok(Status::Solved)
}
