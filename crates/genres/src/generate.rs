//! New boards, as a page says how they are made: rooms or walls by lot, a random solution, all that fits it; rooms
//! change while there are other solutions, and then what can be spared is taken away.

mod blacks;
mod cages;
mod fit;
mod galaxies;
mod islands;
mod latin;
mod paths;
mod plan;
mod rooms;
mod sizes;
mod unique;

use std::sync::Arc;

use jigsat_grid::Size;
use jigsat_input::{ParseError, Position};
use jigsat_solve::{Attempt, Error, Limits, Stop};
use rand::{
    Rng, SeedableRng,
    seq::{IndexedRandom, SliceRandom},
};
use rand_chacha::ChaCha8Rng;

use crate::{
    Board, Givens, Page, Solution, Value,
    page::{At, What},
};
use plan::Step;
use unique::Others;

/// What board to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Its size.
    pub size: Size,
    /// Whether nothing that is given can be spared; or else some of it may be left.
    pub minimal: bool,
}

/// What generating came to.
#[derive(Clone, Debug)]
pub struct Generated {
    /// A board with exactly one solution.
    pub board: Board,
    /// Its solution.
    pub solution: Solution,
    /// Why more is given than was wanted, if there is.
    pub stopped: Option<Stop>,
}

/// So many boards are begun until one has a single solution.
const TRIES: u32 = 500;

/// So often rooms are changed because there is another solution.
const CHANGES: usize = 60;

/// Makes a board of a genre: the same for the same seed. `Stopped` where a limit was reached before there was one, or
/// where none of 500 had a single solution ([`Stop::GaveUp`]).
///
/// # Errors
///
/// A page that doesn't say how boards are made; a size that the genre doesn't have; those of the solver.
pub fn generate(
    page: &Arc<Page>,
    wanted: &Wanted,
    seed: u64,
    limits: &Limits,
) -> Result<Attempt<Generated>, jigsat_kit::Error> {
    let Some(steps) = plan::plan(page) else {
        return Err(jigsat_kit::Error::Request(format!("{} cannot generate puzzles", page.name)));
    };
    let rng = ChaCha8Rng::seed_from_u64(seed);
    let mut maker = Maker { page, wanted, limits, steps, rng };
    for _ in 0..TRIES {
        if let Some(stop) = limits.reached() {
            return Ok(Attempt::Stopped(stop));
        }
        match maker.attempt() {
            Ok(Some(generated)) => return Ok(Attempt::Success(generated)),
            Ok(None) => {}
            Err(Failed::Stopped(stop)) => return Ok(Attempt::Stopped(stop)),
            Err(Failed::Solver(error)) => return Err(error.into()),
            Err(Failed::Unfit(message)) => return Err(jigsat_kit::Error::Request(message)),
        }
    }
    Ok(Attempt::Stopped(Stop::GaveUp))
}

/// Why there is no board.
enum Failed {
    /// A limit was reached.
    Stopped(Stop),
    Solver(Error),
    /// The genre has no such boards.
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

struct Maker<'m> {
    page: &'m Arc<Page>,
    wanted: &'m Wanted,
    limits: &'m Limits,
    steps: Vec<Step<'m>>,
    rng: ChaCha8Rng,
}

const NOWHERE: Position = Position { line: 1, column: 1 };

