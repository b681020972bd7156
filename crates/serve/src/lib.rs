//! The workbench over HTTP, for one person on their own machine: the files of the page, and `POST /api/VERB` with a request
//! as JSON, whose answer is the record.
//!
//! A worker process ([`jigsat_workbench::worker`]) answers each request, so that time and memory are bounded, a crash
//! is survived, and work stops when the client leaves. No request can name a file, a command or a solver program.

mod answer;
mod guard;
mod inquiry;
mod page;
mod pool;

use std::{
    io,
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use axum::{
    Router,
    extract::DefaultBodyLimit,
    middleware,
    routing::{get, post},
};
use bytesize::ByteSize;
use jigsat_workbench::worker::WorkerProgram;
use tokio::{net::TcpListener, runtime, time};

pub use guard::new_token;

use guard::Guard;
use page::Page;
use pool::Pool;

/// Interval between checks whether everything should stop.
const LOOKS: Duration = Duration::from_millis(50);

/// Time for answers that are being sent when the server ends.
const FAREWELL: Duration = Duration::from_secs(3);

/// Time limit for a request to arrive.
const ARRIVAL: Duration = Duration::from_secs(20);

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on; port 0 takes a free one.
    pub address: SocketAddr,
    /// The folder with the page, as `./run page` builds it; without one only requests are answered.
    pub page: Option<PathBuf>,
    /// The token that a client must send, if not everybody may ask.
    pub token: Option<String>,
    /// The bounds on requests.
    pub bounds: Bounds,
}

/// The bounds on requests.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Number of requests to work on at once, each in a process of its own.
    pub jobs: usize,
    /// Number of further requests that may wait.
    pub waiting: usize,
    /// Time limit for a request.
    pub time: Duration,
    /// Memory limit for each process, in bytes.
    pub memory_bytes: u64,
    /// Size limit for a request, in bytes.
    pub request_bytes: usize,
}

impl Bounds {
    /// In words.
    #[must_use]
    pub fn words(&self) -> String {
        let Bounds { jobs, waiting, time, memory_bytes, request_bytes } = *self;
        let (memory, size) =
            (ByteSize::b(memory_bytes).display(), ByteSize::b(request_bytes as u64).display());
        format!(
            "{jobs} requests at once and {waiting} waiting, {} s, {memory} and {size} of text each",
            time.as_secs_f64()
        )
    }
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It would listen beyond this machine, where everybody could ask.
    #[error("a server that listens on {0} needs a token")]
    Open(IpAddr),
    /// The page can't be read.
    #[error("can't read the page in {0}: {1}")]
    Page(String, io::Error),
    /// The address is taken, or doesn't belong to this machine.
    #[error("can't listen on {0}: {1}")]
    Address(SocketAddr, io::Error),
    /// The system doesn't let it run.
    #[error("can't serve: {0}")]
    Io(#[from] io::Error),
}

/// Serves until `stop` is set. `on_ready` gets the address.
///
/// # Errors
///
/// Why there is no server.
pub fn serve(
    settings: Settings,
    program: WorkerProgram,
    stop: &Arc<AtomicBool>,
    on_ready: impl FnOnce(SocketAddr),
) -> Result<(), Error> {
    if !settings.address.ip().is_loopback() && settings.token.is_none() {
        return Err(Error::Open(settings.address.ip()));
    }
    let runtime = runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let result = runtime.block_on(run(settings, program, Arc::clone(stop), on_ready));
    // Requests that still wait for a process end with it.
    runtime.shutdown_timeout(FAREWELL);
    result
}

async fn run(
    settings: Settings,
    program: WorkerProgram,
    stop: Arc<AtomicBool>,
    on_ready: impl FnOnce(SocketAddr),
) -> Result<(), Error> {
    let Settings { address, page, token, bounds } = settings;
    let page = Page::read(page.as_deref(), token.is_some(), &bounds)?;
    let guard = Guard { token, is_local: address.ip().is_loopback() };
    let pool = Arc::new(Pool::new(program, bounds));
    let api = Router::new()
        .route("/api/{verb}", post(answer::answer))
        .route_layer(middleware::from_fn_with_state(Arc::new(guard), guard::admit))
        .with_state(Arc::clone(&pool));
    let app = Router::new()
        .fallback(get(page::file))
        .with_state(Arc::new(page))
        .merge(api)
        .layer(DefaultBodyLimit::disable());
    let listener = TcpListener::bind(address).await.map_err(|error| Error::Address(address, error))?;
    on_ready(listener.local_addr()?);
    let stopped = {
        let (stop, pool) = (Arc::clone(&stop), Arc::clone(&pool));
        async move {
            while !stop.load(Relaxed) {
                time::sleep(LOOKS).await;
            }
            pool.close();
        }
    };
    let served = axum::serve(listener, app).with_graceful_shutdown(stopped);
    let late = async {
        while !stop.load(Relaxed) {
            time::sleep(LOOKS).await;
        }
        time::sleep(FAREWELL).await;
    };
    tokio::select! {
        result = served => result?,
        () = late => {}
    }
    Ok(())
}

/// The examples of the page that the crate is introduced with.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
