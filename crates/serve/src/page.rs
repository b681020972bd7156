//! The files of the page. All are read when the server starts, so no request can name a file.

use std::{collections::HashMap, fs, io, path::Path as FilePath, sync::Arc};

use axum::{
    body::Bytes,
    extract::State,
    http::{HeaderMap, HeaderName, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use serde_json::json;

use crate::{bounds::Bounds, error::Error, origin::Origin};

/// Maximum size of all files of a page together, in bytes.
const LARGEST: u64 = 64 << 20;

/// The policy in the page's own `meta` element; who may frame the page can only be stated in a header.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// The page that a server without a page shows.
const NO_PAGE: &str = "<!doctype html><html lang=\"en\"><title>jigsat serve</title><h1>jigsat serve</h1>\
    <p>This server answers requests, but it has no page: build it with <code>./run page</code> and start \
    <code>jigsat serve --page target/page</code>.</p></html>";

/// The encodings in which files may lie beside themselves, the smallest first, with the ends of their names.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// The files, and the policy under which browsers show them.
pub struct Page {
    /// By their paths from the root, `index.html` as the empty one.
    files: HashMap<String, File>,
    policy: String,
}

/// A file.
struct File {
    kind: &'static str,
    plain: Bytes,
    /// The same in other encodings.
    encoded: Vec<(&'static str, Bytes)>,
    /// Names this content, so that it is sent to a browser only once.
    tag: String,
}

impl File {
    fn new(kind: &'static str, plain: impl Into<Bytes>) -> Self {
        let plain = plain.into();
        let tag = format!("W/\"{}\"", &blake3::hash(&plain).to_hex()[..16]);
        File { kind, plain, encoded: Vec::new(), tag }
    }
}

impl Page {
    pub fn read(
        folder: Option<&FilePath>,
        needs_token: bool,
        framed_by: &[Origin],
        bounds: &Bounds,
    ) -> Result<Self, Error> {
        let mut files = HashMap::new();
        if let Some(folder) = folder {
            files = read_all(folder).map_err(|error| Error::Page(folder.display().to_string(), error))?;
            let engine = json!({
                "engine": "serve", "token": needs_token, "time_s": bounds.time.as_secs_f64(),
                "memory_bytes": bounds.memory_bytes, "jobs": bounds.jobs,
            });
            files.insert("engine.json".into(), File::new("application/json", format!("{engine}\n")));
        } else {
            files.insert(String::new(), File::new("text/html; charset=utf-8", NO_PAGE));
        }
        let framed_by: String = framed_by.iter().map(|origin| format!(" {origin}")).collect();
        let framed_by = if framed_by.is_empty() { " 'none'" } else { &framed_by };
        Ok(Page { files, policy: format!("{POLICY}; frame-ancestors{framed_by}") })
    }
}

fn read_all(folder: &FilePath) -> io::Result<HashMap<String, File>> {
    let mut total = 0;
    let mut contents = HashMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let about = entry.metadata()?;
        total += about.len();
        if about.is_file() && total <= LARGEST {
            contents.insert(name, Bytes::from(fs::read(entry.path())?));
        }
    }
    let mut files = HashMap::new();
    let is_encoded = |name: &str| ENCODINGS.iter().any(|(_, end)| name.ends_with(end));
    for name in contents.keys().filter(|name| !is_encoded(name)) {
        let encoded = ENCODINGS
            .iter()
            .filter_map(|&(encoding, end)| Some((encoding, contents.get(&format!("{name}{end}"))?.clone())));
        let encoded = encoded.collect();
        let file = File { encoded, ..File::new(kind(name), contents[name].clone()) };
        files.insert(if name == "index.html" { String::new() } else { name.clone() }, file);
    }
    if !files.contains_key("") {
        return Err(io::Error::other("it has no index.html; ./run page builds it"));
    }
    Ok(files)
}

pub async fn file(State(page): State<Arc<Page>>, uri: Uri, asked: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let Some(file) = page.files.get(if path == "index.html" { "" } else { path }) else {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, file.kind),
        (header::CONTENT_SECURITY_POLICY, &*page.policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::ETAG, &*file.tag),
        (header::VARY, "Accept-Encoding"),
    ];
    if lists(&asked, &header::IF_NONE_MATCH, &file.tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    match file.encoded.iter().find(|(encoding, _)| lists(&asked, &header::ACCEPT_ENCODING, encoding)) {
        Some((encoding, bytes)) => {
            (headers, [(header::CONTENT_ENCODING, *encoding)], bytes.clone()).into_response()
        }
        None => (headers, file.plain.clone()).into_response(),
    }
}

/// Whether a header is a list with this word; one with the weight 0 is excluded.
fn lists(headers: &HeaderMap, name: &HeaderName, word: &str) -> bool {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let is_excluded =
            |weight: &str| weight.strip_prefix("q=").and_then(|weight| weight.parse().ok()) == Some(0.0_f32);
        parts.next() == Some(word) && !parts.any(is_excluded)
    })
}

fn kind(name: &str) -> &'static str {
    match FilePath::new(name).extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}
