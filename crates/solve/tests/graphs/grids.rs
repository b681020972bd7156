//! Every kind on grids up to 4x4 nodes: checks each assignment, and compares the counts of the flavours.

use std::collections::BTreeSet;

use jigsat_cnf::{
    Bound, Choice, Flavours, GraphFlavour, Interrupt, Lit,
    graph::{Clue, Cut, Graph, GraphConstraint, Kind, Pairs, Regions, Root, Rooted, cut, justify},
    pos,
};
use jigsat_solve::{BuildOptions, End, Enumeration, Limits};

use crate::{
    random::{Random, What},
    reference,
};

fn edges(rows: usize, cols: usize) -> Vec<(usize, usize)> {
    let right = |node: usize| (node % cols + 1 < cols).then_some((node, node + 1));
    let down = |node: usize| (node + cols < rows * cols).then_some((node, node + cols));
    (0..rows * cols).flat_map(|node| right(node).into_iter().chain(down(node))).collect()
}

/// The nodes of a grid, chosen by a variable each.
fn of_nodes(rows: usize, cols: usize, what: What) -> Random {
    let graph = Graph::of_nodes((0..rows * cols).map(pos), edges(rows, cols));
    Random { keys: rows * cols, graph, what, clauses: Vec::new() }
}

/// The edges of a grid, chosen by a variable each.
fn of_edges(rows: usize, cols: usize, what: What) -> Random {
    let edges = edges(rows, cols);
    let literals = edges.iter().enumerate().map(|(edge, &(one, other))| (one, other, pos(edge)));
    let graph = Graph::of_edges(rows * cols, literals);
    Random { keys: edges.len(), graph, what, clauses: Vec::new() }
}

fn regions(size: Option<Bound>, roots: &[(u32, Option<u64>)], rooted: Rooted) -> What {
    let root = |&(node, size): &(u32, Option<u64>)| Root { node, size: size.map(Bound::Exactly) };
    What::Regions(Regions { size, roots: roots.iter().map(root).collect(), rooted })
}

fn pairs(clues: &[(u32, Option<u64>)]) -> What {
    let mut clues: Vec<Clue> = clues.iter().map(|&(node, number)| Clue { node, number }).collect();
    clues.sort_by_key(|clue| clue.node);
    clues.dedup_by_key(|clue| clue.node);
    What::Pairs(Pairs { clues })
}

fn grids(rows: usize, cols: usize) -> Vec<Random> {
    let last = (rows * cols - 1) as u32;
    let far: &[(u32, Option<u64>)] = &[(0, Some(3)), (last, None)];
    let sizes = [Bound::Exactly(2), Bound::Exactly(4), Bound::AtLeast(5), Bound::AtMost(3)];
    let plain = [What::Connected, What::Cover, What::Matching, What::Acyclic];
    let mut all: Vec<Random> = plain.map(|what| of_nodes(rows, cols, what)).into();
    all.extend(sizes.map(|size| of_nodes(rows, cols, regions(Some(size), &[], Rooted::Free))));
    for rooted in [Rooted::AtLeastOne, Rooted::ExactlyOne] {
        all.push(of_nodes(rows, cols, regions(Some(Bound::Exactly(4)), &[(0, None), (last, None)], rooted)));
        all.push(of_nodes(rows, cols, regions(None, far, rooted)));
    }
    let clues = [(0, Some(1)), (last.min(1), None), (last, Some(5)), (last / 2, Some(3))];
    all.push(of_nodes(rows, cols, pairs(&clues)));
    all.push(of_edges(rows, cols, What::OneLoop));
    // At most 2 to the 17 sets of edges.
    if rows * cols <= 12 {
        let cornered = vec![[0, rows * cols - 1], [cols - 1, (rows - 1) * cols]];
        if rows > 1 && cols > 1 {
            all.push(of_edges(rows, cols, What::Paths(cornered)));
        }
        all.push(of_edges(rows, cols, What::Connected));
        all.push(of_edges(rows, cols, What::Acyclic));
        all.push(of_edges(rows, cols, What::Closed));
        all.push(of_edges(rows, cols, pairs(&clues)));
        all.push(of_edges(rows, cols, regions(Some(Bound::AtMost(3)), &[], Rooted::Free)));
    }
    all
}

