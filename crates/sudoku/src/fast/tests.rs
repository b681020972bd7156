//! Propagation against unit propagation on the triads encoding, both implemented as simply as possible.

use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::board::{Board, Cell};

/// Literals: variable and sign.
type Clause = Vec<(usize, bool)>;

fn at_least_one(clauses: &mut Vec<Clause>, vars: &[usize]) {
    clauses.push(vars.iter().map(|&var| (var, true)).collect());
}

fn exactly_one(clauses: &mut Vec<Clause>, vars: &[usize]) {
    at_least_one(clauses, vars);
    for (i, &a) in vars.iter().enumerate() {
        clauses.extend(vars[..i].iter().map(|&b| vec![(a, false), (b, false)]));
    }
}

/// Variables 0 to 728 are `9 * cell + digit`. A triad's variable says that the digit is in it, and therefore in one of
/// its cells. A digit is in one of the three triads of each row, of each column, and, both ways, of each box.
fn triads() -> Vec<Clause> {
    let mut clauses = Vec::new();
    for cell in 0..81 {
        exactly_one(&mut clauses, &[0, 1, 2, 3, 4, 5, 6, 7, 8].map(|digit| 9 * cell + digit));
    }
    for digit in 0..9 {
        for (across, along, first) in [(9, 1, 729), (1, 9, 972)] {
            let triad = |line: usize, third: usize| first + 27 * digit + 3 * line + third;
            for line in 0..9 {
                for third in 0..3 {
                    let cells = [0, 1, 2].map(|i| 9 * (across * line + along * (3 * third + i)) + digit);
                    let mut in_one: Clause = cells.iter().map(|&cell| (cell, true)).collect();
                    in_one.push((triad(line, third), false));
                    clauses.push(in_one);
                    clauses.extend(cells.map(|cell| vec![(cell, false), (triad(line, third), true)]));
                }
                exactly_one(&mut clauses, &[0, 1, 2].map(|third| triad(line, third)));
                let (three, third) = (line / 3 * 3, line % 3);
                exactly_one(&mut clauses, &[0, 1, 2].map(|i| triad(three + i, third)));
            }
        }
    }
    clauses
}

/// The values that follow, or `None` if a clause is violated.
fn unit_propagation(clauses: &[Clause], values: &mut [Option<bool>]) -> Option<()> {
    loop {
        let mut changed = false;
        for clause in clauses {
            if clause.iter().any(|&(var, sign)| values[var] == Some(sign)) {
                continue;
            }
            let mut open = clause.iter().filter(|&&(var, _)| values[var].is_none());
            match (open.next(), open.next()) {
                (None, _) => return None,
                (Some(&(var, sign)), None) => {
                    values[var] = Some(sign);
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            return Some(());
        }
    }
}

#[test]
fn propagation_derives_all_that_the_triads_encoding_does() {
    let clauses = triads();
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut conflicts = 0;
    for round in 0..200 {
        let mut order: Vec<_> = (0..81).collect();
        order.shuffle(&mut rng);
        let mut cells = [0; 81];
        for &cell in &order[..rng.random_range(5..30)] {
            // A solution's digit, sometimes another.
            let (row, column) = (cell / 9, cell % 9);
            let digit = (3 * row + row / 3 + column) % 9;
            cells[cell] = if rng.random_bool(0.02) { rng.random_range(1..=9) } else { digit as u8 + 1 };
        }
        let mut values = vec![None; 1215];
        for (cell, &digit) in cells.iter().enumerate() {
            if digit > 0 {
                values[9 * cell + usize::from(digit) - 1] = Some(true);
            }
        }
        let plain = unit_propagation(&clauses, &mut values);
        let mut board = Board::new(&cells);
        match (plain, board.propagate()) {
            (_, Err(_)) => conflicts += 1,
            (None, Ok(())) => panic!("round {round}: a conflict was overlooked in {cells:?}"),
            (Some(()), Ok(())) => {
                for (index, cell) in Cell::all().enumerate() {
                    for digit in board.digits(cell) {
                        assert_ne!(values[9 * index + digit], Some(false), "round {round}, cell {index}");
                    }
                }
            }
        }
    }
    assert!((20..180).contains(&conflicts), "{conflicts} conflicts");
}
