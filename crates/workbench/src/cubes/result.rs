//! The result of a task.

use serde::{Deserialize, Serialize};

/// The result of a task.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskResult {
    pub schema: u32,
    pub task: usize,
    /// The manifest's.
    pub digest: String,
    pub status: TaskStatus,
    /// As a decimal number, where the solutions were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// The symmetries of the beginning's stabilizer that keep each solution, added up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<serde_json::Value>,
    /// Which engine, solver and encoding.
    pub by: String,
    pub wall_s: f64,
    pub cpu_s: f64,
    pub version: String,
    /// Of all else in this file, by BLAKE3: what a broken disk changed is found.
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
    /// What the seal should be.
    pub fn sealed(&self) -> String {
        let bare = TaskResult { seal: String::new(), ..self.clone() };
        blake3::hash(&serde_json::to_vec(&bare).unwrap_or_default()).to_hex().to_string()
    }
}