/// A set of literals as masks of variables that must be true, and false.
fn masks(clause: &[Lit]) -> [u32; 2] {
    let mask = |negated| {
        let of_sign = clause.iter().filter(|lit| lit.is_neg() == negated);
        of_sign.fold(0, |mask, lit| mask | 1 << lit.vidx())
    };
    [mask(false), mask(true)]
}

fn keeps(bits: u32, [true_, false_]: [u32; 2]) -> bool {
    bits & true_ | !bits & false_ != 0
}

fn value(bits: u32) -> impl Fn(Lit) -> bool {
    move |lit| (bits >> lit.vidx() & 1 == 1) != lit.is_neg()
}

/// Checks every assignment: returns how many satisfy the constraint, and how many cuts exclude the others.
fn all_assignments(grid: &Random) -> (u64, usize) {
    let e = grid.formula(false);
    let constraint: &GraphConstraint = e.graphs().next().expect("it is stated").0;
    let clauses: Vec<[u32; 2]> = e.clauses().iter().map(masks).collect();
    let (mut solutions, mut all) = (Vec::new(), BTreeSet::new());
    for bits in 0..1_u32 << grid.keys {
        let holds = reference::holds(constraint, &value(bits));
        let is_ordinary = clauses.iter().all(|&clause| keeps(bits, clause));
        assert!(is_ordinary || !holds, "{bits:b} of {constraint:?}");
        if holds {
            solutions.push(bits);
        }
        if is_ordinary {
            let mut cuts: Vec<Cut> = Vec::new();
            cut(constraint, &|lit| Some(value(bits)(lit)), &Interrupt::default(), &mut cuts).unwrap();
            assert_eq!(cuts.is_empty(), holds, "{bits:b} of {constraint:?}: {cuts:?}");
            for cut in cuts {
                assert!(!keeps(bits, masks(&cut.clause)), "{bits:b} of {constraint:?} keeps {cut:?}");
                all.insert(cut);
            }
        }
    }
    for cut in &all {
        assert!(justify(constraint, cut), "{cut:?} of {constraint:?}");
        let clause = masks(&cut.clause);
        let excluded = solutions.iter().find(|&&bits| !keeps(bits, clause));
        assert_eq!(excluded, None, "{cut:?} of {constraint:?}");
    }
    (solutions.len() as u64, all.len())
}

/// Asserts that each flavour has the expected number of solutions, by backtracking.
fn all_flavours(grid: &Random, expected: u64) {
    for &graph in GraphFlavour::ALL {
        for prunes in [false, true] {
            let flavours = Flavours { graph, ..Flavours::default() };
            let options = BuildOptions { flavours, prunes, ..BuildOptions::default() };
            let mut all = Enumeration::new(grid, (), &options).expect("it is small");
            let count = all.count(u64::MAX, &Limits::default()).expect("the referee agrees");
            assert_eq!((count.found, count.end), (expected, End::All), "{graph:?} {prunes} of {grid:?}");
        }
    }
}

fn run(sizes: impl IntoIterator<Item = (usize, usize)>) {
    let mut cut = 0;
    for (rows, cols) in sizes {
        for grid in grids(rows, cols) {
            let (solutions, cuts) = all_assignments(&grid);
            all_flavours(&grid, solutions);
            let kind =
                grid.formula(false).graphs().next().map(|(constraint, _)| constraint.kind().to_string());
            println!("{rows}x{cols} {}: {solutions} solutions, {cuts} cuts", kind.unwrap_or_default());
            cut += cuts;
        }
    }
    assert!(cut > 1_000, "only {cut} cuts");
}

#[test]
fn small_grids() {
    run((1..=3).flat_map(|rows| (rows..=3).map(move |cols| (rows, cols))));
}

#[test]
#[ignore = "slow: 1 min"]
fn grids_up_to_4x4() {
    run([(1, 4), (2, 4), (3, 4), (4, 4)]);
}

/// The text of a constraint states its kind.
#[test]
fn every_kind_is_among_them() {
    let kinds: BTreeSet<u8> = grids(3, 3)
        .iter()
        .map(|grid| match grid.formula(false).graphs().next().expect("it is stated").0.kind() {
            Kind::Connected => 0,
            Kind::ConnectedCover => 1,
            Kind::OneLoop => 2,
            Kind::Regions(_) => 3,
            Kind::Paths(_) => 4,
            Kind::Matching => 5,
            Kind::Acyclic => 6,
            Kind::Pairs(_) => 7,
            Kind::Closed => 8,
        })
        .collect();
    assert_eq!(kinds.len(), 9);
}
