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

    pub fn constant(value: bool) -> Node {
        if value { Node::True } else { Node::False }
    }

    /// All of the parts; a false one decides it, whatever the others are.
    pub fn all(parts: impl IntoIterator<Item = Node>) -> Node {
        join(
            parts,
            false,
            |node| match node {
                Node::And(parts) => Ok(parts),
                node => Err(node),
            },
            Node::And,
        )
    }

    /// One or more of the parts; a true one decides it, whatever the others are.
    pub fn any(parts: impl IntoIterator<Item = Node>) -> Node {
        join(
            parts,
            true,
            |node| match node {
                Node::Or(parts) => Ok(parts),
                node => Err(node),
            },
            Node::Or,
        )
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
    pub fn count(least: u64, most: u64, parts: Vec<Node>) -> Node {
        let (mut held, mut open) = (0, Vec::new());
        for part in parts {
            match part {
                Node::True => held += 1,
                Node::False => {}
                Node::Undefined(why) => return Node::Undefined(why),
                part => open.push(part),
            }
        }
        if most < held {
            return Node::False;
        }
        counted(least.saturating_sub(held), most - held, open)
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

/// Joins parts, of which this truth of one decides the whole.
fn join(
    parts: impl IntoIterator<Item = Node>,
    deciding: bool,
    same: impl Fn(Node) -> Result<Vec<Node>, Node>,
    make: impl FnOnce(Vec<Node>) -> Node,
) -> Node {
    let mut joined = Vec::new();
    let mut undefined = None;
    for part in parts {
        match part {
            part if part.is(deciding) => return part,
            Node::True | Node::False => {}
            Node::Undefined(why) => undefined = undefined.or(Some(why)),
            part => match same(part) {
                Ok(parts) if joined.is_empty() => joined = parts,
                Ok(parts) => joined.extend(parts),
                Err(part) => joined.push(part),
            },
        }
    }
    match (undefined, joined.len()) {
        (Some(why), _) => Node::Undefined(why),
        (None, 0) => Node::constant(!deciding),
        (None, 1) => joined.remove(0),
        (None, _) => make(joined),
    }
}
