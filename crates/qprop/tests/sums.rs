//! Long sums of multiples of values: more partial sums than layers can have.

use jigsat_cnf::{Amo, Choice, Flavours};
use jigsat_qprop::{Encoding, Model};
use jigsat_solve::{BuildOptions, Solver, testing};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::{count, parsed, solution};

fn model(text: &str) -> Model {
    parsed(text, "").unwrap_or_else(|error| panic!("{}", error.render(false)))
}

const SEND: &str = "sort L = {s, e, n, d, m, o, r, y}\nsort D = 0..9\npred v(l: L) -> D\n\
    assert different: forall k: D . atmost 1 l: L . v(l) = k\nassert leading: v(s) > 0 and v(m) > 0\n";
const MORE: &str = "1000 * v(s) + 100 * v(e) + 10 * v(n) + v(d) + 1000 * v(m) + 100 * v(o) + 10 * v(r) + v(e) = \
    10000 * v(m) + 1000 * v(o) + 100 * v(n) + 10 * v(e) + v(y)";

#[test]
fn send_more_money() {
    let model = model(&format!("{SEND}assert sum: {MORE}"));
    assert_eq!(solution(&model), "v(s,9) v(e,5) v(n,6) v(d,7) v(m,1) v(o,0) v(r,8) v(y,2)");
    assert_eq!(count(&model), 1);
}

/// The same equation in other places: each of them has the same solution.
#[test]
fn sums_in_any_place() {
    for formula in [
        format!("not (not ({MORE}))"),
        format!("v(s) = 9 implies {MORE}"),
        format!("(v(s) = 9) iff ({MORE})"),
        format!("exactly 2 k: D . (k = 1 and {MORE}) or (k = 2 and v(s) = 9)"),
        MORE.replace('=', "<=") + " and " + &MORE.replace('=', ">="),
        format!("not ({} or {})", MORE.replace('=', "<"), MORE.replace('=', ">")),
        format!("not ({})", MORE.replace('=', "=/=")),
    ] {
        // Two letters are known, so that listing all is quick.
        let model =
            model(&format!("{SEND}assert sum: {formula}\nassert s: v(s) = 9 and v(y) = 2 and v(e) = 5"));
        assert_eq!(count(&model), 1, "{formula}");
    }
}

/// Against a count of all values, with every operator, odd factors and values, and every flavour.
#[test]
fn every_operator() {
    let values: [i64; 3] = [-2, 0, 5];
    let factors: [i64; 7] = [1_000_003, -700_001, 31_337, 4_099, -8_191, 65_537, 17];
    let head = "sort S = 1..7\nsort D = {-2, 0, 5}\npred f(s: S) -> D\n";
    let head = head.replace("{-2, 0, 5}", "-2..5");
    let head = format!("{head}assert few: forall s: S . f(s) = -2 or f(s) = 0 or f(s) = 5\n");
    let terms: Vec<String> =
        (1..).zip(factors).map(|(place, factor)| format!("({factor}) * f({place})")).collect();
    let sums = (0..3_usize.pow(7)).map(|code| {
        let digit = |place: usize| values[code / 3_usize.pow(place as u32) % 3];
        (0..7).map(|place| factors[place] * digit(place)).sum::<i64>()
    });
    let sums: Vec<i64> = sums.collect();
    let middle = sums[1000];
    for (op, holds) in [
        ("=", (|sum, bound| sum == bound) as fn(i64, i64) -> bool),
        ("=/=", |sum, bound| sum != bound),
        ("<", |sum, bound| sum < bound),
        ("<=", |sum, bound| sum <= bound),
        (">", |sum, bound| sum > bound),
        (">=", |sum, bound| sum >= bound),
    ] {
        let model = model(&format!("{head}assert a: {} {op} ({middle})", terms.join(" + ")));
        let expected = sums.iter().filter(|&&sum| holds(sum, middle)).count() as u64;
        assert_eq!(count(&model), expected, "{op}");
        let flavours = Flavours { amo: Amo::ALL[2], ..Flavours::default() };
        let options = BuildOptions { flavours, ..BuildOptions::default() };
        if expected < 100 {
            assert_eq!(testing::count_models(&model, Encoding::Model, &options, &Solver::Batsat), expected);
        }
    }
}

