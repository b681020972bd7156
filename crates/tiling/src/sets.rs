//! Named sets of pieces.

use std::collections::BTreeSet;

use crate::{Freedom, Piece, Point, Shape, Turn};

/// The names of the sets.
pub const SETS: [&str; 8] = [
    "tetrominoes",
    "one-sided-tetrominoes",
    "pentominoes",
    "one-sided-pentominoes",
    "hexominoes",
    "soma",
    "solid-pentominoes",
    "dominoes",
];

const TETROMINOES: [(&str, &str); 5] =
    [("I", "####"), ("L", "###/#.."), ("N", "##./.##"), ("O", "##/##"), ("T", "###/.#.")];

/// The letters of Golomb.
const PENTOMINOES: [(&str, &str); 12] = [
    ("F", ".##/##./.#."),
    ("I", "#####"),
    ("L", "####/#..."),
    ("N", "###./..##"),
    ("P", "##/##/#."),
    ("T", "###/.#./.#."),
    ("U", "#.#/###"),
    ("V", "#../#../###"),
    ("W", "#../##./.##"),
    ("X", ".#./###/.#."),
    ("Y", "####/.#.."),
    ("Z", "##./.#./.##"),
];

/// Piet Hein's seven pieces; the last three have a cell in the second layer.
const SOMA: [(&str, &str); 7] = [
    ("V", "##/#."),
    ("L", "###/#.."),
    ("T", "###/.#."),
    ("Z", "##./.##"),
    ("A", "##/#.//../#."),
    ("B", "##/#.//.#/.."),
    ("P", "##/#.//#./.."),
];

/// A piece of some cells drawn row by row, with `/` between rows and `//` between layers.
fn drawn(drawing: &str) -> Shape {
    let cells = drawing.split("//").enumerate().flat_map(|(z, layer)| {
        layer.split('/').enumerate().flat_map(move |(y, row)| {
            row.bytes()
                .enumerate()
                .filter(|(_, byte)| *byte == b'#')
                .map(move |(x, _)| [x as i32, y as i32, z as i32])
        })
    });
    Shape::new(cells).expect("each drawing has cells")
}

/// The pieces of a set, each once, with the freedom to turn that its name implies; `None` if there is no such set. The
/// number of dominoes is unlimited.
#[must_use]
pub fn named_set(name: &str) -> Option<Vec<Piece>> {
    let free = Freedom { rotate: true, mirror: true };
    let one_sided = Freedom { rotate: true, mirror: false };
    let pieces = |drawings: &[(&str, &str)], freedom| -> Vec<Piece> {
        let shapes = drawings.iter().map(|(name, drawing)| ((*name).to_owned(), drawn(drawing)));
        shapes.map(|(name, shape)| Piece { name, shape, min: 1, max: 1, freedom }).collect()
    };
    Some(match name {
        "tetrominoes" => pieces(&TETROMINOES, free),
        "one-sided-tetrominoes" => both_sides(&pieces(&TETROMINOES, one_sided)),
        "pentominoes" => pieces(&PENTOMINOES, free),
        "one-sided-pentominoes" => both_sides(&pieces(&PENTOMINOES, one_sided)),
        "solid-pentominoes" => pieces(&PENTOMINOES, one_sided),
        "soma" => pieces(&SOMA, one_sided),
        "hexominoes" => polyominoes(6)
            .into_iter()
            .enumerate()
            .map(|(number, shape)| Piece {
                name: format!("H{}", number + 1),
                shape,
                min: 1,
                max: 1,
                freedom: free,
            })
            .collect(),
        "dominoes" => {
            let shape = drawn("##");
            vec![Piece { name: "D".into(), shape, min: 0, max: u32::MAX, freedom: free }]
        }
        _ => return None,
    })
}

/// The pieces, each followed by its mirror image if that differs, with a `'` after its name.
fn both_sides(pieces: &[Piece]) -> Vec<Piece> {
    let mut all = Vec::new();
    for piece in pieces {
        all.push(piece.clone());
        let mirrored = piece.shape.turned(Turn::in_plane()[4]);
        if piece.shape.orientations(piece.freedom, false).iter().all(|(_, shape)| *shape != mirrored) {
            all.push(Piece { name: format!("{}'", piece.name), shape: mirrored, ..piece.clone() });
        }
    }
    all
}

/// All free polyominoes with this many cells: each in the orientation that comes first in order; sorted.
fn polyominoes(size: usize) -> Vec<Shape> {
    let free = Freedom { rotate: true, mirror: true };
    let first = |shape: &Shape| {
        let orientations = shape.orientations(free, false).into_iter().map(|(_, shape)| shape);
        orientations.min().expect("the identity is one")
    };
    let mut grown: BTreeSet<Shape> = BTreeSet::from([drawn("#")]);
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for shape in &grown {
            for &[x, y, _] in shape.cells() {
                for next in [[x + 1, y, 0], [x - 1, y, 0], [x, y + 1, 0], [x, y - 1, 0]] {
                    if !shape.cells().contains(&next) {
                        let cells: Vec<Point> = shape.cells().iter().copied().chain([next]).collect();
                        larger.extend(Shape::new(cells).map(|shape| first(&shape)));
                    }
                }
            }
        }
        grown = larger;
    }
    grown.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_the_known_sizes() {
        let sizes = SETS.map(|name| named_set(name).unwrap().len());
        assert_eq!(sizes, [5, 7, 12, 18, 35, 7, 12, 1]);
        assert_eq!(named_set("heptominoes"), None);
        for size in 1..=7 {
            assert_eq!(polyominoes(size).len(), [1, 1, 2, 5, 12, 35, 108][size - 1]);
        }
    }

    #[test]
    fn pieces_of_a_set_differ_and_have_their_size() {
        for (name, size) in SETS.into_iter().zip([4, 4, 5, 5, 6, 0, 5, 2]) {
            let pieces = named_set(name).unwrap();
            for (index, piece) in pieces.iter().enumerate() {
                assert!(size == 0 || piece.shape.cells().len() == size, "{name} {}", piece.name);
                let solid = name.starts_with('s');
                let own = piece.shape.orientations(piece.freedom, solid);
                assert!(
                    pieces[..index].iter().all(|other| own.iter().all(|(_, shape)| *shape != other.shape))
                );
            }
        }
        let soma: usize = named_set("soma").unwrap().iter().map(|piece| piece.shape.cells().len()).sum();
        assert_eq!(soma, 27);
    }

    #[test]
    fn pentominoes_are_those_of_the_facts() {
        let path =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/tiling/pieces.txt");
        let Ok(text) = std::fs::read_to_string(&path) else {
            println!("skipped: there is no {}", path.display());
            return;
        };
        let text: String = text.split_inclusive('\n').filter(|line| !line.starts_with('#')).collect();
        let drawings: Vec<&str> = text.split("\n\n").filter(|drawing| !drawing.trim().is_empty()).collect();
        let pieces = named_set("pentominoes").unwrap();
        assert_eq!(drawings.len(), pieces.len());
        for (drawing, piece) in drawings.iter().zip(&pieces) {
            let cells = drawing.trim().lines().enumerate().flat_map(|(y, line)| {
                let letters = line.char_indices().filter(|(_, char)| *char != '.');
                letters.map(move |(x, _)| [x as i32, y as i32, 0])
            });
            let shape = Shape::new(cells).unwrap();
            assert!(drawing.contains(&piece.name), "{} in {drawing}", piece.name);
            assert!(piece.shape.orientations(piece.freedom, false).iter().any(|(_, own)| *own == shape));
        }
    }
}
