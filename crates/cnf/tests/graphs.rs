//! Graph constraints as text, statistics and DIMACS.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use jigsat_cnf::{
    Bound, Flavours, Formula, GraphFlavour, Interrupt, Lit, Rule, Show, Stop,
    graph::{Breach, Cut, Graph, Kind, Regions, Root, Rooted, Witness, cut, justify},
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

/// A square of four dots, with a condition on the whole constraint.
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
    assert_eq!(e.cut(&values(&[true, false, true, false, true]), &|_| true), Ok(4));
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

/// Up to three cuts of a constraint share a sentence; if there are more, each has its own.
#[test]
fn many_cuts_are_told_one_by_one() {
    let mut e = Formula::new(Flavours { graph: GraphFlavour::Lazy, ..Flavours::default() });
    (0..11).for_each(|cell| e.declare_projected(cell));
    e.group(&ONE_SEA, ()).connected(&Graph::of_nodes(0..11, (0..10).map(|cell| (cell, cell + 1))));
    let bits: Vec<bool> = (0..11).map(|cell| cell % 2 == 0).collect();
    assert!(e.cut(&values(&bits), &|_| true).unwrap() > 3);
    let cuts: Vec<usize> = (1..e.groups().count()).collect();
    let few = e.sentences(cuts[..3].to_vec(), &name);
    assert_eq!((few.len(), few[0].matches(", and c").count()), (1, 2), "{few:?}");
    let many = e.sentences(cuts[..4].to_vec(), &name);
    assert_eq!(many.len(), 4, "{many:?}");
    assert!(many.iter().all(|sentence| sentence.starts_with("the water is connected: c")), "{many:?}");
    // Groups with the same sentence are listed once.
    assert_eq!(e.sentences([0, 0], &name), ["the water is connected"]);
}

/// A sentence names the node in which edges meet; several nodes share a sentence.
#[test]
fn nodes_of_loops_and_paths_have_groups_of_their_own() {
    let sentences = |e: &Formula<usize>, groups: &[usize]| e.sentences(groups.to_vec(), &name);
    let e = square();
    assert_eq!(e.group_count(), 5, "the loop and four nodes");
    assert_eq!(sentences(&e, &[2]), ["there is one loop: nothing ends or branches at node 1"]);
    assert_eq!(
        sentences(&e, &[1, 2, 4]),
        ["there is one loop: nothing ends or branches at node 0, node 1 and node 3"]
    );
    assert_eq!(sentences(&e, &[0, 4]).len(), 2, "the whole is another matter");
    assert_eq!(e.group_at(4).id(&name), "loop.node 3");

    let mut e = Formula::new(Flavours::default());
    (0..3).for_each(|edge| e.declare_projected(edge));
    let mut graph = Graph::of_edges(3, [(0, 1, 0), (1, 2, 1)]).with_names(["a", "b", "c", "d"]);
    let fourth = graph.node(Some(neg(2)));
    graph.edge(2, fourth, None);
    e.group(&ISLANDS, (1,)).paths(&graph, [[0, 1]]);
    let told = sentences(&e, &[1, 2, 3, 4]);
    let of_rule = "each island of row 1 has its size";
    let expected = [
        format!("{of_rule}: just one path begins at a and b"),
        format!("{of_rule}: nothing ends or branches at c"),
        format!("{of_rule}: two edges meet at d if it holds, otherwise none"),
    ];
    assert_eq!(told, expected);
    assert_eq!(e.group_at(1).id(&name), "islands[1].a");
}

/// A cut is kept once; a second look finds nothing new.
#[test]
fn no_cut_is_added_twice() {
    let mut e = row(GraphFlavour::Lazy);
    let bits = [true, false, true, false, true];
    assert!(e.cut(&values(&bits), &|_| true).unwrap() > 0);
    let known = e.clauses().len();
    assert_eq!(e.cut(&values(&bits), &|_| true), Ok(0));
    assert_eq!(e.clauses().len(), known);
    let stats = e.stats();
    assert_eq!(stats.graphs.iter().map(|graph| graph.cuts).sum::<usize>(), e.cuts().len());
    assert_eq!(stats.graphs.iter().map(|graph| (graph.nodes, graph.edges)).collect::<Vec<_>>(), [(5, 4); 2]);
}

