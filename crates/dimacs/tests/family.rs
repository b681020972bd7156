//! Pictures, and explanations of random formulas.

use jigsat_cnf::{Var, Variable};
use jigsat_dimacs::{DimacsFamily, Encoding, draw};
use jigsat_grid::{Charset, Mark, Picture};
use jigsat_kit::{Explanation, Family};
use jigsat_solve::Limits;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::random::{brute_force, formula, read, solution};

#[test]
fn literals_and_partial_solutions_are_inverse() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let explanation = DimacsFamily.explanation().unwrap();
    for text in (0..100).map(|_| formula(&mut rng)) {
        let puzzle = read(&text);
        for literals in brute_force(&puzzle).iter().take(3) {
            let given = solution(&puzzle, literals);
            let known = explanation.literals(&puzzle, Encoding::Clauses, &given).unwrap();
            assert_eq!(explanation.so_far(&puzzle, &known), Some(given), "{text}");
            assert!(known.iter().all(|literal| matches!(literal.variable, Variable::Atom(_))));
        }
    }
}

#[test]
fn a_picture_is_a_table() {
    let names: String = (1..=5).map(|var| format!("c var {var} lamp {var}\n")).collect();
    let puzzle = read(&format!("c title: Lamps\n{names}p cnf 5 1\n1 -2 0\n"));
    let mut picture = draw(&puzzle, Some(&solution(&puzzle, &[1, -2, 3, -4])));
    let text = "Lamps\n lamp 1: true   lamp 2: false  lamp 3: true\n lamp 4: false  lamp 5: open\n";
    assert_eq!(picture.to_text(Charset::Unicode), text);
    let cells = DimacsFamily.cells(&puzzle, Var::new(3));
    assert_eq!(DimacsFamily.cell_name(&puzzle, cells[0]), "lamp 4");
    picture.mark(cells[0], Mark::Deduced);
    assert!(picture.to_text(Charset::Unicode).contains("\n[lamp 4: false] lamp 5: open\n"));
    let text = draw(&puzzle, None).to_text(Charset::Unicode);
    let wanted = "Lamps\n5 variables and 1 clause\n lamp 1         lamp 2         lamp 3\n lamp 4         lamp 5\nat least one of lamp 1, not lamp 2\n";
    assert_eq!(text, wanted);
}

#[test]
fn a_large_picture_is_cut_with_a_count() {
    let clauses: String = (1..1000).map(|var| format!("-{var} {} 0\n", var + 1)).collect();
    let puzzle = read(&format!("p cnf 1000 999\n{clauses}"));
    let text = draw(&puzzle, None).to_text(Charset::Unicode);
    assert!(
        text.contains("\n… and 600 more variables\n") && text.contains("\n… and 939 more lines\n"),
        "{text}"
    );
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    // A clause with many literals has one line, too.
    let literals: String = (1..=300).map(|var| format!("{var} ")).collect();
    let puzzle = read(&format!("p cnf 300 1\n{literals}0\n"));
    assert!(draw(&puzzle, None).to_text(Charset::Unicode).lines().all(|line| line.chars().count() <= 100));
    assert_eq!(DimacsFamily.cells(&puzzle, Var::new(299)).len(), 1);
    assert_eq!(DimacsFamily.blanks(&puzzle, &Limits::default()).unwrap()[0].places.len(), 300);
}
