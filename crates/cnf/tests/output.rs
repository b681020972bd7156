//! A formula as text, DIMACS and GCNF, and reading it back.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use jigsat_cnf::{
    Amo, Bound, Flavours, Formula, Interrupt, Lit, Rule, Show, SolverOutput, SolverReader, SolverVerdict,
    Stop, neg, pos, read_dimacs, read_solver_output,
};
use proptest::prelude::*;

const ONE: Rule = Rule::new("one", "exactly one lamp of row {0} is lit");
const FRAME: Rule = Rule::new("frame", "{0} goes on only by its switch");
const WEIGHT: Rule = Rule::new("weight", "the lit lamps weigh at most {0}").redundant();

type Lamp = (u8, char);

fn name(lamp: Lamp, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{}{}", lamp.1, lamp.0)
}

fn example(amo: Amo) -> Formula<Lamp> {
    let mut e = Formula::new(Flavours { amo, ..Flavours::default() });
    for row in 0..3 {
        for column in ['a', 'b', 'c'] {
            e.declare_projected((row, column));
        }
    }
    e.declare((9, 's'));
    for row in 0..3_u8 {
        e.group(&ONE, (row,)).exactly_one(['a', 'b', 'c'].map(|column| (row, column)));
    }
    let lamp = e.name("the first lamp");
    let mut frame = e.group(&FRAME, (lamp,));
    let aux = frame.aux();
    frame.implies([pos((1, 'a')), neg((0, 'a'))], [(9, 's'), (2, 'c')]).clause([neg((1, 'b'))]);
    frame.implies([(0, 'a')], [aux]).implies([aux, pos((9, 's'))], Vec::<Lamp>::new());
    e.group(&WEIGHT, (4,)).sum(Bound::AtMost(4), [(3, (0, 'a')), (2, (1, 'a')), (1, (2, 'a'))]);
    e
}

