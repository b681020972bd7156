//! GNU parallel on other machines: two names of this one, through an `sshd` of the test's own.

use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use super::{
    OF_3X20, assert_counted, common::code, common::stderr, cut, is_there, lacks, path, submit, wait_for,
};

/// The server is stopped when this is dropped.
struct Server {
    process: Child,
    /// The command by which `ssh` reaches it.
    ssh: String,
}

impl Server {
    /// Starts a server that accepts the key in this folder.
    fn start(folder: &Path) -> Self {
        for name in ["host", "key"] {
            let made = Command::new("ssh-keygen")
                .args(["-q", "-t", "ed25519", "-N", "", "-f", path(&folder.join(name))])
                .status();
            assert!(made.expect("ssh-keygen starts").success());
        }
        let port = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
        let port = port.expect("a port is free").port();
        let [host, keys] = ["host", "key.pub"].map(|name| folder.join(name).display().to_string());
        let settings = format!(
            "Port {port}\nListenAddress 127.0.0.1\nHostKey {host}\nAuthorizedKeysFile {keys}\nStrictModes no\n\
             PidFile none\nUsePAM no\nMaxStartups 100\n"
        );
        let file = folder.join("settings");
        fs::write(&file, settings).expect("the folder is ours");
        // As root it needs this folder, which its package creates only when the machine starts.
        let _ = fs::create_dir_all("/run/sshd");
        let process =
            Command::new(sshd()).arg("-D").arg("-e").arg("-f").arg(&file).stderr(Stdio::null()).spawn();
        let ssh = format!(
            "ssh -p {port} -i {} -o BatchMode=yes -o LogLevel=ERROR -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null",
            path(&folder.join("key"))
        );
        let server = Server { process: process.expect("sshd starts"), ssh };
        wait_for("sshd", || {
            let mut command = Command::new("sh");
            let there = command.arg("-c").arg(format!("{} 127.0.0.1 true", server.ssh)).stderr(Stdio::null());
            there.status().is_ok_and(|status| status.success()).then_some(())
        });
        server
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// It must be started by its full path.
fn sshd() -> PathBuf {
    "/usr/sbin/sshd".into()
}

#[test]
fn parallel_goes_over_ssh() {
    if lacks("parallel", "Debian: parallel") || lacks("ssh", "Debian: openssh-client") {
        return;
    }
    if !sshd().is_file() || !is_there("ssh-keygen") {
        println!("skipped: there is no sshd (Debian: openssh-server)");
        return;
    }
    let keys = tempfile::TempDir::new().expect("a folder for the test");
    let server = Server::start(keys.path());
    let within = cut("3x20", "20");
    let folder = within.path().join("tasks");
    let args = ["--jobs", "2", "--sshlogin", "127.0.0.1", "--sshlogin", "localhost"];
    let output = submit(&folder, &args).env("PARALLEL_SSH", &server.ssh).output().expect("jigsat starts");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_counted(&folder, OF_3X20);
    let log = fs::read_to_string(folder.join("jobs/1/joblog")).expect("there is a log");
    for host in ["127.0.0.1", "localhost"] {
        assert!(log.contains(&format!("\t{host}\t")), "{log}");
    }
}
