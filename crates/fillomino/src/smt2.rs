//! The spanning-tree model as SMT-LIB 2, for SMT solvers: logic `QF_UFLIA`, integers for numbers, sizes and roots.
//!
//! Cells are x = r·W + c from 0. `n_x` is the number of cell x, `s_x` the size of the subtree below it, `r_x` the root
//! of its tree, and `e_x_y` says that an edge leads from x, the parent, to its neighbour y; in the basic variant `g_x`
//! says that there is a given below. The rules are those of `encode/tree.rs`. Sizes are integers, which can't overflow,
//! so a cycle would have to be larger than itself.

mod reply;

use std::fmt::Write;

use crate::{Fillomino, Variant, field::Field};
pub use reply::parse_model;

/// The puzzle as an SMT-LIB 2 script that asks for the numbers of a solution; [`parse_model`] reads what a
/// solver prints. Linear in the number of cells.
#[must_use]
pub fn smt2(puzzle: &Fillomino) -> String {
    let mut script = Script { puzzle, field: Field::new(puzzle.size), text: String::new() };
    script.declare();
    for cell in 0..script.field.cells() {
        script.number(cell);
        script.tree(cell);
        if puzzle.variant == Variant::Basic {
            script.given_below(cell);
        }
    }
    script.pairs();
    script.line("(check-sat)");
    let names: Vec<String> = (0..script.field.cells()).map(|cell| format!("n_{cell}")).collect();
    script.line(&format!("(get-value ({}))", names.join(" ")));
    script.text
}

struct Script<'p> {
    puzzle: &'p Fillomino,
    field: Field,
    text: String,
}

impl Script<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn assert(&mut self, formula: &str) {
        let _ = writeln!(self.text, "(assert {formula})");
    }

    fn around(&self, cell: usize) -> Vec<usize> {
        self.field.around(cell).collect()
    }

    fn declare(&mut self) {
        self.line("(set-option :produce-models true)");
        self.line("(set-logic QF_UFLIA)");
        for x in 0..self.field.cells() {
            for name in ["n", "s", "r"] {
                self.line(&format!("(declare-fun {name}_{x} () Int)"));
            }
            if self.puzzle.variant == Variant::Basic {
                self.line(&format!("(declare-fun g_{x} () Bool)"));
            }
            for y in self.around(x) {
                self.line(&format!("(declare-fun e_{x}_{y} () Bool)"));
            }
        }
    }

    fn number(&mut self, x: usize) {
        let given = self.puzzle.givens[x];
        let cells = self.field.cells();
        if given != 0 {
            self.assert(&format!("(= n_{x} {given})"));
        }
        self.assert(&format!("(<= 1 n_{x} {cells})"));
    }

    /// At most one parent; a cell without one is a root; the size adds up.
    fn tree(&mut self, x: usize) {
        let around = self.around(x);
        for (place, y) in around.iter().enumerate() {
            for z in &around[..place] {
                self.assert(&format!("(not (and e_{z}_{x} e_{y}_{x}))"));
            }
        }
        let is_root = format!("(and (= r_{x} {x}) (= s_{x} n_{x}))");
        let has_parent: Vec<String> = around.iter().map(|y| format!("e_{y}_{x}")).collect();
        self.assert(&either(&[&has_parent[..], &[is_root]].concat()));
        let below: Vec<String> = around.iter().map(|y| format!("(ite e_{x}_{y} s_{y} 0)")).collect();
        let sum = if below.is_empty() { "1".into() } else { format!("(+ 1 {})", below.join(" ")) };
        self.assert(&format!("(= s_{x} {sum})"));
    }

    fn given_below(&mut self, x: usize) {
        let around = self.around(x);
        let has_parent = around.iter().map(|y| format!("e_{y}_{x}"));
        let alternatives: Vec<String> = has_parent.chain([format!("g_{x}")]).collect();
        self.assert(&either(&alternatives));
        if self.puzzle.givens[x] == 0 {
            let from = around.iter().map(|y| format!("(and e_{x}_{y} g_{y})"));
            let alternatives: Vec<String> = [format!("(not g_{x})")].into_iter().chain(from).collect();
            self.assert(&either(&alternatives));
        }
    }

    fn pairs(&mut self) {
        let pairs: Vec<_> = self.field.pairs().collect();
        for (x, y) in pairs {
            self.assert(&format!("(not (and e_{x}_{y} e_{y}_{x}))"));
            self.assert(&format!("(=> (or e_{x}_{y} e_{y}_{x}) (= n_{x} n_{y}))"));
            self.assert(&format!("(=> (= n_{x} n_{y}) (= r_{x} r_{y}))"));
        }
    }
}

/// A disjunction; a single alternative stands alone.
fn either(alternatives: &[String]) -> String {
    match alternatives {
        [one] => one.clone(),
        several => format!("(or {})", several.join(" ")),
    }
}
