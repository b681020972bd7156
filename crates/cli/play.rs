//! A solution played in the terminal, picture by picture.

use std::{
    io::{self, BufRead, IsTerminal, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use crate::terminal;

/// Clears the screen; moves the cursor to the top left; clears everything below; hides and shows the cursor.
const CLEAR: &str = "\x1b[2J";
const HOME: &str = "\x1b[H";
const CLEAR_BELOW: &str = "\x1b[J";
const HIDE: &str = "\x1b[?25l";
const SHOW: &str = "\x1b[?25h";

/// Plays pictures that are separated by blank lines, `speed` of them per second, on a terminal.
pub fn play(title: &str, frames: &str, speed: u16, stop: &AtomicBool) -> io::Result<()> {
    if !terminal::is_terminal() {
        note!("--play needs a terminal");
        return Ok(());
    }
    let paused = pauses();
    let mut out = io::BufWriter::new(terminal::stdout());
    write!(out, "{HIDE}{CLEAR}")?;
    // The last part is the solution in a line.
    let pictures = frames.split("\n\n");
    let count = pictures.clone().count().saturating_sub(1);
    for picture in pictures.take(count) {
        let state = if paused.load(Relaxed) { "paused, Enter continues" } else { "Enter pauses" };
        // Line by line, so that nothing of the previous picture is left at the ends of lines.
        write!(out, "{HOME}")?;
        for line in format!("{title}\n{picture}\n{state}").lines() {
            writeln!(out, "{line}\x1b[K")?;
        }
        write!(out, "{CLEAR_BELOW}")?;
        out.flush()?;
        std::thread::sleep(Duration::from_secs_f64(1.0 / f64::from(speed)));
        while paused.load(Relaxed) && !stop.load(Relaxed) {
            std::thread::sleep(Duration::from_millis(50));
        }
        if stop.load(Relaxed) {
            break;
        }
    }
    writeln!(out, "{SHOW}")?;
    out.flush()
}

/// A flag that each typed line toggles.
fn pauses() -> Arc<AtomicBool> {
    let paused = Arc::new(AtomicBool::new(false));
    if io::stdin().is_terminal() {
        let flag = Arc::clone(&paused);
        // The thread ends with the program; nobody waits for it.
        std::thread::spawn(move || {
            for line in io::stdin().lock().lines() {
                if line.is_err() {
                    return;
                }
                flag.fetch_xor(true, Relaxed);
            }
        });
    }
    paused
}
