//! Every reader with changed inputs: whatever the text, there is an answer or an error message, and soon.
//!
//! `cargo test --test fuzz` gives each reader a few hundred inputs; `JIGSAT_FUZZ=100000 cargo test --release --test
//! fuzz` gives that number, starting with the seed `JIGSAT_SEED`. If a reader fails, the message names a temporary file
//! with the input; after the fix, put it into `tests/fuzz/found/READER`, whose files are read each time.

#[path = "../common/mod.rs"]
mod common;
mod mutate;
mod readers;

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    time::{Duration, Instant},
};

use common::root;
use mutate::Mutator;
use readers::{READERS, Reader};

/// Maximum time of a reader, even on a busy machine: the inputs are small.
const PATIENCE: Duration = Duration::from_secs(20);

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|value| value.parse().expect("a number"))
}

fn found(reader: &Reader) -> PathBuf {
    root().join("tests/fuzz/found").join(reader.name)
}

/// Reads an input; keeps the input and panics if the reader fails.
fn read(reader: &Reader, input: &[u8], from: &str) {
    let started = Instant::now();
    let came_back = catch_unwind(AssertUnwindSafe(|| (reader.read)(input)));
    let why = match came_back {
        Err(_) => "panics at",
        Ok(()) if started.elapsed() > PATIENCE => "takes too long for",
        Ok(()) => return,
    };
    let kept = std::env::temp_dir().join(format!("jigsat-fuzz-{}-{from}", reader.name));
    fs::write(&kept, input).expect("the input can be kept");
    panic!("{} {why} {from}, kept as {}", reader.name, kept.display());
}

fn fuzz(reader: &Reader, inputs: u64, seed: u64) {
    let corpus = (reader.corpus)();
    assert!(!corpus.is_empty(), "{} has no corpus", reader.name);
    // Other tests read all of them as they are; with as many inputs as in the slow tier, this one does, too.
    let step = corpus.len().div_ceil(inputs.max(1) as usize);
    for (place, text) in corpus.iter().enumerate().step_by(step) {
        read(reader, text, &format!("corpus-{place}"));
    }
    for number in 0..inputs {
        let mut mutator = Mutator::new(seed + number, &corpus);
        read(reader, &mutator.input(), &format!("seed-{}", seed + number));
    }
}

#[test]
fn no_input_makes_a_reader_fail() {
    let (inputs, seed) = (number("JIGSAT_FUZZ").unwrap_or(200), number("JIGSAT_SEED").unwrap_or(1));
    let only = std::env::var("JIGSAT_READER").ok();
    for reader in READERS.iter().filter(|reader| only.as_ref().is_none_or(|only| only == reader.name)) {
        let started = Instant::now();
        fuzz(reader, inputs / reader.cost, seed);
        println!(
            "{}: {} inputs in {:.1} s",
            reader.name,
            inputs / reader.cost,
            started.elapsed().as_secs_f64()
        );
    }
}

#[test]
fn what_was_found_stays_mended() {
    for reader in READERS {
        for file in fs::read_dir(found(reader)).into_iter().flatten() {
            let path = file.expect("the folder can be read").path();
            let input = fs::read(&path).expect("the file can be read");
            read(reader, &input, &path.file_name().expect("it has a name").to_string_lossy());
        }
    }
}

/// Takes minutes: as many inputs as needed to meet rare cases.
#[test]
#[ignore = "slow"]
fn many_inputs() {
    for reader in READERS {
        fuzz(reader, number("JIGSAT_FUZZ").unwrap_or(20_000) / reader.cost, 1_000_000);
    }
}
