//! Boards, functions, sums, graphs and runs: the clauses allow exactly the assignments that the evaluator accepts, and
//! errors say what is wrong.

use jigsat_cnf::{Flavours, GraphFlavour, Lit};
use jigsat_qprop::{Encoding, Model};
use jigsat_solve::{BuildOptions, Limits, Puzzle, Solver, Verdict, build, testing};

use crate::common::parsed;

/// Compares on every assignment of the atoms, with graphs encoded in full and cut lazily; returns the number of models.
fn agree(text: &str, data: &str) -> u64 {
    let model = parsed(text, data).unwrap_or_else(|error| panic!("{}", error.render(false)));
    let formula = build(&model, Encoding::Model, &BuildOptions::default().in_full()).expect("it is small");
    let mut sat = Solver::Batsat.start().expect("it is built in");
    sat.reserve(formula.variables()).expect("there is memory");
    for clause in formula.clauses().iter() {
        sat.add(clause).expect("there is memory");
    }
    let mut models = 0;
    for assignment in 0..1u32 << model.atoms() {
        let holds: Vec<bool> = (0..model.atoms()).map(|atom| assignment >> atom & 1 == 1).collect();
        let assumed: Vec<Lit> =
            formula.projected().map(|(atom, var)| var.lit(!holds[atom.0 as usize])).collect();
        let expected = model.evaluate(&holds).is_ok();
        assert_eq!(model.holds(&holds, &Limits::default()), Ok(expected), "{holds:?}\n{text}");
        let found = sat.solve(&assumed, &Limits::default()).expect("it answers") == Verdict::Sat;
        let names = formula.projected().filter(|(atom, _)| holds[atom.0 as usize]);
        let names: Vec<String> = names.map(|(atom, _)| model.atom_name(atom)).collect();
        assert_eq!(found, expected, "{names:?}\n{text}");
        models += u64::from(expected);
    }
    for graph in [GraphFlavour::Lazy, GraphFlavour::Tree] {
        let flavours = Flavours { graph, ..Flavours::default() };
        let options = BuildOptions { flavours, ..BuildOptions::default() };
        assert_eq!(
            testing::count_models(&model, Encoding::Model, &options, &Solver::Batsat),
            models,
            "{text}"
        );
    }
    models
}

const BOARD: &str = "rows: 2\ncolumns: 3\n";

#[test]
fn functions_and_sums() {
    let digits = "sort P = 1..3 sort D = 1..4 pred d(p: P) -> D ";
    // Throws of three dice with four sides.
    for (assert, throws) in [
        ("(sum p: P . d(p)) = 7", 12),
        ("(sum p: P . d(p)) < 6", 10),
        ("(sum p: P | p =/= 2 . 2 * d(p)) - d(2) >= 10", 18),
        ("(product p: P . d(p)) = 12", 9),
        ("d(1) + d(2) = d(3) * 2", 8),
        ("abs(d(1) - d(2)) = 1", 24),
        ("d(1) = 2 or (sum p: P . d(p)) = 12", 17),
        ("not (sum p: P . d(p)) = 7", 52),
        ("d(1) = 2 iff (sum p: P . d(p)) = 7", 44),
        ("exactly 2 p: P . d(p) = 1", 9),
        ("d(1) =/= d(2) and d(2) =/= d(3) and d(1) =/= d(3)", 24),
    ] {
        assert_eq!(agree(&format!("{digits}assert a: {assert}"), ""), throws, "{assert}");
    }
}

#[test]
fn functions_may_lack_values() {
    let facts = "sort P = 1..3 sort D = 1..2 fact f(p: P) -> D pred d(p: P) ";
    let data = "f: [[1, 2], [3, 1]]";
    // Of three bits, f is about two.
    assert_eq!(agree(&format!("{facts}assert a: forall p: P | f(p) = 2 . d(p)"), data), 4);
    assert_eq!(agree(&format!("{facts}assert a: forall p: P | not f(p) . d(p)"), data), 4);
    assert_eq!(
        agree(&format!("{facts}assert a: forall p: P, n: D | f(p) = n . exactly n q: P . d(q)"), data),
        0
    );
    assert_eq!(agree(&format!("{facts}assert a: forall p, q: P | f(p) > f(q) . d(p) and not d(q)"), data), 2);
    assert_eq!(agree(&format!("{facts}assert a: forall p: P | not (f(p) = 1) . d(p)"), data), 2);
}