impl Maker<'_> {
    /// A board with a single solution, if this one comes to that.
    fn attempt(&mut self) -> Result<Option<Generated>, Failed> {
        let mut givens = self.structure();
        let without: Vec<&str> = self
            .steps
            .iter()
            .filter_map(|step| if let Step::Without(name) = step { Some(*name) } else { None })
            .collect();
        let solution = match self.drawn(&mut givens)? {
            Some(solution) => solution,
            None => {
                let board = unique::board(self.page, &givens, self.limits)?;
                let found = unique::random(&board, &without, &mut self.rng, self.limits)?;
                let Some(solution) = found else { return Ok(None) };
                solution
            }
        };
        for step in &self.steps {
            if let Step::Around { layer } = step {
                let values = solution.flat(layer);
                let seeds: Vec<usize> = (0..values.len()).filter(|&cell| values[cell].is_yes()).collect();
                givens.set_rooms(&rooms::around(self.wanted.size, &seeds, &mut self.rng));
            }
        }
        self.number(&mut givens, &solution)?;
        self.fit(&mut givens, &solution, |_| true)?;
        // A solution that was found without some asserts may break them now.
        if !self.is_right(&Board::unground(self.page.clone(), givens.clone())?, &solution)? {
            return Ok(None);
        }
        let Some(mut givens) = self.told(givens, &solution)? else { return Ok(None) };
        let stopped = self.thin(&mut givens, &solution)?;
        let board = unique::board(self.page, &givens, &Limits::default())?;
        Ok(Some(Generated { board, solution, stopped }))
    }

    /// What is there before a solution is.
    fn structure(&mut self) -> Givens {
        let size = self.wanted.size;
        let mut givens = Givens::new(size);
        for step in &self.steps {
            match *step {
                Step::Rooms { least, most } => {
                    givens.set_rooms(&rooms::divide(size, least, most, &mut self.rng));
                }
                // They come later; until then there is one.
                Step::Around { .. } => givens.set_rooms(&vec![0; size.area()]),
                Step::Scatter { layer, percent } => {
                    let Some(What::Word(word)) = self.page.given(layer).map(|given| &given.what) else {
                        continue;
                    };
                    for cell in 0..size.area() {
                        if self.rng.random_ratio(percent.min(100), 100) {
                            givens.set(layer, vec![cell], word.clone(), NOWHERE);
                        }
                    }
                }
                Step::Blacks { layer } => {
                    for cell in blacks::blacks(size, &mut self.rng) {
                        givens.set(layer, vec![cell], "#", NOWHERE);
                    }
                }
                Step::Arrows { layers, percent } => {
                    for cell in 0..size.area() {
                        let Some(layer) = layers.choose(&mut self.rng) else { continue };
                        let word = self.page.given(layer).map(|given| &given.what);
                        if let (true, Some(What::Word(word))) =
                            (self.rng.random_ratio(percent.min(100), 100), word)
                        {
                            givens.set(layer, vec![cell], word.clone(), NOWHERE);
                        }
                    }
                }
                _ => {}
            }
        }
        givens
    }

    /// A board and its solution in one, where that is how the genre's boards are made.
    fn drawn(&mut self, givens: &mut Givens) -> Result<Option<Solution>, Failed> {
        let size = self.wanted.size;
        for step in &self.steps {
            let (layer, values): (&str, Vec<Value>) = match *step {
                Step::Islands { number, bridge } => {
                    let (islands, bridges) = islands::islands(size, &mut self.rng);
                    for (cell, count) in islands {
                        givens.set(number, vec![cell], count.to_string(), NOWHERE);
                    }
                    (bridge, bridges.into_iter().map(Value::Number).collect())
                }
                Step::Paths { number, line } => {
                    let (lines, passed) = paths::paths(size, &mut self.rng);
                    for (place, ends) in lines.into_iter().enumerate() {
                        for end in ends {
                            givens.set(number, vec![end], (place + 1).to_string(), NOWHERE);
                        }
                    }
                    (line, passed.into_iter().map(|passed| Value::Number(passed.into())).collect())
                }
                Step::Galaxies { star, galaxy } => {
                    let (stars, of_cell) = galaxies::galaxies(size, &mut self.rng);
                    let Some(What::Star(word)) = self.page.given(star).map(|given| &given.what) else {
                        continue;
                    };
                    for dot in stars {
                        givens.set(star, vec![dot], word.clone(), NOWHERE);
                    }
                    let board = Board::unground(self.page.clone(), givens.clone())?;
                    let layer = board.layers.iter().find(|layer| layer.name == galaxy);
                    let names = layer.map(|layer| layer.values.clone()).unwrap_or_default();
                    let value = |star: usize| names.get(star).map_or(Value::Unknown, |name| Value::of(name));
                    (galaxy, of_cell.into_iter().map(value).collect())
                }
                _ => continue,
            };
            let board = Board::unground(self.page.clone(), givens.clone())?;
            let mut solution = Solution::unknown(&board);
            if let Some(layer) = board.layers.iter().find(|known| known.name == layer) {
                solution.set(&board, layer, &values);
            }
            return Ok(Some(solution));
        }
        Ok(None)
    }

    /// Adds numbers that follow from the solution.
    fn number(&mut self, givens: &mut Givens, solution: &Solution) -> Result<(), Failed> {
        let size = self.wanted.size;
        for step in &self.steps {
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
                Step::Cages(layers) => cages::cages(self.page, givens, solution, layers, &mut self.rng),
                _ => {}
            }
        }
        Ok(())
    }

    /// Adds what fits the solution, for layers of these places.
    fn fit(
        &mut self,
        givens: &mut Givens,
        solution: &Solution,
        wanted: impl Fn(At) -> bool,
    ) -> Result<(), Failed> {
        for step in &self.steps {
            let (Step::Fits { layer, instead } | Step::All { layer, instead }) = *step else { continue };
            if self.page.given(layer).is_some_and(|given| wanted(given.at)) {
                fit::fit(self.page, givens, solution, (layer, instead), &mut self.rng, self.limits)?;
            }
        }
        Ok(())
    }

    /// Changes rooms until there is no other solution; none where that doesn't come about.
    fn told(&mut self, mut givens: Givens, solution: &Solution) -> Result<Option<Givens>, Failed> {
        let mut others: Vec<Solution> = Vec::new();
        for _ in 0..CHANGES {
            let board = unique::board(self.page, &givens, self.limits)?;
            match unique::others(&board, solution, self.limits)? {
                Others::None => return Ok(Some(givens)),
                Others::Unknown => return Ok(None),
                Others::One(other) => others.push(other),
            }
            match self.changed(&givens, solution, &others)? {
                Some(changed) => givens = changed,
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    /// The board after a small change, so that the solution still is one and none of the others is.
    fn changed(
        &mut self,
        givens: &Givens,
        solution: &Solution,
        others: &[Solution],
    ) -> Result<Option<Givens>, Failed> {
        for step in self.steps.clone() {
            for _ in 0..MOVES {
                let changed = match step {
                    Step::Sizes { number, layer } => {
                        let board = Board::unground(self.page.clone(), givens.clone())?;
                        let areas = sizes::areas(&board, solution, layer);
                        sizes::moved(givens, number, &areas, &mut self.rng)
                    }
                    Step::Latin { number, shade } => self.other_twice(givens, solution, (number, shade)),
                    _ => None,
                };
                let Some(changed) = changed else { break };
                if self.tells(&changed, solution, others)? {
                    return Ok(Some(changed));
                }
            }
        }
        self.moved(givens, solution, others)
    }

    /// The numbers of a Hitori after a shaded one became another one.
    fn other_twice(
        &mut self,
        givens: &Givens,
        solution: &Solution,
        (number, shade): (&str, &str),
    ) -> Option<Givens> {
        let shaded: Vec<bool> = solution.flat(shade).into_iter().map(Value::is_yes).collect();
        let area = givens.size.area();
        let numbers: Vec<usize> =
            (0..area).map(|cell| givens.get(number, &[cell])?.parse().ok()).collect::<Option<_>>()?;
        let cells: Vec<usize> = (0..area).filter(|&cell| shaded[cell]).collect();
        let &cell = cells.choose(&mut self.rng)?;
        let value = latin::twice(givens.size, &numbers, &shaded, cell, &mut self.rng);
        let mut changed = givens.clone();
        changed.set(number, vec![cell], value.to_string(), NOWHERE);
        Some(changed)
    }

    /// Whether a board has the solution and none of the others.
    fn tells(&self, givens: &Givens, solution: &Solution, others: &[Solution]) -> Result<bool, Failed> {
        if let Some(stop) = self.limits.reached() {
            return Err(stop.into());
        }
        let board = Board::unground(self.page.clone(), givens.clone())?;
        if !self.is_right(&board, solution)? {
            return Ok(false);
        }
        for other in others.iter().rev() {
            if self.is_right(&board, other)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The board after one cell went over to another room, so that the solution still is one and none of the others is.
    fn moved(
        &mut self,
        givens: &Givens,
        solution: &Solution,
        others: &[Solution],
    ) -> Result<Option<Givens>, Failed> {
        let (Some(rooms), Some(last)) = (&givens.rooms, others.last()) else { return Ok(None) };
        let size = givens.size;
        let (own, other) = (self.differing(solution), self.differing(last));
        let differs: Vec<bool> = (0..size.area()).map(|cell| own.get(cell) != other.get(cell)).collect();
        let mut moves: Vec<(usize, usize)> = (0..size.area())
            .flat_map(|cell| rooms::near(size, cell).map(move |to| (cell, to)))
            .filter(|&(cell, to)| rooms[cell] != rooms[to])
            .collect();
        moves.shuffle(&mut self.rng);
        let is_far = |&(cell, to): &(usize, usize)| {
            !differs[cell] && !differs[to] && !rooms::near(size, cell).any(|near| differs[near])
        };
        moves.sort_by_key(is_far);
        for (cell, to) in moves.into_iter().take(MOVES) {
            let Some(moved) = rooms::moved(size, rooms, cell, to) else { continue };
            let mut changed = givens.clone();
            for given in self.page.givens.iter().filter(|given| given.at == At::Rooms) {
                changed.layers.remove(&given.name);
            }
            changed.set_rooms(&moved);
            if self.tells(&changed, solution, &[])? {
                self.number(&mut changed, solution)?;
                self.fit(&mut changed, solution, |at| at == At::Rooms)?;
                if self.tells(&changed, solution, others)? {
                    return Ok(Some(changed));
                }
            }
        }
        Ok(None)
    }

    /// What a solution has in each cell.
    fn differing(&self, solution: &Solution) -> Vec<String> {
        let size = self.wanted.size;
        let layers =
            solution.0.keys().map(|layer| solution.flat(layer)).filter(|values| values.len() == size.area());
        let mut all = vec![String::new(); size.area()];
        for values in layers {
            for (cell, value) in values.into_iter().enumerate() {
                all[cell] += &value.text().unwrap_or_default();
                all[cell].push(' ');
            }
        }
        all
    }

    fn is_right(&self, board: &Board, solution: &Solution) -> Result<bool, Failed> {
        Ok(board.broken(solution, true, self.limits)?.is_empty())
    }

    /// Takes away what can be spared; says which limit came first, where one did.
    fn thin(&mut self, givens: &mut Givens, solution: &Solution) -> Result<Option<Stop>, Failed> {
        // What the page names last goes first.
        for step in self.steps.clone().iter().rev() {
            let Step::Fits { layer, instead } = *step else { continue };
            let mut keys: Vec<Vec<usize>> =
                givens.layers.get(layer).into_iter().flat_map(|layer| layer.keys().cloned()).collect();
            if self.page.given(layer).is_some_and(|given| given.at == At::Cells && given.is_list) {
                // A list goes as a whole.
                keys.retain(|key| key[1] == 0);
            }
            keys.shuffle(&mut self.rng);
            let mut open: Vec<Vec<Vec<usize>>> =
                keys.chunks(keys.len().div_ceil(8).max(1)).map(<[Vec<usize>]>::to_vec).collect();
            while let Some(keys) = open.pop() {
                let fewer = self.without(givens, layer, instead, &keys);
                let told = unique::board(self.page, &fewer, self.limits)
                    .and_then(|board| unique::others(&board, solution, self.limits));
                match told {
                    Ok(Others::None) => *givens = fewer,
                    Ok(_) if keys.len() > 1 && (self.wanted.minimal || keys.len() > 2) => {
                        let (some, others) = keys.split_at(keys.len() / 2);
                        open.extend([some.to_vec(), others.to_vec()]);
                    }
                    Ok(_) => {}
                    Err(Failed::Stopped(stop)) => return Ok(Some(stop)),
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(None)
    }

    fn without(&self, givens: &Givens, layer: &str, instead: Option<&str>, keys: &[Vec<usize>]) -> Givens {
        let mut fewer = givens.clone();
        let is_list = self.page.given(layer).is_some_and(|given| given.at == At::Cells && given.is_list);
        if let Some(layer) = fewer.layers.get_mut(layer) {
            layer.retain(|key, _| {
                !keys.iter().any(|gone| if is_list { gone[0] == key[0] } else { gone == key })
            });
        }
        if fewer.layers.get(layer).is_some_and(|layer| layer.is_empty()) {
            fewer.layers.remove(layer);
        }
        if let Some((name, What::Word(word))) =
            instead.and_then(|name| Some((name, &self.page.given(name)?.what)))
        {
            // The word comes back where nothing else has taken its place.
            for key in keys {
                let is_taken = self.steps.iter().any(|step| match step {
                    Step::Fits { layer, instead: Some(other) }
                    | Step::All { layer, instead: Some(other) } => {
                        *other == name && fewer.get(layer, key).is_some()
                    }
                    _ => false,
                });
                if !is_taken {
                    fewer.set(name, key.clone(), word.clone(), NOWHERE);
                }
            }
        }
        fewer
    }
}

/// So many changes of rooms are tried for another solution.
const MOVES: usize = 80;
