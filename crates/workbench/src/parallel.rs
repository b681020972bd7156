//! Many puzzles over several threads; the answers keep the order of the questions.

/// Calls `work` for each item on this many threads, and `deliver` with the results in order until it says to stop. The
/// threads take `per_job` items each before results are delivered: many, so that a slow one seldom leaves the others
/// idle, or few, so that little work is wasted. With one thread, or on systems without threads, each result is
/// delivered before the next item is taken.
///
/// # Errors
///
/// The first error of `deliver`.
pub fn in_order<I: Send, R: Send, E>(
    mut items: impl Iterator<Item = I>,
    jobs: usize,
    per_job: usize,
    work: impl Fn(I) -> R + Sync,
    mut deliver: impl FnMut(R) -> Result<bool, E>,
) -> Result<(), E> {
    let (jobs, size) =
        if jobs <= 1 || cfg!(target_family = "wasm") { (1, 1) } else { (jobs, per_job * jobs) };
    loop {
        let chunk: Vec<I> = items.by_ref().take(size).collect();
        if chunk.is_empty() {
            return Ok(());
        }
        for result in all(chunk, jobs, &work) {
            if !deliver(result)? {
                return Ok(());
            }
        }
    }
}

/// The results of these items, in order.
#[cfg(not(target_family = "wasm"))]
fn all<I: Send, R: Send>(items: Vec<I>, jobs: usize, work: &(impl Fn(I) -> R + Sync)) -> Vec<R> {
    use std::sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    };

    // A panic in a thread ends the scope before another thread locks.
    const UNPOISONED: &str = "no thread panicked while it held this";
    if jobs == 1 {
        return items.into_iter().map(work).collect();
    }
    let items: Vec<Mutex<Option<I>>> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(slot) = items.get(index) else { return };
                    let item = slot.lock().expect(UNPOISONED).take();
                    if let Some(item) = item {
                        let result = work(item);
                        *results[index].lock().expect(UNPOISONED) = Some(result);
                    }
                }
            });
        }
    });
    results.into_iter().filter_map(|result| result.into_inner().expect(UNPOISONED)).collect()
}

#[cfg(target_family = "wasm")]
fn all<I: Send, R: Send>(items: Vec<I>, _jobs: usize, work: &(impl Fn(I) -> R + Sync)) -> Vec<R> {
    items.into_iter().map(work).collect()
}
