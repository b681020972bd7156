//! Combines refutations of parts into a refutation of the whole: a formula that has no model in any of some
//! cubes, and none outside them, has no model.
//!
//! M. J. H. Heule, O. Kullmann, S. Wieringa, A. Biere: Cube and conquer, HVC 2011.

use std::fmt;

use jigsat_cnf::{Clauses, Lit};
use serde::{Deserialize, Serialize};

/// The part of a question that a refuted formula is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The whole: the formula as it is.
    #[default]
    Whole,
    /// The formula with each of these literals as a clause, in DIMACS numbers.
    Cube(Vec<i32>),
    /// Outside all cubes: the formula, and for each cube, in their order, the clause that one of its literals
    /// is false.
    Outside,
}

/// What parts leave open.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Gap {
    /// No part at all was refuted.
    Nothing,
    /// Cubes were refuted, but not the rest outside them.
    Outside,
    /// The rest outside the cubes was refuted twice, or the whole and parts of it: the meaning is not clear.
    Twice,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Gap::Nothing => "no formula is refuted",
            Gap::Outside => "the cubes are refuted, but not the part outside all cubes",
            Gap::Twice => "a part occurs twice",
        })
    }
}

impl std::error::Error for Gap {}

/// Checks that parts cover the whole. Each must have been refuted in the form that [`part_formula`] makes.
///
/// ```
/// use jigsat_solve::proof::{Gap, Part, covers};
///
/// let cubes = [Part::Cube(vec![1]), Part::Cube(vec![-1])];
/// assert_eq!(covers(&cubes), Err(Gap::Outside));
/// assert_eq!(covers(&[&cubes[..], &[Part::Outside]].concat()), Ok(()));
/// ```
///
/// # Errors
///
/// The gap that the parts leave.
pub fn covers(parts: &[Part]) -> Result<(), Gap> {
    let count = |wanted: &Part| parts.iter().filter(|part| *part == wanted).count();
    match (count(&Part::Whole), count(&Part::Outside)) {
        (1, 0) if parts.len() == 1 => Ok(()),
        (0, 0) if parts.is_empty() => Err(Gap::Nothing),
        (0, 0) => Err(Gap::Outside),
        (0, 1) => Ok(()),
        _ => Err(Gap::Twice),
    }
}

/// The formula of a part. `all` are the parts that belong together.
///
/// # Errors
///
/// A number in a cube that is not a literal of the formula.
pub fn part_formula(
    variables: u32,
    whole: &Clauses,
    part: &Part,
    all: &[Part],
) -> Result<Clauses, NoLiteral> {
    let lit = |number: &i32| {
        let lit = Lit::from_ipasir(*number).ok().filter(|lit| lit.vidx32() < variables);
        lit.ok_or(NoLiteral(*number))
    };
    let mut clauses = whole.clone();
    match part {
        Part::Whole => {}
        Part::Cube(numbers) => {
            for number in numbers {
                clauses.push([lit(number)?]);
            }
        }
        Part::Outside => {
            for part in all {
                if let Part::Cube(numbers) = part {
                    let lits: Vec<Lit> = numbers.iter().map(lit).collect::<Result<_, _>>()?;
                    clauses.push(lits.into_iter().map(|lit| !lit));
                }
            }
        }
    }
    Ok(clauses)
}

/// A number that is not a literal of the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoLiteral(pub i32);

impl fmt::Display for NoLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a literal of the formula", self.0)
    }
}

impl std::error::Error for NoLiteral {}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula(clauses: &[&[i32]]) -> Clauses {
        let mut store = Clauses::default();
        for clause in clauses {
            store.push(clause.iter().map(|&number| Lit::from_ipasir(number).unwrap()));
        }
        store
    }

    fn numbers(clauses: &Clauses) -> Vec<Vec<i32>> {
        clauses.iter().map(|clause| clause.iter().map(|lit| lit.to_ipasir()).collect()).collect()
    }

    fn has_model(variables: u32, clauses: &[Vec<i32>]) -> bool {
        let holds = |model: u32, lit: &i32| (model >> (lit.unsigned_abs() - 1) & 1 == 1) == (*lit > 0);
        (0..1 << variables)
            .any(|model| clauses.iter().all(|clause| clause.iter().any(|lit| holds(model, lit))))
    }

    #[test]
    fn what_covers() {
        let cube = |lits: &[i32]| Part::Cube(lits.to_vec());
        assert_eq!(covers(&[Part::Whole]), Ok(()));
        assert_eq!(covers(&[cube(&[1]), cube(&[-1]), Part::Outside]), Ok(()));
        assert_eq!(covers(&[Part::Outside]), Ok(()), "outside of no cube is everywhere");
        assert_eq!(covers(&[]), Err(Gap::Nothing));
        assert_eq!(covers(&[cube(&[1]), cube(&[-1])]), Err(Gap::Outside), "even if they look as if they did");
        assert_eq!(covers(&[Part::Outside, Part::Outside]), Err(Gap::Twice));
        assert_eq!(covers(&[Part::Whole, cube(&[1])]), Err(Gap::Twice));
    }

    /// For all sets of up to three cubes on three variables: if no part has a model, neither has the whole.
    #[test]
    fn parts_without_models_make_a_whole_without_models() {
        let cubes: Vec<Vec<i32>> =
            vec![vec![], vec![1], vec![-1], vec![1, 2], vec![1, -2], vec![-1, 3], vec![-3]];
        let wholes: [&[&[i32]]; 4] = [
            &[&[1, 2], &[1, -2], &[-1, 3], &[-1, -3]],
            &[&[1, 2], &[1, -2], &[-1, 3]],
            &[&[1], &[-1]],
            &[&[1, 2, 3], &[-1, 2], &[-2, 3], &[-3]],
        ];
        let mut covered = 0;
        for whole in wholes.map(formula) {
            for chosen in 0_u32..1 << cubes.len() {
                if chosen.count_ones() > 3 {
                    continue;
                }
                let chosen = (0..cubes.len()).filter(|place| chosen >> place & 1 == 1);
                let mut parts: Vec<Part> = chosen.map(|place| Part::Cube(cubes[place].clone())).collect();
                parts.push(Part::Outside);
                let formulas =
                    parts.iter().map(|part| numbers(&part_formula(3, &whole, part, &parts).unwrap()));
                if formulas.into_iter().all(|clauses| !has_model(3, &clauses)) {
                    assert!(covers(&parts).is_ok() && !has_model(3, &numbers(&whole)), "{parts:?}");
                    covered += 1;
                }
            }
        }
        assert!(covered > 50, "{covered}");
    }

    #[test]
    fn formulas_of_parts() {
        let whole = formula(&[&[1, 2]]);
        let parts = [Part::Cube(vec![1, -2]), Part::Cube(vec![-1]), Part::Outside];
        let of = |part| numbers(&part_formula(2, &whole, part, &parts).unwrap());
        assert_eq!(of(&Part::Whole), [vec![1, 2]]);
        assert_eq!(of(&parts[0]), [vec![1, 2], vec![1], vec![-2]]);
        assert_eq!(of(&parts[2]), [vec![1, 2], vec![-1, 2], vec![1]]);
        for wrong in [0, 3, -3, i32::MIN] {
            assert!(part_formula(2, &whole, &Part::Cube(vec![wrong]), &[]).is_err(), "{wrong}");
        }
    }
}
