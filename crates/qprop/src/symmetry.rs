//! The symmetries of a board under which a model says the same.

use jigsat_grid::{Cell, Size, Symmetry};
use jigsat_solve::{Limits, Stop};
use rustc_hash::FxHashMap;

use crate::{
    Model,
    atom::Atom,
    evaluate::Evaluator,
    theory::{Meaning, Sort, SortId, Theory},
};

/// The symmetries of a board under which a model says the same, by number; 0 is the identity.
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// For each but the identity, the image of every atom.
    images: Vec<Vec<Atom>>,
    /// The atoms that make a solution.
    shown: Vec<Atom>,
}

impl Symmetries {
    /// How many there are, the identity included.
    #[must_use]
    pub fn order(&self) -> usize {
        1 + self.images.len()
    }

    /// The image of an atom under the symmetry with that number.
    #[must_use]
    pub fn image(&self, atom: Atom, number: usize) -> Atom {
        number.checked_sub(1).map_or(atom, |number| self.images[number][atom.0 as usize])
    }

    /// Whether a solution in which these atoms hold comes first among its images: the first atom in which it differs from an
    /// image holds.
    #[must_use]
    pub fn comes_first(&self, holds: impl Fn(Atom) -> bool) -> bool {
        self.images.iter().all(|images| {
            let pairs = self.shown.iter().map(|&atom| (holds(atom), holds(images[atom.0 as usize])));
            pairs.filter(|(own, image)| own != image).map(|(own, _)| own).next().unwrap_or(true)
        })
    }
}

impl Model {
    /// The symmetries of the board under which the asserts with all facts stay the same; `None` if the asserts are too large to
    /// compare. A model without a board has only the identity.
    ///
    /// Cells, borders and points of cells move with the board. So do the values of a sort that are words for directions
    /// (`up`, `nw`, `black_nw`, `horizontal`, `rising`); all other values stay what they are. Asserts are compared with the facts
    /// decided, whatever the order of their parts: it is not tried to show that different asserts mean the same.
    ///
    /// # Errors
    ///
    /// The limit that was reached first.
    pub fn symmetries(&self, limits: &Limits) -> Result<Option<Symmetries>, Stop> {
        let theory = &self.theory;
        let shown = theory.preds.iter().filter(|pred| pred.shown);
        let shown = shown.flat_map(|pred| (pred.first..pred.first + pred.count).map(Atom)).collect();
        let mut found = Symmetries { images: Vec::new(), shown };
        let Some(size) = theory.size() else { return Ok(Some(found)) };
        let holds = vec![false; theory.atoms as usize];
        let evaluator = Evaluator::new(theory, self.facts(limits)?, &holds, limits.interrupt());
        let forms = evaluator.forms();
        evaluator.interrupt.check()?;
        let Some(forms) = forms else { return Ok(None) };
        for symmetry in Symmetry::of(size).filter(|&symmetry| symmetry != Symmetry::Identity) {
            let values = theory.values(size, symmetry);
            let Some(atoms) = theory.images(&values) else { continue };
            let value = |sort: SortId, place: u32| Some(values[sort].as_ref()?[place as usize]);
            if forms.are_kept(&|atom| atoms[atom as usize].0, &value) {
                found.images.push(atoms);
            }
            limits.check()?;
        }
        Ok(Some(found))
    }
}

impl Theory {
    /// The size of the board.
    fn size(&self) -> Option<Size> {
        let cells = &self.sorts[self.cells?];
        let columns = cells.columns.filter(|&columns| columns > 0)?;
        Some(Size::new(u16::try_from(cells.len() / usize::from(columns)).ok()?, columns))
    }

    /// By sort: the images of its values, by their places; `None` if one has none.
    fn values(&self, size: Size, symmetry: Symmetry) -> Vec<Option<Vec<u32>>> {
        let mut values: Vec<Option<Vec<u32>>> =
            self.sorts.iter().map(|sort| images(sort, size, symmetry)).collect();
        // Names of things that have a place on the board go with their places.
        for fact in &self.facts {
            let (Meaning::Listed(listed), &[things, places], true) =
                (&fact.meaning, &fact.places[..], fact.function.is_some())
            else {
                continue;
            };
            let (sort, place) = (&self.sorts[things], &self.sorts[places]);
            let is_moved = |images: &Vec<u32>| (0..).zip(images).any(|(place, image)| place != *image);
            let Some(moved) = values[places].as_ref().filter(|images| is_moved(images)) else { continue };
            if sort.columns.is_some() || !sort.is_symbolic() {
                continue;
            }
            let at: FxHashMap<usize, usize> = listed
                .chunks_exact(2)
                .filter_map(|pair| Some((place.index(pair[1])?, sort.index(pair[0])?)))
                .collect();
            if at.len() == sort.len() {
                let mut images = vec![None; sort.len()];
                for (place, &thing) in &at {
                    images[thing] = at.get(&(moved[*place] as usize)).map(|&image| image as u32);
                }
                values[things] = images.into_iter().collect();
            }
        }
        values
    }

