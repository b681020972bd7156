use std::{
    io,
    net::{IpAddr, SocketAddr},
};

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
