//! No text makes the reader panic: a model, then, after a line of dashes, its data.
//!
//! With nightly Rust: `cargo fuzz run model` in crates/qprop. With stable Rust, without the sanitizer:
//!
//! ```sh
//! cd crates/qprop/fuzz
//! RUSTFLAGS='-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
//!   -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table' \
//!   cargo run --release --target "$(rustc -vV | sed -n 's/host: //p')" -- -max_total_time=180 -timeout=20
//! ```
#![no_main]

use jigsat_input::{ParseError, Source};
use jigsat_qprop::{Data, Model, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = Source::from_bytes("fuzz", bytes.to_vec()) else { return };
    let (model, data) = source.text().split_once("\n---\n").unwrap_or((source.text(), ""));
    let model = Source::new("fuzz.qprop", model);
    if let Ok(items) = parse(&model, 0) {
        let printed: String = items.iter().map(|item| format!("{item}\n")).collect();
        let again = parse(&Source::new("printed.qprop", printed.as_str()), 0).expect("what is printed is read again");
        let twice: String = again.iter().map(|item| format!("{item}\n")).collect();
        assert_eq!(twice, printed);
    }
    let data = Data::parse(Source::new("fuzz.yaml", data)).unwrap_or_default();
    let open = |file: &str| Err(ParseError::in_file(file, "is not there"));
    // A small bound, so that one text takes little time.
    let _ = Model::read(model, &data, &open, 20_000);
});
