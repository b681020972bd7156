//! The library as a WebAssembly module: JavaScript sends requests as JSON and gets the records that the command prints.
//!
//! This crate uses no files, threads or other processes: a request contains the puzzle's text and all other texts.
//! A search can't be interrupted from outside; if you want that, run the module in a worker and end the worker.

use jigsat_kit::{Error, NoFiles};
use jigsat_workbench::{
    Context, Wants,
    wire::{Reply, ReplyListener, answer_inquiry},
};
use js_sys::Function;
use std::sync::Arc;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// Maximum number of puzzles of a text that are answered.
const MOST_PUZZLES: usize = 500;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn complain(message: &str);
}

/// Prints the message to the console if the module panics; the module can't be used after that.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| complain(&panic.to_string())));
}

/// Answers a request in JSON, `{"family":"sudoku","puzzle":{"name":…,"text":…},"verb":{"solve":{…}},"pictures":true}`:
/// calls `on_reply` with each part of the answer, also in JSON. If there is no answer, the only part says why.
#[wasm_bindgen]
pub fn answer(request: &str, on_reply: &Function) {
    let mut listener = |reply: Reply| {
        let reply = serde_json::to_string(&reply).expect("replies are plain data");
        // Exceptions of the listener are ignored.
        let _ = on_reply.call1(&JsValue::NULL, &JsValue::from_str(&reply));
        Ok(())
    };
    if let Err(error) = answered(request, &mut listener) {
        let _ = listener(Reply::of_failure(&error));
    }
}

fn answered(request: &str, listener: &mut ReplyListener<'_>) -> Result<(), Error> {
    let inquiry =
        serde_json::from_str(request).map_err(|error| Error::request(format!("the request: {error}")))?;
    let wants = Wants { most: MOST_PUZZLES, ..Wants::default() };
    let context = Context { files: Arc::new(NoFiles), wants, ..Context::default() };
    answer_inquiry(inquiry, &context, listener)
}
