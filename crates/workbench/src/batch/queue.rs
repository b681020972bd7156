//! The queue of puzzles to be solved.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, VecDeque},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use super::task::Task;

/// Number of bytes of waiting puzzles at which reading pauses.
const MAX_WAITING: usize = 64 << 20;

/// Interval between checks of the stop flag by a thread that waits.
const LOOKS: Duration = Duration::from_millis(50);

/// Number of light puzzles that are taken together: waking a thread for each would take longer than solving it.
const LIGHT: usize = 64;

/// Puzzles between one reader and several solvers. The largest of those read so far come first: otherwise a puzzle that
/// takes long might start last, and leave the other processors idle at the end.
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    /// Set if everything should end.
    stop: Arc<AtomicBool>,
}

#[derive(Default)]
struct State {
    waiting: BinaryHeap<Waiting>,
    /// The puzzles that take least come last, in their order.
    light: VecDeque<Task>,
    bytes: usize,
    pushed: u64,
    /// Whether nothing more is read.
    complete: bool,
    /// Whether nothing more will be solved.
    halted: bool,
}

/// A larger text is greater; of equal ones, the earlier.
struct Waiting {
    rank: (usize, Reverse<u64>),
    task: Task,
}

impl Queue {
    pub fn new(stop: &Arc<AtomicBool>) -> Self {
        Queue { state: Mutex::default(), changed: Condvar::new(), stop: Arc::clone(stop) }
    }

    /// Waits as long as the condition holds, or until nothing more will be solved.
    fn wait_while(&self, holds: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        loop {
            state.halted |= self.stop.load(Relaxed);
            if state.halted || !holds(&state) {
                return state;
            }
            state = self.changed.wait_timeout(state, LOOKS).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Code under this lock can't panic halfway.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a puzzle, waiting for space if necessary. Returns whether more are wanted.
    pub fn push(&self, task: Task) -> bool {
        let mut state = self.wait_while(|state| state.bytes > MAX_WAITING);
        state.bytes += weight(&task);
        let wakes = if task.light {
            state.light.push_back(task);
            state.light.len().is_multiple_of(LIGHT)
        } else {
            state.pushed += 1;
            let rank = (task.text.len(), Reverse(state.pushed));
            state.waiting.push(Waiting { rank, task });
            true
        };
        if wakes {
            self.changed.notify_one();
        }
        !state.halted
    }

    /// The next puzzle, or several light ones; waits for them. `None` if all are taken.
    pub fn pop(&self) -> Option<Vec<Task>> {
        let nothing =
            |state: &State| state.waiting.is_empty() && state.light.len() < LIGHT && !state.complete;
        let mut state = self.wait_while(nothing);
        if state.halted {
            return None;
        }
        let tasks = match state.waiting.pop() {
            Some(next) => vec![next.task],
            None if state.light.is_empty() => return None,
            None => {
                let count = state.light.len().min(LIGHT);
                state.light.drain(..count).collect::<Vec<_>>()
            }
        };
        state.bytes -= tasks.iter().map(weight).sum::<usize>();
        self.changed.notify_all();
        Some(tasks)
    }

    /// Declares that there are no more puzzles.
    pub fn complete(&self) {
        self.lock().complete = true;
        self.changed.notify_all();
    }

    /// Abandons the waiting puzzles.
    pub fn halt(&self) {
        self.lock().halted = true;
        self.changed.notify_all();
    }
}

/// Approximate memory of a puzzle.
fn weight(task: &Task) -> usize {
    let files: usize = task.files.texts().map(str::len).sum();
    size_of::<Task>() + task.text.len() + files + task.title.len() + task.file.len()
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}
