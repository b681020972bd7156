//! `assert_cnf!`: snapshots of clauses that this crate did not write.

use std::fmt;

use jigsat_cnf::{Formula, Var, assert_cnf};
use rustsat::{
    clause,
    encodings::card::{BoundUpper, Totalizer},
    instances::{BasicVarManager, Cnf, ManageVars, SatInstance},
    lit,
    types::constraints::CardConstraint,
};

// ANCHOR: foreign
/// Three lamps have names; the variables that rustsat adds have numbers.
fn lamp(var: Var, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match ["red", "green", "blue"].get(var.idx()) {
        Some(name) => f.write_str(name),
        None => write!(f, "t{}", var.idx32()),
    }
}

#[test]
fn a_totalizer_of_rustsat() {
    let mut vars = BasicVarManager::default();
    let lits: Vec<_> = (0..3).map(|_| vars.new_var().pos_lit()).collect();
    let mut totalizer: Totalizer = lits.into_iter().collect();
    let mut cnf = Cnf::new();
    totalizer.encode_ub(1..=1, &mut cnf, &mut vars).expect("there is memory");
    for unit in totalizer.enforce_ub(1).expect("it is encoded") {
        cnf.add_unit(unit);
    }
    assert_cnf!("totalizer", cnf, &lamp);
}
// ANCHOR_END: foreign

#[test]
fn an_instance_of_rustsat() {
    let mut lamps: SatInstance<BasicVarManager> = SatInstance::new();
    lamps.add_clause(clause![lit![0], lit![1]]);
    lamps.add_card_constr(CardConstraint::new_ub([lit![0], lit![1], lit![2]], 1));
    let (cnf, _) = lamps.into_cnf();
    assert_cnf!("instance", cnf, &lamp);
}

/// The order of clauses and literals makes no difference to the text; signs do.
#[test]
fn order_makes_no_difference() {
    let text = |clauses: &[rustsat::types::Clause]| {
        let mut out = Vec::new();
        Formula::of_clauses(clauses)
            .write_text(&lamp, &jigsat_cnf::Show::default(), &mut out)
            .expect("a Vec");
        String::from_utf8(out).expect("text")
    };
    let one = text(&[clause![lit![0], !lit![1]], clause![lit![2]]]);
    assert_eq!(one, text(&[clause![lit![2]], clause![!lit![1], lit![0]]]));
    assert_ne!(one, text(&[clause![lit![2]], clause![lit![1], lit![0]]]));
    assert!(text(&[]).contains("clauses"));
}
