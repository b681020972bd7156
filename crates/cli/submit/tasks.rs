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

    /// The tasks without a result that can be trusted, those first that look largest: what is begun last should not take
    /// longest.
    pub fn missing(&self) -> Result<Vec<usize>, Failure> {
        match self {
            Tasks::Cubes(folder) => Ok(folder.missing()),
            Tasks::Shares(shares) => Ok(shares.missing()?),
        }
    }

    /// Whether what is missing is not needed.
    pub fn is_answered(&self) -> bool {
        match self {
            Tasks::Cubes(folder) => folder.solved_by().is_some(),
            Tasks::Shares(_) => false,
        }
    }
}
