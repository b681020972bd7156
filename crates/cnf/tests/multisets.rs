//! Constraints over arbitrary lists of literals, which may be repeated and contradict each other, against counting: every
//! function that takes a list, every bound and every flavour. `PROPTEST_CASES` sets the number of lists.

mod common;

use common::{assignments, satisfiable};
use jigsat_cnf::{
    Amo, Bound, Card, Choice, Flavours, Formula, Group, Literal, Rule, Sum, Threshold, Variable, neg, pos,
};
use proptest::{prelude::*, sample::select};

const TEST: Rule = Rule::new("test", "what is tested");

type Lits = Vec<Literal<u32>>;

/// States something about these literals in a formula with this many atoms, and compares with what is expected.
fn means(
    atoms: u32,
    flavours: Flavours,
    state: impl FnOnce(&mut Group<'_, u32>),
    expected: impl Fn(&dyn Fn(Literal<u32>) -> bool) -> bool,
) -> Result<(), TestCaseError> {
    let mut e = Formula::new(flavours);
    (0..atoms).for_each(|atom| e.declare_projected(atom));
    state(&mut e.group(&TEST, ()));
    for assignment in assignments(atoms) {
        let value = |literal: Literal<u32>| {
            let Variable::Atom(atom) = literal.variable else { panic!("an atom") };
            assignment[atom as usize].is_pos() != literal.negated
        };
        prop_assert_eq!(satisfiable(&e, &assignment), expected(&value), "on {:?}", assignment);
        // What is kept for enumeration says the same as the clauses.
        let within = e.constraints_from(0).all(|constraint| {
            let weight = |place| constraint.weights.map_or(1, |weights| weights[place]);
            let lits = constraint.lits.iter().enumerate();
            let sum = lits.filter(|(_, lit)| assignment[lit.vidx()].is_pos() != lit.is_neg());
            constraint.bound.allows(sum.map(|(place, _)| weight(place)).sum())
        });
        if e.constraints_from(0).next().is_some() {
            prop_assert_eq!(within, expected(&value), "kept, on {:?}", assignment);
        }
    }
    Ok(())
}

const ATOMS: u32 = 5;

fn literal() -> impl Strategy<Value = Literal<u32>> {
    (0..ATOMS, any::<bool>()).prop_map(|(atom, negated)| if negated { neg(atom) } else { pos(atom) })
}

fn literals(most: usize) -> impl Strategy<Value = Lits> {
    proptest::collection::vec(literal(), 0..=most)
}

fn flavours() -> impl Strategy<Value = Flavours> {
    (select(Amo::ALL), select(Card::ALL), select(Sum::ALL)).prop_map(|(amo, card, sum)| Flavours {
        amo,
        card,
        sum,
        ..Flavours::default()
    })
}

/// A bound near a number that can be reached, or far from all.
fn bound(near: u64) -> impl Strategy<Value = Bound> {
    let number = prop_oneof![
        4 => near.saturating_sub(1)..=near.saturating_add(1),
        1 => Just(0_u64),
        1 => Just(1_u64),
        1 => Just(u64::MAX),
        1 => Just(u64::MAX - 1),
    ];
    (number, 0..3).prop_map(|(number, kind)| match kind {
        0 => Bound::AtMost(number),
        1 => Bound::AtLeast(number),
        _ => Bound::Exactly(number),
    })
}

fn terms() -> impl Strategy<Value = (Vec<(u32, Literal<u32>)>, Bound)> {
    let weight = prop_oneof![
        2 => 0..4_u32,
        2 => 1..40_u32,
        1 => select(&[u32::MAX, u32::MAX - 1, 1 << 31, 1 << 16][..]),
    ];
    proptest::collection::vec((weight, literal(), any::<bool>()), 0..=9).prop_flat_map(|terms| {
        let near = terms.iter().filter(|term| term.2).map(|&(weight, ..)| u64::from(weight)).sum();
        (Just(terms.into_iter().map(|(weight, literal, _)| (weight, literal)).collect()), bound(near))
    })
}

fn number_true(literals: &Lits, value: &dyn Fn(Literal<u32>) -> bool) -> u64 {
    literals.iter().filter(|&&literal| value(literal)).count() as u64
}

/// A bound on how many of the literals are true means that.
fn counts_to(bound: Bound, literals: &Lits, flavours: Flavours) -> Result<(), TestCaseError> {
    means(
        ATOMS,
        flavours,
        |group| _ = group.count(bound, literals.iter().copied()),
        |value| bound.allows(number_true(literals, value)),
    )
}

proptest! {
    #[test]
    fn counts(literals in literals(12), near in 0..13_u64, flavours in flavours()) {
        for bound in [Bound::AtMost(near), Bound::AtLeast(near), Bound::Exactly(near)] {
            counts_to(bound, &literals, flavours)?;
        }
    }

    #[test]
    fn counts_that_are_out_of_reach(literals in literals(8), bound in bound(8), flavours in flavours()) {
        counts_to(bound, &literals, flavours)?;
    }

    #[test]
    fn one(literals in literals(9), flavours in flavours()) {
        let all = || literals.iter().copied();
        let number = |value: &dyn Fn(Literal<u32>) -> bool| number_true(&literals, value);
        means(ATOMS, flavours, |group| _ = group.at_least_one(all()), |value| number(value) >= 1)?;
        means(ATOMS, flavours, |group| _ = group.at_most_one(all()), |value| number(value) <= 1)?;
        means(ATOMS, flavours, |group| _ = group.exactly_one(all()), |value| number(value) == 1)?;
    }

    /// What the classes leave out is stated for each of them.
    #[test]
    fn one_of_classes(classes in proptest::collection::vec(literals(3), 0..=4), flavours in flavours()) {
        let literals: Lits = classes.concat();
        let each = |group: &mut Group<'_, u32>| {
            for class in &classes {
                group.at_most_one(class.iter().copied());
            }
        };
        let number = |value: &dyn Fn(Literal<u32>) -> bool| number_true(&literals, value);
        let most = |group: &mut Group<'_, u32>| each(group.at_most_one_of_classes(classes.iter().cloned()));
        means(ATOMS, flavours, most, |value| number(value) <= 1)?;
        let one = |group: &mut Group<'_, u32>| each(group.exactly_one_of_classes(classes.iter().cloned()));
        means(ATOMS, flavours, one, |value| number(value) == 1)?;
    }

    #[test]
    fn sums((terms, bound) in terms(), flavours in flavours()) {
        means(
            ATOMS,
            flavours,
            |group| _ = group.sum(bound, terms.iter().copied()),
            |value| {
                let true_terms = terms.iter().filter(|&&(_, literal)| value(literal));
                bound.allows(true_terms.map(|&(weight, _)| u64::from(weight)).sum())
            },
        )?;
    }

    #[test]
    fn clauses(one in literals(5), other in literals(5), of in literal()) {
        let flavours = Flavours::default();
        let (one_of, all_of) = (|| one.iter().copied(), || other.iter().copied());
        let any = |literals: &Lits, value: &dyn Fn(Literal<u32>) -> bool| literals.iter().any(|&literal| value(literal));
        let all = |literals: &Lits, value: &dyn Fn(Literal<u32>) -> bool| literals.iter().all(|&literal| value(literal));
        means(ATOMS, flavours, |group| _ = group.clause(one_of()), |value| any(&one, value))?;
        means(
            ATOMS,
            flavours,
            |group| _ = group.implies(all_of(), one_of()),
            |value| !all(&other, value) || any(&one, value),
        )?;
        means(
            ATOMS,
            flavours,
            |group| _ = group.equals_all(of, all_of()),
            |value| value(of) == all(&other, value),
        )?;
        means(
            ATOMS,
            flavours,
            |group| _ = group.equals_any(of, all_of()),
            |value| value(of) == any(&other, value),
        )?;
    }

    #[test]
    fn counters(literals in literals(8), up_to in prop_oneof![0..10_usize, Just(usize::MAX)], flavours in flavours()) {
        let mut e = Formula::new(flavours);
        (0..ATOMS).for_each(|atom| e.declare_projected(atom));
        let outputs = e.group(&TEST, ()).counter(literals.iter().copied(), up_to);
        prop_assert_eq!(outputs.len(), up_to.min(literals.len()));
        for assignment in assignments(ATOMS) {
            let value = |literal: Literal<u32>| {
                let lit = e.lit(literal);
                assignment[lit.vidx()].is_pos() != lit.is_neg()
            };
            let number = number_true(&literals, &value);
            for (more_than, &output) in (0..).zip(&outputs) {
                let with = |literal: Literal<u32>| [&assignment[..], &[e.lit(literal)]].concat();
                prop_assert_eq!(satisfiable(&e, &with(output)), number > more_than);
                prop_assert_eq!(satisfiable(&e, &with(!output)), number <= more_than);
            }
        }
    }
}

