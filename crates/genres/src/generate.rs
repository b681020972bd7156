//! New boards, made as a page says: random rooms or walls, a random solution, everything that fits it. The board is
//! changed a little as long as there are other solutions; then givens that are not needed are removed.

mod alternate;
mod between;
mod blacks;
mod blocks;
mod cages;
mod change;
mod deal;
mod fit;
mod galaxies;
mod islands;
mod latin;
mod paths;
mod picture;
mod plan;
mod refute;
mod repair;
mod rooms;
mod sizes;
mod sums;
mod thin;
mod unique;

use std::{rc::Rc, sync::Arc};

use jigsat_cnf::Literal;
use jigsat_grid::Size;
use jigsat_input::{ParseError, Position};
use jigsat_qprop::{Atom, Unread};
use jigsat_solve::{Attempt, Error, Limits, Stop};
use rand::{
    Rng, SeedableRng,
    seq::{IndexedRandom, index},
};
use rand_chacha::ChaCha8Rng;

use crate::{
    Board, Givens, Page, Solution, Value,
    page::{At, What},
};
use change::Draft;
pub(crate) use plan::{STEPS, Step, former};
use unique::{Drawn, Wish};

/// The board to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Its size.
    pub size: Size,
    /// Whether every given must be needed; otherwise, some may be superfluous.
    pub minimal: bool,
}

impl Page {
    /// The size of a new board if none is asked for: what the page says, or 10x10.
    pub(crate) fn usual_size(&self) -> Size {
        let own =
            self.steps.iter().find_map(|step| if let Step::Usual(size) = step { Some(*size) } else { None });
        own.unwrap_or(Size::new(10, 10))
    }
}

/// The result of generating.
#[derive(Clone, Debug)]
pub struct Generated {
    /// A board with exactly one solution.
    pub board: Board,
    /// Its solution.
    pub solution: Solution,
    /// Why more is given than wanted, if that is the case.
    pub stopped: Option<Stop>,
}

/// Maximum number of attempts until a board has a single solution.
const TRIES: u32 = 3_000;

/// Maximum number of attempts that change the same board: small ones come again and again.
const TIMES: u32 = 3;

/// Maximum number of boards that are remembered: if a size has more, others come soon.
const KNOWN: usize = 30;

/// Makes a board of a genre: the same for the same seed. Returns `Stopped` if a limit was reached before there was one,
/// or if none of 3,000 boards had a single solution ([`Stop::GaveUp`]).
///
/// # Errors
///
/// A page that doesn't say how boards are made; a size that the genre doesn't have; errors of the solver.
pub fn generate(
    page: &Arc<Page>,
    wanted: &Wanted,
    seed: u64,
    limits: &Limits,
) -> Result<Attempt<Generated>, jigsat_kit::Error> {
    if page.steps.is_empty() {
        return Err(jigsat_kit::Error::request(format!("{} cannot generate puzzles", page.name)));
    }
    if let Some(why_not) = page.steps.iter().find_map(|step| step.why_not(page.title(), wanted.size)) {
        return Err(jigsat_kit::Error::request(why_not));
    }
    let rng = ChaCha8Rng::seed_from_u64(seed);
    let mut maker =
        Maker { page, wanted, limits, steps: &page.steps, rng, unsolvable: 0, bare: None, begun: Vec::new() };
    for _ in 0..TRIES {
        if let Some(stop) = limits.reached() {
            return Ok(Attempt::Stopped(stop));
        }
        match maker.attempt() {
            Ok(Some(generated)) => return Ok(Attempt::Success(generated)),
            Ok(None) | Err(Failed::Again) => {}
            Err(Failed::Stopped(stop)) => return Ok(Attempt::Stopped(stop)),
            Err(Failed::Solver(error)) => return Err(error.into()),
            Err(Failed::Unfit(message)) => return Err(jigsat_kit::Error::request(message)),
        }
    }
    Ok(Attempt::Stopped(Stop::GaveUp))
}