fn text(e: &Formula<Lamp>, show: &Show) -> String {
    let mut out = Vec::new();
    e.write_text(&name, show, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn text_is_readable() {
    insta::assert_snapshot!(text(&example(Amo::Pairwise), &Show::default()));
}

#[test]
fn text_shows_auxiliaries_of_statements() {
    insta::assert_snapshot!(text(
        &example(Amo::Ladder),
        &Show { rule: Some("one".into()), ..Show::default() }
    ));
}

/// The text says what an auxiliary represents, but doesn't name its constraint within that constraint.
#[test]
fn auxiliaries_of_sums_have_names() {
    let mut e: Formula<Lamp> = Formula::new(Flavours::default());
    (0..9).for_each(|row| e.declare_projected((row, 'a')));
    e.group(&WEIGHT, (4,)).sum(Bound::AtMost(4), (0..9).map(|row| (1, (row, 'a'))));
    let text = text(&e, &Show { full: true, ..Show::default() });
    assert!(text.contains("not sum>=5"), "{text}");
}

#[test]
fn text_of_some_groups() {
    let group = |pattern: &str| Show { group: Some(pattern.into()), ..Show::default() };
    let e = example(Amo::Pairwise);
    assert!(text(&e, &group("*row 2*")).starts_with("== one\nexactly one lamp of row 2 is lit:\n"));
    assert!(text(&e, &group("one[1]")).contains("row 1"));
    assert_eq!(text(&e, &group("nothing")), "no constraint matches\n");
}

#[test]
fn many_groups_are_summed_up_and_every_clause_shows_in_the_fingerprint() {
    let build = |skip: Option<(u8, char)>| {
        let mut e: Formula<Lamp> = Formula::new(Flavours::default());
        (0..100)
            .for_each(|row| ['a', 'b', 'c'].iter().for_each(|&column| e.declare_projected((row, column))));
        for row in 0..100 {
            let lamps = ['a', 'b', 'c'].map(|column| (row, column));
            e.group(&ONE, (row,)).at_least_one(lamps.into_iter().filter(|&lamp| Some(lamp) != skip));
        }
        e
    };
    let whole = text(&build(None), &Show::default());
    let changed = text(&build(Some((77, 'b'))), &Show::default());
    insta::assert_snapshot!(whole);
    assert_ne!(whole.lines().nth(2), changed.lines().nth(2), "the table row differs");
    let full = text(&build(Some((77, 'b'))), &Show { full: true, ..Show::default() });
    assert!(full.contains("at least one of a77, c77"), "{full}");
}

#[test]
fn dimacs_and_gcnf() {
    let e = example(Amo::Pairwise);
    let (mut dimacs, mut gcnf) = (Vec::new(), Vec::new());
    e.write_dimacs(&name, &mut dimacs).unwrap();
    e.write_gcnf(&name, &mut gcnf).unwrap();
    let dimacs = String::from_utf8(dimacs).unwrap();
    insta::assert_snapshot!("dimacs", dimacs);
    insta::assert_snapshot!("gcnf", String::from_utf8(gcnf).unwrap());
    let read = read_dimacs(&dimacs).unwrap();
    assert_eq!(read.variables, e.variables());
    assert!(read.clauses.iter().eq(e.clauses().iter()));
}

#[test]
fn bad_dimacs_is_placed() {
    for (text, message) in [
        ("", "line 1, column 1: found the end, expected 'p cnf VARIABLES CLAUSES'"),
        ("c x\np dnf 1 1\n", "line 2, column 3: found 'dnf', expected 'p cnf VARIABLES CLAUSES'"),
        ("p cnf 2 1\n1 -3 0\n", "line 2, column 3: found '-3', expected a literal from -2 to 2, or 0"),
        ("p cnf 2 1\n1 x 0\n", "line 2, column 3: found 'x', expected a literal from -2 to 2, or 0"),
        ("p cnf 2 1\n1 -2", "line 2, column 5: found the end, expected the 0 that ends the last clause"),
        ("p cnf 2 3\n1 0\n", "line 1, column 9: found '3', expected 1, the number of clauses that follow"),
        (
            "p cnf 99999999999 3\n",
            "line 1, column 7: found '99999999999', expected a number of variables up to 2147483647",
        ),
    ] {
        let error = read_dimacs(text).unwrap_err().to_string();
        assert_eq!(error, message, "{text:?}");
    }
}

#[test]
fn solver_output_in_all_its_forms() {
    let model = |values: &[bool]| SolverOutput::Model(values.to_vec());
    for (text, expected) in [
        ("c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n", model(&[true, false, true])),
        ("SAT\n1 -2 3 0\n", model(&[true, false, true])),
        ("1 3", model(&[true, false, true])),
        ("s SATISFIABLE\r\nv 1 -2\r\nv 3 0\r\n", model(&[true, false, true])),
        ("s SATISFIABLE\nv 1 0\n", model(&[true, false, false])),
        ("s\tSATISFIABLE\nv\t-1 0\ns SATISFIABLE\nv -1 0\n", model(&[false, false, false])),
        ("s UNKNOWN\nv 1 2\n", SolverOutput::Unknown),
        ("WARNING: anything\ns UNSATISFIABLE\n", SolverOutput::Unsatisfiable),
        ("UNSAT\n", SolverOutput::Unsatisfiable),
        ("s UNKNOWN\n", SolverOutput::Unknown),
        ("INDET\n", SolverOutput::Unknown),
        ("s SATISFIABLE\nINDET\nUNSAT\nv 1 0\n", model(&[true, false, false])),
    ] {
        assert_eq!(read_solver_output(text, 3).unwrap(), expected, "{text:?}");
    }
    for text in ["", "c only\n", "s MAYBE\n", "s\n", "s SAT ISFIABLE\n", "v 4 0\n", "hello", "1 2 x"] {
        assert!(read_solver_output(text, 3).is_err(), "{text:?}");
    }
    assert_eq!(read_solver_output("s SATISFIABLE\n", 0).unwrap(), model(&[]));
}

#[test]
fn contradictory_and_unfinished_answers_are_placed() {
    let other = |line: usize| format!("the verdict of line {line}, which is another one");
    for (text, place, found, expected) in [
        ("s SATISFIABLE\ns UNSATISFIABLE\nv 1 -2 -3 0\n", (2, 3), "'UNSATISFIABLE'", other(1)),
        ("s UNSATISFIABLE\ns SATISFIABLE\n", (2, 3), "'SATISFIABLE'", other(1)),
        ("s SATISFIABLE\nv 1 2 3 0\ns UNKNOWN\n", (3, 3), "'UNKNOWN'", other(1)),
        ("v 1 2 3 0\ns UNSATISFIABLE\n", (2, 3), "'UNSATISFIABLE'", other(1)),
        ("SAT\n1 2 3 0\nUNSAT\n", (3, 1), "'UNSAT'", other(1)),
        ("UNSAT\n1 2 3 0\n", (2, 1), "'1'", "no values, as line 1 says that there is no model".into()),
        ("s SATISFIABLE\nv 1 2\nv -1 3 0\n", (3, 3), "'-1'", "1, which line 2 says".into()),
        ("s SATISFIABLE\nv 1 0\nv -1 0\n", (3, 3), "'-1'", "1, which line 2 says".into()),
        ("1 2 -2", (1, 5), "'-2'", "2, which line 1 says".into()),
        ("s SATISFIABLE\nv 1 2\n", (2, 6), "the end", "the 0 that ends the values".into()),
        (
            "s SATISFIABLE\n",
            (1, 14),
            "the end",
            "the values of the variables, as line 1 says that there is a model".into(),
        ),
        (
            "SAT\n",
            (1, 4),
            "the end",
            "the values of the variables, as line 1 says that there is a model".into(),
        ),
    ] {
        let error = read_solver_output(text, 3).unwrap_err();
        assert_eq!((error.line, error.column), place, "{text:?}");
        assert_eq!((error.found.as_str(), &error.expected), (found, &expected), "{text:?}");
    }
}

/// What a running program prints is read in pieces, wherever they are cut.
#[test]
fn pieces_are_read_as_the_whole() {
    for text in [
        "c 1 2 3\r\ns SATISFIABLE\r\nv 1 -2\nc between\nv 3 99 0\n",
        "SAT\n-1 2 -3 0",
        "1 2 3 0\ns UNKNOWN\n| 1 2\n",
        "c grüße\ns UNSATISFIABLE\n",
        "Grüße\n",
        "v 0\n",
        "",
    ] {
        let whole = {
            let mut reader = SolverReader::new(3);
            reader.read(text.as_bytes()).unwrap();
            reader.finish().unwrap()
        };
        for length in 1..4 {
            let mut reader = SolverReader::new(3);
            text.as_bytes().chunks(length).for_each(|piece| reader.read(piece).unwrap());
            assert_eq!(reader.finish().unwrap(), whole, "{text:?}");
        }
        let strict = read_solver_output(text, 3);
        assert_eq!(strict.as_ref().err(), whole.fault.as_ref(), "{text:?}");
        assert_eq!(strict.is_ok_and(|output| output == SolverOutput::Unknown), {
            whole.fault.is_none() && whole.verdict == Some(SolverVerdict::Unknown)
        });
    }
    // It says something at once where it makes no sense, and keeps little of an endless word.
    let mut reader = SolverReader::new(3);
    assert!(reader.read(b"s SATISFIABLE\nv 1 x ").is_err());
    let mut reader = SolverReader::new(3);
    (0..1000).for_each(|_| reader.read(&[b'1'; 1000]).unwrap());
    assert_eq!(reader.finish().unwrap().verdict, None);
}

#[test]
fn propagation_names_the_clauses() {
    let e = example(Amo::Pairwise);
    let lit = |row, column| e.lit((row, column));
    let result = e.propagate(&[lit(0, 'a'), lit(1, 'c')]).unwrap();
    assert_eq!(result.conflict, None);
    let reason = |wanted: Lit| {
        let step = result.steps.iter().find(|(lit, _)| *lit == wanted).expect("it was forced");
        step.1.map(|clause| e.group_of(clause).sentence(&name))
    };
    assert_eq!(reason(lit(0, 'a')), None);
    assert_eq!(reason(!lit(0, 'b')).as_deref(), Some("exactly one lamp of row 0 is lit"));
    assert_eq!(reason(!e.lit((9, 's'))).as_deref(), Some("the first lamp goes on only by its switch"));
    let result = e.propagate(&[lit(0, 'a'), lit(0, 'b')]).unwrap();
    assert_eq!(result.contradicted, Some(lit(0, 'b')));
    let all_off = e.propagate(&[!lit(2, 'a'), !lit(2, 'b'), !lit(2, 'c')]).unwrap();
    assert_eq!(all_off.contradicted, Some(!lit(2, 'c')));
}

proptest! {
    #[test]
    fn readers_never_panic(text in "[ -~\\n]{0,60}", header in any::<bool>()) {
        let text = if header { format!("p cnf 3 2\n{text}") } else { text };
        let _ = read_dimacs(&text);
        let _ = read_solver_output(&text, 3);
    }

    #[test]
    fn any_bytes_are_an_answer_or_an_error(bytes: Vec<u8>, length in 1_usize..5) {
        let mut reader = SolverReader::new(3);
        if bytes.chunks(length).all(|piece| reader.read(piece).is_ok()) {
            let _ = reader.finish();
        }
    }

    #[test]
    fn values_survive_any_line_breaks(values: [bool; 3], breaks: [bool; 3]) {
        let mut text = String::from("s SATISFIABLE\nv");
        for (index, (value, newline)) in values.into_iter().zip(breaks).enumerate() {
            if newline {
                text += "\nv";
            }
            text += if value { " " } else { " -" };
            text += &(index + 1).to_string();
        }
        text += " 0\n";
        prop_assert_eq!(read_solver_output(&text, 3).unwrap(), SolverOutput::Model(values.to_vec()));
    }
}

#[test]
fn sizes_by_rule() {
    let mut out = Vec::new();
    example(Amo::Pairwise).write_stats(&mut out).expect("a Vec takes everything");
    let text = String::from_utf8(out).expect("text");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0].join(" "), "14 variables: 9 projected atoms, 1 other atoms, 4 auxiliaries");
    assert_eq!(rows[1], ["rule", "groups", "clauses", "literals", "aux"]);
    assert_eq!(rows[2], ["one", "3", "12", "27", "0"]);
    assert_eq!(rows[3], ["frame", "1", "4", "9", "1"]);
    let sums = |place: usize| {
        rows[2..5].iter().map(|row| row[row.len() - 4 + place].parse::<usize>().unwrap()).sum::<usize>()
    };
    let all: Vec<String> = (0..4).map(|place| sums(place).to_string()).collect();
    assert_eq!(rows[5], ["all", &all[0], &all[1], &all[2], &all[3]]);
    assert_eq!(rows.len(), 6, "{text}");
}

