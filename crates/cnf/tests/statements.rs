//! Every flavour of every constraint means what it says: checked on all assignments of its literals.

mod common;

use common::{assignments, satisfiable};
use jigsat_cnf::{
    Amo, Bound, Card, Choice, Flavours, Formula, Lit, Literal, Rule, Stop, Sum, Threshold, neg, pos,
};

const TEST: Rule = Rule::new("test", "what is tested");

fn declared(n: u32, flavours: Flavours) -> Formula<u32> {
    let mut e = Formula::new(flavours);
    (0..n).for_each(|atom| e.declare_projected(atom));
    e
}

/// Asserts that the formula allows exactly these assignments of its first n variables.
fn allows(e: &Formula<u32>, n: u32, what: &str, expected: impl Fn(&[bool]) -> bool) {
    for assignment in assignments(n) {
        let values: Vec<bool> = assignment.iter().map(|lit| lit.is_pos()).collect();
        assert_eq!(satisfiable(e, &assignment), expected(&values), "{what} on {values:?}");
    }
}

fn number_true(values: &[bool]) -> u64 {
    values.iter().filter(|&&value| value).count() as u64
}

/// The sentence determines the number of arguments, in a release build, too.
#[test]
fn a_group_has_as_many_arguments_as_its_rule_has_places() {
    const PAIR: Rule = Rule::new("pair", "{1} and {0} and {1} again");
    let arguments = |count: i64| {
        let args: Vec<jigsat_cnf::Arg> = (0..count).map(jigsat_cnf::Arg::Number).collect();
        std::panic::catch_unwind(|| {
            declared(1, Flavours::default()).group(&PAIR, &args[..]).clause([0]);
        })
    };
    assert!(arguments(2).is_ok());
    for count in [0, 1, 3] {
        let message = arguments(count).expect_err("a group of other arguments");
        let message = message.downcast::<String>().expect("a sentence");
        assert_eq!(
            *message,
            format!("rule 'pair' has 2 places in its sentence, but its group has {count} arguments")
        );
    }
}

/// Whatever the formula, building stops within a bounded number of steps after the interrupt says so.
#[test]
fn building_stops_between_two_looks() {
    use jigsat_cnf::Interrupt;
    use std::sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    };
    let n = 300;
    for flavours in all_flavours() {
        for stop_at in [0, 1, 7] {
            let looks = Arc::new(AtomicU64::new(0));
            let counted = looks.clone();
            let mut e = declared(n, flavours);
            e.stop_when(Interrupt::new(move || {
                (counted.fetch_add(1, Relaxed) == stop_at).then_some(Stop::Timeout)
            }));
            while e.step(1).is_ok() {
                let mut group = e.group(&TEST, ());
                group.at_most_one(0..n).count(Bound::Exactly(u64::from(n / 2)), 0..n);
                group.sum(Bound::AtMost(50), (0..n).map(|atom| (atom % 40, atom)));
                group.counter(0..n, n as usize);
            }
            assert_eq!(looks.load(Relaxed), stop_at + 1, "{flavours:?}");
            let most = (stop_at as usize + 1) * Interrupt::EVERY as usize + 2 * n as usize;
            let (literals, auxiliaries) = (e.clauses().literals(), e.variables() - n);
            assert!(
                literals <= most && auxiliaries as usize <= most,
                "{literals}, {auxiliaries} with {flavours:?}"
            );
            assert!(!e.is_too_large());
        }
    }
}

fn all_flavours() -> Vec<Flavours> {
    let amos = Amo::ALL.iter().map(|&amo| Flavours { amo, ..Flavours::default() });
    let cards = Card::ALL.iter().map(|&card| Flavours { card, ..Flavours::default() });
    let sums = Sum::ALL.iter().map(|&sum| Flavours { sum, ..Flavours::default() });
    amos.chain(cards).chain(sums).collect()
}

