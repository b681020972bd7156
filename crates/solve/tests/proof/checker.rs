//! Each line of the checker matters: steps that a checker with a mistake in one of them would accept, or reject.

use jigsat_solve::proof::{Checker, Gap, Invalid, NoLiteral, check_steps};

fn checker(clauses: &[&[i32]]) -> Checker {
    let mut checker = Checker::default();
    for clause in clauses {
        checker.original(clause).expect("its literals are in range");
    }
    checker
}

/// Variables with large numbers get places of their own, which no other variable has.
#[test]
fn far_variables_are_apart() {
    let near = 1 << 22;
    let variables = [near - 2, near - 1, near, near + 1, near + 2, i32::MAX - 1, i32::MAX];
    for x in variables {
        for y in variables {
            let mut checker = checker(&[&variables, &[x], &[-y]]);
            let answer = checker.add(4, &[], &[2, 3]);
            assert_eq!(answer.is_ok(), x == y, "{x} and -{y}: {answer:?}");
        }
    }
}

#[test]
fn zero_is_no_hint() {
    let mut checker = checker(&[&[-1, 2], &[-2]]);
    assert_eq!(checker.add(3, &[1], &[0]), Err(Invalid::Range));
    assert_eq!(checker.add(3, &[1], &[-1, 0]), Err(Invalid::Range));
}

/// Each clause with the first literal's opposite must be refuted together with the new clause: the opposite itself
/// doesn't count.
#[test]
fn each_group_must_refute() {
    let mut checker = checker(&[&[-1, 2], &[2, 3]]);
    assert_eq!(checker.add(3, &[1], &[-1]), Err(Invalid::NoContradiction));
    assert_eq!(checker.add(3, &[1], &[-1, 2]), Err(Invalid::NoContradiction));
}

/// A hint of a group may name a clause that adds nothing; literals that held before the group still hold after it.
#[test]
fn a_group_takes_back_only_its_own() {
    let mut checker = checker(&[&[1, 3], &[-1, 4], &[-1, 5], &[4, -3], &[5, -3]]);
    assert_eq!(checker.add(6, &[1], &[1, -2, 1, 4, -3, 5]), Ok(()));
}

#[test]
fn steps_are_counted() {
    let mut checker = checker(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
    let proof = b"c a comment\n5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n6 d 5 0\n";
    let steps = check_steps(&mut checker, &proof[..]).expect("each step holds");
    assert_eq!((steps.added, steps.deleted), (2, 3));
    assert!(checker.refuted());
}

#[test]
fn messages() {
    assert_eq!(NoLiteral(7).to_string(), "7 is not a literal of the formula");
    assert_eq!(Gap::Outside.to_string(), "the cubes are refuted, but not the part outside all cubes");
}
