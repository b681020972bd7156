//! Edge-matching puzzles as data of a model.
//!
//! The model gets the constant `n` (the board is n x n), the sort `N` of colours, and the fact `v(piece, edge, colour)`
//! with edges 0 to 3 counter-clockwise from the right. It shows two predicates with two places, in this order: the
//! square (1 to n², row by row) and its piece; the piece and its quarter turns, counter-clockwise.
//! square (1 to n², row by row) and the piece that lies there; the piece and its quarter turns, counter-clockwise.

use std::collections::HashMap;

use jigsat_edge_matching::{self as em, Kinds, Placement};
use jigsat_qprop::{Data, Model, Solution};

use serde_json::{Map, Value};

use super::Bridge;

/// The bridge from edge-matching.
pub(super) struct FromEdgeMatching;

impl Bridge for FromEdgeMatching {
    type Puzzle = em::EdgeMatching;

    const FAMILY: &'static str = "edge-matching";

    /// Rotations of an assembly are separate solutions, as in a model.
    fn options() -> Map<String, Value> {
        Map::from_iter([("turns".to_owned(), "apart".into())])
    }

    fn suits(model: &Model) -> Result<(), String> {
        shown(model).map(|_| ())
    }

    fn data(puzzle: &em::EdgeMatching) -> Result<Data, String> {
        let refused = if puzzle.size.rows != puzzle.size.cols {
            "square boards only"
        } else if !puzzle.rotate {
            "puzzles whose pieces may be turned"
        } else if puzzle.frame.is_some() || !puzzle.hints.is_empty() {
            "puzzles without frame and hints"
        } else if puzzle.colors.is_signed() {
            "puzzles whose colours match themselves"
        } else if puzzle.surplus() > 0 {
            "puzzles that use all their pieces"
        } else if Kinds::of(puzzle).all.iter().any(|kind| kind.pieces.len() > 1 || kind.period < 4) {
            "puzzles whose pieces all look different, however they are turned"
        } else {
            ""
        };
        if !refused.is_empty() {
            return Err(format!("models are compared on {refused}"));
        }
        let pieces = puzzle.pieces.iter().zip(1_i64..);
        let edges = pieces.flat_map(|(edges, piece)| {
            edges.iter().zip(0_i64..).map(move |(&color, edge)| vec![piece, edge, i64::from(color) + 1])
        });
        let colors = puzzle.colors.len().try_into().map_err(|_| "too many colours")?;
        Ok(Data::default()
            .with_number("n", puzzle.size.rows.into())
            .with_range("N", 1, colors)
            .with_tuples("v", edges))
    }

    fn solution(
        puzzle: &em::EdgeMatching,
        model: &Model,
        solution: &Solution,
    ) -> Result<em::Solution, String> {
        let (lies, _) = shown(model)?;
        let side = usize::from(puzzle.size.cols);
        let mut lying: Vec<(usize, usize)> = Vec::new();
        let mut turned: HashMap<usize, u8> = HashMap::new();
        for atom in &solution.holds {
            let (name, first, second) =
                pair(atom).ok_or_else(|| format!("{atom} does not have two numbers"))?;
            if name == lies {
                lying.push((first, second));
            } else if turned.insert(first, u8::try_from(second).unwrap_or(u8::MAX)).is_some() {
                return Err(format!("piece {first} has two rotations"));
            }
        }
        let mut placements = Vec::with_capacity(lying.len());
        for (square, piece) in lying {
            let rotation = turned.get(&piece).ok_or_else(|| format!("piece {piece} has no rotation"))?;
            let outside = || format!("square {square} lies outside of the board");
            let square = square.checked_sub(1).ok_or_else(outside)?;
            let row = u16::try_from(square / side).map_err(|_| outside())?;
            let col = u16::try_from(square % side).map_err(|_| outside())?;
            placements.push(Placement { row, col, piece, rotation: *rotation });
        }
        Ok(em::Solution::new(placements))
    }

    fn atoms(puzzle: &em::EdgeMatching, model: &Model, solution: &em::Solution) -> Result<Solution, String> {
        let (lies, turned) = shown(model)?;
        let side = usize::from(puzzle.size.cols);
        let placements = &solution.placements;
        let lying = placements.iter().map(|placement| {
            let square = usize::from(placement.row) * side + usize::from(placement.col) + 1;
            format!("{lies}({square},{})", placement.piece)
        });
        let turns = placements
            .iter()
            .map(|placement| format!("{turned}({},{})", placement.piece, placement.rotation));
        Ok(Solution::of(lying.chain(turns).collect()))
    }
}

/// The predicate's name and its two numbers.
fn pair(atom: &str) -> Option<(&str, usize, usize)> {
    let (name, args) = atom.split_once('(')?;
    let (first, second) = args.trim_end_matches(')').split_once(',')?;
    Some((name, first.parse().ok()?, second.parse().ok()?))
}

/// The predicate of square and piece, and that of piece and turn.
fn shown(model: &Model) -> Result<(&str, &str), String> {
    let shown: Vec<(&str, usize)> = model.shown().collect();
    match shown[..] {
        [(lies, 2), (turned, 2)] => Ok((lies, turned)),
        _ => Err("the model must show exactly two predicates, of square and piece, and of piece and turn \
                  ('show' selects them)"
            .into()),
    }
}
