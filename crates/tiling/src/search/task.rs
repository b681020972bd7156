//! Parts of a search, and the visitor of their results.

use std::ops::ControlFlow;

use super::{
    bits::Bits,
    exact::{Choice, Exact},
};
use crate::Tiling;

/// The visitor of a search's results.
pub(super) trait Visitor {
    /// A solution: its placements.
    fn solution(&mut self, placements: &[u32]) -> ControlFlow<()>;
}

/// A part of the whole search.
#[derive(Clone, Debug)]
pub(super) struct Task<const N: usize> {
    pub list: Vec<Choice<N>>,
    pub open: Bits<N>,
    pub chosen: Vec<u32>,
    pub used: Vec<u32>,
}

impl<const N: usize> Task<N> {
    fn whole(exact: &Exact<N>) -> Self {
        Task {
            list: exact.choices.clone(),
            open: exact.required,
            chosen: Vec::new(),
            used: vec![0; exact.counted.len()],
        }
    }
}

/// The whole search with the given pieces in their places; `None` if that is impossible.
pub(super) fn given_task<const N: usize>(tiling: &Tiling, exact: &Exact<N>) -> Option<Task<N>> {
    if exact.hopeless {
        return None;
    }
    let mut task = Task::whole(exact);
    for &given in tiling.given() {
        task = place(exact, &task, given)?;
    }
    Some(task)
}

/// A task with one more placement used.
pub(super) fn place<const N: usize>(exact: &Exact<N>, task: &Task<N>, placement: u32) -> Option<Task<N>> {
    let choice = *task.list.iter().find(|choice| choice.placement == placement)?;
    let mut task = task.clone();
    let mut exhausted = false;
    if let Some(place) = exact.counted.iter().position(|&(kind, ..)| kind == choice.counted) {
        task.used[place] += 1;
        exhausted = task.used[place] == exact.counted[place].2;
    }
    task.list
        .retain(|other| !(other.items.meets(&choice.items) || exhausted && other.counted == choice.counted));
    task.open &= !choice.items;
    task.chosen.push(placement);
    Some(task)
}
