//! The result of a task.

use serde::{Deserialize, Serialize};

/// The result of a task.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskResult {
    pub schema: u32,
    pub task: usize,
    /// The digest of the manifest.
    pub digest: String,
    pub status: TaskStatus,
    /// A decimal number, if the solutions were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// The sum, over the solutions, of the number of symmetries of the beginning's stabilizer that keep each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<serde_json::Value>,
    /// The engine, solver and encoding.
    pub by: String,
    pub wall_s: f64,
    pub cpu_s: f64,
    pub version: String,
    /// The digest of everything else in this file, by BLAKE3: it reveals changes by a broken disk.
    pub seal: String,
}

/// How a task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TaskStatus {
    Solved,
    Refuted,
    Counted,
}

impl TaskResult {
    /// The expected seal.
    pub fn sealed(&self) -> String {
        let bare = TaskResult { seal: String::new(), ..self.clone() };
        blake3::hash(&serde_json::to_vec(&bare).unwrap_or_default()).to_hex().to_string()
    }
}
