//! Counting 6x10 up to symmetry with jigsat and with the crates `dlx`, `dancing-links` and `exact-covers`, on one
//! thread and in one run; and the time for the other known counts, first tilings and refutations. The crates get the
//! X-pentomino in 8 of its 32 places, which removes the symmetries of the board from the problem, and so does our
//! engine `backtrack`; `bitboard` and `frontier` find that by themselves. D. E. Knuth's own ssxcc is not a crate; `dlx`
//! with X restricted does the same.
//!
//! `cargo bench -p jigsat-tiling --bench peers`

#![allow(missing_docs, reason = "a program")]

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use exact_covers::Solver as _;
use jigsat_cnf::Interrupt;
use jigsat_solve::{BuildOptions, Enumeration, Limits};
use jigsat_tiling::{
    Board, Cover, Encoding, Given, Spec, Tiling, named_set,
    search::{Frontier, MANY_STATES, count_bitboard, count_frontier, list_bitboard},
};

const ROUNDS: usize = 5;

fn puzzle(size: [usize; 3], set: &str, square: bool) -> Tiling {
    let mut pieces = named_set(set).expect("the set is known");
    if square {
        let mut square = named_set("tetrominoes").expect("the set is known").remove(3);
        square.name = "d".into();
        pieces.push(square);
    }
    let (title, source) = (String::new(), String::new());
    let boards = vec![Board::full(size)];
    let spec = Spec { title, source, boards, pieces, cover: Cover::All, given: Vec::new() };
    Tiling::new(spec).expect("it is a puzzle")
}

fn main() {
    let tiling = puzzle([10, 6, 1], "pentominoes", false);
    let options = options(&tiling);
    let contenders: [(&str, &dyn Fn() -> usize); 6] = [
        ("jigsat, bit boards", &|| bitboard(&tiling)),
        ("jigsat, frontier", &|| frontier(&tiling)),
        ("jigsat, backtrack", &|| backtrack(&tiling)),
        ("exact-covers 0.3", &|| by_exact_covers(&options)),
        ("dlx 0.8", &|| by_dlx(&options)),
        ("dancing-links 0.3", &|| by_dancing_links(&options)),
    ];
    let mut times = vec![Vec::new(); contenders.len()];
    for round in 0..ROUNDS {
        for (times, (name, run)) in times.iter_mut().zip(&contenders) {
            // It takes far longer than all others together.
            if round > 0 && *name == "jigsat, backtrack" {
                continue;
            }
            let start = Instant::now();
            let found = run();
            times.push(start.elapsed());
            assert_eq!(found, 2_339, "{name}");
        }
    }
    println!("6x10, 2,339 tilings up to symmetry; medians of {ROUNDS} rounds, backtrack once");
    let medians: Vec<Duration> = times.into_iter().map(median).collect();
    for ((name, _), time) in contenders.iter().zip(&medians) {
        println!("{name:26} {time:10.1?} {:6.2}", time.as_secs_f64() / medians[0].as_secs_f64());
    }
    first_tilings();
    println!("\nbit boards, once each: count, up to symmetry, steps, time");
    for (name, size, set, square) in [
        ("8x8 and square", [8, 8, 1], "pentominoes", true),
        ("2x5x6", [6, 5, 2], "solid-pentominoes", false),
        ("Soma", [3, 3, 3], "soma", false),
        ("3x4x5", [5, 4, 3], "solid-pentominoes", false),
        ("3x20", [20, 3, 1], "pentominoes", false),
        ("6x10", [10, 6, 1], "pentominoes", false),
    ] {
        let tiling = puzzle(size, set, square);
        let start = Instant::now();
        let counted = count_bitboard(&tiling, 1, &Limits::default()).expect("it is small enough");
        let all = start.elapsed();
        let distinct = counted.distinct.unwrap_or(0);
        println!("{name:26} {:8} {distinct:7} {:10} {all:10.1?}", counted.count, counted.nodes);
    }
}

fn first_tilings() {
    println!("\nfirst tilings by bit boards, and mutilated chessboards; medians of {ROUNDS} rounds");
    let show = |name: &str, run: &dyn Fn()| {
        let times = (0..ROUNDS).map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        });
        println!("{name:26} {:10.1?}", median(times.collect()));
    };
    for (name, size, square) in [("6x10", [10, 6, 1], false), ("8x8 and square", [8, 8, 1], true)] {
        show(name, &|| {
            let tiling = puzzle(size, "pentominoes", square);
            let mut found = 0;
            list_bitboard(&tiling, &Limits::default(), &mut |_| {
                found += 1;
                ControlFlow::Break(())
            });
            assert_eq!(found, 1);
        });
    }
    show("12x12, by colouring", &|| assert!(mutilated(12).contradiction(&Interrupt::default()).is_some()));
    show(
        "12x12, by the frontier",
        &|| match count_frontier(&mutilated(12), MANY_STATES, &Limits::default()) {
            Frontier::Counted(counted) => assert_eq!(counted.count, 0),
            other => panic!("{other:?}"),
        },
    );
    show("20x20, by colouring", &|| assert!(mutilated(20).contradiction(&Interrupt::default()).is_some()));
}