#[test]
fn functions_with_a_domain_have_no_value_elsewhere() {
    let text =
        "sort P = 1..3 sort D = 1..2 pred d(p: P | p =/= 2) -> D \"{p} has a value\" assert a: d(1) < d(3)";
    assert_eq!(agree(text, ""), 1);
}

#[test]
fn outside_is_what_the_predicate_says() {
    let text = |outside: &str| {
        format!(
            "board step pred p(c: Cell){outside} assert a: forall c: Cell . p(c) implies p(step(c, right))"
        )
    };
    assert_eq!(agree(&text(" outside false"), BOARD), 1, "a row that has one would go on for ever");
    let error = parsed(&text(""), BOARD).expect_err("the last column has no next one");
    assert!(error.message().contains("function 'step' has no value here"), "{}", error.message());
    let count = "board step sort D = 0..1 pred d(c: Cell) -> D outside 0 \
        assert a: forall c: Cell . d(c) <= d(step(c, down))";
    assert_eq!(agree(count, "rows: 2\ncolumns: 2\n"), 1);
}

/// The atoms of a function with several arguments are numbered by all of them.
#[test]
fn functions_of_two_arguments() {
    let text = "sort S = 1..2 sort D = 1..2 pred d(x, y: S) -> D assert a: d(1, 2) + d(2, 1) = 3 and d(1, 1) + d(2, 1) = 2";
    assert_eq!(agree(text, ""), 2);
    let text = "sort S = 1..2 sort T = 1..3 pred d(x: S, y: T) -> S assert a: forall x: S . (sum y: T . d(x, y)) = 3 + x";
    assert_eq!(agree(text, ""), 3 * 3);
}

#[test]
fn connected_sets() {
    // Connected sets of cells of a 2x3 board, including the empty one; and by their edges.
    let nodes = "board near pred p(c: Cell) assert a: connected c: Cell along near . p(c)";
    assert_eq!(agree(nodes, BOARD), 41);
    let edges = "board joins pred p(e: Edge) assert a: connected e: Edge along joins . p(e)";
    assert_eq!(agree(edges, BOARD), 81);
    let guarded = "board near, row pred p(c: Cell) assert a: forall r: Row . connected c: Cell along near | row(c) = r . p(c)";
    assert_eq!(agree(guarded, BOARD), 7 * 7);
    let condition =
        "board near pred p(c: Cell) pred q assert a: q implies connected c: Cell along near . p(c)";
    assert_eq!(agree(condition, BOARD), 64 + 41);
    let formula = "board near, pair pred p(c: Cell) assert a: connected c: Cell along near . exists b: Cell | pair(c, b) . p(b)";
    assert!(agree(formula, BOARD) > 0);
}

#[test]
fn loops_paths_and_regions() {
    let on = |shape: &str| format!("board joins, near, cell pred p(e: Edge) assert a: {shape} . p(e)");
    assert_eq!(agree(&on("loop e: Edge along joins"), BOARD), 3);
    // From corner to corner of a 2x3 board.
    let ends = "ends c: Cell | c = cell(1, 1) or c = cell(2, 3) by 1";
    assert_eq!(agree(&on(&format!("paths e: Edge along joins {ends}")), BOARD), 4);
    // A board with room for two loops, or for a path and a loop.
    let wide = "rows: 2\ncolumns: 4\n";
    assert_eq!(agree(&on("loop e: Edge along joins"), wide), 6);
    let ends = "ends c: Cell | c = cell(1, 1) or c = cell(2, 1) by 1";
    assert_eq!(agree(&on(&format!("paths e: Edge along joins {ends}")), wide), 4);
    // Two dominoes and so on: regions of the cells joined by edges.
    assert_eq!(agree(&on("regions e: Edge along joins size 2"), BOARD), 3);
    assert_eq!(agree(&on("regions e: Edge along joins size 4"), BOARD), 0);
    let roots = "root c: Cell | c = cell(1, 1) or c = cell(2, 3)";
    assert_eq!(agree(&on(&format!("regions e: Edge along joins {roots} size 3")), BOARD), 3);
    // Two trees or more on six cells, of any size, each with one of the roots.
    assert!(agree(&on(&format!("regions e: Edge along joins {roots}")), BOARD) > 3);
    let nodes = "board near pred p(c: Cell) assert a: regions c: Cell along near size 2 . p(c)";
    assert_eq!(agree(nodes, BOARD), 1 + 7 + 1);
}

