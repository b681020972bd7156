//! A model with its data, ready to be solved.

use std::fmt;

use jigsat_cnf::{Choice, Encoding};
use jigsat_input::{ParseError, Source};
use jigsat_solve::{Flaw, Puzzle};

use crate::{
    Data, Solution,
    atom::Atom,
    evaluate::Evaluator,
    ground::{Program, ground},
    load::{Open, load},
    resolve::resolve,
    syntax::Item,
    theory::Theory,
};

/// How many clauses and counting statements a model may ground to, unless told otherwise.
pub const MAX_CLAUSES: u64 = 10_000_000;

/// A model that was read, resolved and grounded with its data.
#[derive(Clone, Debug)]
pub struct Model {
    name: String,
    items: Vec<Item>,
    pub(crate) theory: Theory,
    program: Program,
}

/// The encoding is the model's own text; there is no other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum How {
    /// The asserts, grounded.
    #[default]
    Model,
}

impl Choice for How {
    const ALL: &'static [Self] = &[How::Model];

    fn name(self) -> &'static str {
        "model"
    }
}

impl Model {
    /// Reads a model. `open` opens what it includes, by the path that it writes.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with the text or the data, at its place; a model that grounds to more than
    /// `max_clauses` clauses.
    pub fn read(source: Source, data: &Data, open: Open<'_>, max_clauses: u64) -> Result<Model, ParseError> {
        let name = source.name().to_owned();
        let (sources, items) = load(source, open)?;
        let theory = resolve(&items, &sources, data)?;
        let program = ground(&theory, &sources, max_clauses)?;
        Ok(Model { name, items, theory, program })
    }

    /// Reads a model that includes nothing, to at most [`MAX_CLAUSES`].
    ///
    /// # Errors
    ///
    /// As [`Model::read`].
    pub fn parse(source: Source, data: &Data) -> Result<Model, ParseError> {
        let open = |path: &str| Err(ParseError::in_file(path, "is not there"));
        Model::read(source, data, &open, MAX_CLAUSES)
    }

    /// The file it was read from.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its statements, those of included files in their places.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// How many atoms it has, whether they occur in a constraint or not.
    #[must_use]
    pub fn atoms(&self) -> u32 {
        self.theory.atoms
    }

    /// How many steps grounding took: values of variables tried, and parts of guards tested.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.program.steps
    }

    /// The names of the shown predicates, with how many places each has.
    pub fn shown(&self) -> impl Iterator<Item = (&str, usize)> {
        let shown = self.theory.preds.iter().filter(|pred| pred.shown);
        shown.map(|pred| (pred.name.as_str(), pred.places.len()))
    }

    /// The atom with that name, such as `l(1,3)`.
    #[must_use]
    pub fn atom(&self, name: &str) -> Option<Atom> {
        self.theory.read_atom(name)
    }

    /// Whether all asserts hold when these atoms do and no others, by the meaning of the text alone.
    ///
    /// # Errors
    ///
    /// The sentence of the first constraint that is broken.
    pub fn evaluate(&self, holds: &[bool]) -> Result<(), Flaw> {
        match Evaluator::new(&self.theory, holds).broken() {
            None => Ok(()),
            Some(sentence) => Err(Flaw::new(format!("this is broken: {sentence}"))),
        }
    }

    fn is_shown(&self, atom: Atom) -> bool {
        self.theory.pred_of(atom).is_some_and(|pred| pred.shown)
    }

    /// An atom's name.
    #[must_use]
    pub fn atom_name(&self, atom: Atom) -> String {
        let mut name = String::new();
        // A String takes everything.
        let _ = self.theory.write_atom(atom, &mut name);
        name
    }
}

impl Puzzle for Model {
    type Atom = Atom;
    type How = How;
    type Solution = Solution;

    fn name(&self, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.theory.write_atom(atom, f)
    }

    fn encode(&self, _how: How, e: &mut Encoding<Atom>) {
        for pred in &self.theory.preds {
            for atom in (pred.first..pred.first + pred.count).map(Atom) {
                if pred.shown {
                    e.declare_key(atom);
                } else {
                    e.declare(atom);
                }
            }
        }
        self.program.write(&self.theory, e);
    }

    fn decode(&self, _how: How, model: &jigsat_cnf::Model<'_, Atom>) -> Result<Solution, Flaw> {
        let (shown, hidden): (Vec<Atom>, Vec<Atom>) =
            model.true_atoms().partition(|&atom| self.is_shown(atom));
        let holds = shown.into_iter().map(|atom| self.atom_name(atom)).collect();
        Ok(Solution { holds, hidden: Some(hidden) })
    }

    fn check(&self, solution: &Solution) -> Result<(), Flaw> {
        crate::check::check(self, solution)
    }
}
