//! Statements about graphs on random multigraphs: with nodes without edges, several edges between the same nodes, edges
//! from a node to itself, edges that are listed in both directions, and no, few or many ends and roots. A plain evaluator,
//! written from the definitions in the guide, compares the referee, and the formulas of both flavours. `JIGSAT_GRAPHS` sets
//! the number of graphs.

use std::{collections::BTreeMap, fmt::Write as _};

use jigsat_cnf::{Choice, Flavours, GraphFlavour};
use jigsat_qprop::{Encoding, Model};
use jigsat_solve::{BuildOptions, Limits, Solver, testing};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Acyclic,
    Closed,
    Connected,
    Loop,
    Matching,
    Paths,
    Pairs { sizes: bool },
    Regions { roots: bool, one: bool, sizes: bool },
}

/// A graph, what is stated of it, and the values that the statement takes from data.
#[derive(Debug)]
struct Case {
    nodes: usize,
    /// Node statements choose nodes, the others edges.
    of_nodes: bool,
    kind: Kind,
    /// The edges with their nodes, as listed.
    rows: Vec<[usize; 3]>,
    edges: usize,
    /// The elements over which the statement ranges.
    guarded: Vec<usize>,
    /// Nodes with the number of their pair, or the size of their region, if that is given.
    marked: BTreeMap<usize, Option<usize>>,
    /// The size of each region, where no root has its own.
    size: Option<usize>,
    /// Whether it is stated only if an atom holds.
    has_condition: bool,
}

impl Case {
    fn new(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let nodes = rng.random_range(1..=7);
        let of_nodes = rng.random_bool(0.3);
        let mut rows: Vec<[usize; 3]> = Vec::new();
        let edges = rng.random_range(1..=if of_nodes { 9 } else { 7 });
        for edge in 1..=edges {
            let (one, other) = match rows.last() {
                Some(&[_, one, other]) if rng.random_bool(0.2) => (other, one),
                _ => (rng.random_range(1..=nodes), rng.random_range(1..=nodes)),
            };
            let other = if rng.random_bool(0.1) { one } else { other };
            // Some edges join nothing, and some are listed twice or join another pair as well.
            if !rng.random_bool(0.05) {
                rows.push([edge, one, other]);
            }
            if rng.random_bool(0.1) {
                rows.push([edge, other, one]);
            } else if rng.random_bool(0.03) {
                rows.push([edge, rng.random_range(1..=nodes), rng.random_range(1..=nodes)]);
            }
        }
        let kind = match rng.random_range(0..9) {
            8 if !of_nodes => Kind::Closed,
            7 | 8 => Kind::Pairs { sizes: rng.random_bool(0.8) },
            0 => Kind::Connected,
            6 => Kind::Acyclic,
            1 if !of_nodes => Kind::Loop,
            2 | 3 if !of_nodes => Kind::Paths,
            1 | 2 => Kind::Matching,
            _ => Kind::Regions {
                roots: rng.random_bool(0.7),
                one: rng.random_bool(0.6),
                sizes: rng.random_bool(0.7),
            },
        };
        let mut marked = BTreeMap::new();
        let share = rng.random_range(0.0..0.6);
        if kind == Kind::Paths {
            let mut free: Vec<usize> = (1..=nodes).collect();
            for pair in 1..=rng.random_range(0..=3) {
                for _ in 0..if rng.random_bool(0.05) { rng.random_range(1..=3) } else { 2 } {
                    if !free.is_empty() {
                        marked.insert(free.swap_remove(rng.random_range(0..free.len())), Some(pair));
                    }
                }
            }
        } else {
            for node in 1..=nodes {
                if rng.random_bool(share) {
                    marked.insert(node, rng.random_bool(0.6).then(|| rng.random_range(0..=nodes)));
                }
            }
        }
        let elements = if of_nodes { nodes } else { edges };
        let all = rng.random_bool(0.7);
        Case {
            nodes,
            of_nodes,
            kind,
            rows,
            edges,
            guarded: (1..=elements).filter(|_| all || rng.random_bool(0.8)).collect(),
            marked,
            size: rng.random_bool(0.8).then(|| rng.random_range(0..=nodes.min(4))),
            has_condition: rng.random_bool(0.2),
        }
    }

    fn elements(&self) -> usize {
        if self.of_nodes { self.nodes } else { self.edges }
    }