/// Cells behind known water are too far from a clue, though none of them is known to be land.
#[test]
fn what_has_no_room_is_cut_before_it_is_known() {
    let mut e = row(GraphFlavour::Lazy);
    let value = |lit: Lit| (lit.vidx() == 1).then_some(lit.is_pos());
    e.cut(&value, &|group| group == 1).unwrap();
    for cell in 2..5 {
        let is_open = |lit: &&Lit| value(**lit).is_none();
        let is_ruled_out = |clause: &[Lit]| {
            let open: Vec<&Lit> = clause.iter().filter(is_open).collect();
            open == [&Lit::positive(cell)] && clause.iter().all(|lit| value(*lit) != Some(true))
        };
        let mut cuts = e.cuts().flat_map(|cut| e.group_at(cut.group).clauses());
        assert!(cuts.any(|place| is_ruled_out(&e.clauses()[place])), "cell {cell}: {}", text(&e, true));
    }
}

/// A ring of five nodes that all are in regions of two can't be divided, and neither can three of them that are cut off.
#[test]
fn what_can_not_be_divided_is_cut_by_its_number() {
    const PAIRS: Rule = Rule::new("pairs", "everything is in a region of two");
    let mut e: Formula<usize> = Formula::new(Flavours { graph: GraphFlavour::Lazy, ..Flavours::default() });
    (0..5).for_each(|edge| e.declare_projected(edge));
    let ring = Graph::of_edges(5, (0..5).map(|node| (node, (node + 1) % 5, node)));
    let size = Some(Bound::Exactly(2));
    e.group(&PAIRS, ()).regions(&ring, Regions { size, roots: vec![], rooted: Rooted::Free });
    let graph = e.graphs().next().expect("it is lazy").0.clone();
    let found = |value: &dyn Fn(Lit) -> Option<bool>| {
        let mut cuts = Vec::new();
        cut(&graph, value, &Interrupt::default(), &mut cuts).unwrap();
        cuts.retain(|cut| cut.witness.breach == Breach::Indivisible);
        assert!(cuts.iter().all(|cut| justify(&graph, cut)));
        cuts.into_iter().map(|cut| cut.clause).collect::<Vec<_>>()
    };
    assert_eq!(found(&|_| None), [vec![]]);
    assert_eq!(found(&values(&[true, false, true, false, true])), [vec![]]);
    // Without the edges 1 and 4, two nodes are left on one side, and three on the other.
    let off = |lit: Lit| [1, 4].contains(&lit.vidx()).then_some(lit.is_neg());
    assert_eq!(found(&off), [vec![Lit::positive(1), Lit::positive(4)]]);
    // Two nodes between the edges 1 and 3 can be divided.
    let witness = Witness { breach: Breach::Indivisible, holding: vec![2, 3], lacking: vec![6, 8] };
    let cut = Cut { clause: vec![Lit::positive(1), Lit::positive(3)], witness };
    assert!(!justify(&graph, &cut));
    e.cut(&|_| None, &|_| true).unwrap();
    let said = "node 3 and node 4 are 5 cells, which can't be divided into regions of 2 cells";
    assert!(text(&e, true).contains(said), "{}", text(&e, true));
}

#[test]
fn only_wanted_groups_are_cut() {
    let mut e = row(GraphFlavour::Lazy);
    assert!(e.cut(&values(&[true, false, true, false, true]), &|group| group == 0).unwrap() > 0);
    assert!(e.cuts().all(|cut| cut.graph == 0));
}

#[test]
fn a_dropped_rule_states_nothing() {
    let mut e: Formula<usize> = Formula::new(Flavours::default()).without(&["loop".into()]);
    (0..4).for_each(|edge| e.declare_projected(edge));
    e.group(&LOOP, ()).one_loop(&Graph::of_edges(4, [(0, 1, 0), (1, 2, 1), (2, 3, 2), (3, 0, 3)]));
    assert_eq!((e.graphs().len(), e.clauses().len()), (0, 0));
}

/// The formula for other programs is complete in either flavour, and existing variables keep their numbers.
#[test]
fn dimacs_is_complete() {
    let lazy = row(GraphFlavour::Lazy);
    let completed = lazy.clone().into_completed().unwrap();
    assert!(lazy.is_lazy() && !completed.is_lazy());
    let mut dimacs = Vec::new();
    lazy.write_dimacs(&name, &mut dimacs).unwrap();
    let read = read_dimacs(&String::from_utf8(dimacs).unwrap()).unwrap();
    assert!(read.clauses.iter().eq(completed.clauses().iter()));
    assert!(read.clauses.len() > lazy.clauses().len());
    // Water at both ends with land between is impossible.
    let divided: Vec<Lit> = [0, 2, 4].map(|cell| lazy.lit(cell)).into_iter().chain([!lazy.lit(3)]).collect();
    for e in [&completed, &row(GraphFlavour::Tree)] {
        let seen = e.propagate(&divided).unwrap();
        assert!(seen.conflict.is_some() || seen.contradicted.is_some());
    }
}

