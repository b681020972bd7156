//! `completions` and `man`: what is made from the command line's own description.

use std::{io::Write, path::Path};

use clap::CommandFactory;

use crate::{
    args::{Cli, CompletionsArgs, ManArgs},
    exit::{Failure, Status},
};

pub fn run(args: &CompletionsArgs) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "jigsat", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Status::Solved)
}

pub fn man(args: &ManArgs) -> Result<Status, Failure> {
    if let Some(folder) = &args.folder {
        let failure = |error| Failure::Output(folder.display().to_string(), error);
        std::fs::create_dir_all(folder).map_err(failure)?;
        clap_mangen::generate_to(Cli::command(), Path::new(folder)).map_err(failure)?;
    } else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        std::io::stdout().write_all(&page)?;
    }
    Ok(Status::Solved)
}