/// The right corners of a cell are the left ones of the next cell, and its lower corners the upper ones of the cell below.
#[test]
fn tips_of_neighbours_are_the_same_corners() {
    let shared = "step(c, right) and tip(step(c, right), 0) = tip(c, 2) and tip(step(c, right), 6) = tip(c, 4) or \
        step(c, down) and tip(step(c, down), 0) = tip(c, 6) and tip(step(c, down), 2) = tip(c, 4)";
    let text = format!("board tip, step pred p(c: Cell) assert a: forall c: Cell | {shared} . p(c)");
    // All cells but the last one.
    assert_eq!(agree(&text, BOARD), 2);
    let odd = "board tip, corner pred p assert a: exists c: Cell, t: Place . tip(c, t) and t mod 2 = 1 and p";
    assert_eq!(agree(odd, BOARD), 0);
}

#[test]
fn closed_facts_hold_where_steps_lead() {
    let closed = |condition: &str| {
        let text = format!(
            "sort P = 1..5 fact f(a, b: P) closed := {condition} pred p(x: P) \
            assert a: forall a, b: P | f(a, b) . p(a) iff p(b)"
        );
        agree(&text, "")
    };
    // As many choices as there are pieces.
    assert_eq!(closed("b = a + 1"), 2);
    assert_eq!(closed("b = a + 2"), 4);
    assert_eq!(closed("a = 1 and b = 2 or a = 2 and b = 1 or a = 4 and b = 5"), 8);
    assert_eq!(closed("a < b and a > 3"), 16);
    // The places before the last two stay the same: with k = 1, 1 leads to 3; with 2, nothing continues.
    let count = "sort P = 1..3 fact f(k, a, b: P) closed := b = a + k and k < 3 pred q(k: P) \
        assert a: forall k: P . q(k) iff f(k, 1, 3)";
    assert_eq!(agree(count, ""), 1);
    let both = "sort P = 1..2 sort Q = 1..2 fact f(a: P, b: Q) closed := true pred p assert a: p";
    let error = parsed(both, "").expect_err("P is not Q");
    assert!(error.message().contains("the last two places of a closed fact"), "{}", error.message());
    assert!(parsed("sort P = 1..2 fact f(a, b: P) closed pred p assert a: p", "f: []").is_err());
}

#[test]
fn places_around_and_points() {
    // On a 2x3 board, r1c1 has cells at places 3, 4 and 5 around it, r1c2 at five places.
    let around = |text: &str| {
        agree(&format!("board around, row, column pred p(c: Cell) outside false assert a: {text}"), BOARD)
    };
    assert_eq!(around("forall c: Cell, k: Place . not p(around(c, k))"), 1);
    assert_eq!(
        around("forall c: Cell, k: Place | row(c) = 1 and column(c) = 1 and k < 4 . not p(around(c, k))"),
        32
    );
    assert_eq!(
        around(
            "forall c: Cell, k: Place | row(c) = 1 and column(c) = 2 . p(around(c, k)) iff 3 <= k and k <= 7"
        ),
        2
    );
    // The middle of the board has three pairs of opposite cells; the middle of a cell has that cell itself.
    let board = "rows: 2\ncolumns: 3\n";
    let points =
        |text: &str| agree(&format!("board mirror, beside, cell pred p(c: Cell) assert a: {text}"), board);
    let middle = "exactly 2 b: Cell | beside(d, b) . true";
    assert_eq!(points("forall d: Dot, a, b: Cell | mirror(d, a) = b and d = r1c2_r2c2 . p(a) iff p(b)"), 8);
    assert_eq!(points("forall d: Dot, a, b: Cell | mirror(d, a) = b and d = r1c1 . p(a) iff p(b)"), 64);
    assert_eq!(points("forall c: Cell, d: Dot | beside(d, c) and d = r1c1_r2c2 . p(c)"), 4);
    assert_eq!(points(&format!("forall c: Cell, d: Dot | beside(d, c) and ({middle}) . p(c)")), 1);
}

