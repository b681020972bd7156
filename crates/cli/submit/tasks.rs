//! The folders of tasks that can be submitted: cubes of one puzzle, and shares of many.

use std::path::Path;

use crate::{batch::shares::Shares, cubes::folder::Folder, exit::Failure};

pub enum Tasks {
    Cubes(Folder),
    Shares(Shares),
}

impl Tasks {
    pub fn open(path: &Path) -> Result<Self, Failure> {
        if Shares::is_at(path) {
            Shares::open(path).map(Tasks::Shares)
        } else {
            Folder::open(path).map(Tasks::Cubes)
        }
    }

    /// The tasks without a result that can be trusted.
    pub fn missing(&self) -> Result<Vec<usize>, Failure> {
        match self {
            Tasks::Cubes(folder) => {
                let is_missing = |id: &usize| !matches!(folder.result(*id), Ok(Some(_)));
                Ok(folder.tasks.iter().map(|task| task.id).filter(is_missing).collect())
            }
            Tasks::Shares(shares) => shares.missing(),
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
