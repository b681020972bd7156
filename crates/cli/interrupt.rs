//! Ctrl-C, and the other signals that ask a program to end: the first asks for the best so far, the second ends the program.
//! A child with bounded memory ends with its parent.

use std::sync::{Arc, atomic::AtomicBool};

use crate::terminal;

/// Exit code of a program that the second signal ends.
const ENDED: i32 = 130;

/// A flag that the first signal sets. If no handler can be installed, the signal ends the program, which is acceptable.
///
/// The handlers need no thread, which would cost a small puzzle a twentieth of its time.
#[cfg(unix)]
pub fn stop_flag() -> Arc<AtomicBool> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        flag,
    };
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // This one comes first, so it ends the program only if the flag is set before.
        if !terminal::may_end() {
            let _ = flag::register_conditional_shutdown(signal, ENDED, Arc::clone(&stop));
        }
        let _ = flag::register(signal, Arc::clone(&stop));
    }
    stop
}

/// A flag that the first signal sets. If no handler can be installed, the signal ends the program, which is acceptable.
#[cfg(not(unix))]
pub fn stop_flag() -> Arc<AtomicBool> {
    use std::sync::atomic::Ordering::Relaxed;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Relaxed) && !terminal::may_end() {
            std::process::exit(ENDED);
        }
    };
    let _ = ctrlc::set_handler(handler);
    stop
}
