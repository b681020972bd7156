use std::ops::Deref;

use crate::{
    cnf::CnfGroup,
    formula::{Atoms, Formula, Names},
    literal::Atom,
};

/// A group of a [`Formula`]: one constraint of a rule, with its arguments.
///
/// ```
/// use jigsat_cnf::{Formula, Flavours, Rule};
///
/// const ROW: Rule = Rule::new("row", "row {0} has exactly one {1}");
///
/// let mut e = Formula::new(Flavours::default());
/// (1..=3).for_each(|column| e.declare_projected(column));
/// e.group(&ROW, (1, 5)).exactly_one(1..=3);
///
/// let names = |column: i32, f: &mut std::fmt::Formatter<'_>| write!(f, "r1c{column}=5");
/// let row = e.group_at(0);
/// assert_eq!(row.sentence(&names), "row 1 has exactly one 5");
/// assert_eq!(row.id(&names), "row[1,5]");
/// // One clause for 'at least one', three pairs.
/// assert_eq!(row.clauses(), 0..4);
/// assert_eq!(e.group_of(2).index(), row.index());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GroupRef<'e, A> {
    atoms: &'e Atoms<A>,
    group: CnfGroup<'e>,
}

impl<'e, A> Deref for GroupRef<'e, A> {
    type Target = CnfGroup<'e>;

    fn deref(&self) -> &CnfGroup<'e> {
        &self.group
    }
}

impl<A: Atom> Formula<A> {
    /// A group by its place, from 0.
    #[must_use]
    pub fn group_at(&self, index: usize) -> GroupRef<'_, A> {
        self.group_with_names(self.cnf.group_at(index))
    }

    /// The groups from `first` on, in the order in which they were opened.
    pub fn groups_from(&self, first: usize) -> impl Iterator<Item = GroupRef<'_, A>> {
        self.cnf.groups_from(first).map(|group| self.group_with_names(group))
    }

    /// All groups, in the order in which they were opened.
    pub fn groups(&self) -> impl Iterator<Item = GroupRef<'_, A>> {
        self.groups_from(0)
    }

    /// The group that a clause belongs to.
    #[must_use]
    pub fn group_of(&self, clause: usize) -> GroupRef<'_, A> {
        self.group_with_names(self.cnf.group_of(clause))
    }

    fn group_with_names<'e>(&'e self, group: CnfGroup<'e>) -> GroupRef<'e, A> {
        GroupRef { atoms: &self.atoms, group }
    }

    /// What some groups demand, in words. Those of one rule that differ in their first argument alone share a sentence, if the
    /// rule has words for several; so do up to three cuts of one constraint, and its nodes.
    ///
    /// ```
    /// use jigsat_cnf::{Arg, Formula, Flavours, Rule};
    ///
    /// const LAND: Rule = Rule::new("land", "{0} {has a number, so it is|have numbers, so they are} land");
    ///
    /// let mut e = Formula::new(Flavours::default());
    /// (1..=3).for_each(|column| e.declare_projected(column));
    /// (0..3).for_each(|column| drop(e.group(&LAND, [Arg::Cell(0, column)]).clause([i32::from(column) + 1])));
    /// let names = |column: i32, f: &mut std::fmt::Formatter<'_>| write!(f, "r1c{column}");
    /// assert_eq!(e.sentences([0], &names), ["r1c1 has a number, so it is land"]);
    /// assert_eq!(e.sentences(0..3, &names), ["r1c1, r1c2 and r1c3 have numbers, so they are land"]);
    /// ```
    pub fn sentences(&self, groups: impl IntoIterator<Item = usize>, names: Names<'_, A>) -> Vec<String> {
        let groups: Vec<usize> = groups.into_iter().collect();
        self.cnf.sentences(&groups, &self.atoms.names(names))
    }

    /// Whether several groups state parts of what one sentence says, as the cuts of a graph constraint do. The number of
    /// groups is then not that of sentences.
    #[must_use]
    pub fn splits_sentences(&self, names: Names<'_, A>) -> bool {
        self.cnf.splits_sentences(&self.atoms.names(names))
    }
}

impl<A: Atom> GroupRef<'_, A> {
    /// What the group demands, in words. For a cut: what its constraint demands, and what follows from that
    /// here.
    #[must_use]
    pub fn sentence(self, names: Names<'_, A>) -> String {
        self.group.sentence(&self.atoms.names(names))
    }

    /// Its name: that of the rule with the arguments, such as `row[1,5]`.
    #[must_use]
    pub fn id(self, names: Names<'_, A>) -> String {
        self.group.id(&self.atoms.names(names))
    }
}
