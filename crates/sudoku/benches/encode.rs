//! Building formulas: time, and memory as counted by the allocator.

use divan::{AllocProfiler, Bencher};
use jigsat_cnf::{Choice, Flavours, Formula, Show};
use jigsat_grid::Size;
use jigsat_solve::{BuildOptions, Puzzle, build, with_names};
use jigsat_sudoku::{Encoding, Sudoku};

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

fn blank(box_side: u16) -> Sudoku {
    let side = usize::from(box_side * box_side);
    Sudoku::new(Size::new(box_side, box_side), vec![0; side * side])
}

/// 752,500 clauses in `extended`.
#[divan::bench(args = Encoding::ALL.iter().copied())]
fn pairwise_25x25(bencher: Bencher, encoding: Encoding) {
    let puzzle = blank(5);
    bencher.bench(|| build(&puzzle, encoding, &BuildOptions::default()).expect("it is small enough"));
}

#[divan::bench(args = Encoding::ALL.iter().copied())]
fn pairwise_9x9(bencher: Bencher, encoding: Encoding) {
    let puzzle = blank(3);
    bencher.bench(|| {
        let mut e = Formula::new(Flavours::default());
        puzzle.encode(encoding, &mut e);
        e
    });
}

#[divan::bench]
fn text_25x25(bencher: Bencher) {
    let puzzle = blank(5);
    let e = build(&puzzle, Encoding::Extended, &BuildOptions::default()).expect("it is small enough");
    bencher.bench(|| {
        let mut out = Vec::new();
        with_names(&puzzle, |names| e.write_text(names, &Show::default(), &mut out))
            .expect("memory takes all");
        out.len()
    });
}
