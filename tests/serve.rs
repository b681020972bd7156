//! `jigsat serve`: tested with plain HTTP, so that the tests show the bytes on the wire.
#![cfg(target_os = "linux")]

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, ChildStdout, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

struct Server {
    child: Child,
    address: String,
    token: Option<String>,
    _stdout: BufReader<ChildStdout>,
}

impl Server {
    fn start(options: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_jigsat"))
            .args(["serve", "--port", "0", "--quiet"])
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let (address, token) =
            line.trim().split_once("/#token=").unwrap_or((line.trim().trim_end_matches('/'), ""));
        let address = address.strip_prefix("http://").unwrap_or_else(|| panic!("{line}")).to_owned();
        let token = (!token.is_empty()).then(|| token.to_owned());
        Server { child, address, token, _stdout: stdout }
    }

    fn connect(&self) -> TcpStream {
        let port = self.address.rsplit(':').next().unwrap();
        TcpStream::connect(format!("127.0.0.1:{port}")).unwrap()
    }

    /// Sends a request; the caller reads the answer.
    fn send(&self, verb: &str, body: &str, headers: &str) -> TcpStream {
        let mut stream = self.connect();
        let length = body.len();
        let head = format!(
            "POST /api/{verb} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n{headers}\r\n"
        );
        // A server that rejects a large request does not read all of it.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
        stream
    }

    fn post(&self, verb: &str, body: &str) -> (u16, String) {
        let headers =
            self.token.as_ref().map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        response(self.send(verb, body, &headers))
    }

    fn ask(&self, verb: &str, text: &str, request: &Value) -> (u16, Value) {
        let body = json!({ "family": "sudoku", "puzzle": { "name": "p", "text": text }, "request": request });
        let (status, answer) = self.post(verb, &body.to_string());
        let last = answer.lines().last().unwrap_or_default();
        (status, serde_json::from_str(last).unwrap_or_else(|error| panic!("{error}: {answer}")))
    }

    /// The worker processes of the server.
    fn workers(&self) -> Vec<String> {
        let parent = self.child.id().to_string();
        let is_child = |path: &String| {
            let stat = fs::read_to_string(format!("{path}/stat")).unwrap_or_default();
            let after_name = stat.rsplit(") ").next().unwrap_or_default();
            let mut fields = after_name.split(' ');
            fields.next() != Some("Z") && fields.next() == Some(&parent)
        };
        let processes =
            fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.path().to_str().map(str::to_owned));
        processes.filter(is_child).collect()
    }

    fn terminate(&mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        eventually(|| self.child.try_wait().unwrap().is_some());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Status and body; the body may come in chunks.
fn response(mut stream: TcpStream) -> (u16, String) {
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8(answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer}"));
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    if !head.to_lowercase().contains("transfer-encoding: chunked") {
        return (status, body.to_owned());
    }
    let (mut rest, mut whole) = (body, String::new());
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        whole.push_str(&after[..size]);
        rest = after[size..].trim_start_matches("\r\n");
    }
    (status, whole)
}

/// Waits until a condition holds; a test that waits in vain fails.
fn eventually(mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "waited in vain");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_answer_is_the_record_that_the_command_prints() {
    let server = Server::start(&[]);
    for (verb, request, args) in [
        ("solve", json!({ "ask": { "unique": true } }), vec!["solve", "--unique"]),
        ("count", json!({}), vec!["count"]),
        ("rate", json!({}), vec!["rate"]),
        ("explain", json!({ "step": 2 }), vec!["explain", "--step", "2"]),
        ("list", json!({}), vec!["solve", "--all"]),
    ] {
        let (status, record) = server.ask(verb, EASY, &request);
        assert_eq!(status, 200, "{verb}: {record}");
        let command = Command::new(env!("CARGO_BIN_EXE_jigsat"))
            .args(["sudoku", args[0], EASY, "--format", "json"])
            .args(&args[1..])
            .output()
            .unwrap();
        let printed = String::from_utf8(command.stdout).unwrap();
        let printed: Value = serde_json::from_str(printed.lines().last().unwrap()).unwrap();
        let bare = |mut record: Value| {
            for key in ["file", "stats"] {
                record.as_object_mut().unwrap().remove(key);
            }
            record
        };
        assert_eq!(bare(record), bare(printed), "{verb}");
    }
    let (status, families) = server.post("families", "{}");
    assert!(status == 200 && families.contains("\"sudoku\""), "{families}");
    let (status, made) =
        server.post("generate", "{\"family\":\"sudoku\",\"request\":{\"seed\":7},\"pictures\":true}");
    assert!(status == 200 && made.contains("<svg"), "{made}");
}

