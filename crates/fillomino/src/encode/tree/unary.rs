//! Sizes of subtrees in unary, added up by totalizers.

use jigsat_cnf::{Group, Literal, Rule, Stop, pos};

use super::{Atom, SIZE, Tree, Writer, around, both, edge};

const RISES: Rule = Rule::new("rises", "the unary size below {0} is a number from 1 to {1}").redundant();

impl Tree {
    /// The size of a cell's subtree is one more than those of its children.
    pub(super) fn unary_size(&self, w: &mut Writer<'_>, cell: usize) -> Result<(), Stop> {
        let own = self.unary(w, cell);
        let children: Vec<(Atom, Vec<Literal<Atom>>)> =
            around(w, cell).into_iter().map(|child| (edge(w, cell, child), self.unary(w, child))).collect();
        let arg = w.arg(cell);
        let mut group = w.e.group(&RISES, [arg, self.largest[cell].into()])?;
        for pair in own.windows(2) {
            group.implies([pair[1]], [pair[0]]);
        }
        // The size below the children, in unary from 1 on, so that the cell itself adds one.
        let most = self.largest[cell] - 1;
        let mut group = w.e.group(&SIZE, [arg])?;
        let mut sum: Vec<Literal<Atom>> = Vec::new();
        let count = children.len();
        for (place, (edge, below)) in children.into_iter().enumerate() {
            // A child's subtree contains at least the child.
            let mut term = vec![pos(edge)];
            term.extend(below.iter().take(most).map(|&literal| both(&mut group, pos(edge), literal)));
            let reaches = (sum.len() + term.len()).min(most);
            let total: Vec<Literal<Atom>> =
                if place + 1 == count { own.clone() } else { (0..reaches).map(|_| group.aux()).collect() };
            merge(&mut group, &sum, &term, &total)?;
            sum = total;
        }
        Ok(())
    }

    /// Literals for 'two or more', 'three or more' and so on below a cell.
    fn unary(&self, w: &Writer<'_>, cell: usize) -> Vec<Literal<Atom>> {
        let place = w.cell(cell);
        (2..=self.largest[cell] as u16).map(|count| pos(Atom::SizeAtLeast { cell: place, count })).collect()
    }
}

/// `total` is the sum of two numbers in unary; sums beyond its length are excluded.
fn merge(
    group: &mut Group<'_, Atom>,
    one: &[Literal<Atom>],
    other: &[Literal<Atom>],
    total: &[Literal<Atom>],
) -> Result<(), Stop> {
    for i in 0..=one.len() {
        group.step(1)?;
        for j in 0..=other.len() {
            // At least i in one and j in the other: at least i + j in all.
            let premises =
                || i.checked_sub(1).map(|i| one[i]).into_iter().chain(j.checked_sub(1).map(|j| other[j]));
            if i + j > total.len() {
                group.implies(premises(), [] as [Literal<Atom>; 0]);
                // The larger sums are excluded by this clause, too.
                break;
            }
            if i + j > 0 {
                group.implies(premises(), [total[i + j - 1]]);
            }
            // No more in either: no more in all.
            if let Some(&more) = total.get(i + j) {
                let premises = one.get(i).into_iter().chain(other.get(j)).map(|&literal| !literal);
                group.implies(premises, [!more]);
            }
        }
    }
    Ok(())
}
