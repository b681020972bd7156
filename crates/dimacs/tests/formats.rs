//! What the reader takes, and what is written.

use std::sync::atomic::Ordering;

use jigsat_dimacs::{DimacsFamily, Solution, parse, parse_solution};
use jigsat_input::Source;
use jigsat_kit::Family;
use jigsat_solve::Limits;
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::random::{brute_force, formula, read, solution};

fn clauses(text: &str) -> Vec<Vec<i32>> {
    read(text).clauses().iter().map(|clause| clause.iter().map(|lit| lit.to_ipasir()).collect()).collect()
}

fn names(text: &str) -> Vec<String> {
    let puzzle = read(text);
    (0..puzzle.variables()).map(|place| puzzle.name_of(jigsat_cnf::Var::new(place)).into_owned()).collect()
}

#[test]
fn clauses_in_every_layout() {
    let wanted = vec![vec![1, -2], vec![2], vec![]];
    for text in [
        "p cnf 2 3\n1 -2 0\n2 0\n0\n",
        "c a\n\np  cnf 2\t3 \n1\n-2 0 2\nc between\n 0 0",
        "p cnf 2 3\r\n1 -2 0\r\n2 0\r\n0\r\n",
        "c SATLIB\np cnf 2 3\n 1 -2 0\n2 0\n0\n%\n0\n\n",
    ] {
        assert_eq!(clauses(text), wanted, "{text:?}");
    }
    assert_eq!(clauses("p cnf 0 0\n"), Vec::<Vec<i32>>::new());
}

#[test]
fn names_from_comments() {
    for (text, wanted) in [
        ("c var 1 r1c1=1\nc var 2 a  b\np cnf 2 0\n", ["r1c1=1", "a b"]),
        ("p cnf 2 0\nc v 2 y\n", ["1", "y"]),
        ("c Two variables\nc 1 x\nc 2 y\np cnf 2 0\n", ["x", "y"]),
        // A line of another form, a name twice, and a number as a name.
        ("c 1 x\nc 2 of them\np cnf 2 0\n", ["1", "2"]),
        ("c 1 x\nc 2 x\np cnf 2 0\n", ["1", "2"]),
        ("c 1 2\nc 2 1\np cnf 2 0\n", ["1", "2"]),
        ("c 1 x\nc 3 z\np cnf 2 0\n", ["1", "2"]),
        ("c 1 x\nc v 2 y\np cnf 2 0\n", ["1", "y"]),
        ("c var 1 1\nc version 3\nc variables\nc v\nc cnf\np cnf 2 0\n", ["1", "2"]),
    ] {
        assert_eq!(names(text), wanted, "{text}");
    }
}

#[test]
fn shown_variables() {
    for (comments, wanted) in [
        ("", &[1, 2, 3][..]),
        ("c p show 3 1 0\n", &[1, 3]),
        ("c p show 3 0\nc p show 1 0\n", &[1, 3]),
        ("c ind 2 0\n", &[2]),
        ("c p show 0\n", &[]),
    ] {
        let puzzle = read(&format!("{comments}p cnf 3 0\n"));
        let shown: Vec<i32> = puzzle.shown().iter().map(|var| var.to_ipasir()).collect();
        assert_eq!(shown, wanted, "{comments}");
    }
}

