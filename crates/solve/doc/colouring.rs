use std::fmt;

use jigsat_cnf::{Formula, Literal, Model, Rule, neg, pos};
use jigsat_solve::{Violation, Puzzle};

/// Nodes get colours so that the two ends of each edge differ.
pub struct Colouring {
    pub nodes: u8,
    pub colours: u8,
    pub edges: Vec<(u8, u8)>,
    /// Nodes whose colour is given.
    pub given: Vec<(u8, u8)>,
}

const NODE: Rule = Rule::new("node", "node {0} has exactly one colour");
const EDGE: Rule = Rule::new("edge", "nodes {0} and {1} differ");

impl Puzzle for Colouring {
    /// A node and its colour.
    type Atom = (u8, u8);
    /// There is one encoding.
    type Encoding = ();
    /// The colour of each node.
    type Solution = Vec<u8>;

    fn name(&self, (node, colour): (u8, u8), f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{node}={colour}")
    }

    fn encode(&self, _encoding: (), e: &mut Formula<(u8, u8)>) {
        for node in 0..self.nodes {
            (0..self.colours).for_each(|colour| e.declare_projected((node, colour)));
            e.group(&NODE, (node,)).exactly_one((0..self.colours).map(|colour| (node, colour)));
        }
        for &(a, b) in &self.edges {
            let mut group = e.group(&EDGE, (a, b));
            for colour in 0..self.colours {
                group.clause([neg((a, colour)), neg((b, colour))]);
            }
        }
    }

    fn givens(&self) -> Vec<Literal<(u8, u8)>> {
        self.given.iter().copied().map(pos).collect()
    }

    fn decode(&self, _encoding: (), model: &Model<'_, (u8, u8)>) -> Result<Vec<u8>, Violation> {
        let colour = |node| (0..self.colours).find(|&colour| model.holds((node, colour)));
        let colours: Option<Vec<u8>> = (0..self.nodes).map(colour).collect();
        colours.ok_or_else(|| Violation::new("a node has no colour"))
    }

    fn check(&self, solution: &Vec<u8>) -> Result<(), Violation> {
        let alike = |&&(a, b): &&(u8, u8)| solution[usize::from(a)] == solution[usize::from(b)];
        if let Some((a, b)) = self.edges.iter().find(alike) {
            return Err(Violation::new(format!("nodes {a} and {b} have the same colour")));
        }
        match self.given.iter().find(|&&(node, colour)| solution[usize::from(node)] != colour) {
            Some((node, colour)) => Err(Violation::new(format!("node {node} was given as {colour}"))),
            None => Ok(()),
        }
    }
}

impl Colouring {
    /// Three nodes, each joined to each other.
    pub fn triangle(colours: u8) -> Self {
        Colouring { nodes: 3, colours, edges: vec![(0, 1), (0, 2), (1, 2)], given: vec![] }
    }
}