#[test]
fn a_text_is_given_up_where_that_is_said() {
    let e = example(Amo::Pairwise);
    let show = Show { interrupt: Interrupt::new(|| Some(Stop::Timeout)), ..Show::default() };
    // It asks after this much work; the formula has less.
    assert!(show.interrupt.step(Interrupt::EVERY as usize - 1).is_ok());
    let mut out = Vec::new();
    let error = e.write_text(&name, &show, &mut out).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::TimedOut);
    assert!(out.is_empty());
}

/// However large one group is, there is only so much work between two looks.
#[test]
fn the_text_of_one_large_group_is_given_up() {
    let lamps: Vec<Lamp> = (0..200).flat_map(|row| ['a', 'b', 'c'].map(|column| (row, column))).collect();
    let mut e = Formula::new(Flavours { amo: Amo::Pairwise, ..Flavours::default() });
    for &lamp in &lamps {
        e.declare_projected(lamp);
    }
    e.group(&ONE, (0,)).exactly_one(lamps.iter().copied());
    let literals: usize = e.clauses().iter().map(<[jigsat_cnf::Lit]>::len).sum();
    let after = |looks: usize| {
        let asked = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&asked);
        let stops = move || (counter.fetch_add(1, Relaxed) >= looks).then_some(Stop::Timeout);
        let show = Show { full: true, interrupt: Interrupt::new(stops), ..Show::default() };
        let done = e.write_text(&name, &show, &mut Vec::new()).is_ok();
        (done, asked.load(Relaxed), show.interrupt.late())
    };
    let (done, looks, _) = after(usize::MAX);
    assert!(done && looks > literals / Interrupt::EVERY as usize, "{looks} looks at {literals} literals");
    for at in 0..looks {
        assert_eq!(after(at), (false, at + 1, 0));
    }
}