/// Equal literals become one with a weight, and opposite ones are taken out of the bound.
#[test]
fn what_is_kept_has_each_variable_once() {
    let mut e = Formula::new(Flavours::default());
    (0..3).for_each(|atom| e.declare_projected(atom));
    e.group(&TEST, ()).count(Bound::Exactly(3), [pos(0), pos(1), neg(0), pos(1), pos(2), pos(1)]);
    e.group(&TEST, ()).sum(Bound::AtMost(9), [(5, pos(0)), (3, pos(1)), (7, neg(0)), (3, pos(1))]);
    let kept: Vec<_> = e.constraints_from(0).collect();
    let lits = |literals: &[Literal<u32>]| literals.iter().map(|&literal| e.lit(literal)).collect::<Vec<_>>();
    assert_eq!((kept[0].bound, kept[0].lits), (Bound::Exactly(2), &lits(&[pos(1), pos(2)])[..]));
    assert_eq!(kept[0].weights, Some(&[3, 1][..]));
    assert_eq!((kept[1].bound, kept[1].lits), (Bound::AtMost(4), &lits(&[neg(0), pos(1)])[..]));
    assert_eq!(kept[1].weights, Some(&[2, 6][..]));
}

/// Thresholds and offsets at the ends of the range of numbers.
#[test]
fn numbers_far_outside_are_compared() {
    let mut e: Formula<u32> = Formula::new(Flavours::default());
    let mut group = e.group(&TEST, ());
    let (x, y) = (group.order("x", -2..=2), group.order("y", i64::MAX - 1..=i64::MAX));
    let low = group.order("low", i64::MIN..=i64::MIN + 1);
    assert_eq!(x.at_least(i64::MIN), Threshold::Always);
    assert_eq!(x.at_least(i64::MAX), Threshold::Never);
    assert_eq!(low.at_least(i64::MAX), Threshold::Never);
    group.at_most_other(&x, &y, i64::MIN).at_most_other(&low, &y, i64::MAX);
    // x <= y - 2^63 holds from x = -2 with either y, or x = -1 with the larger.
    let Threshold::When(larger) = x.at_least(-1) else { panic!("some values are less") };
    let Threshold::When(largest) = x.at_least(0) else { panic!("some values are less") };
    assert!(satisfiable(&e, &[e.lit(larger)]) && !satisfiable(&e, &[e.lit(largest)]));
}

/// As many sums as there are sets of literals: the encoders that can't count them say so, and the others write few clauses.
#[test]
fn sums_of_many_heavy_weights() {
    for &sum in Sum::ALL {
        let flavours = Flavours { sum, ..Flavours::default() };
        let mut e = Formula::new(flavours);
        (0..40).for_each(|atom| e.declare_projected(atom));
        let terms = (0..40_u32).map(|atom| (u32::MAX - (1 << (atom % 31)), atom));
        e.group(&TEST, ()).sum(Bound::Exactly(u64::from(u32::MAX) * 20), terms);
        let is_refused = sum == Sum::GeneralizedTotalizer;
        assert_eq!(e.is_too_large(), is_refused, "{sum:?}: {} literals", e.literals_wanted());
        assert!(e.clauses().literals() < 500_000, "{sum:?}: {} literals", e.clauses().literals());
    }
}
