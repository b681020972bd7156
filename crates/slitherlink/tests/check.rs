//! The referee: each rule has a sentence that says where it is broken.

use jigsat_grid::{Edge, Size, Symmetry};
use jigsat_input::Source;
use jigsat_slitherlink::{Slitherlink, Solution, check, check_so_far, draw, parse_all, parse_solution};

/// A board of 2x3 with a 3, and a loop around the two cells on the left of its first row.
const PUZZLE: &str = "3..\n...\n";
const LOOP: &str = "
+---+---+   +
| 3     |
+---+---+   +

+   +   +   +
";

fn puzzle() -> Slitherlink {
    parse_all(&Source::new("p", PUZZLE)).remove(0).unwrap()
}

fn said(drawing: &str) -> Result<(), String> {
    let puzzle = puzzle();
    let solution = parse_solution(&puzzle, &Source::new("s", drawing)).unwrap();
    // Edges that are not drawn are not on the loop.
    let whole = Solution::of(puzzle.size, |edge| Some(solution.get(edge) == Some(true)));
    check(&puzzle, &whole).map_err(|violation| violation.to_string())
}

#[test]
fn what_is_wrong_has_a_sentence() {
    assert_eq!(said(LOOP), Ok(()));
    for (drawing, sentence) in [
        (
            "+---+---+   +\n|       |\n+   +---+   +\n| 3 |\n+---+   +   +\n",
            "r1c1 is a 3, but 2 of its edges are on the loop",
        ),
        (
            "+---+---+   +\n| 3     |\n+---+---+---+\n\n+   +   +   +\n",
            "the loop branches at the top left corner of r2c3",
        ),
        (
            "+---+---+   +\n| 3     |\n+---+   +   +\n\n+   +   +   +\n",
            "the loop ends at the top left corner of r2c2",
        ),
        (
            "+---+   +---+\n| 3 |   |   |\n+   +   +---+\n|   |\n+---+   +   +\n",
            "the loop with the line above r1c1 leaves the line above r1c3 out",
        ),
    ] {
        assert_eq!(said(drawing), Err(sentence.to_owned()));
    }
    let empty = Slitherlink::new(Size::new(1, 1), vec![None]);
    let none = Solution::of(empty.size, |_| Some(false));
    assert_eq!(check(&empty, &none).unwrap_err().to_string(), "there is no loop");
    let open = Solution::of(empty.size, |edge| (edge.is_vertical).then_some(true));
    assert!(check_so_far(&empty, &open).is_ok());
    assert_eq!(
        check(&empty, &open).unwrap_err().to_string(),
        "it is open whether there is a line above r1c1"
    );
}

#[test]
fn partial_solutions_are_judged_by_what_is_known() {
    let puzzle = puzzle();
    let partial = |drawing: &str| {
        let solution = parse_solution(&puzzle, &Source::new("s", drawing)).unwrap();
        check_so_far(&puzzle, &solution).map_err(|violation| violation.to_string())
    };
    assert_eq!(partial("+---+   +   +\n  3\n+   +   +   +\n\n+   +   +   +\n"), Ok(()));
    assert_eq!(
        partial("+ x +   +   +\nx 3\n+   +   +   +\n\n+   +   +   +\n"),
        Err("r1c1 is a 3, but 0 of at most 2 of its edges are on the loop".into())
    );
    assert_eq!(
        partial("+---+ x +   +\n  3 x\n+   +   +   +\n\n+   +   +   +\n"),
        Err("the loop ends at the top left corner of r1c2".into())
    );
}

/// Solutions such as those in manifests and hand-written files.
#[test]
fn nobody_panics_on_a_solution_of_another_shape() {
    let puzzle = puzzle();
    let row = |length: usize| vec![Some(true); length];
    let shapes = [
        Solution { horizontal: vec![], vertical: vec![] },
        Solution { horizontal: vec![row(3); 3], vertical: vec![row(3); 2] },
        Solution { horizontal: vec![row(3); 4], vertical: vec![row(4); 2] },
        Solution { horizontal: vec![row(3), vec![], row(3)], vertical: vec![row(4); 2] },
        Solution { horizontal: vec![row(9); 9], vertical: vec![row(9); 9] },
    ];
    for solution in shapes {
        assert!(check(&puzzle, &solution).is_err(), "{solution:?}");
        let _ = draw(&puzzle, Some(&solution)).to_svg();
        let _ = puzzle.to_pzpr(Some(&solution), '/');
        for symmetry in Symmetry::of(puzzle.size) {
            let _ = puzzle.image(&solution, symmetry);
        }
    }
}

/// Boards of pzpr's own tests, with right and wrong solutions.
#[test]
fn the_referee_agrees_with_pzpr() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/pzpr/boards.jsonl");
    let Ok(text) = std::fs::read_to_string(file) else {
        println!("skipped: {file} is not there");
        return;
    };
    let mut judged = 0;
    for line in text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()) {
        if line["genre"] != "slither" {
            continue;
        }
        let from_url = parse_all(&Source::new("url", line["url"].as_str().unwrap())).remove(0).unwrap();
        for board in line["boards"].as_array().unwrap() {
            let saved = Source::new("saved", board["board"].as_str().unwrap());
            // One has neither numbers nor edges; the variant whose loop visits every dot is another puzzle.
            let Ok(puzzle) = parse_all(&saved).remove(0) else { continue };
            let drawn = parse_solution(&puzzle, &saved).unwrap();
            let whole = Solution::of(puzzle.size, |edge: Edge| Some(drawn.get(edge) == Some(true)));
            let found = check(&puzzle, &whole).err().map(|violation| violation.to_string());
            let words = match board["rule"].as_str() {
                // If pzpr ignores the rules for a board, it may be a solution of another puzzle.
                _ if board["note"]["skiprules"] == true => continue,
                None => {
                    assert_eq!(puzzle.clues, from_url.clues);
                    assert_eq!(found, None);
                    judged += 1;
                    continue;
                }
                Some("lnBranch" | "lnCross") => ["branches", "is a"],
                Some("nmLineNe") => ["is a", "is a"],
                Some("lnPlLoop") => ["leaves", "is a"],
                Some("lnDeadEnd") => ["ends", "is a"],
                Some(other) => [other, "loop"],
            };
            let found = found.unwrap_or_default();
            assert!(words.iter().any(|word| found.contains(word)), "{}: {found}", board["rule"]);
            judged += 1;
        }
    }
    assert!(judged > 5, "{judged}");
}