/// Random sums below other operators, against a count of all values.
#[test]
fn random_sums_below_operators() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for case in 0..20 {
        let number = |rng: &mut ChaCha8Rng| rng.random_range(-9_999_999_i64..9_999_999);
        // Of eight values, each function may have two.
        let pairs: Vec<[i64; 2]> =
            (0..8).map(|_| [rng.random_range(-3..0), rng.random_range(0..5)]).collect();
        let few: Vec<String> = (1..)
            .zip(&pairs)
            .map(|(place, [one, other])| format!("(f({place}) = {one} or f({place}) = {other})"))
            .collect();
        let mut text =
            format!("sort S = 1..8\nsort D = -3..4\npred f(s: S) -> D\nassert few: {}\n", few.join(" and "));
        let sums = [0, 1].map(|_| {
            let factors: Vec<i64> = (0..8).map(|_| number(&mut rng)).collect();
            let values: Vec<i64> = pairs.iter().map(|pair| pair[usize::from(rng.random_bool(0.5))]).collect();
            // A sum that some values have, or one near it.
            let bound = factors.iter().zip(&values).map(|(factor, value)| factor * value).sum::<i64>();
            (factors, bound + i64::from(rng.random_bool(0.3)))
        });
        let (ops, joined) = (["=", "<", ">="], ["and", "or", "iff", "implies"]);
        let (first, second) = (rng.random_range(0..3), rng.random_range(0..3));
        let joined = joined[rng.random_range(0..4)];
        let not = rng.random_bool(0.5);
        let side = |(factors, bound): &(Vec<i64>, i64), op: usize| {
            let terms: Vec<String> =
                (1..).zip(factors).map(|(place, factor)| format!("({factor}) * f({place})")).collect();
            format!("{} {} ({bound})", terms.join(" + "), ops[op])
        };
        let formula = format!("({}) {joined} ({})", side(&sums[0], first), side(&sums[1], second));
        text += &if not { format!("assert a: not ({formula})") } else { format!("assert a: {formula}") };
        let expected = (0..256_usize).filter(|code| {
            let holds = |(factors, bound): &(Vec<i64>, i64), op: usize| {
                let sum: i64 = (0..8).map(|place| factors[place] * pairs[place][code >> place & 1]).sum();
                [sum == *bound, sum < *bound, sum >= *bound][op]
            };
            let (a, b) = (holds(&sums[0], first), holds(&sums[1], second));
            let truth = match joined {
                "and" => a && b,
                "or" => a || b,
                "iff" => a == b,
                _ => !a || b,
            };
            truth != not
        });
        assert_eq!(count(&model(&text)), expected.count() as u64, "case {case}:\n{text}");
    }
}

/// Bounds that always hold, or never, and numbers beyond 64 bits.
#[test]
fn bounds_at_the_ends() {
    let head = "sort S = 1..9\nsort D = 0..9\npred f(s: S) -> D\nassert few: forall s: S . f(s) <= 1\n";
    let sum = "(sum s: S . 3 * s * s * s * s * s * s * s * f(s))";
    for (comparison, solutions) in
        [("< 0", 0), (">= 0", 512), ("= 0", 1), ("> 0", 511), ("<= 100000000000", 512)]
    {
        assert_eq!(count(&model(&format!("{head}assert a: {sum} {comparison}"))), solutions, "{comparison}");
    }
    let large = "(sum s: S . 1000000000000 * 1000000 * s * f(s))";
    assert_eq!(count(&model(&format!("{head}assert a: {large} = 1"))), 0);
    assert_eq!(count(&model(&format!("{head}assert a: {large} >= 1"))), 511);
    let huge = "(sum s: S . 1000000000000 * 1000 * s * s * s * s * s * s * s * f(s)) = 1";
    let error = parsed(&format!("{head}assert a: {huge}"), "").expect_err("it is too large");
    assert!(error.message().contains("too large"), "{}", error.message());
}

/// Two values of large sorts, and one.
#[test]
fn large_sorts() {
    let head = "sort S = 1..2\nsort D = 0..2999\npred f(s: S) -> D\n";
    for (formula, solutions) in [
        ("f(1) = f(2) + 2990", 10),
        ("f(1) + f(2) < 3", 6),
        ("f(1) > f(2) and f(1) < 4", 6),
        ("f(1) * 7 = 70 and f(2) mod 1000 = 1", 3),
    ] {
        assert_eq!(count(&model(&format!("{head}assert a: {formula}"))), solutions, "{formula}");
    }
}

/// What is neither a sum nor a product has a bound, and a way out.
#[test]
fn other_terms_are_refused_if_they_are_large() {
    let text = "sort S = 1..6\nsort D = 1..9\npred f(s: S) -> D\nassert a: (sum s: S . f(s) * f(s)) = 100\n\
        assert b: f(1) * f(2) + f(3) * f(4) * f(5) + f(6) = 12";
    let error = parsed(text, "").expect_err("it is too large");
    assert_eq!(
        error.to_string(),
        "model.qprop:4:12: 531441 combinations of searched values are compared here, expected at most 10000"
    );
    assert!(
        error.help().is_some_and(|help| help.to_string().contains("declare a function")),
        "{:?}",
        error.help()
    );
}
