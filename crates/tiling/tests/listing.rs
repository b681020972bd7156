//! Listing all solutions: on bit boards, from formulas, and in turn as given and rotated.

use std::{
    collections::BTreeSet,
    sync::{Arc, atomic::AtomicBool},
};

use jigsat_cnf::Interrupt;
use jigsat_kit::{Error, FormulaOptions, Listing, Question, SearchOptions, listing};
use jigsat_solve::{Answer, Held, Limits, Stop};
use jigsat_tiling::{Solution, Tiling, TilingFamily, TilingOptions, Turning, search::count_bitboard};

use crate::common::{board, puzzle, read, small};

fn asking(engine: Option<&str>, rotate: Option<Turning>) -> Question<TilingFamily> {
    let search = SearchOptions { engine: engine.map(str::to_owned), ..SearchOptions::default() };
    Question::new(
        &TilingFamily,
        FormulaOptions::default().into(),
        search.into(),
        TilingOptions { rotate },
        false,
    )
    .unwrap()
}

fn list<'p>(tiling: &'p Tiling, question: &Question<TilingFamily>) -> Box<dyn Listing + 'p> {
    listing(&TilingFamily, Held::Borrowed(tiling), question, &Limits::default()).expect("it can be listed")
}

/// All solutions, and the engine that found them.
fn all(tiling: &Tiling, question: &Question<TilingFamily>) -> (Vec<Solution>, String) {
    let mut listing = list(tiling, question);
    let mut found = Vec::new();
    loop {
        match listing.solve(&Limits::default()).expect("the engine works").typed::<Solution>() {
            Answer::Solved(solution) => found.push(solution.into_inner()),
            Answer::Impossible(_) => return (found, listing.by().engine.to_string()),
            _ => panic!("an answer without limits"),
        }
    }
}

fn set(solutions: &[Solution]) -> BTreeSet<String> {
    solutions.iter().map(|solution| serde_json::to_string(solution).unwrap()).collect()
}

#[test]
fn both_engines_list_the_same_solutions_each_once() {
    let mut puzzles = small();
    puzzles.push(board("4x5", "set: dominoes"));
    for tiling in puzzles {
        let (by_bits, engine) = all(&tiling, &asking(None, None));
        let (by_formula, _) = all(&tiling, &asking(Some("backtrack"), None));
        assert!(engine == "bitboard" || engine == "colouring" && by_bits.is_empty(), "{engine}");
        assert_eq!(set(&by_bits), set(&by_formula), "{:?}", tiling.spec());
        assert_eq!(set(&by_bits).len(), by_bits.len(), "{:?}", tiling.spec());
    }
}

/// More than one search finds at a time, in space.
#[test]
fn a_search_goes_on_after_its_last_solution() {
    let soma = puzzle("soma.yaml");
    let (found, engine) = all(&soma, &asking(None, None));
    let counted = count_bitboard(&soma, 1, &Limits::default()).expect("it is small").count;
    assert_eq!((found.len() as u128, engine.as_str()), (counted, "bitboard"));
    assert_eq!(set(&found).len(), 11_520);
    let (again, _) = all(&soma, &asking(Some("bitboard"), None));
    assert_eq!(found, again, "the order is always the same");
}

#[test]
fn limits_end_a_listing_and_lose_nothing() {
    let tiling = puzzle("pentominoes-6x10.yaml");
    let mut listing = list(&tiling, &asking(None, None));
    let next = |listing: &mut dyn Listing| {
        listing.solve(&Limits::default()).unwrap().typed::<Solution>().solution().expect("there are some")
    };
    let first = next(&mut *listing);
    let stopped = Limits { stop: Arc::new(AtomicBool::new(true)), ..Limits::default() };
    assert!(matches!(listing.solve(&stopped), Ok(Answer::Unknown(Stop::Interrupted))));
    let few = Limits { conflicts: Some(1), ..Limits::default() };
    // The images of the first solution are at hand without a search.
    let mut fresh = list(&tiling, &asking(None, None));
    assert!(matches!(fresh.solve(&few), Ok(Answer::Unknown(Stop::Conflicts))));
    let late = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
    assert!(matches!(listing.solve(&late), Ok(Answer::Unknown(Stop::Timeout))));
    let second = next(&mut *listing);
    let mut unlimited = list(&tiling, &asking(None, None));
    assert_eq!([first, second], [next(&mut *unlimited), next(&mut *unlimited)]);
}

#[test]
fn what_has_no_bit_board_is_listed_from_its_formula() {
    let large =
        board("24x24", "rotate: false\npieces:\n- {name: a, shape: \"########\\n########\", count: 36}");
    let mut listing = list(&large, &asking(None, None));
    assert!(matches!(listing.solve(&Limits::default()), Ok(Answer::Solved(_))));
    assert_eq!(&*listing.by().engine, "backtrack");
    let asked = asking(Some("bitboard"), None);
    let refused = jigsat_kit::listing(&TilingFamily, Held::Borrowed(&large), &asked, &Limits::default());
    assert!(matches!(refused, Err(Error::Request(words)) if words.to_string().contains("at most 512 cells")));
}

#[test]
fn rotation_as_the_second_choice_holds_for_lists() {
    let turned = puzzle("shape-fitting-turned.txt");
    for engine in [None, Some("bitboard"), Some("backtrack"), Some("sat")] {
        assert_eq!(all(&turned, &asking(engine, None)).0, []);
        let (found, by) = all(&turned, &asking(engine, Some(Turning::Fallback)));
        assert_eq!(found.len(), 4, "{by}");
        assert!(found.iter().all(|found| found.placements.iter().any(|placed| placed.rotation != 0)));
        let plain = puzzle("shape-fitting.txt");
        assert_eq!(all(&plain, &asking(engine, Some(Turning::Fallback))).0.len(), 1);
    }
}

#[test]
fn a_colouring_ends_a_list_before_it_begins() {
    let (found, by) = all(&puzzle("mutilated-20x20.yaml"), &asking(None, None));
    assert_eq!((found.len(), by.as_str()), (0, "colouring"));
}

/// The documents' examples, as they are written.
#[test]
fn the_worked_examples() {
    let (found, _) = all(&puzzle("shape-fitting.txt"), &asking(None, None));
    let at: Vec<_> =
        found[0].placements.iter().map(|placed| (placed.piece.as_str(), placed.x, placed.y)).collect();
    assert_eq!((found.len(), &at[..]), (1, &[("A", 0, 1), ("B", 0, 0), ("C", 1, 0)][..]));
    let impossible = puzzle("shape-fitting-impossible.txt");
    assert_eq!(all(&impossible, &asking(None, None)).0, []);
    assert_eq!(impossible.contradiction(&Interrupt::default()), None, "counting cells is not enough");
    // A quarter turn of the thesis is counter-clockwise: (x, y) becomes (y, -x), with y down.
    let turned = read("W = 2\nH = 1\nshapes = [[(0,0),(1,0)]]\n");
    assert_eq!(turned.spec().pieces[0].shape.turned(jigsat_tiling::Turn::in_plane()[3]).extent(), [1, 2, 1]);
    let corner = [[0, 0, 0], [1, 0, 0], [0, 1, 0]].map(|[x, y, _]: [i32; 3]| [y, -x, 0]);
    let shape = jigsat_tiling::Shape::new([[0, 0, 0], [1, 0, 0], [0, 1, 0]]).expect("it has cells");
    assert_eq!(jigsat_tiling::Shape::new(corner), Some(shape.turned(jigsat_tiling::Turn::in_plane()[3])));
}
