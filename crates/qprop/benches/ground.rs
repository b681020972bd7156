//! Reading, grounding and writing the formula: the models of the guide's table.

use std::{fmt::Write, path::Path};

use divan::{Bencher, black_box};
use jigsat_cnf::{Amo, Flavours};
use jigsat_input::Source;
use jigsat_qprop::{Data, Encoding, Model};
use jigsat_solve::{BuildOptions, build};

fn main() {
    divan::main();
}

fn source(file: &str) -> Source {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/qprop").join(file);
    Source::read(&path).expect("the library has it")
}

/// Pieces for a board of n x n, with colours from a small generator: only sizes matter here.
fn pieces(n: u64, colours: u64) -> Data {
    let mut text = format!("n: {n}\nN: 1..{colours}\nv: |\n");
    let mut state = 1u64;
    for _ in 0..n * n {
        let mut edge = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % colours + 1
        };
        let _ = writeln!(text, "  {} {} {} {}", edge(), edge(), edge(), edge());
    }
    Data::parse(Source::new("pieces.yaml", text)).expect("it is a table")
}

fn formula(model: &Model) -> usize {
    let flavours = Flavours { amo: Amo::Ladder, ..Flavours::default() };
    let options = BuildOptions { flavours, ..BuildOptions::default() };
    build(model, Encoding::Model, &options).expect("it is not too large").clauses().len()
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn sudoku_9x9(bencher: Bencher) {
    let (text, clues) = (source("sudoku.qprop"), source("sudoku.yaml"));
    bencher.bench(|| {
        let data = Data::parse(clues.clone()).expect("it is data");
        formula(&Model::parse(text.clone(), &data).expect("it is a model"))
    });
}

/// Four Squares on 16x16 with 22 colours, at most one by ladder.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn four_squares_16x16(bencher: Bencher) {
    let (text, data) = (source("edge-matching.qprop"), pieces(16, 22));
    bencher.bench(|| formula(&Model::parse(text.clone(), &data).expect("it is a model")));
}

/// Its rule that touching edges agree, alone: 23 million combinations without an index.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn match_rule_16x16(bencher: Bencher) {
    let whole = source("edge-matching.qprop");
    let asserts = whole.text().find("assert place").expect("it has that assert");
    let agree = whole.text().find("assert agree").expect("it has that assert");
    let text = format!("{}{}", &whole.text()[..asserts], &whole.text()[agree..]);
    let data = pieces(16, 22);
    bencher.bench(|| {
        Model::parse(Source::new("match.qprop", black_box(text.clone())), &data)
            .expect("it is a model")
            .atoms()
    });
}