macro_rules! at_most_one_tests {
    ($($name:ident: $amo:expr, $clauses_of_9:expr, $auxiliaries_of_9:expr;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn at_most_one() {
                for n in 0..=7 {
                    let mut e = declared(n, Flavours { amo: $amo, ..Flavours::default() });
                    e.group(&TEST, ()).at_most_one(0..n);
                    allows(&e, n, "at most one", |values| number_true(values) <= 1);
                }
            }

            #[test]
            fn exactly_one_of_mixed_signs() {
                for n in 0..=6 {
                    let mut e = declared(n, Flavours { amo: $amo, ..Flavours::default() });
                    e.group(&TEST, ()).exactly_one((0..n).map(|i| if i % 2 == 0 { pos(i) } else { neg(i) }));
                    allows(&e, n, "exactly one", |values| {
                        let holds = |(i, value): (usize, &bool)| *value == (i % 2 == 0);
                        values.iter().enumerate().filter(|&place| holds(place)).count() == 1
                    });
                }
            }

            #[test]
            fn one_true_literal_propagates_to_the_others() {
                let mut e = declared(9, Flavours { amo: $amo, ..Flavours::default() });
                e.group(&TEST, ()).at_most_one(0..9);
                let forced = e.propagate(&[e.lit(4)]).unwrap().steps;
                let forced = forced.iter().filter(|(lit, _)| lit.vidx() < 9 && lit.is_neg()).count();
                assert_eq!(forced, 8);
            }

            #[test]
            fn has_its_known_size() {
                let mut e = declared(9, Flavours { amo: $amo, ..Flavours::default() });
                e.group(&TEST, ()).at_most_one(0..9);
                assert_eq!((e.clauses().len(), e.stats().auxiliaries), ($clauses_of_9, $auxiliaries_of_9));
            }

            #[test]
            fn of_a_dropped_rule_is_nothing() {
                let mut e = declared(9, Flavours { amo: $amo, ..Flavours::default() }).without(&["test".into()]);
                e.group(&TEST, ()).at_most_one(0..9);
                assert_eq!((e.clauses().len(), e.constraints_from(0).count()), (0, 0));
            }
        }
    )*};
}

at_most_one_tests! {
    pairwise: Amo::Pairwise, 36, 0;
    ladder: Amo::Ladder, 23, 8;
    bitwise: Amo::Bitwise, 36, 4;
    commander: Amo::Commander, 24, 3;
    product: Amo::Product, 24, 6;
    bimander: Amo::Bimander, 30, 2;
}

fn bounds(up_to: u64) -> impl Iterator<Item = Bound> {
    (0..=up_to).flat_map(|k| [Bound::AtMost(k), Bound::AtLeast(k), Bound::Exactly(k)])
}

#[test]
fn every_way_to_count() {
    for &card in Card::ALL {
        for n in 0..=8 {
            for bound in bounds(u64::from(n) + 1) {
                let mut e = declared(n, Flavours { card, ..Flavours::default() });
                e.group(&TEST, ()).count(bound, 0..n);
                allows(&e, n, &format!("{card:?} {bound}"), |values| bound.allows(number_true(values)));
            }
        }
    }
}

/// 'Exactly 3 of 4': 1 clause says that not all hold, and 6 say that one of any two holds.
#[test]
fn small_bounds_are_written_out() {
    let sizes = |n: u32, bound: Bound, card: Card| {
        let mut e = declared(n, Flavours { card, ..Flavours::default() });
        e.group(&TEST, ()).count(bound, 0..n);
        (e.clauses().len(), e.variables() - n)
    };
    for &card in Card::ALL {
        assert_eq!(sizes(4, Bound::Exactly(3), card), (7, 0));
        assert_eq!(sizes(6, Bound::Exactly(3), card), (30, 0));
        assert_eq!(sizes(6, Bound::AtMost(2), card), (20, 0));
        assert_eq!(sizes(6, Bound::AtLeast(5), card), (15, 0));
        assert!(sizes(7, Bound::Exactly(3), card).1 > 0);
    }
}

#[test]
fn every_way_to_add_up() {
    for &sum in Sum::ALL {
        for weights in [&[1, 1, 1][..], &[3, 5, 2, 7], &[4, 0, 4, 2, 1], &[9], &[]] {
            let n = weights.len() as u32;
            for bound in bounds(u64::from(weights.iter().sum::<u32>()) + 1) {
                let mut e = declared(n, Flavours { sum, ..Flavours::default() });
                e.group(&TEST, ()).sum(bound, weights.iter().copied().zip(0..n));
                allows(&e, n, &format!("{sum:?} {weights:?} {bound}"), |values| {
                    let true_weights = values.iter().zip(weights).filter(|(value, _)| **value);
                    bound.allows(true_weights.map(|(_, &weight)| u64::from(weight)).sum())
                });
            }
        }
    }
}

