//! Ground formulas as clauses.
//!
//! Small formulas by distribution. Otherwise, parts get a name each, which implies the part; this suffices because all
//! parts are positive after negations are pushed down.
//! D. A. Plaisted, S. Greenbaum: A structure-preserving clause form translation, Journal of Symbolic
//! Computation 1986. Parts of an `iff`, and counts below something else, get a name that is
//! equivalent: G. S. Tseitin: On the complexity of derivation in propositional calculus, 1968.

use jigsat_cnf::Bound;

use super::{
    node::{Lit, Node},
    program::Program,
};

/// Maximum number of clauses of a distribution with several parts of more than one clause.
const DISTRIBUTED: usize = 8;
/// Maximum number of literals of a part of an `iff` without a name.
const SMALL: usize = 4;

type Clause = Vec<Lit>;

/// Adds the demands of a ground constraint.
pub(super) fn demand(node: Node, to: &mut Program) {
    match node {
        Node::True => {}
        Node::False | Node::Undefined(_) => to.clause(&[]),
        Node::Lit(lit) => to.clause(&[lit]),
        Node::And(parts) => parts.into_iter().for_each(|part| demand(part, to)),
        Node::Compared(comparison, values) => {
            demand(*comparison, to);
            for values in &values {
                to.has_value(values);
            }
        }
        Node::Count(least, most, parts) => {
            let lits: Vec<Lit> = parts
                .into_iter()
                .map(|part| {
                    let part = prepared(part, to);
                    match (least > 0, most < u64::MAX) {
                        (true, true) => equivalent(part, to),
                        (true, false) => implying(part, to),
                        _ => implying(part.negated(), to) ^ 1,
                    }
                })
                .collect();
            state(least, most, &lits, to);
        }
        Node::Or(parts) if parts.iter().all(Node::is_lit) => {
            let mut clause = literals(&parts);
            if is_open(&mut clause) {
                to.clause(&clause);
            }
        }
        Node::Layers(layers) => layers.each_clause(to, &mut |clause, to| to.clause(clause)),
        node => {
            let node = prepared(node, to);
            for clause in clauses(&node, to) {
                to.clause(&clause);
            }
        }
    }
}

/// A constraint on literals, which may be repeated or negated.
fn state(mut least: u64, mut most: u64, lits: &[Lit], to: &mut Program) {
    let mut sorted = lits.to_vec();
    sorted.sort_unstable();
    if sorted.windows(2).all(|pair| pair[0] / 2 != pair[1] / 2) {
        return to_bounds(least, most, to, |bound, to| to.count(bound, lits));
    }
    let mut terms: Vec<(Lit, u32)> = Vec::new();
    for same in sorted.chunk_by(|a, b| a / 2 == b / 2) {
        let negated = same.iter().filter(|&&lit| lit % 2 == 1).count();
        let positive = same.len() - negated;
        // Exactly one of a literal and its negation holds.
        let pairs = negated.min(positive) as u64;
        if most < pairs {
            return to.clause(&[]);
        }
        least = least.saturating_sub(pairs);
        most = if most == u64::MAX { most } else { most - pairs };
        let lit = same[0] / 2 * 2 + Lit::from(negated > positive);
        if negated != positive {
            terms.push((lit, negated.abs_diff(positive) as u32));
        }
    }
    to_bounds(least, most, to, |bound, to| to.sum(bound, &terms));
}

fn to_bounds(least: u64, most: u64, to: &mut Program, mut add: impl FnMut(Bound, &mut Program)) {
    if least == most {
        return add(Bound::Exactly(least), to);
    }
    if least > 0 {
        add(Bound::AtLeast(least), to);
    }
    if most < u64::MAX {
        add(Bound::AtMost(most), to);
    }
}

/// The formula with counts replaced by literals, and with named parts in each `iff`.
fn prepared(node: Node, to: &mut Program) -> Node {
    match node {
        Node::And(ref parts) | Node::Or(ref parts) if parts.iter().all(Node::is_lit) => node,
        Node::And(parts) => Node::all(parts.into_iter().map(|part| prepared(part, to)).collect::<Vec<_>>()),
        Node::Or(parts) => Node::any(parts.into_iter().map(|part| prepared(part, to)).collect::<Vec<_>>()),
        Node::Iff(a, b) => {
            let (a, b) = (prepared(*a, to), prepared(*b, to));
            Node::Iff(Box::new(operand(a, to)), Box::new(operand(b, to)))
        }
        // Below something else, the function's own rule alone says that it has a value.
        Node::Compared(comparison, _) => prepared(*comparison, to),
        Node::Count(least, most, parts) => {
            let parts = parts.into_iter().map(|part| prepared(part, to)).collect::<Vec<_>>();
            let lits: Vec<Lit> = parts.into_iter().map(|part| equivalent(part, to)).collect();
            counted(least, most, lits, to)
        }
        Node::Added(added) => added.stated(to),
        node => node,
    }
}

/// A count as a formula over the outputs of a counter.
fn counted(least: u64, most: u64, mut lits: Vec<Lit>, to: &mut Program) -> Node {
    let n = lits.len() as u64;
    if n <= SMALL as u64 && least <= 1 && most == 1 {
        let pairs = lits.iter().enumerate().flat_map(|(place, &a)| {
            lits[place + 1..].iter().map(move |&b| Node::any([Node::Lit(a ^ 1), Node::Lit(b ^ 1)]))
        });
        let some = (least == 1).then(|| Node::any(lits.iter().copied().map(Node::Lit)));
        return Node::all(some.into_iter().chain(pairs).collect::<Vec<_>>());
    }
    // A counter takes each variable only once.
    for place in 1..lits.len() {
        if lits[..place].iter().any(|lit| lit / 2 == lits[place] / 2) {
            lits[place] = named(&Node::Lit(lits[place]), to);
        }
    }
    let up_to = if most < n { most + 1 } else { least };
    let outputs = to.counter(&lits, up_to as usize);
    let output = |count: u64| outputs.get(count as usize).copied().map_or(Node::False, Node::Lit);
    let enough = if least == 0 { Node::True } else { output(least - 1) };
    let not_too_many = if most < n { output(most).negated() } else { Node::True };
    Node::all([enough, not_too_many])
}

