//! Grounding visits what holds, and not all that could.

use jigsat_qprop::Model;

use crate::common::parsed;

fn model(text: &str) -> Model {
    parsed(text, "").unwrap_or_else(|error| panic!("{}", error.render(false)))
}

/// For each k, the condition has k parts: together, there are 1,280,000, and 5 million tests of them in four directions.
#[test]
fn a_condition_for_all_smaller_values_is_continued() {
    let text = "sort K = 1..1600 sort D = 1..4 pred p(k: K) fact open(k: K) := not k = 1500
        fact clear(d: D, k: K) := forall i: K | i <= k . open(i)
        fact blocked(d: D, k: K) := exists i: K | i <= k . not open(i)
        assert a: forall d: D, k: K | clear(d, k) and not blocked(d, k) . p(k)";
    let model = model(text);
    assert!(model.steps() < 60_000, "{} steps", model.steps());
    assert!(model.rows() > 2 * 4 * 1499, "{} rows", model.rows());
}

/// The bounds of a stretch, and the other variables of its body, may change in any order.
#[test]
fn continued_conditions_are_those_of_each_value() {
    let text = "sort K = 1..9 sort N = {2, 3, 5, 8} pred p(a, b, c: K)
        fact good(k: K, c: K) := not k mod (c + 1) = 0
        fact fit(n: N, c: K) := not n mod (c + 1) = 0
        fact all(a, b, c: K) := forall i: K | a <= i < b . good(i, c)
        fact some(a, b, c: K) := exists i: K | b > i and i > a . not good(i, c)
        fact far(a, b, c: K) := forall n: N | 10 - a > n and n >= c - b . fit(n, c)
        assert a: forall c, b, a: K | all(a, b, c) . p(a, b, c)
        assert b: forall a, b, c: K | not all(a, b, c) and (some(a, b, c) or far(a, b, c)) . not p(a, b, c)
        assert c: forall a, b, c: K | not all(a, b, c) and not (some(a, b, c) or far(a, b, c)) . p(a, b, c)";
    let model = model(text);
    let good = |k: i64, c: i64| k % (c + 1) != 0;
    let mut holds = vec![false; model.atoms() as usize];
    for a in 1..10_i64 {
        for b in 1..10 {
            for c in 1..10 {
                let all = (a..b).all(|i| good(i, c));
                let some = (a + 1..b).any(|i| !good(i, c));
                let far = [2, 3, 5, 8].into_iter().filter(|n| 10 - a > *n && *n >= c - b).all(|n| good(n, c));
                let atom = model.atom(&format!("p({a},{b},{c})")).expect("it is an atom");
                holds[atom.0 as usize] = all || !(some || far);
            }
        }
    }
    // The referee agrees, and the formula has this solution alone.
    assert_eq!(model.evaluate(&holds), Ok(()));
    let shown: Vec<String> = (0..model.atoms())
        .filter(|&atom| holds[atom as usize])
        .map(|atom| model.atom_name(jigsat_qprop::Atom(atom)))
        .collect();
    assert_eq!(crate::common::solution(&model), shown.join(" "));
    for atom in 0..holds.len() {
        holds[atom] ^= true;
        assert!(model.evaluate(&holds).is_err());
        holds[atom] ^= true;
    }
}

/// A part without a truth is no part that holds: the other parts decide, as without a stretch.
#[test]
fn continued_conditions_with_mistakes() {
    let facts = |condition: &str| {
        format!(
            "sort K = 1..5 pred p(k: K) fact small(k: K) := k < 4 fact f(k: K) := {condition}
            assert a: forall k: K . f(k) iff p(k)"
        )
    };
    let solution =
        |condition: &str| parsed(&facts(condition), "").map(|model| crate::common::solution(&model));
    // For i = 5, i + 1 is outside; an i before decides.
    assert_eq!(solution("forall i: K | i <= k . small(i + 1)").ok().as_deref(), Some("p(1) p(2)"));
    assert_eq!(solution("exists i: K | i <= k . not small(i + 1)").ok().as_deref(), Some("p(3) p(4) p(5)"));
    let error = solution("forall i: K | i <= k . not small(i + 1) or i < 4").expect_err("6 is no value");
    assert!(error.to_string().contains("argument 1 is 6 here"), "{error}");
    // A bound that is a mistake, here for k = 1, leaves the condition open.
    let error = solution("k > 1 and forall i: K | i <= 6 div (k - 1) . small(i) or i > 3").err();
    assert_eq!(error, None);
    let error = solution("forall i: K | i <= 6 div (k - 1) . small(i)").expect_err("it divides by 0");
    assert!(error.to_string().contains("this divides by 0"), "{error}");
}

