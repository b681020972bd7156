//! Reading from pipes, with limits for input that may never come.

use std::{
    fs::File,
    io::{self, BufRead, Read},
    path::Path,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

/// How long a reader waits for the next bytes of a pipe.
#[derive(Clone, Debug, Default)]
pub struct Patience {
    /// Ends the waiting when it is set.
    pub stop: Arc<AtomicBool>,
    /// The longest wait; `None` for no bound.
    pub timeout: Option<Duration>,
}

impl Patience {
    /// Opens a file. If it is a pipe or a device, opening and reading end when patience does, with an error
    /// of kind [`io::ErrorKind::TimedOut`].
    ///
    /// # Errors
    ///
    /// Errors of the file system, and an end of patience.
    pub fn open(&self, path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
        if path.metadata()?.is_file() {
            return Ok(Box::new(io::BufReader::new(File::open(path)?)));
        }
        let path = path.to_owned();
        self.read(move || File::open(path))
    }

    /// Reads from a stream that is already open, such as standard input, in the same way.
    ///
    /// # Errors
    ///
    /// An end of patience.
    pub fn read<R: Read>(
        &self,
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
    ) -> io::Result<Box<dyn BufRead + Send>> {
        #[cfg(not(target_family = "wasm"))]
        return Ok(Box::new(threaded::Waiting::start(self.clone(), open)?));
        // There are no threads, nor pipes.
        #[cfg(target_family = "wasm")]
        {
            let mut bytes = Vec::new();
            open()?.read_to_end(&mut bytes)?;
            Ok(Box::new(io::Cursor::new(bytes)))
        }
    }
}

#[cfg(not(target_family = "wasm"))]
mod threaded {
    use std::{
        io::{self, BufRead, Cursor, Read},
        sync::{
            Arc,
            atomic::Ordering::Relaxed,
            mpsc::{self, Receiver, RecvTimeoutError},
        },
        thread,
        time::Duration,
    };

    use web_time::Instant;

    use super::Patience;

    /// Time between two checks whether to stop.
    const LOOKS: Duration = Duration::from_millis(50);

    /// Number of bytes that are read at once.
    const CHUNK: usize = 64 << 10;

    /// A stream for which a separate thread waits. The thread stays behind when the reader gives up.
    pub(super) struct Waiting {
        chunks: Receiver<io::Result<Vec<u8>>>,
        chunk: Cursor<Vec<u8>>,
        patience: Patience,
    }

    impl Waiting {
        /// Starts the thread, and waits until the stream is open.
        pub(super) fn start<R: Read>(
            patience: Patience,
            open: impl FnOnce() -> io::Result<R> + Send + 'static,
        ) -> io::Result<Self> {
            let (sender, chunks) = mpsc::sync_channel(1);
            thread::Builder::new().spawn(move || {
                let mut stream = match open() {
                    Ok(stream) => stream,
                    Err(error) => return drop(sender.send(Err(error))),
                };
                // An empty chunk says that it is open.
                let mut chunk = Ok(Vec::new());
                while sender.send(chunk).is_ok() {
                    chunk = next(&mut stream);
                    if chunk.as_ref().is_ok_and(Vec::is_empty) {
                        return;
                    }
                }
            })?;
            let mut waiting = Waiting { chunks, chunk: Cursor::default(), patience };
            waiting.wait()?;
            Ok(waiting)
        }

        /// Waits for the next chunk, which is empty at the end of the stream.
        fn wait(&mut self) -> io::Result<()> {
            let started = Instant::now();
            let given_up = |why: &str| Err(io::Error::new(io::ErrorKind::TimedOut, why.to_owned()));
            let stop = Arc::clone(&self.patience.stop);
            loop {
                let left = self.patience.timeout.map(|timeout| timeout.saturating_sub(started.elapsed()));
                match self.chunks.recv_timeout(left.unwrap_or(LOOKS).min(LOOKS)) {
                    Ok(chunk) => {
                        self.chunk = Cursor::new(chunk?);
                        return Ok(());
                    }
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                    Err(RecvTimeoutError::Timeout) if stop.load(Relaxed) => return given_up("interrupted"),
                    Err(RecvTimeoutError::Timeout) if left.is_some_and(|left| left.is_zero()) => {
                        return given_up("time limit reached");
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        }
    }

    fn next(stream: &mut impl Read) -> io::Result<Vec<u8>> {
        let mut chunk = vec![0; CHUNK];
        loop {
            match stream.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                count => {
                    chunk.truncate(count?);
                    return Ok(chunk);
                }
            }
        }
    }

    impl Read for Waiting {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let count = self.fill_buf()?.read(into)?;
            self.consume(count);
            Ok(count)
        }
    }

    impl BufRead for Waiting {
        fn fill_buf(&mut self) -> io::Result<&[u8]> {
            if self.chunk.fill_buf()?.is_empty() {
                self.wait()?;
            }
            self.chunk.fill_buf()
        }

        fn consume(&mut self, count: usize) {
            self.chunk.consume(count);
        }
    }
}
