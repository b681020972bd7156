//! Why a puzzle is impossible, and what is unusual about it.

use jigsat_edge_matching::{EdgeMatching, parse};
use jigsat_input::Source;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::{brute_force, puzzle, random_puzzle};

fn refused(text: &str) -> String {
    parse(&Source::new("p", text)).map(|_| panic!("read: {text}")).unwrap_err().to_string()
}

#[test]
fn colours_without_mates_are_named_otherwise() {
    let mates = "expected the same words in small and capital letters as mates, such as red and RED";
    let list = "1 2 signed\nredhead bluhead bluhead bluhead\nbluhead bluhead bluhead redtail\n";
    assert_eq!(refused(list), format!("p:2:9: found 'bluhead', whose mate 'BLUHEAD' is on no edge, {mates}"));
    let yaml = "kind: edge-matching\nsize: 1x2\nsigned: true\npieces:\n- red-in red-in blue red-in\n- red-out blue blue blue\n";
    assert!(
        refused(yaml).ends_with(mates) && refused(yaml).starts_with("p:5:3: pieces[0]: found 'red-in'"),
        "{}",
        refused(yaml)
    );
    // With the rim's colour, a mate among them, or no seam, they are read.
    for text in [
        "1 2 signed\nred a b c\nb c a RED\n",
        "1 1 signed\nred blue a b\n",
        "1 2 0 signed\n0 a 0 0\n0 0 0 a\n",
    ] {
        let _ = puzzle(text);
    }
    assert!(refused("1 2 0 signed\n0 a 0 0\n0 0 0 b\n").contains("found 'a', whose mate 'A' is on no edge"));
}

#[test]
fn edges_without_a_partner_are_counted() {
    for (text, expected) in [
        (
            "1 3 signed\na a a b\nA b b b\nb b b b\n",
            "10 edges have no partner (colour b is on 8 and its mate B on 0), and only 8 may be at the rim or on pieces left over",
        ),
        (
            "2 2\n1 1 1 2\n1 1 1 3\n4 13 14 15\n5 6 7 8\n9 10 11 12\n",
            "14 edges have no partner (colour 15 is on 1), and only 12 may be at the rim or on pieces left over",
        ),
    ] {
        let puzzle = puzzle(text);
        assert_eq!(puzzle.contradiction().unwrap_or_default(), expected, "{text}");
        assert!(brute_force(&puzzle).is_empty(), "{text}");
    }
}

#[test]
fn the_rims_colour_inside_is_noticed() {
    let more = puzzle("2 2 0\n0 1 1 0\n0 0 1 1\n0 1 0 0\n0 0 1 0\n");
    let warning = more.warning().expect("there are more edges than the rim needs");
    assert_eq!(
        warning,
        "the pieces have 10 edges of the rim's colour 0, but the rim needs only 8: 2 must touch each other inside"
    );
    let hinted = |cell: &str, rotation| {
        let hints = vec![jigsat_edge_matching::Hint { piece: 0, cell: cell.parse().unwrap(), rotation }];
        EdgeMatching {
            hints,
            ..puzzle(
                "3 3 0\n0 1 1 0\n0 1 1 0\n0 1 1 0\n0 1 1 0\n0 1 1 1\n0 1 1 1\n0 1 1 1\n0 1 1 1\n1 1 1 1\n",
            )
        }
    };
    assert_eq!(
        hinted("r2c2", None).contradiction().as_deref(),
        Some(
            "piece 1 is given in r2c2, where an edge of the rim's colour 0 would be inside, but the rim needs all 12 of them"
        )
    );
    assert_eq!(hinted("r1c1", None).contradiction(), None);
}

/// What counting calls impossible has no solution: small boards, a third of them with changed edges.
#[test]
fn reasons_are_right() {
    let count: u64 =
        std::env::var("JIGSAT_PUZZLES").ok().and_then(|count| count.parse().ok()).unwrap_or(1500);
    let mut found = 0;
    for seed in 0..count {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut puzzle = random_puzzle(&mut rng);
        for _ in 0..rng.random_range(0..4) {
            let (piece, edge) = (rng.random_range(0..puzzle.pieces.len()), rng.random_range(0..4));
            puzzle.pieces[piece][edge] = rng.random_range(0..puzzle.colors.len() as u16);
        }
        if let Some(reason) = puzzle.contradiction() {
            found += 1;
            assert!(brute_force(&puzzle).is_empty(), "seed {seed}: {reason}");
        }
    }
    assert!(found > count / 20, "{found} of {count}");
}
