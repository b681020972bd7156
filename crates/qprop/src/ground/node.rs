//! Ground formulas: trees of literals, without anything that the facts decide.

pub(super) use super::program::Lit;
use super::{adder::Added, layers::Layers};
use crate::theory::Undefined;

/// A ground formula without negations above its literals. A constant occurs only on its own.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    True,
    False,
    /// A part of it has no value, and nothing else decides it.
    Undefined(Undefined),
    Lit(Lit),
    And(Vec<Node>),
    Or(Vec<Node>),
    Iff(Box<Node>, Box<Node>),
    /// At least the first number and at most the second number of these hold.
    Count(u64, u64, Vec<Node>),
    /// The last state of a sum or a sequence is accepting.
    Layers(Box<Layers>),
    /// A comparison of functions' values, and for each function the literals of its values: without a value it is false.
    Compared(Box<Node>, Vec<Vec<Lit>>),
    /// A sum in binary is within bounds.
    Added(Box<Added>),
}

/// Whether a formula holds, or why it is neither true nor false.
pub(super) type Truth = Result<bool, Undefined>;

/// The truth of a comparison or fact in which a term may have no value: false, if a function has none for its arguments.
/// (The relational meaning: A. M. Frisch, P. J. Stuckey: The proper treatment of undefinedness in constraint languages,
/// 2009.)
pub(super) fn stated(truth: Truth) -> Truth {
    match truth {
        Err(why) if why.is_missing() => Ok(false),
        truth => truth,
    }
}

impl Node {
    /// What a comparison or fact says.
    pub fn stated(truth: Truth) -> Node {
        stated(truth).map_or_else(Node::Undefined, Node::constant)
    }

    pub fn is_lit(&self) -> bool {
        matches!(self, Node::Lit(_))
    }

    /// Whether it is this constant.
    pub fn is(&self, value: bool) -> bool {
        matches!((self, value), (Node::True, true) | (Node::False, false))
    }

    fn is_constant(&self) -> bool {
        matches!(self, Node::True | Node::False)
    }

    /// Why it has no value.
    fn undefined(&self) -> Option<Undefined> {
        if let Node::Undefined(why) = self { Some(*why) } else { None }
    }

    pub fn constant(value: bool) -> Node {
        if value { Node::True } else { Node::False }
    }

    /// All of the parts; a false one decides it, whatever the others are.
    pub fn all(parts: impl IntoIterator<Item = Node>) -> Node {
        join(parts, false)
    }

    /// One or more of the parts; a true one decides it, whatever the others are.
    pub fn any(parts: impl IntoIterator<Item = Node>) -> Node {
        join(parts, true)
    }

    pub fn iff(a: Node, b: Node) -> Node {
        match (a, b) {
            (Node::Undefined(why), _) | (_, Node::Undefined(why)) => Node::Undefined(why),
            (Node::True, other) | (other, Node::True) => other,
            (Node::False, other) | (other, Node::False) => other.negated(),
            (a, b) => Node::Iff(Box::new(a), Box::new(b)),
        }
    }

    /// At least `least` and at most `most` of the parts.
    pub fn count(least: u64, most: u64, mut parts: Vec<Node>) -> Node {
        if let Some(why) = parts.iter().find_map(Node::undefined) {
            return Node::Undefined(why);
        }
        let held = parts.iter().filter(|part| part.is(true)).count() as u64;
        if most < held {
            return Node::False;
        }
        parts.retain(|part| !part.is_constant());
        counted(least.saturating_sub(held), most - held, parts)
    }

    pub fn negated(self) -> Node {
        match self {
            Node::True => Node::False,
            Node::False => Node::True,
            Node::Undefined(why) => Node::Undefined(why),
            Node::Lit(lit) => Node::Lit(lit ^ 1),
            Node::And(parts) => Node::Or(parts.into_iter().map(Node::negated).collect()),
            Node::Or(parts) => Node::And(parts.into_iter().map(Node::negated).collect()),
            Node::Iff(a, b) => Node::Iff(a, Box::new(b.negated())),
            Node::Layers(layers) => Node::Layers(Box::new(layers.negated())),
            Node::Compared(comparison, _) => comparison.negated(),
            Node::Added(added) => added.negated(),
            Node::Count(least, most, parts) => {
                let too_few = if least == 0 { Node::False } else { counted(0, least - 1, parts.clone()) };
                let too_many =
                    if most == u64::MAX { Node::False } else { counted(most + 1, u64::MAX, parts) };
                Node::any([too_few, too_many])
            }
        }
    }
}

/// As [`Node::count`], for parts that are no constants.
fn counted(least: u64, most: u64, parts: Vec<Node>) -> Node {
    let n = parts.len() as u64;
    let most = most.min(n);
    if least > most {
        Node::False
    } else if least == 0 && most == n {
        Node::True
    } else if most == 0 {
        Node::all(parts.into_iter().map(Node::negated))
    } else if least == n {
        Node::all(parts)
    } else if least == 1 && most == n {
        Node::any(parts)
    } else {
        Node::Count(least, if most == n { u64::MAX } else { most }, parts)
    }
}

/// Joins parts, of which this truth of one decides the whole. The memory of a vector of parts is used again.
fn join(parts: impl IntoIterator<Item = Node>, deciding: bool) -> Node {
    let mut parts: Vec<Node> = parts.into_iter().collect();
    if parts.iter().any(|part| part.is(deciding)) {
        return Node::constant(deciding);
    }
    if let Some(why) = parts.iter().find_map(Node::undefined) {
        return Node::Undefined(why);
    }
    parts.retain(|part| !part.is_constant());
    if parts.iter().any(|part| matches!((part, deciding), (Node::And(_), false) | (Node::Or(_), true))) {
        let mut joined = Vec::with_capacity(parts.len());
        for part in parts {
            match (part, deciding) {
                (Node::And(parts), false) | (Node::Or(parts), true) if joined.is_empty() => joined = parts,
                (Node::And(parts), false) | (Node::Or(parts), true) => joined.extend(parts),
                (part, _) => joined.push(part),
            }
        }
        parts = joined;
    }
    match parts.len() {
        0 => Node::constant(!deciding),
        1 => parts.remove(0),
        _ if deciding => Node::Or(parts),
        _ => Node::And(parts),
    }
}
