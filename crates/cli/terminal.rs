//! The standard streams.

use std::{
    fmt,
    io::{self, IsTerminal, Write},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use anstream::{AutoStream, ColorChoice};

/// Whether this process may end at any time, because its memory is bounded.
static MAY_END: AtomicBool = AtomicBool::new(false);

/// From now on, this process may end at any time: the one that started it reads its messages.
pub fn expect_an_end() {
    MAY_END.store(true, Relaxed);
}

/// Whether this process may end before it has written its buffers.
pub fn may_end() -> bool {
    MAY_END.load(Relaxed)
}

/// Whether a terminal shows standard output.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether standard output is shown in colours.
pub fn has_color() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Number of characters that fit into a line of the terminal that shows standard output.
pub fn columns() -> Option<usize> {
    terminal_size::terminal_size().filter(|_| is_terminal()).map(|(width, _)| width.0.into())
}

/// Standard output, without colours if they are not shown there.
pub fn stdout() -> Stdout {
    Stdout { stream: AutoStream::auto(io::stdout()), has_controls: false }
}

/// Standard output, as [`stdout`] opens it.
pub struct Stdout {
    stream: AutoStream<io::Stdout>,
    /// Whether control characters were written. Until then, the stream has nothing to remove, and need not look at each byte.
    has_controls: bool,
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.has_controls |= bytes.iter().any(|&byte| is_control(byte));
        if self.has_controls { self.stream.write(bytes) } else { io::stdout().write(bytes) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Whether a byte is part of what a stream without colours leaves out.
fn is_control(byte: u8) -> bool {
    byte.is_ascii_control() && !byte.is_ascii_whitespace()
}

/// Prints a line to standard error, without colours if they are not shown there. If nobody listens, prints nothing.
pub fn note(words: fmt::Arguments<'_>) {
    // One that passes the line on decides about colours.
    let choice = if may_end() { ColorChoice::Always } else { ColorChoice::Auto };
    let _ = writeln!(AutoStream::new(io::stderr(), choice), "{words}");
}

#[cfg(test)]
mod tests {
    use super::is_control;

    #[test]
    fn text_without_control_characters_is_written_as_it_is() {
        let chars = ('\0'..='\u{3000}').chain(['\u{10ffff}']);
        let changed: Vec<char> = chars
            .filter(|char| {
                let text = format!("a{char}b");
                anstream::adapter::strip_str(&text).to_string() != text
            })
            .collect();
        assert!(!changed.is_empty());
        for char in changed {
            assert!(char.to_string().bytes().any(is_control), "{char:?}");
        }
    }
}