#[test]
fn runs() {
    let runs = |lengths: &str| {
        let text = "sort P = 1..6 sort L = 0..6 sort N = 1..3 fact f(n: N) -> L pred p(x: P) assert a: runs x: P . p(x) are n: N . f(n)";
        agree(text, &format!("f: {lengths}"))
    };
    assert_eq!(runs("[]"), 1);
    assert_eq!(runs("[[1, 2], [2, 1]]"), 6);
    assert_eq!(runs("[[1, 1], [2, 1], [3, 1]]"), 4);
    assert_eq!(runs("[[1, 6]]"), 1);
    // A length of 0 stands for no run.
    assert_eq!(runs("[[1, 0]]"), 1);
    assert_eq!(runs("[[1, 2], [2, 0]]"), 5);
    assert_eq!(runs("[[1, 4], [2, 2]]"), 0);
    let conditional = "sort P = 1..4 sort N = 1..1 pred p(x: P) pred q assert a: q implies runs x: P | x > 1 . not p(x) are n: N . 2";
    assert_eq!(agree(conditional, ""), 16 + 4);
}

/// Error messages for typical mistakes.
#[test]
fn errors() {
    let graph = "board near pred p(c: Cell) assert a: ";
    for (text, message) in [
        (
            format!("{graph}not connected c: Cell along near . p(c)"),
            "a structure can't be a part of this formula",
        ),
        (format!("{graph}p(cell) iff connected c: Cell along near . p(c)"), "'cell' is neither a bound"),
        (format!("{graph}connected c: Row along near . p(c)"), "is a value of sort Row"),
        (format!("{graph}connected c: Cell along p . p(c)"), "'p' is a predicate"),
        (format!("{graph}loop c: Cell along near . p(c)"), "'near' does not join what 'c' stands for"),
        ("board fields".to_owned(), "a board has no 'fields'"),
        ("board near pred r2c3".to_owned(), "'r2c3' is already a value of sort Cell"),
        (
            "sort S = 1..2 pred f(x: S) -> S pred p(x: S) assert a: p(f(1))".to_owned(),
            "an argument can't be searched for",
        ),
        (
            "sort S = 1..2 pred f(x: S) -> S assert a: forall x: S | f(x) = 1 . true".to_owned(),
            "this value is searched for",
        ),
        (
            "sort S = 1..2 pred f(x: S) -> S assert a: exactly f(1) x: S . f(x) = 1".to_owned(),
            "this value is searched for",
        ),
        ("sort S = 1..2 pred f(x: S) outside 3".to_owned(), "found another value"),
        ("sort S = 1..2 given f(x: S)".to_owned(), "found end of text"),
        ("sort S = 1..2 pred p(x: S) \"{x} is so\"".to_owned(), "found end of text"),
        ("sort S = 1..2 pred p(x: S) \"{y} is so\", \"{x} is not\"".to_owned(), "'y' is not a variable"),
    ] {
        let data = if text.starts_with("board") { BOARD } else { "" };
        let error = parsed(&text, data).err().unwrap_or_else(|| panic!("{text} has a meaning"));
        assert!(error.message().contains(message), "{text}: {}", error.render(false));
    }
    let error = parsed("board near", "rows: 2\n").expect_err("there are no columns");
    assert!(error.message().contains("constant 'columns' has no value"), "{}", error.message());
    let large = parsed("board ray", "rows: 1000\ncolumns: 1000\n").expect_err("it is too large");
    assert!(large.message().contains("expected at most 4000000"), "{}", large.message());
    let twice = parsed("sort S = 1..2 fact f(x: S) -> S", "f: [[1, 1], [1, 2]]").expect_err("two values");
    assert!(twice.message().contains("f(1) has another value besides 2"), "{}", twice.message());
}

/// Words of boards are names elsewhere.
#[test]
fn no_word_is_taken() {
    let text = "sort board = 1..2 pred connected(given: board) const sum = 2 \
        assert loop: exactly sum genre: board . connected(genre)";
    assert_eq!(agree(text, ""), 1);
}

/// A printed model can be read again.
#[test]
fn text_and_back() {
    let text = "board near, joins\nsort D = 1..4\ngiven f(c: Cell) -> D\ngiven g(c: Cell) \"#\"\n\
        pred d(c: Cell | not g(c)) -> D \"{c} has one digit\" outside 1\npred p(e: Edge) \"{e} is there\", \"{e} is not\" outside false\n\
        assert a: (sum c: Cell | g(c) . 2 * d(c)) + 1 = product c: Cell . d(c)\n\
        assert b: forall x: D . connected c: Cell along near | f(c) = x . d(c) = x\n\
        assert c: regions c: Cell along near root r: Cell | f(r) or g(r) size f(r) . d(c) = 1\n\
        assert d: paths e: Edge along joins ends c: Cell | f(c) by f(c) . p(e)\n\
        assert e: forall x: D . x > 1 implies runs c: Cell | f(c) = x . d(c) = x are n: D . n\n\
        genre some_name \"a line\"\naddress name: number16(f), rooms\ndraw: write(d)";
    let print = |text: &str| -> String {
        let items = jigsat_qprop::parse(&jigsat_input::Source::new("text", text), 0);
        let items = items.unwrap_or_else(|error| panic!("{}", error.render(false)));
        items.iter().map(|item| format!("{item}\n")).collect()
    };
    let printed = print(text);
    assert_eq!(print(&printed), printed);
    assert_eq!(printed.lines().count(), 14);
}

