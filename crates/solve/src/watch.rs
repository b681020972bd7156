//! A thread that interrupts solvers which can't check a clock or a flag themselves.
//!
//! The thread starts with the first watch, checks all of them every [`TICK`], and sleeps if there has been
//! none for a while. Adding and removing a watch cost a mutex each, as long as the thread is awake.

use std::{
    io,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use rustsat::solvers::InterruptSolver;

use crate::{Limits, Stop};

/// Time between two checks of the limits. A solver may run this much longer than its deadline.
const TICK: Duration = Duration::from_millis(2);

/// Number of ticks without a watch after which the thread goes to sleep. Waking it costs a system call, which
/// should not be paid for each of many tiny solves.
const IDLE_TICKS: u32 = 50;

static STATE: Mutex<State> =
    Mutex::new(State { watches: Vec::new(), next_id: 0, thread: Thread::NotStarted });
static WAKE: Condvar = Condvar::new();

struct State {
    watches: Vec<Watch>,
    next_id: u64,
    thread: Thread,
}

#[derive(PartialEq)]
enum Thread {
    NotStarted,
    Ticking,
    Asleep,
}

struct Watch {
    id: u64,
    limits: Limits,
    interrupter: Box<dyn InterruptSolver + Send>,
    fired: Option<Stop>,
}

/// Runs `solve` and interrupts it when the deadline passes or the stop flag is set. Returns whether that
/// happened, with the result of `solve`.
///
/// The interrupter is used only while `solve` runs, so it need not outlive the solver.
///
/// # Errors
///
/// If the system can't start the thread.
pub fn watched<T>(
    limits: &Limits,
    interrupter: impl InterruptSolver + Send + 'static,
    solve: impl FnOnce() -> T,
) -> io::Result<(T, Option<Stop>)> {
    let guard = Guard::new(limits.clone(), Box::new(interrupter))?;
    let result = solve();
    Ok((result, guard.finish()))
}

/// Removes its watch when dropped, also if `solve` panics: the interrupter points into the solver.
struct Guard(u64);

impl Guard {
    fn new(limits: Limits, interrupter: Box<dyn InterruptSolver + Send>) -> io::Result<Self> {
        let mut state = state();
        match state.thread {
            Thread::NotStarted => {
                thread::Builder::new().name("limits".into()).spawn(watch)?;
                state.thread = Thread::Ticking;
            }
            Thread::Asleep => WAKE.notify_one(),
            Thread::Ticking => {}
        }
        let id = state.next_id;
        state.next_id += 1;
        state.watches.push(Watch { id, limits, interrupter, fired: None });
        Ok(Guard(id))
    }

    fn finish(self) -> Option<Stop> {
        let fired = self.remove();
        std::mem::forget(self);
        fired
    }

    fn remove(&self) -> Option<Stop> {
        let mut state = state();
        let index = state.watches.iter().position(|watch| watch.id == self.0)?;
        state.watches.swap_remove(index).fired
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.remove();
    }
}

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn watch() {
    let mut state = state();
    let mut idle = 0;
    loop {
        for watch in state.watches.iter_mut().filter(|watch| watch.fired.is_none()) {
            if let Some(reason) = watch.limits.reached() {
                watch.interrupter.interrupt();
                watch.fired = Some(reason);
            }
        }
        idle = if state.watches.is_empty() { idle + 1 } else { 0 };
        if idle > IDLE_TICKS {
            state.thread = Thread::Asleep;
            state = WAKE
                .wait_while(state, |state| state.watches.is_empty())
                .unwrap_or_else(PoisonError::into_inner);
            state.thread = Thread::Ticking;
        }
        state = WAKE.wait_timeout(state, TICK).unwrap_or_else(PoisonError::into_inner).0;
    }
}
