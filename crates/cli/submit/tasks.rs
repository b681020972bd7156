//! The folders of tasks that can be submitted: cubes of one puzzle, and shares of many.

use std::path::Path;

use crate::{
    batch::shares::Shares,
    cubes::folder::{Folder, Task},
    exit::Failure,
};

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

    /// The tasks without a result that can be trusted, those first that look largest: what is begun last should not take
    /// longest.
    pub fn missing(&self) -> Result<Vec<usize>, Failure> {
        match self {
            Tasks::Cubes(folder) => {
                let is_missing = |task: &&Task| !matches!(folder.result(task.id), Ok(Some(_)));
                let mut missing: Vec<&Task> = folder.tasks.iter().filter(is_missing).collect();
                missing.sort_by(|one, other| other.estimate.total_cmp(&one.estimate));
                Ok(missing.iter().map(|task| task.id).collect())
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