/// Parts that never hold are not counted: here each constraint has 9 million, and one that holds.
#[test]
fn parts_that_never_hold_are_no_parts() {
    let text = "sort K = 1..3000 pred p(k: K) fact one(a, b: K) := a = 1 and b = 1
        assert a: exists a, b: K | one(a, b) . p(a)
        fact f(k: K) := k = 1 or exists a, b: K | a < b . one(b - 1, a)
        assert b: forall k: K | k < 4 . p(k)";
    assert!(model(text).steps() < 100_000);
}

/// The arguments for which a function has a value are looked up.
#[test]
fn arguments_of_functions_are_looked_up() {
    let text = "sort K = 1..2000 sort V = 1..3 fact f(a, b: K) -> V pred p(a, b: K)
        assert a: forall a, b: K | f(a, b) and a > 1 . p(a, b)";
    let model = parsed(text, "f: [[1, 2, 3], [700, 800, 1], [800, 700, 2]]").expect("a model");
    assert!(model.steps() < 100, "{} steps", model.steps());
    // Not even an argument outside of its sort has one.
    let text = "sort K = 1..4 fact f(a: K) -> K pred p(a: K) assert a: forall a, b: K | f(a + b) . p(a)
        assert b: forall a: K | not exists b: K | f(a + b) . true . not p(a)";
    let model = parsed(text, "f: [[4, 1]]").expect("a model");
    assert_eq!(crate::common::solution(&model), "p(1) p(2) p(3)");
}

/// An `exists` whose parts say what all variables are is walked over as a join: 4 million pairs are not tried.
#[test]
fn facts_are_joined() {
    let text = "sort K = 1..2000 fact f(a: K) -> K fact near(a, b: K) pred p(a, b: K)
        fact beside(r, s: K) := exists a, b: K | near(a, b) . f(a) = r and f(b) = s
        fact ends(r, a: K) := exists b: K | near(a, b) and not f(a) = f(b) . f(a) = r or f(b) = r
        assert a: forall r, s: K | beside(r, s) . p(r, s)
        assert b: forall r, a: K | ends(r, a) . not p(r, a)";
    let data = "f: [[1, 7], [2, 9], [3, 7], [1500, 8]]\nnear: [[1, 2], [1, 3], [3, 1500], [4, 1]]";
    let model = parsed(text, data).expect("a model");
    assert!(model.steps() < 200, "{} steps", model.steps());
    let holds: Vec<bool> = (0..model.atoms())
        .map(|atom| ["p(7,9)", "p(7,7)", "p(7,8)"].contains(&&*model.atom_name(jigsat_qprop::Atom(atom))))
        .collect();
    assert_eq!(model.evaluate(&holds), Ok(()));
    assert_eq!(crate::common::solution(&model), "p(7,7) p(7,8) p(7,9)");
    for (atom, expected) in [("p(7,8)", true), ("p(9,7)", false), ("p(7,1)", true), ("p(9,1)", true)] {
        let mut holds = holds.clone();
        let atom = model.atom(atom).expect("it is an atom").0 as usize;
        holds[atom] ^= true;
        assert_eq!(
            model.evaluate(&holds).is_err(),
            expected,
            "{}",
            model.atom_name(jigsat_qprop::Atom(atom as u32))
        );
    }
}

/// Where many values show that an `exists` holds, the first ones do: here of 27 million.
#[test]
fn what_is_shown_by_much_is_no_join() {
    let text = "sort K = 1..300 fact e(a, b: K) := (a + b) mod 7 < 5 pred p(a: K)
        fact far(a: K) := exists b, c: K | e(a, b) and e(b, c) . e(c, a)
        assert all: forall a: K | far(a) . p(a)";
    let model = model(text);
    assert!(model.steps() < 300_000, "{} steps", model.steps());
}

/// A guard without a truth is a mistake even where the rest is false; in a join it would make no difference.
#[test]
fn joins_forgive_no_mistakes() {
    let model = |exists: &str| {
        let text = format!(
            "sort S = 1..4 pred p(s: S) fact h(x, y: S) := x < y fact k(s: S) := s < 4
            fact g(x: S) := {exists}\nassert a: forall x: S . p(x) iff g(x)"
        );
        parsed(&text, "").map(|model| crate::common::solution(&model))
    };
    let error = model("exists y: S | k(x + 1) and h(y, x) . h(x, y)").expect_err("5 is no value");
    assert!(error.to_string().contains("argument 1 is 5 here"), "{error}");
    assert_eq!(model("exists y: S | h(y, x) . h(x, y) and k(x + 1)").ok().as_deref(), Some(""));
    assert_eq!(model("exists y: S | h(x, y) . h(x, y) and k(x + 1)").ok().as_deref(), Some("p(1) p(2)"));
    let error = model("exists y: S | h(y, x) . h(y, x) and k(x + 1)").expect_err("5 is no value");
    assert!(error.to_string().contains("argument 1 is 5 here"), "{error}");
}