    fn model(&self) -> String {
        let (sort, along) = if self.of_nodes { ("V", "near") } else { ("E", "joins") };
        let over = format!("x: {sort} along {along}");
        let shape = match self.kind {
            Kind::Acyclic => format!("acyclic {over}"),
            Kind::Closed => format!("closed {over}"),
            Kind::Connected => format!("connected {over}"),
            Kind::Loop => format!("loop {over}"),
            Kind::Matching => format!("matching {over} with v: V | root(v)"),
            Kind::Paths => format!("paths {over} ends v: V | mark(v) by mark(v)"),
            Kind::Pairs { sizes } => {
                let between = if sizes { " between mark(v)" } else { "" };
                format!("regions {over} pair v: V | root(v){between}")
            }
            Kind::Regions { roots: true, one, sizes } => {
                let word = if one { "root" } else { "of" };
                let size = if sizes { " size mark(v)" } else { "" };
                format!("regions {over} {word} v: V | root(v){size}")
            }
            Kind::Regions { sizes: true, .. } => format!("regions {over} size each(1)"),
            Kind::Regions { .. } => format!("regions {over}"),
        };
        let condition = if self.has_condition { "p(0) implies " } else { "" };
        format!(
            "sort V = 1..{} sort E = 1..{} sort X = 0..{} fact joins(e: E, a, b: V) fact near(a, b: V) fact mark(v: V) -> X \
             fact root(v: V) fact each(x: X) -> X fact in_it(x: X) pred p(x: X) assert c: {condition}{shape} | in_it(X(x)) . p(X(x))",
            self.nodes,
            self.edges,
            self.nodes.max(self.edges),
        )
    }

    fn data(&self) -> String {
        let list = |rows: Vec<Vec<usize>>| {
            let rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
            format!("[{}]", rows.join(", "))
        };
        let near = self.rows.iter().map(|&[_, one, other]| vec![one, other]).collect();
        let marks = self.marked.iter().filter_map(|(&node, &mark)| Some(vec![node, mark?])).collect();
        let mut data = String::new();
        for (name, rows) in [
            ("joins", self.rows.iter().map(|row| row.to_vec()).collect()),
            ("near", near),
            ("mark", marks),
            ("root", self.marked.keys().map(|&node| vec![node]).collect()),
            ("each", self.size.iter().map(|&size| vec![1, size]).collect()),
            ("in_it", self.guarded.iter().map(|&element| vec![element]).collect()),
        ] {
            let _ = writeln!(data, "{name}: {}", list(rows));
        }
        data
    }

