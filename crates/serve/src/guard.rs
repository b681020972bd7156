//! Access control. A page of another site must not send requests through its visitor's browser, and from other machines
//! a token is needed.

use std::{fmt::Write, io, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, StatusCode, header},
    middleware::Next,
    response::Response,
};

use crate::answer::refusal;

/// The checks before a request is read.
pub struct Guard {
    pub token: Option<String>,
    /// Whether only this machine can reach the server.
    pub is_local: bool,
}

/// A token that nobody can guess.
///
/// # Errors
///
/// A system without random numbers.
pub fn new_token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    let mut token = String::new();
    for byte in bytes {
        let _ = write!(token, "{byte:02x}");
    }
    Ok(token)
}

pub async fn admit(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    match guard.objection(request.headers()) {
        Some((status, words)) => refusal(status, words),
        None => next.run(request).await,
    }
}

impl Guard {
    fn objection(&self, headers: &HeaderMap) -> Option<(StatusCode, &'static str)> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        // Another site can make its own name point to this machine, so only names of this machine are accepted.
        if self.is_local && !is_local(text(header::HOST)) {
            return Some((
                StatusCode::FORBIDDEN,
                "this server answers to the names localhost and 127.0.0.1 alone",
            ));
        }
        let site = text(header::HeaderName::from_static("sec-fetch-site"));
        if is_foreign(site, text(header::ORIGIN), text(header::HOST)) {
            return Some((
                StatusCode::FORBIDDEN,
                "a page of another site asked, and this server answers its own page alone",
            ));
        }
        // Browsers send JSON to another site's server only if that server allows it, which this one never does.
        if !text(header::CONTENT_TYPE).starts_with("application/json") {
            return Some((
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "a request needs the header Content-Type: application/json",
            ));
        }
        let token = self.token.as_deref()?;
        let given = text(header::AUTHORIZATION).strip_prefix("Bearer ").unwrap_or_default();
        (!same(given, token)).then_some((
            StatusCode::UNAUTHORIZED,
            "a request needs the token that jigsat serve printed, in the header Authorization: Bearer TOKEN",
        ))
    }
}

/// Whether a browser asks for a page of another site. It says so itself where the connection is trusted, also behind a
/// proxy that changes the host; otherwise the page's own site is the host. Other clients name no site.
fn is_foreign(site: &str, origin: &str, host: &str) -> bool {
    match site {
        "same-origin" | "none" => false,
        "" => {
            let own = origin.split_once("://").map_or(origin, |(_, own)| own);
            !origin.is_empty() && !own.eq_ignore_ascii_case(host)
        }
        _ => true,
    }
}

fn is_local(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    matches!(name, "localhost" | "127.0.0.1" | "::1")
}

/// Takes the same time wherever the texts differ.
fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(pairs: &[(header::HeaderName, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn other_sites_are_kept_out() {
        let guard = Guard { token: None, is_local: true };
        let json = (header::CONTENT_TYPE, "application/json");
        for host in ["localhost:8080", "127.0.0.1", "[::1]:80"] {
            assert!(guard.objection(&headers(&[(header::HOST, host), json.clone()])).is_none(), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example:8080", "127.0.0.1.evil.example", ""] {
            let objection = guard.objection(&headers(&[(header::HOST, host), json.clone()]));
            assert_eq!(objection.map(|(status, _)| status), Some(StatusCode::FORBIDDEN), "{host}");
        }
        let plain = headers(&[(header::HOST, "localhost"), (header::CONTENT_TYPE, "text/plain")]);
        assert_eq!(guard.objection(&plain).unwrap().0, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }

    #[test]
    fn pages_of_other_sites_are_refused() {
        let guard = Guard { token: None, is_local: false };
        let site = header::HeaderName::from_static("sec-fetch-site");
        let ask = |more: &[(header::HeaderName, &'static str)]| {
            let own = [(header::HOST, "puzzles.lan:8080"), (header::CONTENT_TYPE, "application/json")];
            guard.objection(&headers(&[&own[..], more].concat())).map(|(status, _)| status)
        };
        assert_eq!(ask(&[]), None);
        assert_eq!(ask(&[(header::ORIGIN, "http://puzzles.lan:8080")]), None);
        assert_eq!(ask(&[(header::ORIGIN, "http://Puzzles.LAN:8080")]), None);
        for origin in ["https://evil.example", "http://puzzles.lan", "http://puzzles.lan:8081", "null"] {
            assert_eq!(ask(&[(header::ORIGIN, origin)]), Some(StatusCode::FORBIDDEN), "{origin}");
        }
        // Behind a proxy, the browser knows another host.
        let proxied = (header::ORIGIN, "https://puzzles.example");
        assert_eq!(ask(&[proxied.clone(), (site.clone(), "same-origin")]), None);
        for other in ["cross-site", "same-site"] {
            let found = ask(&[proxied.clone(), (site.clone(), other)]);
            assert_eq!(found, Some(StatusCode::FORBIDDEN), "{other}");
        }
    }

    #[test]
    fn a_token_has_to_be_the_same() {
        let token = new_token().unwrap();
        assert_eq!((token.len(), token == new_token().unwrap()), (32, false));
        let guard = Guard { token: Some("abc".into()), is_local: false };
        let json = (header::CONTENT_TYPE, "application/json");
        for (given, admitted) in
            [("Bearer abc", true), ("Bearer abd", false), ("Bearer ab", false), ("abc", false)]
        {
            let objection = guard.objection(&headers(&[json.clone(), (header::AUTHORIZATION, given)]));
            assert_eq!(objection.is_none(), admitted, "{given}");
        }
    }
}
