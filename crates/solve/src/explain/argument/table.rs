//! A small constraint as the table of its values: one bit for each assignment to its variables.

use jigsat_cnf::{Lit, Var};

/// The number of variables with so many assignments as a word has bits.
const MOST: usize = 6;

/// By variable: the assignments in which it is true.
const TRUE: [u64; MOST] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// The assignments that satisfy clauses over a few variables.
pub(super) struct Table {
    variables: Vec<Var>,
    holds: u64,
}

impl Table {
    /// `None` if these clauses have too many variables.
    pub fn new<'c>(clauses: impl Iterator<Item = &'c [Lit]> + Clone) -> Option<Self> {
        let mut table = Table { variables: Vec::new(), holds: u64::MAX };
        for lit in clauses.clone().flatten() {
            if !table.variables.contains(&lit.var()) {
                if table.variables.len() == MOST {
                    return None;
                }
                table.variables.push(lit.var());
            }
        }
        for clause in clauses {
            table.holds &= clause.iter().fold(0, |any, &lit| any | table.with(lit));
        }
        Some(table)
    }

    pub fn variables(&self) -> &[Var] {
        &self.variables
    }

    /// What it says about the other variables: there is a value for this one.
    pub fn forget(&mut self, var: Var) {
        let Some(place) = self.variables.iter().position(|&other| other == var) else { return };
        let (is_true, by) = (TRUE[place], 1 << place);
        let either = (self.holds & is_true) >> by | self.holds & !is_true;
        self.holds = either | either << by;
    }

    /// The assignments in which a literal is true; all if it has no such variable.
    fn with(&self, lit: Lit) -> u64 {
        match self.variables.iter().position(|&var| var == lit.var()) {
            Some(place) if lit.is_pos() => TRUE[place],
            Some(place) => !TRUE[place],
            None => u64::MAX,
        }
    }

    fn under(&self, known: impl Iterator<Item = Lit>) -> u64 {
        known.fold(self.holds, |holds, lit| holds & self.with(lit))
    }

    /// The literals of some open variables that follow, in ascending order; `None` if what is known contradicts it.
    pub fn follow(&self, known: impl Iterator<Item = Lit>, open: &[Var]) -> Option<Vec<Lit>> {
        let holds = self.under(known);
        let given =
            |&var: &Var| [var.pos_lit(), var.neg_lit()].into_iter().find(|&lit| holds & self.with(!lit) == 0);
        (holds != 0).then(|| open.iter().filter_map(given).collect())
    }

    /// Leaves out what is not needed to contradict it together with these literals, the last ones first.
    pub fn needed(&self, refuted: Option<Lit>, mut values: Vec<Lit>) -> Vec<Lit> {
        for place in (0..values.len()).rev() {
            let others = values.iter().enumerate().filter(|&(other, _)| other != place).map(|(_, &lit)| lit);
            if self.under(others.chain(refuted)) == 0 {
                values.remove(place);
            }
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&number| Var::new(number.unsigned_abs()).lit(number < 0)).collect()
    }

    fn table(clauses: &[&[i32]]) -> Option<Table> {
        let clauses: Vec<Vec<Lit>> = clauses.iter().map(|clause| lits(clause)).collect();
        Table::new(clauses.iter().map(Vec::as_slice))
    }

    fn follow(table: &Table, known: &[i32], open: &[u32]) -> Option<Vec<Lit>> {
        let open: Vec<Var> = open.iter().copied().map(Var::new).collect();
        table.follow(lits(known).into_iter(), &open)
    }

    /// None or two of four, as at a dot of a loop.
    #[test]
    fn a_dot() {
        let none_alone = [[-1, 2, 3, 4], [1, -2, 3, 4], [1, 2, -3, 4], [1, 2, 3, -4]];
        let no_three = [[-1, -2, -3], [-1, -2, -4], [-1, -3, -4], [-2, -3, -4]];
        let clauses: Vec<&[i32]> = none_alone
            .iter()
            .map(|clause| &clause[..])
            .chain(no_three.iter().map(|clause| &clause[..]))
            .collect();
        let dot = table(&clauses).expect("it is small");
        assert_eq!(dot.holds.count_ones(), 7 * 4);
        assert_eq!(follow(&dot, &[1], &[2, 3, 4]), Some(vec![]));
        assert_eq!(follow(&dot, &[1, 2], &[3, 4]), Some(lits(&[-3, -4])));
        assert_eq!(follow(&dot, &[1, -2, -3], &[4]), Some(lits(&[4])));
        assert_eq!(follow(&dot, &[1, 2, 3], &[4]), None);
        assert_eq!(dot.needed(Some(lits(&[-4])[0]), lits(&[1, -2, -3])), lits(&[1, -2, -3]));
        assert_eq!(dot.needed(Some(lits(&[4])[0]), lits(&[1, 2, -3])), lits(&[1, 2]));
        assert_eq!(dot.needed(None, lits(&[1, 2, 3])), lits(&[1, 2, 3]));
    }

    /// A variable that nobody can name is what the others leave it.
    #[test]
    fn what_is_forgotten() {
        let mut table = table(&[&[-1, 5], &[-5, 2], &[5, 3]]).expect("it is small");
        table.forget(Var::new(5));
        assert_eq!(follow(&table, &[1], &[2, 3]), Some(lits(&[2])));
        assert_eq!(follow(&table, &[-2], &[1, 3]), Some(lits(&[-1, 3])));
        assert_eq!(follow(&table, &[-2, -3], &[1]), None);
    }

    #[test]
    fn seven_variables_are_too_many() {
        assert!(table(&[&[1, 2, 3, 4, 5, 6, 7]]).is_none());
        assert!(table(&[&[1, 2, 3], &[4, 5, 6, 1]]).is_some());
        assert_eq!(follow(&table(&[&[]]).expect("it is small"), &[], &[]), None);
    }
}
