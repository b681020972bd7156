//! Many puzzles over several threads; the answers keep the order of the questions.

use std::sync::{
    Mutex, OnceLock,
    atomic::{AtomicUsize, Ordering},
};

/// Asks for so many puzzles a thread at once, so that a slow one seldom leaves the others idle.
const CHUNK_PER_JOB: usize = 256;

/// Calls `work` for each item with the worker of its thread, and `deliver` with the results in order,
/// until that says to stop. With one worker each result is delivered before the next item is taken.
pub fn in_order<I: Send, R: Send + Sync, W: Send, E>(
    items: impl Iterator<Item = I>,
    workers: &mut [W],
    work: impl Fn(I, &mut W) -> R + Sync,
    mut deliver: impl FnMut(R) -> Result<bool, E>,
) -> Result<(), E> {
    if let [worker] = workers {
        for item in items {
            if !deliver(work(item, worker))? {
                return Ok(());
            }
        }
        return Ok(());
    }
    let mut items = items.peekable();
    while items.peek().is_some() {
        let size = CHUNK_PER_JOB * workers.len();
        let chunk: Vec<Mutex<Option<I>>> = items.by_ref().take(size).map(|item| Mutex::new(Some(item))).collect();
        let results: Vec<OnceLock<R>> = chunk.iter().map(|_| OnceLock::new()).collect();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for worker in workers.iter_mut() {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(slot) = chunk.get(index) else { return };
                        let item = slot.lock().ok().and_then(|mut item| item.take());
                        if let Some(item) = item {
                            let _ = results[index].set(work(item, worker));
                        }
                    }
                });
            }
        });
        for result in results.into_iter().filter_map(OnceLock::into_inner) {
            if !deliver(result)? {
                return Ok(());
            }
        }
    }
    Ok(())
}
