//! The known counts, by each engine that can compute them.

use jigsat_solve::{BuildOptions, Limits, Solver, testing};
use jigsat_tiling::{
    Encoding, Tiling, check,
    search::{Counted, Frontier, MANY_STATES, count_bitboard, count_frontier, fill_by_beam, list_bitboard},
};

use crate::common::{self, board, puzzle, small};

fn bitboard(tiling: &Tiling) -> Counted {
    let counted = count_bitboard(tiling, 1, &Limits::default()).expect("it is small enough");
    assert_eq!(counted.stopped, None);
    counted
}

fn frontier(tiling: &Tiling) -> Counted {
    match count_frontier(tiling, MANY_STATES, &Limits::default()) {
        Frontier::Counted(counted) => counted,
        other => panic!("{other:?}"),
    }
}

fn is(counted: &Counted, count: u128, distinct: u128) {
    assert_eq!((counted.count, counted.distinct), (count, Some(distinct)));
}

/// One line for each count.
macro_rules! counts {
    ($($(#[$attribute:meta])* $name:ident: $file:literal, $count:literal, $distinct:literal, $($engine:ident)*;)*) => {$(
        #[test]
        $(#[$attribute])*
        fn $name() {
            let tiling = puzzle($file);
            $(is(&$engine(&tiling), $count, $distinct);)*
        }
    )*};
}

counts! {
    pentominoes_3x20: "pentominoes-3x20.yaml", 8, 2, bitboard frontier;
    pentominoes_4x15: "pentominoes-4x15.yaml", 1_472, 368, bitboard frontier;
    pentominoes_5x12: "pentominoes-5x12.yaml", 4_040, 1_010, bitboard frontier;
    pentominoes_6x10: "pentominoes-6x10.yaml", 9_356, 2_339, bitboard;
    pentominoes_8x8_without_the_middle: "pentominoes-8x8-hole.yaml", 520, 65, bitboard;
    #[ignore = "slow: 1 min"]
    pentominoes_8x8_without_corners: "pentominoes-8x8-corners.yaml", 17_360, 2_170, bitboard;
    #[ignore = "slow: 1 min"]
    pentominoes_8x8_with_a_square: "pentominoes-8x8-square.yaml", 129_168, 16_146, bitboard;
    solid_2x3x10: "solid-2x3x10.yaml", 96, 12, bitboard frontier;
    solid_2x5x6: "solid-2x5x6.yaml", 2_112, 264, bitboard;
    #[ignore = "slow: 1 min"]
    solid_3x4x5: "solid-3x4x5.yaml", 31_520, 3_940, bitboard;
    one_sided_3x30: "one-sided-3x30.yaml", 184, 46, frontier;
    #[ignore = "slow: 1 min"]
    one_sided_3x30_by_search: "one-sided-3x30.yaml", 184, 46, bitboard;
    soma: "soma.yaml", 11_520, 240, bitboard frontier;
    mutilated_8x8: "mutilated-8x8.yaml", 0, 0, frontier;
    mutilated_12x12: "mutilated-12x12.yaml", 0, 0, frontier;
}

#[test]
#[ignore = "slow: 1 min"]
fn pentominoes_6x10_by_the_frontier() {
    is(&frontier(&puzzle("pentominoes-6x10.yaml")), 9_356, 2_339);
}

#[test]
fn dominoes_8x8() {
    let counted = frontier(&puzzle("dominoes-8x8.yaml"));
    assert_eq!(counted.count, 12_988_816);
}

/// In the middle, there are states that can be reached in more than 2^128 ways, none of which leads to a solution.
#[test]
#[ignore = "slow: 1 min"]
fn mutilated_20x20() {
    is(&frontier(&puzzle("mutilated-20x20.yaml")), 0, 0);
}

/// The numbers of domino tilings of 2 x n are Fibonacci numbers, the 186th of which is the last below 2^128.
#[test]
fn more_ways_than_can_be_counted() {
    let most = 332_825_110_087_067_562_321_196_029_789_634_457_848;
    assert_eq!(frontier(&board("2x185", "set: dominoes")).count, most);
    let more = count_frontier(&board("2x186", "set: dominoes"), MANY_STATES, &Limits::default());
    assert_eq!(more, Frontier::Refused("more than 2^128 solutions"));
    // Two cells of one colour are missing; far more ways than that lead there.
    let row = ".".repeat(200);
    let mutilated = format!("|\n  {row}\n  {}#.#", &row[3..]);
    is(&frontier(&board(&mutilated, "set: dominoes")), 0, 0);
}

/// P. W. Kasteleyn, 1961: a product of cosines; here for squares up to 6x6, and the Fibonacci numbers for 2 x n.
#[test]
fn dominoes_on_small_boards() {
    for (size, count) in [("2x2", 2), ("4x4", 36), ("6x6", 6_728), ("2x10", 89), ("3x3", 0), ("3x4", 11)] {
        let tiling = board(size, "set: dominoes");
        assert_eq!(frontier(&tiling).count, count, "{size}");
        assert_eq!(bitboard(&tiling).count, count, "{size}");
        assert_eq!(frontier(&tiling).distinct, bitboard(&tiling).distinct, "{size}");
    }
}

/// Counts distinct solutions by making all images of each and keeping the least.
fn distinct_by_images(tiling: &Tiling) -> u128 {
    let symmetries = tiling.symmetries();
    let mut least = std::collections::BTreeSet::new();
    let listed = list_bitboard(tiling, &Limits::default(), &mut |placements| {
        let image = |symmetry: &jigsat_tiling::Symmetry| {
            let mut image: Vec<u32> =
                placements.iter().map(|&one| symmetry.placements[one as usize]).collect();
            image.sort_unstable();
            image
        };
        least.insert(symmetries.iter().map(image).min());
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(listed.expect("it is small enough").1, None);
    least.len() as u128
}

#[test]
fn all_engines_agree_on_small_puzzles() {
    for tiling in small() {
        let expected =
            testing::count_models(&tiling, Encoding::Placement, &BuildOptions::default(), &Solver::default());
        let (one, other) = (bitboard(&tiling), frontier(&tiling));
        assert_eq!(one.count, u128::from(expected), "{:?}", tiling.spec());
        assert_eq!(other.count, u128::from(expected), "{:?}", tiling.spec());
        let distinct = distinct_by_images(&tiling);
        assert_eq!((one.distinct, other.distinct), (Some(distinct), Some(distinct)), "{:?}", tiling.spec());
        assert!(other.labelled.is_none() || one.labelled == other.labelled, "{:?}", tiling.spec());
        // The puzzles are so small that the beam keeps everything: it finds a solution if and only if there is one.
        if let Some(filled) = fill_by_beam(&tiling, &Limits::default()) {
            assert_eq!(filled.found.is_some(), expected > 0, "{:?}", tiling.spec());
            let solution = filled.found.map(|placements| tiling.solution(placements));
            assert!(solution.is_none_or(|solution| check(&tiling, &solution).is_ok()), "{:?}", tiling.spec());
        }
        let parallel = count_bitboard(&tiling, 3, &Limits::default()).unwrap();
        assert_eq!((parallel.count, parallel.distinct), (one.count, one.distinct));
    }
}

#[test]
fn orbits_are_counted_right_on_the_soma_cube() {
    let soma = puzzle("soma.yaml");
    assert_eq!(soma.symmetries().len(), 48);
    assert_eq!(distinct_by_images(&soma), 240);
}

#[test]
fn one_sided_pieces_have_the_symmetries_that_keep_the_set() {
    let symmetries = |rest: &str| board("2x4", rest).symmetries().len();
    // If its mirror image is in the set, too, a mirror exchanges the two.
    assert_eq!(
        symmetries(
            "mirror: false\npieces:\n- {name: a, shape: \"###\\n#..\"}\n- {name: b, shape: \"###\\n..#\"}"
        ),
        4
    );
    assert_eq!(symmetries("mirror: false\npieces:\n- {name: a, shape: \"###\\n#..\", count: 2}"), 2);
    assert_eq!(
        symmetries("rotate: false\nmirror: false\npieces:\n- {name: a, shape: \"###\\n#..\", count: 2}"),
        1
    );
}

#[test]
fn listed_solutions_pass_the_referee() {
    for tiling in small() {
        let mut flaws = Vec::new();
        list_bitboard(&tiling, &Limits::default(), &mut |placements| {
            flaws.extend(check(&tiling, &tiling.solution(placements.iter().copied())).err());
            std::ops::ControlFlow::Continue(())
        });
        assert!(flaws.is_empty(), "{:?}: {flaws:?}", tiling.spec());
    }
}

#[test]
fn limits_stop_the_engines() {
    let tiling = puzzle("pentominoes-6x10.yaml");
    let limits = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
    let counted = count_bitboard(&tiling, 2, &limits).unwrap();
    assert!(counted.stopped.is_some() && counted.distinct.is_none());
    assert!(matches!(count_frontier(&tiling, MANY_STATES, &limits), Frontier::Stopped(_)));
    assert!(matches!(count_frontier(&tiling, 100, &Limits::default()), Frontier::Refused(_)));
    let few = Limits { conflicts: Some(50), ..Limits::default() };
    assert_eq!(count_bitboard(&tiling, 1, &few).unwrap().stopped, Some(jigsat_solve::Stop::Conflicts));
}

#[test]
fn labelled_counts_tell_copies_and_turns_apart() {
    let tiling = board("2x2", "set: dominoes");
    // Two tilings, each with two exchangeable dominoes and with 8 / 2 turns of each onto itself.
    assert_eq!(bitboard(&tiling).labelled, Some(2 * 2 * 4 * 4));
    assert_eq!(frontier(&tiling).labelled, Some(2 * 2 * 4 * 4));
    let fixed = board("2x2", "rotate: false\nmirror: false\nset: dominoes");
    assert_eq!(bitboard(&fixed).labelled, Some(2));
}

/// A board with more cells than bit boards support: the search has a single beginning, and every symmetry keeps it.
#[test]
fn a_board_too_large_for_bit_boards_has_one_beginning() {
    let large = common::board("24x24", "set: dominoes");
    let symmetries = large.symmetries().len();
    let [whole] = &jigsat_tiling::search::beginnings(&large)[..] else { panic!("there are several") };
    assert_eq!((whole.placement, &whole.images[..]), (None, &[0][..]));
    assert_eq!(whole.stabilizer, (0..symmetries).collect::<Vec<_>>());
    assert_eq!(symmetries, 8);
}