/// Why there is no board.
enum Failed {
    /// A limit was reached.
    Stopped(Stop),
    Solver(Error),
    /// This attempt failed.
    Again,
    /// The genre has no boards like this.
    Unfit(String),
}

impl From<Stop> for Failed {
    fn from(stop: Stop) -> Self {
        Failed::Stopped(stop)
    }
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Failed::Solver(error)
    }
}

impl From<ParseError> for Failed {
    fn from(error: ParseError) -> Self {
        Failed::Unfit(error.message().to_owned())
    }
}

impl From<Unread> for Failed {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::Malformed(error) => error.into(),
            Unread::Stopped(stop) => stop.into(),
        }
    }
}

struct Maker<'m> {
    page: &'m Arc<Page>,
    wanted: &'m Wanted,
    limits: &'m Limits,
    steps: &'m [Step],
    rng: ChaCha8Rng,
    /// Number of the last attempts that had no solution.
    unsolvable: u32,
    /// The last board with rooms alone that got another solution, with its ground rules.
    bare: Option<Rc<Board>>,
    /// Boards that attempts began with, and how many attempts.
    begun: Vec<(Givens, u32)>,
}

const NOWHERE: Position = Position { line: 1, column: 1 };

impl Maker<'_> {
    /// A board with a single solution, if this attempt leads to one.
    fn attempt(&mut self) -> Result<Option<Generated>, Failed> {
        let mut givens = self.structure();
        if self.steps.iter().any(|step| matches!(step, Step::Blacks { layer } if has_all(&givens, layer))) {
            return Ok(None);
        }
        let solution = if let Some(solution) = self.drawn(&mut givens)? {
            solution
        } else {
            let Some((board, solution)) = self.solved(&mut givens)? else { return Ok(None) };
            self.rarer(&board, solution, &|_| true)?
        };
        for step in self.steps {
            if let Step::Around { layer } = step {
                let values = solution.flat(layer);
                let seeds: Vec<usize> = (0..values.len()).filter(|&cell| values[cell].is_yes()).collect();
                givens.set_rooms(&rooms::around(self.wanted.size, &seeds, &mut self.rng));
            }
        }
        let blank = Rc::new(self.blank(&givens)?);
        self.number(&mut givens, &solution)?;
        self.fit(&mut givens, &solution, &|_| true)?;
        // A solution that was found without some asserts may break them now, or a number may be too large.
        match Board::unground(self.page.clone(), givens.clone()) {
            Ok(board) if self.is_right(&board, &solution)? => {}
            _ => return Ok(None),
        }
        if let Some((_, times)) = self.begun.iter_mut().find(|(known, _)| *known == givens) {
            if *times == TIMES {
                return Ok(None);
            }
            *times += 1;
        } else if self.begun.len() < KNOWN {
            self.begun.push((givens.clone(), 1));
        }
        let Some(made) = self.told(Draft { blank, givens, solution })? else { return Ok(None) };
        let Draft { mut givens, solution, .. } = made;
        let stopped = match self.thin(&mut givens, &solution)? {
            None => self.loosen(&mut givens, &solution)?,
            stopped => stopped,
        };
        givens.layers.retain(|_, words| !words.is_empty());
        let board = unique::board(self.page, &givens, &Limits::default())?;
        Ok(Some(Generated { board, solution, stopped }))
    }

    /// The board before its solution; its rules are ground only if it may get another solution.
    fn blank(&self, givens: &Givens) -> Result<Board, Failed> {
        if self.steps.iter().any(Step::keeps_solution) {
            Ok(Board::unground(self.page.clone(), givens.clone())?)
        } else {
            unique::board(self.page, givens, self.limits)
        }
    }

    /// A random solution with these values.
    fn random(&mut self, board: &Board, kept: Vec<Literal<Atom>>) -> Result<Drawn, Failed> {
        let without = self
            .steps
            .iter()
            .filter_map(|step| if let Step::Without(name) = step { Some(name.as_str()) } else { None });
        let most = self
            .steps
            .iter()
            .filter_map(|step| if let Step::Most(name) = step { Some(name.as_str()) } else { None });
        let wish = Wish { without: without.collect(), most: most.collect(), kept };
        unique::random(board, &wish, &mut self.rng, self.limits)
    }

    /// The solution with other digits in these cells, or as a whole, so that sums leave few others; the same if the digits don't begin
    /// with 1, or if rules of the page forbid what came out.
    fn rarer(
        &mut self,
        board: &Board,
        solution: Solution,
        may_change: &dyn Fn(usize) -> bool,
    ) -> Result<Solution, Failed> {
        let mut changed = solution.clone();
        self.rare_sums(board, &mut changed);
        for step in self.steps {
            let Step::Sums { digit, .. } = step else { continue };
            let Some(layer) = board.layers.iter().find(|layer| layer.name == *digit) else { continue };
            let known = layer.values.iter().map(|text| Value::of(text).count());
            if !known.eq(1..=layer.values.len() as i64) || layer.values.len() > sums::MOST {
                continue;
            }
            let values: Vec<Value> = solution.flat(digit).into_iter().cloned().collect();
            let mut digits: Vec<usize> = values.iter().map(|value| value.count() as usize).collect();
            let changing: Vec<usize> =
                (0..digits.len()).filter(|&cell| digits[cell] > 0 && may_change(cell)).collect();
            sums::rarer(self.wanted.size, &mut digits, layer.values.len(), &changing, &mut self.rng);
            let with = |(value, digit): (Value, usize)| {
                if digit > 0 { Value::Number(digit as i64) } else { value }
            };
            changed.set(board, layer, values.into_iter().zip(digits).map(with).collect());
        }
        Ok(if changed != solution && self.is_right(board, &changed)? { changed } else { solution })
    }

    /// The givens that exist before a solution.
    fn structure(&mut self) -> Givens {
        let size = self.wanted.size;
        let mut givens = Givens::new(size);
        for step in self.steps {
            match step {
                &Step::Rooms { least, most } => {
                    givens.set_rooms(&rooms::divide(size, least, most, &mut self.rng));
                }
                Step::Dominoes(word) => {
                    let rooms = rooms::dominoes(size, &mut self.rng);
                    let is_alone =
                        |cell: &usize| rooms.iter().filter(|room| **room == rooms[*cell]).count() == 1;
                    for cell in (0..size.area()).filter(is_alone) {
                        givens.set(word, vec![cell], self.page.word(word), NOWHERE);
                    }
                    givens.set_rooms(&rooms);
                }
                // The rooms come later; until then there is one room.
                Step::Around { .. } => givens.set_rooms(&vec![0; size.area()]),
                Step::Scatter { layers, percent } => {
                    for cell in 0..size.area() {
                        let Some(layer) = self.one_of(layers) else { continue };
                        if self.rng.random_ratio(*percent, 100) {
                            let word = self.word_of(layer);
                            givens.set(layer, vec![cell], word, NOWHERE);
                        }
                    }
                }
                Step::One { words } => {
                    let cells = index::sample(&mut self.rng, size.area(), words.len().min(size.area()));
                    for (word, cell) in words.iter().zip(cells) {
                        givens.set(word, vec![cell], self.page.word(word), NOWHERE);
                    }
                }
                Step::Blacks { layer } => {
                    for cell in blacks::blacks(size, &mut self.rng) {
                        givens.set(layer, vec![cell], self.page.word(layer), NOWHERE);
                    }
                }
                Step::Fleet(constant) => {
                    // A fleet has this many cells, and three times as many are enough room for it.
                    let cells = |fleet: usize| fleet * (fleet + 1) * (fleet + 2) / 6;
                    let fleet = (1..=5).rev().find(|&fleet| 3 * cells(fleet) <= size.area()).unwrap_or(1);
                    givens.numbers.insert(constant.clone(), fleet as i64);
                }
                _ => {}
            }
        }
        givens
    }

    /// One of several names.
    fn one_of<'l>(&mut self, layers: &'l [String]) -> Option<&'l String> {
        if let [layer] = layers { Some(layer) } else { layers.choose(&mut self.rng) }
    }

    /// The word of a layer, or one of its words.
    fn word_of(&mut self, layer: &str) -> String {
        match self.page.given(layer).map(|given| &given.what) {
            Some(What::Symbol(words)) => words.choose(&mut self.rng).cloned().unwrap_or_default(),
            _ => self.page.word(layer),
        }
    }

    /// A board and its solution together, if the genre's boards are made this way.
    fn drawn(&mut self, givens: &mut Givens) -> Result<Option<Solution>, Failed> {
        let size = self.wanted.size;
        for step in self.steps {
            let (layer, values): (&str, Vec<Value>) = match step {
                Step::Islands { number, bridge } => {
                    let (islands, bridges) = islands::islands(size, &mut self.rng);
                    if islands.len() < 2 {
                        return Err(Failed::Again);
                    }
                    for (cell, count) in islands {
                        givens.set(number, vec![cell], count.to_string(), NOWHERE);
                    }
                    (bridge, bridges.into_iter().map(Value::Number).collect())
                }
                Step::Picture { clue, shade } => {
                    let shaded = picture::picture(size, &mut self.rng);
                    for (line, runs) in picture::runs(size, &shaded).into_iter().enumerate() {
                        for (place, run) in runs.into_iter().enumerate() {
                            givens.set(clue, vec![line, place], run.to_string(), NOWHERE);
                        }
                    }
                    (shade, shaded.into_iter().map(|shaded| Value::Number(shaded.into())).collect())
                }
                Step::Latin { shade, .. } => {
                    let shaded = latin::shading(size, &mut self.rng);
                    (shade, shaded.into_iter().map(|shaded| Value::Number(shaded.into())).collect())
                }
                Step::Paths { number, line } => {
                    let (lines, passed) = paths::paths(size, &mut self.rng, self.limits);
                    for (place, ends) in lines.into_iter().enumerate() {
                        for end in ends {
                            givens.set(number, vec![end], (place + 1).to_string(), NOWHERE);
                        }
                    }
                    (line, passed.into_iter().map(|passed| Value::Number(passed.into())).collect())
                }
                Step::Deal { number, border } => {
                    let (numbers, borders) = deal::deal(size, givens.border_count(), &mut self.rng);
                    for (cell, value) in numbers.into_iter().enumerate() {
                        givens.set(number, vec![cell], value.to_string(), NOWHERE);
                    }
                    (border, borders.into_iter().map(|border| Value::Number(border.into())).collect())
                }
                Step::Between { number, border } => {
                    let areas = between::areas(size, &mut self.rng);
                    between::numbers(givens, number, &areas, &mut self.rng);
                    let borders = between::borders(size, &areas, givens.border_count());
                    (border, borders.into_iter().map(|border| Value::Number(border.into())).collect())
                }
                Step::Galaxies { star, galaxy } => {
                    let (stars, of_cell) = galaxies::galaxies(size, &mut self.rng);
                    for dot in stars {
                        givens.set(star, vec![dot], self.page.word(star), NOWHERE);
                    }
                    let board = Board::unground(self.page.clone(), givens.clone())?;
                    let layer = board.layers.iter().find(|layer| layer.name == *galaxy);
                    let names = layer.map(|layer| layer.values.clone()).unwrap_or_default();
                    let value = |star: usize| names.get(star).map_or(Value::Unknown, |name| Value::of(name));
                    (galaxy, of_cell.into_iter().map(value).collect())
                }
                _ => continue,
            };
            let board = Board::unground(self.page.clone(), givens.clone())?;
            let mut solution = Solution::unknown(&board);
            if let Some(layer) = board.layers.iter().find(|known| known.name == layer) {
                solution.set(&board, layer, values);
            }
            return Ok(Some(solution));
        }
        Ok(None)
    }

    /// Adds numbers, and words in turn, that follow from the solution.
    fn number(&mut self, givens: &mut Givens, solution: &Solution) -> Result<(), Failed> {
        let size = self.wanted.size;
        for step in self.steps {
            match step {
                Step::Sizes { number, layer } => {
                    let board = Board::unground(self.page.clone(), givens.clone())?;
                    sizes::sizes(givens, number, &sizes::areas(&board, solution, layer), &mut self.rng);
                }
                Step::Latin { number, shade } => {
                    let shaded: Vec<bool> = solution.flat(shade).into_iter().map(Value::is_yes).collect();
                    for (cell, value) in latin::numbers(size, &shaded, &mut self.rng).into_iter().enumerate()
                    {
                        givens.set(number, vec![cell], value.to_string(), NOWHERE);
                    }
                }
                Step::Sums { givens: layers, digit } => {
                    sums::sums(givens, layers, &self.page.word(&layers[2]), &solution.flat(digit));
                }
                Step::Blocks { .. } => {
                    if let Some((total, _, filling)) = self.filling(solution) {
                        blocks::totals(givens, total, &filling);
                    }
                }
                Step::Alternate { layer, line } => {
                    let given = self.page.given(layer).map(|given| &given.what);
                    let Some(What::Symbol(words)) = given else { continue };
                    if !alternate::words(givens, (layer, words), &solution.flat(line)) {
                        return Err(Failed::Again);
                    }
                }
                Step::Cages { total, signs } => {
                    cages::cages(self.page, givens, solution, (total, signs), &mut self.rng);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Adds givens that fit the solution, for layers at these places.
    fn fit(
        &mut self,
        givens: &mut Givens,
        solution: &Solution,
        wanted: &dyn Fn(At) -> bool,
    ) -> Result<(), Failed> {
        for step in self.steps {
            let Step::Fits { layer, instead, .. } = step else { continue };
            if self.page.given(layer).is_some_and(|given| wanted(given.at)) {
                fit::fit(self.page, givens, solution, (layer, instead.as_deref()), self.limits)?;
                self.leave_alone(givens, layer);
            }
        }
        self.one_on_each_border(givens);
        Ok(())
    }

    /// Removes words from cells that have a word of which there is one.
    fn leave_alone(&self, givens: &mut Givens, layer: &str) {
        let ones = self.steps.iter().filter_map(|step| match step {
            Step::One { words } => Some(words),
            _ => None,
        });
        let cells: Vec<Vec<usize>> = ones
            .flatten()
            .filter_map(|word| givens.layers.get(word))
            .flat_map(|at| at.keys().cloned())
            .collect();
        if let Some(words) = givens.layers.get_mut(layer) {
            words.retain(|cell, _| !cells.contains(cell));
        }
    }

    /// Of several words that fit on a border, leaves one.
    fn one_on_each_border(&mut self, givens: &mut Givens) {
        let names: Vec<&str> = self
            .page
            .givens
            .iter()
            .filter(|given| given.is_on_border())
            .map(|given| given.name.as_str())
            .collect();
        if names.len() < 2 {
            return;
        }
        for border in 0..givens.border_count() {
            let there: Vec<&str> =
                names.iter().copied().filter(|name| givens.get(name, &[border]).is_some()).collect();
            let Some(stays) = there.choose(&mut self.rng) else { continue };
            for other in there.iter().filter(|other| *other != stays) {
                givens.layers.get_mut(*other).and_then(|layer| layer.remove(&vec![border]));
            }
        }
    }

    fn is_right(&self, board: &Board, solution: &Solution) -> Result<bool, Failed> {
        let Ok((holds, _)) = solution.atoms(board) else { return Ok(false) };
        Ok(board.model.holds(&holds, self.limits)?)
    }
}

/// Whether a layer has a value in each cell.
fn has_all(givens: &Givens, layer: &str) -> bool {
    givens.layers.get(layer).is_some_and(|cells| cells.len() == givens.size.area())
}
