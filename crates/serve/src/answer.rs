//! `POST /api/VERB`: from a body to lines of JSON.

use std::{
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use futures_util::stream;
use jigsat_workbench::{Status, wire::Reply};
use serde_json::json;
use tokio::{
    sync::mpsc::{self, Receiver},
    task,
    time::{self, Instant},
};

use crate::{
    bounds::{ARRIVAL, FAREWELL},
    inquiry::{Inquiry, Wrong},
    pool::Pool,
};

/// Maximum number of replies that wait to be sent; the process waits if there are more.
const UNSENT: usize = 16;

/// Stops the work when nobody listens any more.
struct WhileHeard(Arc<AtomicBool>);

impl Drop for WhileHeard {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

pub async fn answer(State(pool): State<Arc<Pool>>, Path(verb): Path<String>, body: Body) -> Response {
    let Ok(present) = Arc::clone(&pool.present).try_acquire_owned() else {
        let words = "too many requests are waiting; ask again in a moment";
        let mut response = refusal(StatusCode::SERVICE_UNAVAILABLE, words);
        response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("2"));
        return response;
    };
    let most = pool.bounds.request_bytes;
    let Ok(body) = time::timeout(ARRIVAL, to_bytes(body, most)).await else {
        return refusal(StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time");
    };
    let Ok(body) = body else {
        return refusal(StatusCode::PAYLOAD_TOO_LARGE, &format!("a request may have {most} bytes at most"));
    };
    let Inquiry { request, pictures } = match Inquiry::read(&verb, &body, &pool.bounds) {
        Ok(inquiry) => inquiry,
        Err(wrong) => return refused(wrong),
    };
    let Ok(working) = Arc::clone(&pool.working).acquire_owned().await else {
        return refusal(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping");
    };
    let stop = pool.stop_flag();
    let heard = WhileHeard(Arc::clone(&stop));
    let (sender, mut replies) = mpsc::channel(UNSENT);
    let deadline = Instant::now() + pool.bounds.time + 3 * FAREWELL;
    task::spawn_blocking(move || {
        pool.answer(&request, &stop, &sender);
        drop((working, present));
    });
    let Some(first) = replies.recv().await else {
        return refusal(StatusCode::INTERNAL_SERVER_ERROR, "there is no answer");
    };
    let status = match first.status {
        Status::BadInput if !first.more => StatusCode::UNPROCESSABLE_ENTITY,
        Status::Bug if !first.more => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::OK,
    };
    let lines = Lines { next: Some(first), replies, pictures, deadline, _heard: heard };
    let body = Body::from_stream(stream::unfold(lines, |mut lines| async move {
        let line = lines.line().await?;
        Some((Ok::<Bytes, Infallible>(line), lines))
    }));
    let kind = if pictures { "application/x-ndjson" } else { "application/json" };
    (status, [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")], body).into_response()
}

/// An answer that is being sent.
struct Lines {
    next: Option<Reply>,
    replies: Receiver<Reply>,
    pictures: bool,
    /// When to give up on the client: one that reads too slowly holds up others.
    deadline: Instant,
    _heard: WhileHeard,
}

impl Lines {
    async fn line(&mut self) -> Option<Bytes> {
        let reply = match self.next.take() {
            Some(reply) => reply,
            None => time::timeout_at(self.deadline, self.replies.recv()).await.ok()??,
        };
        let line = if self.pictures {
            serde_json::to_string(&reply).expect("replies are plain data")
        } else {
            reply.record.get().to_owned()
        };
        Some(Bytes::from(line + "\n"))
    }
}

fn refused(wrong: Wrong) -> Response {
    match wrong {
        Wrong::Verb(name) => refusal(StatusCode::NOT_FOUND, &format!("there is no verb '{name}'")),
        Wrong::Refused(words) => refusal(StatusCode::BAD_REQUEST, &words),
        Wrong::Json { line, column, message } => {
            let record = json!({
                "schema": 1, "status": "error", "file": "request", "line": line, "column": column, "message": message,
            });
            said(StatusCode::BAD_REQUEST, &record)
        }
    }
}

/// An error record that says that there is no answer.
pub fn refusal(status: StatusCode, message: &str) -> Response {
    said(status, &json!({ "schema": 1, "status": "error", "message": message }))
}

fn said(status: StatusCode, record: &serde_json::Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], format!("{record}\n")).into_response()
}