/// A chessboard without two opposite corners, and dominoes.
fn mutilated(side: usize) -> Tiling {
    let mut board = Board::full([side, side, 1]);
    board.open[0] = false;
    board.open[side * side - 1] = false;
    let mut spec = puzzle([side, side, 1], "dominoes", false).spec().clone();
    spec.boards = vec![board];
    Tiling::new(spec).expect("it is a puzzle")
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn bitboard(tiling: &Tiling) -> usize {
    let counted = count_bitboard(tiling, 1, &Limits::default()).expect("it is small enough");
    counted.distinct.expect("it is complete") as usize
}

fn frontier(tiling: &Tiling) -> usize {
    match count_frontier(tiling, MANY_STATES, &Limits::default()) {
        Frontier::Counted(counted) => counted.distinct.expect("it is small enough") as usize,
        other => panic!("{other:?}"),
    }
}

/// Once for each of the 8 places of X.
fn backtrack(tiling: &Tiling) -> usize {
    let all = tiling.placements();
    let count = |placement: u32| {
        let mut spec = tiling.spec().clone();
        let cells = all.cells(placement).iter().map(|&cell| tiling.place(cell as usize)).collect();
        let piece = tiling.kinds()[all.kind(placement)].pieces[0];
        spec.given.push(Given { piece, cells });
        let restricted = Tiling::new(spec).expect("it is a puzzle");
        let mut search = Enumeration::new(&restricted, Encoding::Placement, &BuildOptions::default())
            .expect("it is small");
        search.count(u64::MAX, &Limits::default()).expect("the referee agrees").found as usize
    };
    let is_x = |&placement: &u32| tiling.spec().pieces[all.kind(placement)].name == "X";
    let places = (0..all.len() as u32).filter(is_x);
    places.filter(|&placement| is_in_quarter(tiling, placement)).map(count).sum()
}

/// Whether the middle of an X lies in the upper left quarter.
fn is_in_quarter(tiling: &Tiling, x: u32) -> bool {
    // The first cell of X is its top.
    let [x, y, _] = tiling.place(tiling.placements().cells(x)[0] as usize).at;
    (1..=4).contains(&x) && y <= 1
}

/// Cells from 0, then pieces from 60; X only with its middle in the upper left quarter.
fn options(tiling: &Tiling) -> Vec<Vec<usize>> {
    let all = tiling.placements();
    let pieces = &tiling.spec().pieces;
    let mut options = Vec::new();
    for placement in 0..all.len() as u32 {
        let kind = all.kind(placement);
        let cells = all.cells(placement);
        if pieces[kind].name == "X" && !is_in_quarter(tiling, placement) {
            continue;
        }
        options.push(cells.iter().map(|&cell| cell as usize).chain([60 + kind]).collect());
    }
    options
}

fn by_exact_covers(options: &[Vec<usize>]) -> usize {
    let items: Vec<usize> = (0..72).collect();
    let mut solver: exact_covers::DlSolver<'_, usize, ()> = exact_covers::DlSolver::new(&items, &[]);
    for option in options {
        solver.add_option(option.clone(), []);
    }
    let mut found = 0;
    solver.solve(|_| {
        found += 1;
        ControlFlow::Continue(())
    });
    found
}

fn by_dlx(options: &[Vec<usize>]) -> usize {
    use dlx::{OptOrder, Solver, Uint, choose};
    let options: Vec<Vec<Uint>> =
        options.iter().map(|option| option.iter().map(|&item| item as Uint).collect()).collect();
    let mut problem = dlx::x::make_problem(72, 0, &options, OptOrder::Seq);
    let mut solver = Solver::new(&mut problem);
    let mut chooser = choose::mrv_chooser(choose::prefer_any(), choose::no_tiebreak());
    let mut found = 0;
    while solver.next_solution(&mut chooser) {
        found += 1;
    }
    found
}

struct Pentominoes {
    options: Vec<Vec<usize>>,
    items: Vec<usize>,
}

impl dancing_links::ExactCover for Pentominoes {
    type Possibility = Vec<usize>;
    type Constraint = usize;

    fn satisfies(&self, option: &Vec<usize>, item: &usize) -> bool {
        option.contains(item)
    }

    fn is_optional(&self, _item: &usize) -> bool {
        false
    }

    fn possibilities(&self) -> &[Vec<usize>] {
        &self.options
    }

    fn constraints(&self) -> &[usize] {
        &self.items
    }
}

fn by_dancing_links(options: &[Vec<usize>]) -> usize {
    use dancing_links::ExactCover;
    let problem = Pentominoes { options: options.to_vec(), items: (0..72).collect() };
    let mut solver = problem.solver();
    let mut found = 0;
    while solver.next_solution().is_some() {
        found += 1;
    }
    found
}
