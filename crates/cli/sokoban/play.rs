//! A plan played in the terminal.

use std::{
    io::{self, BufRead, IsTerminal, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use jigsat_grid::Charset;
use jigsat_sokoban::{Game, Level, Plan, frame};

/// Clears the screen; goes back to its corner; clears what is left below; hides and shows the cursor.
const CLEAR: &str = "\x1b[2J";
const HOME: &str = "\x1b[H";
const CLEAR_BELOW: &str = "\x1b[J";
const HIDE: &str = "\x1b[?25l";
const SHOW: &str = "\x1b[?25h";

/// Plays a plan, so many moves a second. Only a terminal shows it.
pub fn play(level: &Level, plan: &Plan, speed: u16, stop: &AtomicBool) -> io::Result<()> {
    if !io::stdout().is_terminal() {
        eprintln!("--play needs a terminal");
        return Ok(());
    }
    let paused = pauses();
    let mut out = anstream::stdout();
    write!(out, "{HIDE}{CLEAR}")?;
    let mut game = Game::new(level);
    let mut moves = plan.directions();
    let total = plan.move_count;
    for number in 0.. {
        let state = if paused.load(Relaxed) { "paused, Enter goes on" } else { "Enter pauses" };
        let title = &level.title;
        let picture = frame(&game, Charset::Unicode, true);
        // Line by line, so that nothing of the picture before is left at their ends.
        write!(out, "{HOME}")?;
        for line in format!("{title}\n{picture}{number}/{total}  {state}").lines() {
            writeln!(out, "{line}\x1b[K")?;
        }
        write!(out, "{CLEAR_BELOW}")?;
        out.flush()?;
        std::thread::sleep(Duration::from_secs_f64(1.0 / f64::from(speed)));
        while paused.load(Relaxed) && !stop.load(Relaxed) {
            std::thread::sleep(Duration::from_millis(50));
        }
        let Some(direction) = moves.next() else { break };
        if stop.load(Relaxed) || game.step(direction).is_err() {
            break;
        }
    }
    writeln!(out, "{SHOW}")?;
    out.flush()
}

/// Turns with each line that is typed.
fn pauses() -> Arc<AtomicBool> {
    let paused = Arc::new(AtomicBool::new(false));
    if io::stdin().is_terminal() {
        let flag = Arc::clone(&paused);
        // Ends with the program; nobody waits for it.
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