    /// Whether these nodes or edges have the structure.
    fn holds(&self, chosen: &[usize]) -> bool {
        let is_chosen = |element: &usize| self.guarded.contains(element) && chosen.contains(element);
        let mut joins: Vec<[usize; 3]> = Vec::new();
        for &[edge, one, other] in &self.rows {
            let is_listed = joins.contains(&[edge, one, other]) || joins.contains(&[edge, other, one]);
            if (self.of_nodes || is_chosen(&edge)) && !is_listed {
                joins.push([edge, one, other]);
            }
        }
        let nodes: Vec<usize> = if self.of_nodes {
            (1..=self.nodes).filter(is_chosen).collect()
        } else {
            (1..=self.nodes).collect()
        };
        let degree = |node: usize| {
            joins.iter().map(|row| row[1..].iter().filter(|&&end| end == node).count()).sum::<usize>()
        };
        let turns_back = joins.iter().any(|&[_, one, other]| one == other);
        match self.kind {
            // Nodes are joined or not; of edges, each counts.
            Kind::Acyclic => {
                let mut edges: Vec<[usize; 3]> = joins.clone();
                if self.of_nodes {
                    edges.retain(|&[_, one, other]| {
                        one != other && nodes.contains(&one) && nodes.contains(&other)
                    });
                    for row in &mut edges {
                        *row = [0, row[1].min(row[2]), row[1].max(row[2])];
                    }
                    edges.sort_unstable();
                    edges.dedup();
                }
                edges.len() + regions(&nodes, &joins).len() == nodes.len()
            }
            Kind::Closed => {
                let regions = regions(&nodes, &joins);
                // Edges that the statement is not about neither join nor separate.
                let left_out = self.guarded.iter().filter(|&edge| !chosen.contains(edge));
                let ends = left_out.flat_map(|edge| self.rows.iter().filter(move |row| row[0] == *edge));
                ends.into_iter().all(|&[_, one, other]| {
                    !regions.iter().any(|set| set.contains(&one) && set.contains(&other))
                })
            }
            Kind::Connected if self.of_nodes => regions(&nodes, &joins).len() <= 1,
            Kind::Connected => {
                regions(&nodes, &joins).iter().filter(|set| set.iter().any(|&node| degree(node) > 0)).count()
                    <= 1
            }
            Kind::Loop => {
                let drawn = |set: &&Vec<usize>| set.iter().any(|&node| degree(node) > 0);
                let regions = regions(&nodes, &joins);
                let mut sets = regions.iter().filter(drawn);
                let Some(set) = sets.next() else { return false };
                !turns_back && set.iter().all(|&node| degree(node) == 2) && sets.next().is_none()
            }
            Kind::Matching => {
                let seekers: Vec<usize> = self.marked.keys().copied().collect();
                let joins =
                    |a: usize, b: usize| joins.iter().any(|row| row[1..] == [a, b] || row[1..] == [b, a]);
                are_paired(&seekers, &nodes, &joins)
            }
            Kind::Paths => {
                let partner = |node: usize| {
                    let mut same = self
                        .marked
                        .iter()
                        .filter(|&(_, mark)| *mark == self.marked[&node])
                        .map(|(&node, _)| node);
                    same.clone().count() == 2 && same.any(|other| other != node)
                };
                let is_path = |set: &Vec<usize>| {
                    let ends: Vec<usize> =
                        set.iter().copied().filter(|node| self.marked.contains_key(node)).collect();
                    let joins_two = ends.len() == 2 && self.marked[&ends[0]] == self.marked[&ends[1]];
                    let is_line =
                        set.iter().all(|node| degree(*node) == if ends.contains(node) { 1 } else { 2 });
                    joins_two && is_line || ends.is_empty() && set.len() == 1 && degree(set[0]) == 0
                };
                !turns_back
                    && self.marked.keys().all(|&node| partner(node))
                    && regions(&nodes, &joins).iter().all(is_path)
            }
            Kind::Pairs { sizes } => regions(&nodes, &joins).iter().all(|set| {
                let own: Vec<Option<usize>> =
                    set.iter().filter_map(|node| self.marked.get(node).copied()).collect();
                own.len() == 2 && (!sizes || is_between(set.len(), [own[0], own[1]]))
            }),
            Kind::Regions { roots, one, sizes } => regions(&nodes, &joins).iter().all(|set| {
                let own: Vec<usize> =
                    set.iter().copied().filter(|node| self.marked.contains_key(node)).collect();
                if roots {
                    let fits = |node| self.marked[node].is_none_or(|size| size == set.len());
                    (own.len() == 1 || !one) && (!sizes || own.iter().all(fits))
                } else {
                    !sizes || self.size.is_none_or(|size| size == set.len())
                }
            }),
        }
    }
}

/// Whether a size lies strictly between two numbers. One that is missing is one larger or one smaller than the size.
fn is_between(size: usize, numbers: [Option<usize>; 2]) -> bool {
    let [ones, others] = numbers.map(|number| number.map_or(vec![size - 1, size + 1], |number| vec![number]));
    ones.iter()
        .any(|&one| others.iter().any(|&other| (one < size && size < other) || (other < size && size < one)))
}

/// Whether each of the first has one of the others as its own, and none is left: tries all ways.
fn are_paired(seekers: &[usize], others: &[usize], joins: &dyn Fn(usize, usize) -> bool) -> bool {
    let Some((&first, rest)) = seekers.split_first() else { return others.is_empty() };
    others.iter().any(|&other| {
        let left: Vec<usize> = others.iter().copied().filter(|&one| one != other).collect();
        joins(first, other) && are_paired(rest, &left, joins)
    })
}

/// The maximal sets of these nodes that are connected.
fn regions(nodes: &[usize], joins: &[[usize; 3]]) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = nodes.iter().map(|&node| vec![node]).collect();
    for &[_, one, other] in joins {
        let place = |node: usize, sets: &[Vec<usize>]| sets.iter().position(|set| set.contains(&node));
        if let (Some(a), Some(b)) = (place(one, &sets), place(other, &sets))
            && a != b
        {
            let moved = sets.swap_remove(a.max(b));
            sets[a.min(b)].extend(moved);
        }
    }
    sets
}