    /// The image of every atom, if values have these images; `None` if a value of an atom has none.
    fn images(&self, values: &[Option<Vec<u32>>]) -> Option<Vec<Atom>> {
        let mut atoms: Vec<Atom> = (0..self.atoms).map(Atom).collect();
        for pred in &self.preds {
            let places: Vec<&[u32]> =
                pred.places.iter().map(|&sort| values[sort].as_deref()).collect::<Option<_>>()?;
            for number in 0..pred.count {
                let (mut rest, mut stride, mut image) = (number, 1, 0);
                for place in places.iter().rev() {
                    let len = place.len() as u32;
                    image += stride * place[(rest % len) as usize];
                    rest /= len;
                    stride *= len;
                }
                atoms[(pred.first + number) as usize] = Atom(pred.first + image);
            }
        }
        Some(atoms)
    }
}

/// The image of each value of a sort, by its place there; `None` if one has none.
fn images(sort: &Sort, size: Size, symmetry: Symmetry) -> Option<Vec<u32>> {
    // As the cells of a board that has a row and a column more.
    let corners = Size::new(size.rows + 1, size.cols + 1);
    if sort.name == "Corner" && sort.is_symbolic() && sort.len() == corners.area() {
        let image = |corner| corners.index(symmetry.cell(corners.cell(corner), corners)) as u32;
        return Some((0..sort.len()).map(image).collect());
    }
    let image = |place: usize| {
        if !sort.is_symbolic() {
            return Some(place);
        }
        let name = sort.show(sort.value(place));
        let image = moved(&name, size, symmetry).unwrap_or_else(|| turned(&name, symmetry));
        if image == name { Some(place) } else { sort.index(sort.read(&image)?) }
    };
    (0..sort.len()).map(|place| image(place).map(|place| place as u32)).collect()
}

/// The image of a cell, `r1c2`, of the border between two, `r1c2-r1c3`, or of a point, `r1c2_r1c3`.
fn moved(name: &str, size: Size, symmetry: Symmetry) -> Option<String> {
    let cell = |name: &str| {
        let (row, col) = name.strip_prefix('r')?.split_once('c')?;
        let cell =
            Cell::new(row.parse::<u16>().ok()?.checked_sub(1)?, col.parse::<u16>().ok()?.checked_sub(1)?);
        size.contains(cell).then(|| symmetry.cell(cell, size))
    };
    let Some(between) = name.find(['-', '_']) else { return cell(name).map(|cell| cell.to_string()) };
    let (one, other) = (cell(&name[..between])?, cell(&name[between + 1..])?);
    // It is named by the first and the last cell around it.
    let first = Cell::new(one.row.min(other.row), one.col.min(other.col));
    let last = Cell::new(one.row.max(other.row), one.col.max(other.col));
    Some(format!("{first}{}{last}", &name[between..=between]))
}

/// Words for steps: down and right.
const STEPS: [(&[&str], (i32, i32)); 8] = [
    (&["up", "top", "north", "n"], (-1, 0)),
    (&["down", "bottom", "south", "s"], (1, 0)),
    (&["left", "leftmost", "west", "w"], (0, -1)),
    (&["right", "rightmost", "east", "e"], (0, 1)),
    (&["nw"], (-1, -1)),
    (&["ne"], (-1, 1)),
    (&["sw"], (1, -1)),
    (&["se"], (1, 1)),
];

/// Words for lines, by a step along them.
const LINES: [(&str, (i32, i32)); 4] =
    [("horizontal", (0, 1)), ("vertical", (1, 0)), ("falling", (1, 1)), ("rising", (-1, 1))];

/// A name with its words for directions turned.
fn turned(name: &str, symmetry: Symmetry) -> String {
    let words = name.split('_').map(|word| {
        for (words, step) in STEPS {
            if let Some(number) = words.iter().position(|&known| known == word) {
                let image = step_of(symmetry, step);
                let found = STEPS.iter().find(|(_, step)| *step == image);
                return found.map_or(word, |(words, _)| words[number]);
            }
        }
        let line = LINES.iter().find(|(known, _)| *known == word);
        let image = line.map(|&(_, step)| step_of(symmetry, step));
        let found = image.and_then(|(down, right)| {
            LINES.iter().find(|(_, step)| *step == (down, right) || *step == (-down, -right))
        });
        found.map_or(word, |(line, _)| line)
    });
    words.collect::<Vec<_>>().join("_")
}

/// The image of a step.
fn step_of(symmetry: Symmetry, (down, right): (i32, i32)) -> (i32, i32) {
    use jigsat_grid::Direction::{Down, Right};
    let (vertical, horizontal) = (symmetry.direction(Down).delta(), symmetry.direction(Right).delta());
    (down * vertical.0 + right * horizontal.0, down * vertical.1 + right * horizontal.1)
}
