//! A Slurm cluster of one node on this machine.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
};

use crate::common::root;

/// The cluster is stopped when this is dropped.
pub struct Cluster {
    folder: PathBuf,
}

impl Cluster {
    /// Starts a cluster with its files in this folder; `None`, with a message, if that is not possible.
    pub fn start(folder: &Path) -> Option<Self> {
        fs::create_dir_all(folder).expect("a folder for the cluster");
        let status = script("start", folder);
        let said = ["out", "err"].map(|name| fs::read_to_string(folder.join(name)).unwrap_or_default());
        print!("{}", said[0]);
        match status.code() {
            Some(0) => Some(Cluster { folder: folder.to_owned() }),
            Some(77) => None,
            _ => panic!("no cluster: {}{}", said[0], said[1]),
        }
    }

    /// The file for `SLURM_CONF` of this cluster.
    pub fn conf(&self) -> PathBuf {
        self.folder.join("slurm.conf")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        script("stop", &self.folder);
    }
}

fn script(what: &str, folder: &Path) -> ExitStatus {
    // Its daemons outlive the script, so they must not hold a pipe that is read to its end.
    let log = |name: &str| fs::File::create(folder.join(name)).expect("a file in the cluster's folder");
    let mut command = Command::new("sh");
    command.arg(root().join("tests/slurm/cluster.sh")).arg(what).arg(folder);
    command.stdin(Stdio::null()).stdout(log("out")).stderr(log("err")).status().expect("sh starts")
}