/// Where a part of a join has no truth, the whole definition is asked, in the middle of the walk. Both have the same variables.
#[test]
fn joins_go_on_after_parts_without_truth() {
    let mut random = crate::common::random::Random::new(7);
    let mut accepted = 0;
    for _ in 0..1600 {
        // Few pairs come first in a walk, many after the values.
        let values: Vec<u64> = (0..5).map(|_| 1 + random.below(2)).collect();
        let share = 1 + random.below(6);
        let pairs: Vec<(u64, u64)> =
            (1..6).flat_map(|a| (1..6).map(move |b| (a, b))).filter(|_| random.below(8) < share).collect();
        let f: Vec<String> = (1..).zip(&values).map(|(a, value)| format!("[{a}, {value}]")).collect();
        let e: Vec<String> = pairs.iter().map(|(a, b)| format!("[{a}, {b}]")).collect();
        let data = format!("f: [{}]\ne: [{}]", f.join(", "), e.join(", "));
        // An even number up to 5 shows it; one of more than 5 has no truth.
        let text = "sort S = 1..5 sort V = 1..2 fact f(a: S) -> V fact e(a, b: S)
            fact even(s: S) := s mod 2 = 0 pred p(v, w: V)
            fact g(v, w: V) := exists a, b: S | e(a, b) . f(a) = v and f(b) = w and even(6 + a - b)
            assert all: forall v, w: V . p(v, w) iff g(v, w)";
        let shows = |v: u64, w: u64, is_shown: &dyn Fn(u64) -> bool| {
            let value = |a: u64| values[a as usize - 1];
            pairs.iter().any(|&(a, b)| value(a) == v && value(b) == w && is_shown(6 + a - b))
        };
        let places = [(1, 1), (1, 2), (2, 1), (2, 2)];
        let holds = places.map(|(v, w)| shows(v, w, &|number| number <= 5 && number % 2 == 0));
        let is_mistake =
            places.iter().zip(holds).any(|(&(v, w), holds)| !holds && shows(v, w, &|number| number > 5));
        match parsed(text, &data) {
            Err(error) => assert!(is_mistake, "{error}\n{data}"),
            Ok(model) => {
                assert!(!is_mistake, "{data}");
                accepted += 1;
                assert_eq!(model.evaluate(&holds), Ok(()), "{data}");
                let atoms = places.iter().zip(holds).filter(|(_, holds)| *holds);
                let shown: Vec<String> = atoms.map(|((v, w), _)| format!("p({v},{w})")).collect();
                assert_eq!(crate::common::solution(&model), shown.join(" "), "{data}");
            }
        }
    }
    assert!(accepted > 100, "{accepted}");
}

/// A guard that joins outer and inner variables is walked once for all of them, and says the same: the rules of Hitori, in three
/// ways of writing them.
#[test]
fn joined_rules_are_those_of_each_value() {
    let facts = "sort C = 0..9 sort R = 0..999 pred shade(c: C)
        fact of(c: C, r: R) := r = 100 * (c div 5) + c mod 3 + (c div 4) mod 2
        assert a: ";
    let most = |number: &str| {
        model(&format!("{facts} forall r: R . atmost {number} c: C | of(c, r) . not shade(c)"))
    };
    let pairs = model(&format!(
        "{facts} forall r: R, c, d: C | of(c, r) and of(d, r) and c < d . shade(c) or shade(d)"
    ));
    let [joined, each] = [most("1"), most("(r - r + 1)")];
    let two = model(&format!("{facts} forall r: R . forall c: C | of(c, r) and c mod 2 = 0 . not shade(c)"));
    assert!(joined.rows() < 50, "{} rows", joined.rows());
    assert!(each.rows() > 1000, "{} rows", each.rows());
    let of = |c: i64| 100 * (c / 5) + c % 3 + c / 4 % 2;
    for shaded in 0_u32..1 << 10 {
        let shade = |c: i64| shaded >> c & 1 == 1;
        let holds: Vec<bool> = (0..10).map(shade).collect();
        let is_legal = (0..10).all(|c| (0..c).all(|d| of(c) != of(d) || shade(c) || shade(d)));
        for model in [&joined, &each, &pairs] {
            assert_eq!(model.evaluate(&holds).is_ok(), is_legal, "{shaded:010b}");
        }
        assert_eq!(two.evaluate(&holds).is_ok(), (0..10).step_by(2).all(|c| !shade(c)), "{shaded:010b}");
    }
    let solution = crate::common::solution;
    assert_eq!(solution(&joined), solution(&pairs));
    // A guard without a truth for a row is a mistake in each of them.
    for number in ["1", "(r - r + 1)"] {
        let text =
            format!("{facts} forall r: R . atmost {number} c: C | of(c, r) and 9 div (c - 3) = 1 . shade(c)");
        let error = parsed(&text, "").expect_err("it divides by 0");
        assert!(error.to_string().contains("this divides by 0"), "{error}");
    }
}
