//! The files of the page. All are read when the server starts, so no request can name a file.

use std::{collections::HashMap, fs, io, path::Path as FilePath, sync::Arc};

use axum::{
    body::Bytes,
    extract::State,
    http::{StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use serde_json::json;

use crate::{bounds::Bounds, error::Error};

/// Maximum size of a page's file, in bytes.
const LARGEST: u64 = 64 << 20;

/// The policy in the page's own `meta` element, and the parts that only a header can state.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The page that a server without a page shows.
const NO_PAGE: &str = "<!doctype html><html lang=\"en\"><title>jigsat serve</title><h1>jigsat serve</h1>\
    <p>This server answers requests, but it has no page: build it with <code>./run page</code> and start \
    <code>jigsat serve --page target/page</code>.</p></html>";

/// Files by their paths from the root, `index.html` as the empty one.
pub struct Page(HashMap<String, (&'static str, Bytes)>);

impl Page {
    pub fn read(folder: Option<&FilePath>, needs_token: bool, bounds: &Bounds) -> Result<Self, Error> {
        let mut files = HashMap::new();
        if let Some(folder) = folder {
            let failed = |error: io::Error| Error::Page(folder.display().to_string(), error);
            let mut total = 0;
            for entry in fs::read_dir(folder).map_err(failed)? {
                let entry = entry.map_err(failed)?;
                let Ok(name) = entry.file_name().into_string() else { continue };
                let about = entry.metadata().map_err(failed)?;
                total += about.len();
                if about.is_file() && total <= LARGEST {
                    let bytes = fs::read(entry.path()).map_err(failed)?;
                    files.insert(name.clone(), (kind(&name), Bytes::from(bytes)));
                }
            }
            let index = files.get("index.html").cloned();
            let index = index
                .ok_or_else(|| failed(io::Error::other("it has no index.html; ./run page builds it")))?;
            files.insert(String::new(), index);
            let engine = json!({
                "engine": "serve", "token": needs_token, "time_s": bounds.time.as_secs_f64(),
                "memory_bytes": bounds.memory_bytes, "jobs": bounds.jobs,
            });
            files.insert("engine.json".into(), ("application/json", format!("{engine}\n").into()));
        } else {
            files.insert(String::new(), ("text/html; charset=utf-8", NO_PAGE.into()));
        }
        Ok(Page(files))
    }
}

pub async fn file(State(page): State<Arc<Page>>, uri: Uri) -> Response {
    let Some((kind, bytes)) = page.0.get(uri.path().trim_start_matches('/')) else {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, *kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, bytes.clone()).into_response()
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