/// The words of explanations for atoms.
#[test]
fn atoms_have_sentences() {
    let text = "sort S = {a, b} sort N = 1..2 \
        pred p(x: S, n: N) \"{n} is next to {x}\", \"{n} is far from {x}\" pred q(x: S)";
    let model: Model = parsed(text, "").expect("a model");
    let words = |atom: &str, holds| model.words(model.atom(atom).expect("an atom"), holds);
    assert_eq!(words("p(b,1)", true).as_deref(), Some("1 is next to b"));
    assert_eq!(words("p(a,2)", false).as_deref(), Some("2 is far from a"));
    assert_eq!(words("q(a)", true), None);
}

/// Sentences about cuts name nodes by their values.
#[test]
fn cuts_name_cells() {
    let text = "board near, joins, row pred shade(c: Cell) pred border(e: Edge) \
        assert one: connected c: Cell along near . shade(c) \
        assert pieces: regions e: Edge along joins root c: Cell | row(c) = 1 . not border(e)";
    let model: Model = parsed(text, "rows: 1\ncolumns: 3\n").expect("a model");
    let mut e = build(&model, Encoding::Model, &BuildOptions::default()).expect("a formula");
    // Both outer cells are shaded, the middle is not; there are no borders.
    let names = |atom, f: &mut std::fmt::Formatter<'_>| Puzzle::name(&model, atom, f);
    let holds = |name: &str| ["shade(r1c1)", "shade(r1c3)"].contains(&name);
    let values: Vec<bool> = (0..5).map(|atom| holds(&model.atom_name(jigsat_qprop::Atom(atom)))).collect();
    let _ = e.cut(&|lit| values.get(lit.vidx()).map(|&value| value != lit.is_neg()), &|_| true);
    let cuts: Vec<String> = e.cuts().map(|cut| e.group_at(cut.group).sentence(&names)).collect();
    let all = cuts.join("\n");
    assert!(all.contains("r1c1 and r1c3 are joined only by way of r1c2"), "{all}");
    assert!(all.contains("r1c1 and r1c2 would be in one region"), "{all}");
}

/// Explanations name the nodes where a line continues, and those where it begins. They don't mix two lines of one
/// constraint.
#[test]
fn loops_and_paths_name_cells() {
    let text = "board joins, column sort Colour = {red, green} fact end(c: Cell) := column(c) = 1 or column(c) = 3 pred line(e: Edge) pred of(e: Edge, k: Colour) \
        assert loop \"the line is one loop\": loop e: Edge along joins . line(e) \
        assert lines \"lines join the ends\": \
            forall k: Colour . paths e: Edge along joins ends c: Cell | end(c) by 1 . of(e, k)";
    let model: Model = parsed(text, "rows: 1\ncolumns: 3\n").expect("a model");
    let e = build(&model, Encoding::Model, &BuildOptions::default()).expect("a formula");
    let names = |atom, f: &mut std::fmt::Formatter<'_>| Puzzle::name(&model, atom, f);
    let told: Vec<(String, String)> =
        e.groups().map(|group| (group.id(&names), group.sentence(&names))).collect();
    let told: Vec<(&str, &str)> = told.iter().map(|(id, sentence)| (&**id, &**sentence)).collect();
    let lines = [
        ("lines", "lines join the ends"),
        ("lines.r1c1", "lines join the ends: just one path begins at r1c1"),
        ("lines.r1c2", "lines join the ends: nothing ends or branches at r1c2"),
        ("lines.r1c3", "lines join the ends: just one path begins at r1c3"),
    ];
    let expected = [
        ("loop", "the line is one loop"),
        ("loop.r1c1", "the line is one loop: nothing ends or branches at r1c1"),
        ("loop.r1c2", "the line is one loop: nothing ends or branches at r1c2"),
        ("loop.r1c3", "the line is one loop: nothing ends or branches at r1c3"),
    ];
    assert_eq!(told, [expected, lines, lines].concat());
}

