//! The folders of tasks that can be submitted: cubes of one puzzle, and shares of many.

use std::path::Path;

use jigsat_workbench::{batch::Shares, cubes::TaskFolder};

use crate::exit::Failure;

pub enum Tasks {
    Cubes(TaskFolder),
    Shares(Shares),
}

impl Tasks {
    pub fn open(path: &Path) -> Result<Self, Failure> {
        Ok(if Shares::is_at(path) {
            Tasks::Shares(Shares::open(path)?)
        } else {
            Tasks::Cubes(TaskFolder::open(path)?)
        })
    }

    /// The tasks without a trustworthy result, those that look largest first, so that the last ones to start are short.
    pub fn missing(&self) -> Result<Vec<usize>, Failure> {
        match self {
            Tasks::Cubes(folder) => Ok(folder.missing()),
            Tasks::Shares(shares) => Ok(shares.missing()?),
        }
    }

    /// Whether the missing tasks are not needed.
    pub fn is_answered(&self) -> bool {
        match self {
            Tasks::Cubes(folder) => folder.solved_by().is_some(),
            Tasks::Shares(_) => false,
        }
    }
}
