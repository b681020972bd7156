//! Graph constraints as text, statistics and DIMACS.

use std::fmt;

use jigsat_cnf::{
    Bound, Flavours, Formula, GraphFlavour, Lit, Rule, Show,
    graph::{Graph, Regions, Root, Rooted},
    neg, read_dimacs,
};

const ONE_SEA: Rule = Rule::new("one-sea", "the water is connected");
const ISLANDS: Rule = Rule::new("islands", "each island of row {0} has its size");
const LOOP: Rule = Rule::new("loop", "there is one loop");

fn name(cell: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "c{}", cell + 1)
}

/// Five cells in a row: a clue of 2 at the left.
fn row(graph: GraphFlavour) -> Formula<usize> {
    let mut e = Formula::new(Flavours { graph, ..Flavours::default() });
    (0..5).for_each(|cell| e.declare_projected(cell));
    let edges = || (0..4).map(|cell| (cell, cell + 1));
    e.group(&ONE_SEA, ()).connected(&Graph::of_nodes(0..5, edges()));
    let land = Graph::of_nodes((0..5).map(neg), edges());
    let roots = vec![Root { node: 0, size: Some(Bound::Exactly(2)) }];
    e.group(&ISLANDS, (1,)).regions(&land, Regions { size: None, roots, rooted: Rooted::ExactlyOne });
    e
}

/// A square of four dots, with the condition that it is stated at all.
fn square() -> Formula<usize> {
    let mut e = Formula::new(Flavours::default());
    (0..5).for_each(|edge| e.declare_projected(edge));
    let edges = [(0, 1, 0), (1, 2, 1), (2, 3, 2), (3, 0, 3)];
    e.group(&LOOP, ()).one_loop(&Graph::of_edges(4, edges).only_if(4));
    e
}

fn text(e: &Formula<usize>, full: bool) -> String {
    let mut out = Vec::new();
    e.write_text(&name, &Show { full, ..Show::default() }, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn values(bits: &[bool]) -> impl Fn(Lit) -> Option<bool> + '_ {
    |lit| Some(bits[lit.vidx()] != lit.is_neg())
}

#[test]
fn text_shows_the_constraint_and_each_cut_with_its_sentence() {
    let mut e = row(GraphFlavour::Lazy);
    assert_eq!(e.cut(&values(&[true, false, true, false, true]), &|_| true), 4);
    insta::assert_snapshot!("row", text(&e, false));
    insta::assert_snapshot!("row-full", text(&e, true));
    insta::assert_snapshot!("square", text(&square(), false));
}

/// The edges count in the fingerprint.
#[test]
fn another_graph_has_another_fingerprint() {
    let ring = |last: usize| {
        let mut e = Formula::new(Flavours::default());
        (0..5).for_each(|cell| e.declare_projected(cell));
        e.group(&ONE_SEA, ()).connected(&Graph::of_nodes(0..5, [(0, 1), (1, 2), (2, 3), (3, last)]));
        text(&e, false)
    };
    assert_ne!(ring(4).lines().nth(2), ring(0).lines().nth(2));
}

/// A cut is kept once; a second look finds nothing new.
#[test]
fn no_cut_is_added_twice() {
    let mut e = row(GraphFlavour::Lazy);
    let bits = [true, false, true, false, true];
    assert!(e.cut(&values(&bits), &|_| true) > 0);
    let known = e.clauses().len();
    assert_eq!(e.cut(&values(&bits), &|_| true), 0);
    assert_eq!(e.clauses().len(), known);
    let stats = e.stats();
    assert_eq!(stats.graphs.iter().map(|graph| graph.cuts).sum::<usize>(), e.cuts().len());
    assert_eq!(stats.graphs.iter().map(|graph| (graph.nodes, graph.edges)).collect::<Vec<_>>(), [(5, 4); 2]);
}

#[test]
fn only_wanted_groups_are_cut() {
    let mut e = row(GraphFlavour::Lazy);
    assert!(e.cut(&values(&[true, false, true, false, true]), &|group| group == 0) > 0);
    assert!(e.cuts().all(|cut| cut.graph == 0));
}

#[test]
fn a_dropped_rule_states_nothing() {
    let mut e: Formula<usize> = Formula::new(Flavours::default()).without(&["loop".into()]);
    (0..4).for_each(|edge| e.declare_projected(edge));
    e.group(&LOOP, ()).one_loop(&Graph::of_edges(4, [(0, 1, 0), (1, 2, 1), (2, 3, 2), (3, 0, 3)]));
    assert_eq!((e.graphs().len(), e.clauses().len()), (0, 0));
}

/// What is written for other programs says all, in either flavour, and what is there keeps its numbers.
#[test]
fn dimacs_is_complete() {
    let lazy = row(GraphFlavour::Lazy);
    let completed = lazy.clone().into_completed();
    assert!(lazy.is_lazy() && !completed.is_lazy());
    let mut dimacs = Vec::new();
    lazy.write_dimacs(&name, &mut dimacs).unwrap();
    let read = read_dimacs(&String::from_utf8(dimacs).unwrap()).unwrap();
    assert!(read.clauses.iter().eq(completed.clauses().iter()));
    assert!(read.clauses.len() > lazy.clauses().len());
    // Water at both ends, and land between: no.
    let divided: Vec<Lit> = [0, 2, 4].map(|cell| lazy.lit(cell)).into_iter().chain([!lazy.lit(3)]).collect();
    for e in [&completed, &row(GraphFlavour::Tree)] {
        let seen = e.propagate(&divided);
        assert!(seen.conflict.is_some() || seen.contradicted.is_some());
    }
}
