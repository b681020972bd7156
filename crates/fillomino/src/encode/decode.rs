//! From a model to numbers.

use jigsat_cnf::Model;
use jigsat_grid::Cell;
use jigsat_solve::Violation;

use super::Atom;
use crate::{Fillomino, Solution, field::Field};

/// Reads the number of each cell from a model. If sizes share a value, a connected set of it is a group of its own
/// size; one that is too small for that gets 0, which [`super::refine`] recognises. The trees state the size in binary.
pub(crate) fn decode(puzzle: &Fillomino, model: &Model<'_, Atom>) -> Result<Solution, Violation> {
    /// Above the most; no given is this large.
    const ABOVE: u16 = u16::MAX;
    let size = puzzle.size;
    let mut numbers = vec![0; size.area()];
    let mut spelled: Vec<(Cell, u16)> = Vec::new();
    let mut binary = vec![0; size.area()];
    let mut above = 0;
    for atom in model.true_atoms() {
        let (cell, number) = match atom {
            Atom::Is { cell, number } => (cell, number),
            Atom::Above { cell, most } => {
                above = usize::from(most);
                (cell, ABOVE)
            }
            Atom::Spelled { cell, number, .. } => {
                spelled.push((cell, number));
                continue;
            }
            Atom::NumberBit { cell, bit } => {
                binary[size.index(cell)] |= 1 << bit;
                continue;
            }
            _ => continue,
        };
        let known = &mut numbers[size.index(cell)];
        if *known != 0 {
            return Err(Violation::new(format!(
                "{cell} has two numbers, one of them {}",
                number.min(*known)
            )));
        }
        *known = number;
    }
    if let Some(missing) = numbers.iter().position(|&number| number == 0) {
        return Err(Violation::new(format!("{} has no number", size.cell(missing))));
    }
    if numbers.contains(&ABOVE) {
        let pieces = Field::new(size).components(|cell| (numbers[cell] == ABOVE).then_some(()));
        for piece in pieces {
            let number = if piece.len() > above { piece.len() as u16 } else { 0 };
            for cell in piece {
                numbers[cell] = number;
            }
        }
        for (number, said) in numbers.iter_mut().zip(binary).filter(|(_, said)| *said != 0) {
            *number = said;
        }
        for (cell, number) in spelled {
            numbers[size.index(cell)] = number;
        }
    }
    Ok(Solution::from_numbers(size, &numbers))
}