/// A part of an `iff`: itself if it is small, otherwise its name.
fn operand(node: Node, to: &mut Program) -> Node {
    match &node {
        Node::Lit(_) | Node::True | Node::False | Node::Undefined(_) => node,
        Node::And(parts) | Node::Or(parts) if parts.len() <= SMALL && parts.iter().all(Node::is_lit) => node,
        _ => Node::Lit(named(&node, to)),
    }
}

/// A literal that holds if and only if the formula does.
fn equivalent(node: Node, to: &mut Program) -> Lit {
    match node {
        Node::Lit(lit) => lit,
        node => named(&node, to),
    }
}

/// A literal that implies the formula.
fn implying(node: Node, to: &mut Program) -> Lit {
    match node {
        Node::Lit(lit) => lit,
        node => name_of(clauses(&node, to), to),
    }
}

/// A new literal that holds if and only if the formula does.
fn named(node: &Node, to: &mut Program) -> Lit {
    if let Node::And(parts) = node
        && parts.iter().all(Node::is_lit)
    {
        return named_all(&literals(parts), to);
    }
    let positive = clauses(node, to);
    let negative = clauses(&node.clone().negated(), to);
    let name = name_of(positive, to);
    for mut clause in negative {
        clause.push(name);
        to.clause(&clause);
    }
    name
}

/// The same for a conjunction of literals.
fn named_all(lits: &[Lit], to: &mut Program) -> Lit {
    let name = to.aux();
    for &lit in lits {
        to.clause(&[lit, name ^ 1]);
    }
    let mut negative: Clause = lits.iter().map(|lit| lit ^ 1).collect();
    if is_open(&mut negative) {
        negative.push(name);
        to.clause(&negative);
    }
    name
}

/// A new literal that implies the clauses.
fn name_of(clauses: Vec<Clause>, to: &mut Program) -> Lit {
    let name = to.aux();
    for mut clause in clauses {
        clause.push(name ^ 1);
        to.clause(&clause);
    }
    name
}

/// The clauses of a prepared formula.
fn clauses(node: &Node, to: &mut Program) -> Vec<Clause> {
    match node {
        Node::True => vec![],
        Node::False | Node::Undefined(_) | Node::Count(..) | Node::Added(_) => vec![vec![]],
        Node::Lit(lit) => vec![vec![*lit]],
        Node::And(parts) => parts.iter().flat_map(|part| clauses(part, to)).collect(),
        Node::Or(parts) => {
            let parts: Vec<Vec<Clause>> = parts.iter().map(|part| clauses(part, to)).collect();
            disjunction(parts, to)
        }
        Node::Iff(a, b) => {
            let (not_a, not_b) = ((**a).clone().negated(), (**b).clone().negated());
            let mut both = Vec::new();
            for (x, y) in [(&not_a, &**b), (&**a, &not_b)] {
                let parts = vec![clauses(x, to), clauses(y, to)];
                both.extend(product(&parts));
            }
            both
        }
        Node::Layers(layers) => layers.clauses(to),
        Node::Compared(comparison, _) => clauses(comparison, to),
    }
}

/// A literal that holds if and only if a formula does; `None` for a formula that always holds.
pub(super) fn literal(node: Node, to: &mut Program) -> Option<Lit> {
    match prepared(node, to) {
        Node::True => None,
        node => Some(equivalent(node, to)),
    }
}

/// The clauses of a disjunction of parts that are sets of clauses.
fn disjunction(mut parts: Vec<Vec<Clause>>, to: &mut Program) -> Vec<Clause> {
    let product_size = parts.iter().fold(1, |size: usize, part| size.saturating_mul(part.len()));
    if product_size > DISTRIBUTED {
        let largest = parts.iter().enumerate().max_by_key(|(_, part)| part.len()).map(|(place, _)| place);
        let others: usize = parts.iter().map(|part| part.first().map_or(0, Vec::len)).sum();
        for (place, part) in parts.iter_mut().enumerate() {
            // The largest part needs no name if the rest of its clauses is short.
            if part.len() > 1 && (Some(place) != largest || others > SMALL) {
                let name = name_of(std::mem::take(part), to);
                *part = vec![vec![name]];
            }
        }
    }
    product(&parts)
}

/// Each clause of one part joined with each of the others.
fn product(parts: &[Vec<Clause>]) -> Vec<Clause> {
    let mut joined: Vec<Clause> = vec![vec![]];
    for part in parts {
        joined = joined
            .iter()
            .flat_map(|first| part.iter().map(move |second| [first.as_slice(), second].concat()))
            .collect();
    }
    joined.retain_mut(is_open);
    joined
}

/// Sorts a clause; false if it always holds.
fn is_open(clause: &mut Clause) -> bool {
    clause.sort_unstable();
    clause.dedup();
    clause.windows(2).all(|pair| pair[0] ^ 1 != pair[1])
}

/// The literals among the parts.
fn literals(parts: &[Node]) -> Clause {
    parts.iter().filter_map(|part| if let Node::Lit(lit) = part { Some(*lit) } else { None }).collect()
}