#[test]
fn what_can_not_be_asked_is_refused_with_a_reason() {
    let server = Server::start(&["--size", "4KiB"]);
    for (verb, body, status, words) in [
        ("solve", "{\"puzzle\":\n  nothing}".to_owned(), 400, "\"line\":2"),
        ("solve", "{\"puzzle\":{\"name\":\"p\",\"text\":\"\"},\"file\":\"/etc/passwd\"}".to_owned(), 400, "unknown field `file`"),
        ("solve", "{}".to_owned(), 400, "no 'puzzle'"),
        ("play", "{}".to_owned(), 404, "no verb 'play'"),
        ("solve", json!({ "puzzle": { "name": "p", "text": "x".repeat(5000) } }).to_string(), 413, "4096 bytes"),
        ("solve", json!({ "puzzle": { "name": "p", "text": "no puzzle" } }).to_string(), 422, "not a puzzle"),
        ("solve", json!({ "puzzle": { "name": "p", "text": &EASY[1..] }, "family": "sudoku" }).to_string(), 422, "80"),
        (
            "solve",
            json!({ "puzzle": { "name": "p", "text": EASY }, "request": { "ask": { "search": { "solver": "external:touch x" } } } })
                .to_string(),
            400,
            "runs no solver programs",
        ),
    ] {
        let (found, answer) = server.post(verb, &body);
        assert!(found == status && answer.contains(words), "{body}: {found} {answer}");
    }
    // A page of another site can send neither JSON nor its own name.
    let mut stream = server.connect();
    stream
        .write_all(b"POST /api/families HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
        .unwrap();
    assert_eq!(response(stream).0, 403);
    for (headers, status) in
        [("Origin: https://evil.example\r\n", 403), ("Sec-Fetch-Site: cross-site\r\n", 403), ("", 200)]
    {
        let (found, answer) = response(server.send("families", "{}", headers));
        assert!(
            found == status && (status == 200 || answer.contains("another site")),
            "{headers}: {found} {answer}"
        );
    }
    let mut stream = server.connect();
    stream
        .write_all(b"POST /api/families HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
        .unwrap();
    assert_eq!(response(stream).0, 415);
    let mut stream = server.connect();
    stream.write_all(b"GET /../Cargo.toml HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    assert_eq!(response(stream).0, 404);
}

#[test]
fn time_and_memory_are_bounded() {
    let server = Server::start(&["--timeout", "500ms", "--memory", "64MiB"]);
    let empty = ".".repeat(81);
    let (status, record) = server.ask("count", &empty, &json!({}));
    assert_eq!((status, &record["complete"]), (200, &json!(false)), "{record}");
    let (_, record) = server.ask("count", &empty, &json!({ "ask": { "search": { "timeout_s": 1e9 } } }));
    assert_eq!(record["complete"], json!(false), "{record}");
    let row = format!("{}\n", ["0"; 49].join(" "));
    let (_, record) = server.ask("encode", &row.repeat(49), &json!({}));
    let message = record["message"].as_str().unwrap_or_default();
    assert!(message.contains("memory limit reached") || message.contains("limit"), "{record}");
    // The next request is answered all the same.
    assert_eq!(server.ask("solve", EASY, &json!({})).0, 200);
}

#[test]
fn work_stops_when_the_client_goes_and_when_all_ends() {
    let mut server = Server::start(&["--jobs", "2"]);
    let body = json!({ "family": "sudoku", "puzzle": { "name": "p", "text": ".".repeat(81) } }).to_string();
    let gone = server.send("count", &body, "");
    eventually(|| server.workers().len() == 1);
    drop(gone);
    eventually(|| server.workers().is_empty());
    let _waiting = server.send("count", &body, "");
    eventually(|| server.workers().len() == 1);
    let workers = server.workers();
    assert_eq!(server.terminate(), Some(0));
    eventually(|| workers.iter().all(|path| !fs::exists(path).unwrap_or_default() || is_dead(path)));
}

fn is_dead(process: &str) -> bool {
    fs::read_to_string(format!("{process}/stat")).map_or(true, |stat| stat.contains(") Z "))
}

#[test]
fn too_many_are_sent_away() {
    let server = Server::start(&["--jobs", "1", "--waiting", "1"]);
    let body = json!({ "family": "sudoku", "puzzle": { "name": "p", "text": ".".repeat(81) } }).to_string();
    let first = server.send("count", &body, "");
    eventually(|| server.workers().len() == 1);
    let second = server.send("count", &body, "");
    let third = || {
        let (status, answer) = server.post("families", "{}");
        assert!(status == 200 || (status == 503 && answer.contains("ask again")), "{status} {answer}");
        status
    };
    // The second one may not have arrived yet; then the third one waits, but only as long as that.
    let asked = thread::scope(|scope| {
        scope.spawn(|| (thread::sleep(Duration::from_millis(300)), third()).1).join().unwrap()
    });
    assert_eq!(asked, 503);
    drop((first, second));
    eventually(|| third() == 200);
}

#[test]
fn beyond_this_machine_a_token_is_needed() {
    let mut server = Server::start(&["--listen", "0.0.0.0"]);
    assert!(server.address.starts_with("127.0.0.1:"), "{}", server.address);
    assert_eq!(server.post("families", "{}").0, 200);
    let token = server.token.take();
    assert!(token.is_some_and(|token| token.len() == 32));
    let (status, answer) = server.post("families", "{}");
    assert!(status == 401 && answer.contains("token"), "{answer}");
}

#[test]
fn a_port_in_use_is_told() {
    let server = Server::start(&[]);
    let port = server.address.rsplit(':').next().unwrap();
    let second = Command::new(env!("CARGO_BIN_EXE_jigsat")).args(["serve", "--port", port]).output().unwrap();
    let message = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(2), "{message}");
    assert!(message.contains(&format!("listens on {}; '--port 0'", server.address)), "{message}");
}

/// The head of an answer and its body, as bytes.
fn get(server: &Server, path: &str, headers: &str) -> (String, Vec<u8>) {
    let mut stream = server.connect();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    (String::from_utf8_lossy(&answer[..end]).to_lowercase(), answer[end + 4..].to_vec())
}

#[test]
fn files_are_sent_compressed_and_only_once() {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in
        [("index.html", "page"), ("main.js", "plain"), ("main.js.gz", "zipped"), ("main.js.br", "smaller")]
    {
        fs::write(folder.path().join(name), content).unwrap();
    }
    let server = Server::start(&["--page", folder.path().to_str().unwrap()]);
    for (accepted, encoding, content) in [
        ("gzip, deflate, br, zstd", "br", "smaller"),
        ("gzip, br;q=0", "gzip", "zipped"),
        ("deflate", "", "plain"),
        ("", "", "plain"),
    ] {
        let (head, body) = get(&server, "/main.js", &format!("Accept-Encoding: {accepted}\r\n"));
        assert_eq!(body, content.as_bytes(), "{accepted}: {head}");
        let sent = head.lines().find_map(|line| line.strip_prefix("content-encoding: ")).unwrap_or_default();
        assert_eq!(sent, encoding, "{accepted}");
        assert!(head.contains("vary: accept-encoding"), "{head}");
    }
    let (head, _) = get(&server, "/main.js", "");
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: w/")).unwrap().to_owned();
    let (again, body) = get(&server, "/main.js", &format!("If-None-Match: \"other\", W/{tag}\r\n"));
    assert!(again.starts_with("http/1.1 304 ") && body.is_empty(), "{again}");
    let (other, _) = get(&server, "/", &format!("If-None-Match: W/{tag}\r\n"));
    assert!(other.starts_with("http/1.1 200 "), "{other}");
    assert!(get(&server, "/main.js.gz", "").0.starts_with("http/1.1 404 "));
}

#[test]
fn only_named_sites_may_frame_the_page() {
    let framed_by = |options: &[&str]| {
        let (head, _) = get(&Server::start(options), "/", "");
        head.split("frame-ancestors").nth(1).unwrap().lines().next().unwrap().to_owned()
    };
    assert_eq!(framed_by(&[]), " 'none'");
    let options = ["--allow-framing", "https://lectures.example", "--allow-framing", "http://localhost:8000"];
    assert_eq!(framed_by(&options), " https://lectures.example http://localhost:8000");
    let output = Command::new(env!("CARGO_BIN_EXE_jigsat"))
        .args(["serve", "--allow-framing", "a.example"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("found 'a.example', expected a site such as https://lectures.example"), "{told}");
}
