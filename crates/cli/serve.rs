//! `serve`: the workbench for a browser.

use std::{
    io::{self, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::PathBuf,
    thread::available_parallelism,
};

use jigsat_serve::{Bounds, Error, Settings, new_token, serve};
use jigsat_workbench::Status;

use crate::{args::ServeArgs, exit::Failure, front::Front, program};

pub fn run(args: &ServeArgs, front: &Front) -> Result<Status, Failure> {
    let token = if args.listen.is_loopback() { None } else { Some(new_token()?) };
    let settings = Settings {
        address: SocketAddr::new(args.listen, args.port),
        page: args.page.clone().or_else(beside_the_program),
        token: token.clone(),
        framed_by: args.allow_framing.clone(),
        bounds: Bounds {
            jobs: args.jobs.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from),
            waiting: args.waiting.into(),
            time: args.timeout,
            memory_bytes: args.memory.as_u64(),
            request_bytes: usize::try_from(args.size.as_u64()).unwrap_or(usize::MAX),
        },
    };
    let (quiet, bounds, has_page) = (front.quiet, settings.bounds, settings.page.is_some());
    let on_ready = move |address: SocketAddr| {
        let fragment = token.map(|token| format!("#token={token}")).unwrap_or_default();
        // The output may be closed already.
        let _ = writeln!(io::stdout(), "http://{}/{fragment}", reachable(address));
        if !quiet {
            if address.ip().is_unspecified() {
                note!(
                    "listening on {address}: from other machines, open the address above with this machine's name or \
                     address in place of {}",
                    reachable(address).ip()
                );
            }
            note!("limits: {}", bounds.words());
            if !has_page {
                note!(
                    "there is no page, only the interface for programs; in a clone of jigsat, './run page' builds the page, and --page target/page names it"
                );
            }
        }
    };
    serve(settings, program::this()?, &front.context.stop, on_ready)
        .map_err(|error| Failure::usage(in_words(&error)))?;
    Ok(Status::Solved)
}

/// What keeps it from serving, and what to do about it.
fn in_words(error: &Error) -> String {
    match error {
        Error::Address(address, why) if why.kind() == io::ErrorKind::AddrInUse => {
            format!("another program listens on {address}; '--port 0' takes a free port")
        }
        error => error.to_string(),
    }
}

/// An address that a browser on this machine can open: 'all addresses' is none.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// The folder of the page in an archive with the program.
fn beside_the_program() -> Option<PathBuf> {
    let folder = std::env::current_exe().ok()?.parent()?.join("page");
    folder.join("index.html").exists().then_some(folder)
}