fn examine(seed: u64) -> u64 {
    let case = Case::new(seed);
    let (text, data) = (case.model(), case.data());
    let what = || format!("{seed}: {text}\n{data}");
    let model: Model =
        common::parsed(&text, &data).unwrap_or_else(|error| panic!("{}\n{}", what(), error.render(false)));
    let most = case.nodes.max(case.edges);
    assert_eq!(model.atoms() as usize, most + 1);
    let mut solutions = 0;
    for bits in 0..1_u32 << (case.elements() + 1) {
        let holds: Vec<bool> = (0..=most).map(|atom| bits >> atom & 1 == 1).collect();
        let chosen: Vec<usize> = (1..=case.elements()).filter(|&element| holds[element]).collect();
        let expected = case.has_condition && !holds[0] || case.holds(&chosen);
        assert_eq!(model.evaluate(&holds).is_ok(), expected, "the referee, of {chosen:?}: {}", what());
        assert_eq!(
            model.holds(&holds, &Limits::default()),
            Ok(expected),
            "the referee, of {chosen:?}: {}",
            what()
        );
        solutions += u64::from(expected);
        // What is broken with some atoms unknown is broken whatever they are.
        let known: Vec<bool> =
            (0..=most).map(|atom| (seed >> (atom % 32) ^ u64::from(bits) >> (atom / 2)) & 1 == 1).collect();
        let broken = model.broken(&holds, Some(&known), &Limits::default()).expect("there are no limits");
        assert!(!expected || broken.is_empty(), "the referee of a part of {chosen:?}: {}", what());
    }
    // Atoms beyond the elements are free.
    solutions <<= most - case.elements();
    for &graph in GraphFlavour::ALL {
        for prunes in [false, true] {
            let options = BuildOptions {
                flavours: Flavours { graph, ..Flavours::default() },
                prunes,
                ..BuildOptions::default()
            };
            // Each solution also passes the referee.
            let found = testing::count_models(&model, Encoding::Model, &options, &Solver::Batsat);
            assert_eq!(found, solutions, "{graph:?}, {prunes}: {}", what());
        }
    }
    solutions
}

#[test]
fn statements_about_multigraphs_mean_what_the_guide_says() {
    let count = std::env::var("JIGSAT_GRAPHS").map_or(300, |count| count.parse().expect("a number"));
    let (mut none, mut some) = (0_u64, 0_u64);
    for seed in 0..count {
        if examine(seed) == 0 { none += 1 } else { some += 1 }
    }
    assert!(none > count / 20 && some > count / 3, "{none} have no solution, {some} do");
}

fn count(text: &str, data: &str) -> u64 {
    common::count(&common::parsed(text, data).unwrap_or_else(|error| panic!("{}", error.render(false))))
}

/// A node on no edge is there all the same.
#[test]
fn nodes_without_edges_count() {
    let ends = "sort V = 1..4 sort E = 1..1 fact joins(e: E, a, b: V) fact end(v: V) -> V pred x(e: E) \
                assert c: paths e: E along joins ends v: V | end(v) by end(v) . x(e)";
    assert_eq!(count(ends, "joins: [[1, 1, 2]]\nend: [[3, 1], [4, 1]]"), 0);
    assert_eq!(count(ends, "joins: [[1, 1, 2]]\nend: [[1, 1], [2, 1]]"), 1);
    let rooted = "sort V = 1..3 sort E = 1..1 fact joins(e: E, a, b: V) fact root(v: V) pred x(e: E) \
                  assert c: regions e: E along joins root v: V | root(v) . x(e)";
    assert_eq!(count(rooted, "joins: [[1, 1, 2]]\nroot: [[1]]"), 0);
    assert_eq!(count(rooted, "joins: [[1, 1, 2]]\nroot: [[1], [3]]"), 1);
    let pairs = "sort V = 1..3 sort E = 1..1 fact joins(e: E, a, b: V) pred x(e: E) \
                 assert c: regions e: E along joins size 2 . x(e)";
    assert_eq!(count(pairs, "joins: [[1, 1, 2]]"), 0);
}

/// An edge from a node to itself is on no loop and no path and joins nothing; two edges between the same nodes are a loop.
#[test]
fn edges_from_a_node_to_itself_and_double_edges() {
    let text = |shape: &str| {
        format!(
            "sort V = 1..3 sort E = 1..4 fact joins(e: E, a, b: V) pred x(e: E) assert c: {shape} e: E along joins . x(e)"
        )
    };
    let triangle = "joins: [[1, 1, 2], [2, 2, 3], [3, 3, 1], [4, 1, 1]]";
    assert_eq!(count(&text("loop"), triangle), 1);
    let double = "joins: [[1, 1, 2], [2, 2, 1], [3, 2, 3], [4, 3, 3]]";
    assert_eq!(count(&text("loop"), double), 1);
    // Edge 3 with 4, without 1 and 2; and 4 alone or with 3: but 4 with 1 or 2 needs 3.
    assert_eq!(count(&text("connected"), double), 13);
    // An edge that is listed in both directions is no loop.
    assert_eq!(count(&text("loop"), "joins: [[1, 1, 2], [1, 2, 1], [2, 3, 3]]"), 0);
}
