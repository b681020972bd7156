//! The workbench over HTTP, for one person on their own machine: the files of the page, and `POST /api/VERB` with a request
//! as JSON, whose answer is the record.
//!
//! A worker process ([`jigsat_workbench::worker`]) answers each request, so that time and memory are bounded, a crash
//! is survived, and work stops when the client leaves. No request can name a file, a command or a solver program.

mod answer;
mod bounds;
mod error;
mod guard;
mod inquiry;
mod origin;
mod page;
mod pool;

use std::{
    net::SocketAddr,
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
use jigsat_workbench::worker::WorkerProgram;
use tokio::{net::TcpListener, runtime, time};

pub use bounds::Bounds;
pub use error::Error;
pub use guard::new_token;
pub use origin::Origin;

use bounds::FAREWELL;
use guard::Guard;
use page::Page;
use pool::Pool;

/// Interval between checks whether everything should stop.
const LOOKS: Duration = Duration::from_millis(50);

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on; port 0 takes a free one.
    pub address: SocketAddr,
    /// The folder with the page, as `./run page` builds it; without one only requests are answered.
    pub page: Option<PathBuf>,
    /// The token that a client must send, if not everybody may ask.
    pub token: Option<String>,
    /// The other sites that may show the page in a frame.
    pub framed_by: Vec<Origin>,
    /// The bounds on requests.
    pub bounds: Bounds,
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
    let Settings { address, page, token, framed_by, bounds } = settings;
    let page = Page::read(page.as_deref(), token.is_some(), &framed_by, &bounds)?;
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
