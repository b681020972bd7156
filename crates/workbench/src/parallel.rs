//! Many puzzles over several threads; the answers keep the order of the questions.

use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering},
};

/// Asks for this many puzzles a thread at once, so that a slow one seldom leaves the others idle.
const CHUNK_PER_JOB: usize = 256;

/// A panic in a thread ends the scope before anyone else locks.
const UNPOISONED: &str = "no thread panicked while it held this";

/// Calls `work` for each item on this many threads, and `deliver` with the results in order until that
/// says to stop. With one thread each result is delivered before the next item is taken.
///
/// # Errors
///
/// The first that `deliver` gives.
pub fn in_order<I: Send, R: Send, E>(
    items: impl Iterator<Item = I>,
    jobs: usize,
    work: impl Fn(I) -> R + Sync,
    mut deliver: impl FnMut(R) -> Result<bool, E>,
) -> Result<(), E> {
    if jobs <= 1 {
        for item in items {
            if !deliver(work(item))? {
                return Ok(());
            }
        }
        return Ok(());
    }
    let mut items = items.peekable();
    while items.peek().is_some() {
        let size = CHUNK_PER_JOB * jobs;
        let chunk: Vec<Mutex<Option<I>>> =
            items.by_ref().take(size).map(|item| Mutex::new(Some(item))).collect();
        let results: Vec<Mutex<Option<R>>> = chunk.iter().map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(slot) = chunk.get(index) else { return };
                        let item = slot.lock().expect(UNPOISONED).take();
                        if let Some(item) = item {
                            let result = work(item);
                            *results[index].lock().expect(UNPOISONED) = Some(result);
                        }
                    }
                });
            }
        });
        for result in results.into_iter().filter_map(|result| result.into_inner().expect(UNPOISONED)) {
            if !deliver(result)? {
                return Ok(());
            }
        }
    }
    Ok(())
}