/// A grid with this many nodes per side: edges to the right and down.
fn grid(side: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..side * side).flat_map(move |node| {
        let right = (node % side + 1 < side).then_some((node, node + 1));
        right.into_iter().chain((node + side < side * side).then_some((node, node + side)))
    })
}

/// A tree with too many literals is refused before it is written, and a limit also holds during that check.
#[test]
fn trees_that_are_too_large_are_refused_at_once() {
    type State = fn(&mut Formula<usize>, usize);
    let one_loop: State = |e, side| {
        let edges = grid(side).enumerate().map(|(edge, (one, other))| (one, other, edge));
        e.group(&LOOP, ()).one_loop(&Graph::of_edges(side * side, edges));
    };
    let one_sea: State = |e, side| {
        e.group(&ONE_SEA, ()).connected(&Graph::of_nodes(0..side * side, grid(side)));
    };
    let islands: State = |e, side| {
        let size = Some(Bound::AtLeast(3));
        let regions = Regions { size, ..Regions::default() };
        e.group(&ISLANDS, (1,)).regions(&Graph::of_nodes(0..side * side, grid(side)), regions);
    };
    let built = |state: State, side: usize, most: usize, looks: u64| {
        let asked = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&asked);
        let flavours = Flavours { graph: GraphFlavour::Tree, ..Flavours::default() };
        let mut e = Formula::new(flavours).at_most_literals(most);
        (0..2 * side * side).for_each(|key| e.declare_projected(key));
        e.stop_when(Interrupt::new(move || {
            (counted.fetch_add(1, Relaxed) >= looks).then_some(Stop::Timeout)
        }));
        state(&mut e, side);
        (e, asked.load(Relaxed))
    };
    for (name, state, side) in [("loop", one_loop, 101), ("sea", one_sea, 101), ("islands", islands, 60)] {
        // The smallest sufficient limit for a small board, and one less.
        let (whole, _) = built(state, 7, usize::MAX, u64::MAX);
        let literals = whole.clauses().literals();
        assert!(!whole.is_too_large());
        assert!(!built(state, 7, literals + 1, u64::MAX).0.is_too_large(), "{name} fits");
        assert!(built(state, 7, literals, u64::MAX).0.is_too_large(), "{name} does not fit");
        // On a large one, the tree is not begun, and the work on it is counted.
        let most = 10_000_000;
        let (large, looks) = built(state, side, most, u64::MAX);
        assert!(large.is_too_large() && large.literals_wanted() >= most, "{name}");
        assert!(large.clauses().literals() < most / 20, "{name}: {} are written", large.clauses().literals());
        assert!(large.variables() as usize <= 10 * side * side, "{name}: {} variables", large.variables());
        let steps = looks * u64::from(Interrupt::EVERY);
        assert!(steps < most as u64, "{name}: over {steps} steps");
        for stop in [0, looks / 2] {
            let (stopped, asked) = built(state, side, most, stop);
            assert!(
                asked == stop + 1 && stopped.interrupt().stopped().is_some() && !stopped.is_too_large(),
                "{name}"
            );
            let late = stopped.interrupt().late();
            assert!(late <= 3 * u64::from(Interrupt::EVERY), "{name} goes on for {late} steps");
        }
    }
}

/// If other rules say that of two neighbours at least one holds, a search uses it, and nothing else does.
#[test]
fn covers_are_found_while_solving() {
    const APART: Rule = Rule::new("apart", "no two neighbours are dry");
    let kind = |pruning: bool, dropped: &[String], pairs: usize| {
        let mut e = Formula::new(Flavours::default()).without(dropped);
        if pruning {
            e = e.pruning();
        }
        (0..5).for_each(|cell| e.declare_projected(cell));
        (0..pairs).for_each(|cell| _ = e.group(&APART, ()).clause([cell + 1, cell]));
        e.group(&ONE_SEA, ()).connected(&Graph::of_nodes(0..5, (0..4).map(|cell| (cell, cell + 1))));
        e.graphs().next().expect("a constraint").0.kind().clone()
    };
    assert_eq!(kind(true, &[], 4), Kind::ConnectedCover);
    assert_eq!(kind(true, &[], 3), Kind::Connected);
    assert_eq!(kind(true, &["apart".into()], 4), Kind::Connected);
    assert_eq!(kind(false, &[], 4), Kind::Connected);
}
