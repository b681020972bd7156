use std::{fmt, sync::Arc};

use jigsat_cnf::{Formula, Model as Values};
use jigsat_input::{ParseError, Source};
use jigsat_qprop::{Atom, Encoding, Layer as Drawing, MAX_CLAUSES, Model, Over};
use jigsat_solve::{Limits, Puzzle, Stop, Violation};

use crate::{Givens, Page, Solution, Value};

/// A puzzle of a genre.
#[derive(Clone, Debug)]
pub struct Board {
    /// Its genre.
    pub page: Arc<Page>,
    /// What is drawn on it.
    pub givens: Givens,
    pub(crate) model: Model,
    pub(crate) layers: Vec<Drawing>,
}

impl Board {
    /// A board of a genre; errors have places in the source that it was read from.
    ///
    /// # Errors
    ///
    /// A mistake in the givens: a number out of its range, missing rooms.
    pub fn new(page: Arc<Page>, givens: Givens, source: &Source) -> Result<Self, ParseError> {
        let without = Board::within(page, givens, source, &Limits::default())?;
        without.map_err(|stop| ParseError::unfinished(source.name(), format!("{stop} without a limit")))
    }

    /// A board without its ground rules: for its referee alone, which is much less work.
    pub(crate) fn unground(page: Arc<Page>, givens: Givens) -> Result<Self, ParseError> {
        let data = givens.data(&page, &Source::new("board", ""));
        let model = Model::read_unground(page.source.clone(), &data)?;
        let layers = model.layers().collect();
        Ok(Board { page, givens, model, layers })
    }

    /// As [`Board::new`], within limits; returns the first limit that was reached.
    ///
    /// # Errors
    ///
    /// As [`Board::new`].
    pub fn within(
        page: Arc<Page>,
        givens: Givens,
        source: &Source,
        limits: &Limits,
    ) -> Result<Result<Self, Stop>, ParseError> {
        if page.stars.is_some() && givens.stars(&page).is_empty() {
            let message =
                format!("this board of {} has no star: each region needs one at its centre", page.name);
            let help = "draw an 'o' on the cell, border or corner at the centre of each region; the rows show borders, too, so n rows of cells are 2n - 1 lines";
            return Err(ParseError::in_file(source.name(), message).with_help(help));
        }
        if page.rooms.is_some() && givens.rooms.is_none() {
            let message = format!("this board of {} lacks its rooms", page.name);
            let help = "rooms are a second block with a line for each row and a word for each cell: that of its room";
            return Err(ParseError::in_file(source.name(), message).with_help(help));
        }
        let data = givens.data(&page, source);
        let none = |path: &str| Err(ParseError::in_file(path, "a page of a genre includes nothing"));
        let model = Model::read_within(page.source.clone(), &data, &none, MAX_CLAUSES, limits)?;
        Ok(model.map(|model| {
            let layers = model.layers().collect();
            Board { page, givens, model, layers }
        }))
    }

    /// The asserts of the page that a solution breaks, each with its name and its sentence. For an unfinished solution:
    /// those that are broken however it is completed.
    ///
    /// # Errors
    ///
    /// The limit that was reached first.
    pub fn broken(
        &self,
        solution: &Solution,
        is_finished: bool,
        limits: &Limits,
    ) -> Result<Vec<(String, String)>, Stop> {
        let (holds, known) = match solution.atoms(self) {
            Ok(atoms) => atoms,
            Err(violation) => return Ok(vec![(String::new(), violation.to_string())]),
        };
        self.model.broken(&holds, (!is_finished).then_some(&known[..]), limits)
    }

    /// The asserts of the page that are broken however the board is filled in, each with its name and its sentence.
    ///
    /// # Errors
    ///
    /// The limit that was reached first.
    pub fn broken_by_givens(&self, limits: &Limits) -> Result<Vec<(String, String)>, Stop> {
        let nothing = vec![false; self.model.atoms() as usize];
        self.model.broken(&nothing, Some(&nothing), limits)
    }

    /// Number of places of a solution that are not filled in.
    fn open(&self, solution: &Solution, limits: &Limits) -> Result<usize, Stop> {
        let mut open = 0;
        for layer in self.layers.iter().filter(|layer| layer.over != Over::Other) {
            let without = self.model.without_value(&layer.name, limits)?;
            let places = solution.flat(&layer.name).into_iter().enumerate();
            open +=
                places.filter(|(place, value)| **value == Value::Unknown && !without.contains(place)).count();
        }
        Ok(open)
    }

    /// The layer of an atom that is over cells or borders, and the atom's place there.
    pub(crate) fn place_of(&self, atom: Atom) -> Option<(&Drawing, usize)> {
        let find = |layer: &'_ &Drawing| layer.place(atom).is_some();
        let layer = self.layers.iter().find(find)?;
        (layer.over != Over::Other).then(|| layer.place(atom).map(|(place, _)| (layer, place)))?
    }
}

impl Puzzle for Board {
    type Atom = Atom;
    type Encoding = Encoding;
    type Solution = Solution;

    fn name(&self, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Numbers in cells have the same names as everywhere in jigsat: `r1c2=5`.
        match self.place_of(atom).filter(|(layer, _)| layer.over == Over::Cells && !layer.values.is_empty()) {
            Some((layer, cell)) => {
                let value = layer.place(atom).map_or(0, |(_, value)| value);
                write!(f, "{}={}", self.givens.size.cell(cell), layer.values[value])
            }
            None => Puzzle::name(&self.model, atom, f),
        }
    }

    fn encode(&self, encoding: Encoding, e: &mut Formula<Atom>) {
        self.model.encode(encoding, e);
    }

    fn decode(&self, _encoding: Encoding, model: &Values<'_, Atom>) -> Result<Solution, Violation> {
        Solution::of_atoms(self, model.true_atoms())
    }

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        let without = self.check_within(solution, &Limits::default());
        without.unwrap_or_else(|stop| Err(Violation::new(format!("{stop} without a limit"))))
    }

    fn check_within(&self, solution: &Solution, limits: &Limits) -> Result<Result<(), Violation>, Stop> {
        let Some((_, sentence)) = self.broken(solution, true, limits)?.into_iter().next() else {
            return Ok(Ok(()));
        };
        let open = self.open(solution, limits)?;
        let are = if open == 1 { "1 place is".into() } else { format!("{open} places are") };
        Ok(Err(Violation::new(if open == 0 {
            format!("this is broken: {sentence}")
        } else if self.layers.iter().all(|layer| layer.values.is_empty()) {
            format!("{are} open, and with nothing there, this is broken: {sentence}")
        } else {
            format!("{are} open")
        })))
    }
}
