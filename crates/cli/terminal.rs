//! The standard streams: those of this process, or of the one that it works for.

use std::{
    fmt,
    io::{self, IsTerminal, Read, Write},
    sync::OnceLock,
};

use anstream::{AutoStream, ColorChoice};
use jigsat_workbench::worker::Parent;
use serde::{Deserialize, Serialize};

/// How standard output is shown.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Shown {
    /// Whether a terminal shows it.
    pub is_terminal: bool,
    /// Whether colours are shown.
    pub has_color: bool,
    /// Number of characters in a line of the terminal.
    pub columns: Option<usize>,
}

/// The process that this one works for, and how its output is shown.
static PARENT: OnceLock<(Parent, Shown)> = OnceLock::new();

/// From now on, the standard streams are those of another process.
pub fn work_for(parent: &Parent, shown: Shown) {
    let _ = PARENT.set((parent.clone(), shown));
}

/// Whether this process works for another one.
pub fn is_apart() -> bool {
    PARENT.get().is_some()
}

/// How standard output is shown.
pub fn shown() -> Shown {
    Shown { is_terminal: is_terminal(), has_color: has_color(), columns: columns() }
}

/// Whether a terminal shows standard output.
pub fn is_terminal() -> bool {
    PARENT.get().map_or_else(|| io::stdout().is_terminal(), |(_, shown)| shown.is_terminal)
}

/// Whether standard output is shown in colours.
pub fn has_color() -> bool {
    let own = || AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    PARENT.get().map_or_else(own, |(_, shown)| shown.has_color)
}

/// Number of characters that fit into a line of the terminal that shows standard output.
pub fn columns() -> Option<usize> {
    if let Some((_, shown)) = PARENT.get() {
        return shown.columns;
    }
    terminal_size::terminal_size().filter(|_| is_terminal()).map(|(width, _)| width.0.into())
}

/// Standard output.
pub enum Stdout {
    Own(AutoStream<io::Stdout>),
    Parent(Parent),
}

/// Standard output, without colours if they are not shown there.
pub fn stdout() -> Stdout {
    match PARENT.get() {
        Some((parent, _)) => Stdout::Parent(parent.clone()),
        None => Stdout::Own(AutoStream::auto(io::stdout())),
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stdout::Own(stream) => stream.write(bytes),
            Stdout::Parent(parent) => parent.output(bytes).map(|()| bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stdout::Own(stream) => stream.flush(),
            Stdout::Parent(_) => Ok(()),
        }
    }
}

/// Prints a line to standard error, without colours if they are not shown there. If nobody listens, prints nothing.
pub fn note(words: fmt::Arguments<'_>) {
    let _ = match PARENT.get() {
        Some((parent, _)) => parent.note(&words.to_string()),
        None => writeln!(anstream::stderr(), "{words}"),
    };
}

/// Standard input.
pub enum Stdin {
    Own(io::Stdin),
    Parent { parent: Parent, piece: io::Cursor<Vec<u8>> },
}

/// Standard input.
pub fn stdin() -> Stdin {
    match PARENT.get() {
        Some((parent, _)) => Stdin::Parent { parent: parent.clone(), piece: io::Cursor::default() },
        None => Stdin::Own(io::stdin()),
    }
}

impl Read for Stdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Stdin::Own(stdin) => stdin.read(buffer),
            Stdin::Parent { parent, piece } => {
                if piece.position() == piece.get_ref().len() as u64 {
                    *piece = io::Cursor::new(parent.input()?);
                }
                piece.read(buffer)
            }
        }
    }
}