#[test]
fn texts_are_recognised_by_their_header() {
    let is = |text: &str| DimacsFamily.recognises(text);
    for text in [
        "p cnf 1 1\n1 0\n",
        "c x\n\n  p cnf 1",
        "p wcnf 1 1 5\n",
        "p gcnf 1 1 1\n",
        "kind: dimacs\ncnf: |\n",
        // The reader says what is wrong with these.
        "p dnf 1 1\n1 0\n",
        "h 1 -2 0\n3 1 0\n",
        "c a header is missing\n1 -2 0\n",
    ] {
        assert!(is(text), "{text}");
    }
    assert!(is(&"c var 1 name\n".repeat(6000)));
    for text in [
        "",
        "c x\n",
        "pcnf\n",
        "p edge 3 3\n",
        "1 2 0\n",
        "h a 0\n",
        "c x\n1 2\n",
        "# a\np cnf 1 1\n",
        "cnf\np cnf 1 0\n",
    ] {
        assert!(!is(text), "{text}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let own = "c title: A title\nc source: me\nc difficulty: easy\nc teaches: x\nc expect: unique\nc var 1 a b\nc p show 1 0\n\
               p cnf 2 3\n1 0\nc group 1 row: row 1: has 5\n-1 2 0\nc group 2 given: given a b\n1 0\n";
    assert_eq!(read(own).to_cnf(), own);
    for text in (0..100).map(|_| formula(&mut rng)).chain([own.to_owned()]) {
        let puzzle = read(&text);
        assert_eq!(read(&puzzle.to_cnf()), puzzle, "{text}");
        assert_eq!(read(&puzzle.to_yaml().unwrap()), puzzle, "{text}");
    }
}

#[test]
fn groups_of_other_encodings() {
    for (comment, wanted) in [
        ("c group 1 row[1,[5]]: row 1: has 5", "c group 1 row: row 1: has 5"),
        ("c group 7 given[r1c1=1]: given r1c1=1", "c group 1 given: given r1c1=1"),
        ("c group 1 loop.cut3: the edges form a loop", "c group 1 loop.cut3: the edges form a loop"),
        ("c group 1 cell[a[]: a is open", "c group 1 cell: a is open"),
        ("c group 1 at most one", "c group 1 group: at most one"),
        ("c group of clauses", ""),
    ] {
        let text = read(&format!("p cnf 1 1\n{comment}\n1 0\n")).to_cnf();
        let written = text.lines().find(|line| line.starts_with('c')).unwrap_or_default();
        assert_eq!(written, wanted, "{comment}");
    }
    // A group without clauses says nothing.
    let text = "p cnf 1 1\nc group 1 a: one\nc group 2 b: two\n1 0\nc group 3 c: three\n";
    assert_eq!(read(text).to_cnf(), "p cnf 1 1\nc group 1 b: two\n1 0\n");
}

#[test]
fn solutions_in_every_form() {
    let puzzle = read("c var 1 a\nc var 2 b: c\nc p show 1 2 0\np cnf 3 0\n");
    for text in [
        "1 -2 0",
        "s SATISFIABLE\nv 1 -2\nv 3 0\n",
        "c x\nv 1 -2 0\n",
        "{\"true\":[\"a\"],\"false\":[\"b: c\"]}",
        "{\"true\":[\"1\"],\"false\":[\"2\"]}\n{\"other\": 1}\n",
        "status: solved\nsolution:\n  'true':\n  - a\n  'false':\n  - 'b: c'\n",
        "A title\n a: true  b: c: false\n",
        " a: true\nanother line\n b: c: false\n",
    ] {
        let read = parse_solution(&puzzle, &Source::new("s", text));
        assert_eq!(read.as_ref().ok(), Some(&solution(&puzzle, &[1, -2])), "{text}: {read:?}");
    }
    let partial = parse_solution(&puzzle, &Source::new("s", "-2")).unwrap();
    assert_eq!(partial, solution(&puzzle, &[-2]));
    assert_eq!(puzzle.to_literals(&partial), "-2 0");
    for (text, message) in [
        ("1 4 0", "s:1:3: found '4', expected a literal from -3 to 3, or 0"),
        ("v 1 x 0", "s:1:5: found 'x', expected a literal from -3 to 3, or 0"),
        ("1\n-1 0", "s:2:1: found another value of a, expected one value for each variable"),
        (
            "{\"true\": [\"a\", \"x\"]}",
            "s:1:17: true[1]: found 'x', expected the name or number of a variable of the formula",
        ),
        ("{\"true\": [\"3\"]}", "s:1:12: true[0]: found 3, which is not shown, expected shown variables"),
        (" b: true", "s:1:2: found 'b', expected the name or number of a variable of the formula"),
        (
            "hello",
            "s: found no values, expected literals such as '1 -2 0', or a solution as `solve` prints it",
        ),
    ] {
        let error = parse_solution(&puzzle, &Source::new("s", text)).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn all_forms_of_random_solutions_agree() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for text in (0..100).map(|_| formula(&mut rng)) {
        let puzzle = read(&text);
        for literals in brute_force(&puzzle).iter().take(2) {
            let given = solution(&puzzle, literals);
            for format in ["plain", "dimacs"] {
                let written = DimacsFamily.write_solution(&puzzle, &given, format).unwrap();
                assert_eq!(parse_solution(&puzzle, &Source::new("s", written)), Ok(given.clone()), "{text}");
            }
        }
    }
}

#[test]
fn reading_stops_at_a_limit() {
    let clauses: String = (1..30_000).map(|var| format!("-{var} {} 0\n", var + 1)).collect();
    let limits = Limits::default();
    limits.stop.store(true, Ordering::Relaxed);
    let source = Source::new("f", format!("p cnf 30000 29999\n{clauses}"));
    let error = parse(&source, &limits).unwrap_err();
    assert!(error.is_unfinished(), "{error}");
    assert_eq!(error.to_string(), "f: interrupted while it was read");
}

fn pieces() -> impl Strategy<Value = String> {
    const WORDS: &[&str] = &[
        "p cnf 3 2\n",
        "p cnf",
        "c",
        "c var ",
        "c p show ",
        "c group 1 ",
        "row[1",
        "]: ",
        "\n",
        " ",
        "0",
        "1",
        "-2",
        "3",
        "4",
        "%\n",
        "é",
        "x1",
        "c 1 a\n",
        "c ind ",
        "\r\n",
        "kind: dimacs\n",
        "cnf: |\n  ",
        "true",
        "a: true",
        "  ",
        "v ",
        "{",
        "\"true\":",
        "[",
        "c v 1 ",
        "99999999999",
        "\u{b}",
        "\t",
    ];
    let piece = prop_oneof![3 => prop::sample::select(WORDS).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_text_panics(text in pieces(), mine in pieces()) {
        let _ = DimacsFamily.recognises(&text);
        if let Ok(puzzle) = parse(&Source::new("f", text.as_str()), &Limits::default()) {
            let again = read(&puzzle.to_cnf());
            prop_assert_eq!(&again, &puzzle);
            let _ = DimacsFamily.draw(&puzzle, None).to_svg();
            if let Ok(given) = parse_solution(&puzzle, &Source::new("s", mine.as_str())) {
                let _: &Solution = &given;
                let _ = DimacsFamily.draw(&puzzle, Some(&given)).to_svg();
                let _ = jigsat_dimacs::check(&puzzle, &given, &Limits::default());
            }
        }
    }
}
