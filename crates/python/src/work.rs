//! Work beside the interpreter: on a thread of its own, while the calling thread looks for Ctrl-C.

use std::{
    cell::RefCell,
    panic::{self, AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread,
    time::Duration,
};

use jigsat_kit::Error;
use jigsat_solve::{Hook, Stop};
use jigsat_workbench::Context;
use pyo3::{exceptions::PyRuntimeError, prelude::*};
use web_time::Instant;

use crate::error::{self, Failure};

/// Whether work can be done on another thread: not in browsers.
pub const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Interval between looks for Ctrl-C.
const LOOKS: Duration = Duration::from_millis(20);

/// Time for work that is no longer wanted to end by itself.
const FAREWELL: Duration = Duration::from_secs(2);

/// Stack of a thread that works: as much as the main thread of a program has, which recursions rely on.
const STACK: usize = 8 << 20;

/// What a thread says.
pub enum Said<T> {
    /// A part of what was asked for.
    Part(T),
    /// That it failed.
    Failed(Failure),
}

thread_local! {
    /// What the last panic of this thread said, and where.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Panics are caught and become exceptions: nobody wants them on standard error, too.
pub fn keep_panics_quiet() {
    panic::set_hook(Box::new(|panic| PANIC.with(|last| *last.borrow_mut() = panic.to_string())));
}

/// The context of a question from Python.
pub fn context(stop: Arc<AtomicBool>) -> Context {
    Context { stop, ..Context::default() }
}

/// Does work that may fail or panic.
fn survived<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Failure> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map_err(Failure::Error),
        Err(payload) => {
            let words = PANIC.with(RefCell::take);
            let said = payload.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| payload.downcast_ref::<&str>().copied());
            Err(Failure::Bug(if words.is_empty() { said.unwrap_or("panicked").to_owned() } else { words }))
        }
    }
}

/// Does short work on the calling thread, without the interpreter.
///
/// # Errors
///
/// The exception of its failure.
pub fn here<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T, Error> + Send) -> PyResult<T> {
    py.detach(|| survived(work)).map_err(|failure| error::exception(py, failure))
}

/// Does work on the calling thread, without the interpreter; Ctrl-C ends it where it looks at its limits. It takes less time than a
/// thread to start.
///
/// # Errors
///
/// The exception of its failure, and that of a signal.
pub fn watched<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Context) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let signal = Arc::new(Mutex::new(None));
    let seen = Arc::clone(&signal);
    let looks = move || {
        let signal = Python::attach(|py| py.check_signals().err());
        let asks = signal.as_ref().map(|_| Stop::Interrupted);
        if asks.is_some() {
            *seen.lock().unwrap_or_else(PoisonError::into_inner) = signal;
        }
        asks
    };
    let result = here(py, || work(&Context { hook: Hook::new(looks), ..context(Arc::default()) }));
    let signal = signal.lock().unwrap_or_else(PoisonError::into_inner).take();
    signal.map_or(result, Err)
}

/// Does work that may take long, without the interpreter; Ctrl-C ends it.
///
/// # Errors
///
/// The exception of its failure, and that of a signal.
pub fn beside<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Context) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    if !HAS_THREADS {
        return watched(py, work);
    }
    let started = Started::new(py, 1, |context, sender| {
        let result = work(context)?;
        sender.send(Said::Part(result)).map_err(|_| Stop::Interrupted.into())
    })?;
    started.next(py)?.ok_or_else(|| PyRuntimeError::new_err("the work ended without a result"))
}

/// Work on a thread of its own, which says things, of which so many wait to be heard at most. It is stopped when nobody wants its parts any more.
pub struct Started<T> {
    stop: Arc<AtomicBool>,
    said: Mutex<Receiver<Said<T>>>,
}

impl<T: Send + 'static> Started<T> {
    pub fn new(
        py: Python<'_>,
        untaken: usize,
        work: impl FnOnce(&Context, &SyncSender<Said<T>>) -> Result<(), Error> + Send + 'static,
    ) -> PyResult<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = sync_channel(untaken);
        let flag = Arc::clone(&stop);
        let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
            let ended = survived(|| work(&context(flag), &sender));
            if let Err(failure) = ended {
                // If nobody listens, nobody wants to know.
                let _ = sender.send(Said::Failed(failure));
            }
        });
        thread.map_err(|io| error::exception(py, Failure::Error(io.into())))?;
        Ok(Started { stop, said: Mutex::new(receiver) })
    }

    /// What it says next; `None` at its end.
    pub fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        loop {
            if let Err(signal) = py.check_signals() {
                self.end(py);
                return Err(signal);
            }
            let said =
                py.detach(|| self.said.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOKS));
            match said {
                Ok(Said::Part(part)) => return Ok(Some(part)),
                Ok(Said::Failed(failure)) => return Err(error::exception(py, failure)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Stops it, and waits until it has ended, but not long.
    pub fn end(&self, py: Python<'_>) {
        self.stop.store(true, Relaxed);
        py.detach(|| {
            let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
            let deadline = Instant::now() + FAREWELL;
            while said.recv_timeout(deadline.saturating_duration_since(Instant::now())).is_ok() {}
        });
    }
}

impl<T> Drop for Started<T> {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}
