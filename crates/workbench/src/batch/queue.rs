//! What waits to be solved.

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

/// Reading pauses while this many bytes of puzzles wait.
const MAX_WAITING: usize = 64 << 20;

/// Who waits looks so often whether it is to stop.
const LOOKS: Duration = Duration::from_millis(50);

/// This many light puzzles are taken at once: to wake a thread for each would take longer than to solve it.
const LIGHT: usize = 64;

/// Puzzles between one who reads and several who solve. The largest come first, as far as they are read by then:
/// a puzzle that takes long would else be started last, and leave the other processors without work at the end.
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    /// Set when all is to end.
    stop: Arc<AtomicBool>,
}

#[derive(Default)]
struct State {
    waiting: BinaryHeap<Waiting>,
    /// Those that take least come last, and in their order.
    light: VecDeque<Task>,
    bytes: usize,
    pushed: u64,
    /// Nothing more is read.
    complete: bool,
    /// Nothing more is to be solved.
    halted: bool,
}

/// The larger text is the greater, and of equal ones the earlier.
struct Waiting {
    rank: (usize, Reverse<u64>),
    task: Task,
}

impl Queue {
    pub fn new(stop: &Arc<AtomicBool>) -> Self {
        Queue { state: Mutex::default(), changed: Condvar::new(), stop: Arc::clone(stop) }
    }

    /// Waits as long as that holds, or until nothing more is to be solved.
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
        // Nothing in here can panic halfway.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a puzzle, waiting for space if need be. Says whether more are wanted.
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

    /// The next puzzle, or several light ones; waits for them. None when all are taken.
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

    /// Says that there are no more puzzles.
    pub fn complete(&self) {
        self.lock().complete = true;
        self.changed.notify_all();
    }

    /// Leaves what waits alone.
    pub fn halt(&self) {
        self.lock().halted = true;
        self.changed.notify_all();
    }
}

/// What a puzzle takes in memory, about.
fn weight(task: &Task) -> usize {
    size_of::<Task>() + task.text.len() + task.title.len() + task.file.len()
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
