//! The workbench over HTTP, for one person on their own machine: the files of the page, and `POST /api/VERB` with a request
//! as JSON, whose answer is the record.
//!
//! Each request is answered by a worker process ([`jigsat_workbench::worker`]), so that time and memory are bounded, a crash is
//! survived, and work stops when the client goes. No request can name a file, a command or a solver program.

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

/// How often it is looked whether all is to stop.
const LOOKS: Duration = Duration::from_millis(50);

/// How long answers that are being sent have when the server ends.
const FAREWELL: Duration = Duration::from_secs(3);

/// How long the request itself may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(20);

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens; port 0 is a free one.
    pub address: SocketAddr,
    /// The folder with the page, as `./run page` builds it; without one only requests are answered.
    pub page: Option<PathBuf>,
    /// What a client must know, if not everybody may ask.
    pub token: Option<String>,
    /// How much is allowed.
    pub bounds: Bounds,
}

/// How much is allowed.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// How many requests are worked on at once, each in a process of its own.
    pub jobs: usize,
    /// How many more may wait.
    pub waiting: usize,
    /// How long one may be worked on.
    pub time: Duration,
    /// How much memory each process gets, in bytes.
    pub memory_bytes: u64,
    /// How large a request may be, in bytes.
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
    /// It listens beyond this machine, where everybody could ask.
    #[error("a server that listens on {0} needs a token")]
    Open(IpAddr),
    /// The page can't be read.
    #[error("can't read the page in {0}: {1}")]
    Page(String, io::Error),
    /// The address is taken, or not of this machine.
    #[error("can't listen on {0}: {1}")]
    Address(SocketAddr, io::Error),
    /// The system lets it not run.
    #[error("can't serve: {0}")]
    Io(#[from] io::Error),
}

/// Serves until `stop` is set. `on_ready` is told the address.
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
    // What still waits for a process ends with it.
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