#[test]
fn a_literal_twice_in_a_sum_weighs_twice() {
    for &sum in Sum::ALL {
        let mut e = declared(3, Flavours { sum, ..Flavours::default() });
        e.group(&TEST, ()).sum(Bound::Exactly(5), [(2, 0), (3, 0), (3, 1), (2, 2)]);
        allows(&e, 3, sum.name(), |v| 5 * u64::from(v[0]) + 3 * u64::from(v[1]) + 2 * u64::from(v[2]) == 5);
    }
}

#[test]
fn a_counter_counts_in_both_directions() {
    for n in 1..=5 {
        for up_to in 0..=6 {
            let mut e = declared(n, Flavours::default());
            let outputs = e.group(&TEST, ()).counter(0..n, up_to);
            assert_eq!(outputs.len(), up_to.min(n as usize));
            for assignment in assignments(n) {
                let holding = number_true(&assignment.iter().map(|lit| lit.is_pos()).collect::<Vec<_>>());
                for (more_than, &output) in (0..).zip(&outputs) {
                    let with = |literal: Literal<u32>| [&assignment[..], &[e.lit(literal)]].concat();
                    assert_eq!(satisfiable(&e, &with(output)), holding > more_than);
                    assert_eq!(satisfiable(&e, &with(!output)), holding <= more_than);
                }
            }
        }
    }
}

#[test]
fn equivalences() {
    let mut e = declared(3, Flavours::default());
    e.group(&TEST, ()).equals_all(pos(0), [pos(1), neg(2)]);
    allows(&e, 3, "all", |v| v[0] == (v[1] && !v[2]));
    let mut e = declared(3, Flavours::default());
    e.group(&TEST, ()).equals_any(neg(0), [pos(1), neg(2)]);
    allows(&e, 3, "any", |v| v[0] != (v[1] || !v[2]));
}

#[test]
fn order_encoded_integers_compare() {
    for (xs, ys, offset) in [(0..=3, 0..=3, 0), (1..=3, 0..=4, -1), (2..=2, -1..=5, 2), (5..=6, 0..=1, 0)] {
        let mut e = declared(0, Flavours::default());
        let mut group = e.group(&TEST, ());
        let (x, y) = (group.order("x", xs.clone()), group.order("y", ys.clone()));
        group.at_most_other(&x, &y, offset);
        for (a, b) in xs.flat_map(|a| ys.clone().map(move |b| (a, b))) {
            let mut chosen: Vec<Lit> = Vec::new();
            for (order, value) in [(&x, a), (&y, b)] {
                for (k, holds) in [(value, true), (value + 1, false)] {
                    match order.at_least(k) {
                        Threshold::When(literal) => {
                            chosen.push(e.lit(if holds { literal } else { !literal }));
                        }
                        Threshold::Always => assert!(holds),
                        Threshold::Never => assert!(!holds),
                    }
                }
            }
            assert_eq!(satisfiable(&e, &chosen), a <= b + offset, "{a} <= {b} + {offset}");
        }
    }
}

#[test]
fn an_order_follows_its_single_values() {
    let mut e = declared(3, Flavours::default());
    let mut group = e.group(&TEST, ());
    let order = group.exactly_one(0..3).order_of("x", [(2, 0_u32), (3, 1), (7, 2)]);
    for (k, holds_for) in [(3, vec![1, 2]), (4, vec![2]), (7, vec![2])] {
        let Threshold::When(literal) = order.at_least(k) else { panic!("{k} is within the range") };
        for atom in 0..3 {
            assert_eq!(satisfiable(&e, &[e.lit(atom), e.lit(literal)]), holds_for.contains(&atom));
            assert_eq!(satisfiable(&e, &[e.lit(atom), e.lit(!literal)]), !holds_for.contains(&atom));
        }
    }
}

#[test]
#[should_panic(expected = "atom 7 is used but was not declared")]
fn an_undeclared_atom_panics_with_its_name() {
    declared(3, Flavours::default()).group(&TEST, ()).clause([7]);
}