/// A model's atoms are numbered as before.
#[test]
fn atoms_of_functions() {
    let model: Model = parsed("sort S = 1..2 pred f(x: S) -> S", "").expect("a model");
    assert_eq!(model.atom_name(model.atom("f(2,1)").expect("an atom")), "f(2,1)");
    assert!(model.check(&jigsat_qprop::Solution::of(vec!["f(1,2)".into(), "f(2,1)".into()])).is_ok());
    let violation =
        model.check(&jigsat_qprop::Solution::of(vec!["f(1,2)".into()])).expect_err("no value of 2");
    assert_eq!(violation.to_string(), "it breaks the rule that f for x = 2 has one value");
}

#[test]
fn sentences_combine_what_they_say_of_several_values() {
    let text = r#"
        sort S = {a, b, c}
        sort N = 1..2
        pred p(x: S) "{x} {is|are} in", "{x} {is|are} out"
        pred q(x: S) "{x} is in", "{x} is out"
        pred f(x: S) -> N "{x} has one number", "{x} {has|have} {value: coin|coins}", "{x} lacks {value: coin|coins}"
        assert none "{n: coin is|coins are} not in a": forall n: N . not f(a) = n
    "#;
    let model = parsed(text, "").unwrap_or_else(|error| panic!("{}", error.render(false)));
    let atom = |name: &str| model.atom(name).unwrap_or_else(|| panic!("there is no {name}"));
    let words = |literals: &[(&str, bool)]| {
        let literals: Vec<_> = literals.iter().map(|&(name, holds)| (atom(name), holds)).collect();
        model.words_of_all(&literals, &|atom, holds| {
            format!("{}{}", if holds { "" } else { "not " }, model.atom_name(atom))
        })
    };
    assert_eq!(words(&[("p(a)", true), ("p(b)", false), ("p(c)", true)]), ["a and c are in", "b is out"]);
    assert_eq!(words(&[("q(a)", true), ("q(b)", true)]), ["a is in", "b is in"]);
    assert_eq!(
        words(&[("f(a,1)", true), ("f(b,2)", true), ("f(c,1)", true), ("f(b,1)", false)]),
        ["a and c have 1 coin", "b has 2 coins", "b lacks 1 coin"]
    );
    let nothing = vec![false; model.atoms() as usize];
    assert_eq!(model.evaluate(&nothing).unwrap_err().to_string(), "it breaks the rule that a has one number");
    let one: Vec<bool> = (0..model.atoms())
        .map(|number| model.atom_name(jigsat_qprop::Atom(number)).ends_with(",1)"))
        .collect();
    assert_eq!(model.evaluate(&one).unwrap_err().to_string(), "it breaks the rule that 1 coin is not in a");
}

#[test]
fn what_is_printed_of_sentences_is_read_again() {
    let text = "sort S = {a, b}\nsort N = 1..2\npred f(x: S) -> N \"{x} has one\", \"{x} has {value: coin|coins}\", \"{x} lacks {value}\"\n";
    let items = jigsat_qprop::parse(&jigsat_input::Source::new("m", text), 0).expect("it is right");
    let printed: String = items.iter().map(|item| format!("{item}\n")).collect();
    assert_eq!(printed, text);
}

/// The groups of a rule are contiguous even if the fact in its guard finds its rows in another order.
#[test]
fn a_sentence_without_all_variables_is_one_constraint() {
    let text = "sort S = {a, b} sort N = 1..3 pred p(x: S, n: N) \
        fact low(x: S, n: N) := (n = 3 and x = b) or (n = 2 and x = a) or (n = 1 and x = b) or (n = 1 and x = a) \
        assert none \"{x} has none\": forall x: S, n: N | low(x, n) . not p(x, n)";
    let model = parsed(text, "").unwrap_or_else(|error| panic!("{}", error.render(false)));
    let formula = build(&model, Encoding::Model, &BuildOptions::default()).expect("it is small");
    let names = |atom, f: &mut std::fmt::Formatter<'_>| Puzzle::name(&model, atom, f);
    let sentences: Vec<String> = formula.groups().map(|group| group.sentence(&names)).collect();
    assert_eq!(sentences, ["a has none", "b has none"]);
}