#[test]
fn a_formula_stops_growing_at_its_limit() {
    let mut e = declared(100, Flavours::default()).at_most_literals(50);
    e.group(&TEST, ()).at_most_one(0..100);
    assert!(e.is_too_large());
    assert!(e.clauses().literals() <= 51);
    for (amo, sum) in [(Amo::Ladder, Sum::GeneralizedTotalizer), (Amo::Product, Sum::Adder)] {
        let mut e = declared(100, Flavours { amo, sum, ..Flavours::default() }).at_most_literals(50);
        let mut group = e.group(&TEST, ());
        group.at_most_one(0..100).count(Bound::AtMost(7), 0..100).sum(Bound::Exactly(70), (1..).zip(0..100));
        assert_eq!(group.counter(0..100, 9).len(), 9);
        assert!(e.is_too_large());
        assert!(e.clauses().literals() <= 60);
    }
}

#[test]
fn classes_leave_out_the_pairs_within_them_pairwise_only() {
    for &amo in Amo::ALL {
        for exactly in [false, true] {
            let classes = || [vec![0, 1, 2], vec![3], vec![4, 5]];
            let mut e = declared(6, Flavours { amo, ..Flavours::default() });
            let mut group = e.group(&TEST, ());
            if exactly {
                group.exactly_one_of_classes(classes());
            } else {
                group.at_most_one_of_classes(classes());
            }
            assert_eq!(
                e.constraints_from(0).map(|constraint| constraint.lits.len()).collect::<Vec<_>>(),
                [6]
            );
            if amo == Amo::Pairwise {
                // 15 pairs of six, less 3 + 0 + 1 within the classes.
                assert_eq!(e.clauses().len(), 11 + usize::from(exactly));
            }
            for class in classes() {
                e.group(&TEST, ()).at_most_one(class);
            }
            allows(&e, 6, "of classes", |values| {
                let holding = number_true(values);
                holding == 1 || holding == 0 && !exactly
            });
        }
    }
}

/// rustsat keeps the terms of a sum in a hash map, whose order depends on the numbers of the variables and on the machine.
#[test]
fn clauses_of_a_sum_follow_the_order_of_its_terms() {
    for sum in [Sum::GeneralizedTotalizer, Sum::Dpw] {
        for bound in [Bound::AtMost(17), Bound::AtLeast(17), Bound::Exactly(17), Bound::AtMost(3)] {
            let clauses = |declared: Vec<u32>| -> Vec<Vec<(bool, u32)>> {
                let mut e = Formula::new(Flavours { sum, ..Flavours::default() });
                for &atom in &declared {
                    e.declare_projected(atom);
                }
                e.group(&TEST, ()).sum(bound, (0..12).map(|atom| (1 + atom % 4, atom)));
                let name = |lit: &Lit| {
                    let var = lit.var().idx32();
                    (lit.is_pos(), declared.get(var as usize).copied().unwrap_or(var))
                };
                let mut clauses: Vec<Vec<_>> =
                    e.clauses().iter().map(|clause| clause.iter().map(name).collect()).collect();
                clauses.sort_unstable();
                clauses
            };
            let first = clauses((0..12).collect());
            assert_eq!(first, clauses((0..12).rev().collect()), "{sum:?} {bound:?}");
            assert_eq!(first, clauses((0..12).map(|atom| atom * 5 % 12).collect()), "{sum:?} {bound:?}");
        }
    }
}

/// A bound from below is a bound on the negated literals, and its auxiliary is named by what that says.
#[test]
fn bounds_of_sums_are_named_by_what_they_say() {
    for (bound, name) in [(Bound::AtMost(4), "not sum>=5"), (Bound::AtLeast(5), "not sum<5")] {
        let mut e = declared(9, Flavours::default());
        e.group(&TEST, ()).sum(bound, (0..9).map(|atom| (1, atom)));
        let mut text = Vec::new();
        let show = jigsat_cnf::Show { full: true, ..jigsat_cnf::Show::default() };
        e.write_text(&|atom, f| write!(f, "{atom}"), &show, &mut text).expect("text");
        let text = String::from_utf8(text).expect("UTF-8");
        assert!(text.contains(name), "{text}");
    }
}
