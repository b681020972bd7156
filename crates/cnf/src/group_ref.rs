use std::ops::Deref;

use crate::{
    cnf::{Cnf, CnfGroup},
    formula::{Atoms, Formula, Names},
    literal::Atom,
    rule::Arg,
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

    /// Opens a group with the clauses of a group of another formula, for example of one that a session added.
    /// The atoms of the group must be declared in this formula, too, and it may have no auxiliaries.
    ///
    /// ```
    /// use jigsat_cnf::{Formula, Flavours, Rule, neg};
    ///
    /// const OFF: Rule = Rule::new("off", "the {0} lamp is off");
    /// let formula = || {
    ///     let mut e = Formula::new(Flavours::default());
    ///     e.declare_projected("lamp");
    ///     e
    /// };
    /// let (mut e, mut other) = (formula(), formula());
    /// let red = other.name("red");
    /// other.group(&OFF, (red,)).clause([neg("lamp")]);
    /// e.copy_group(other.group_at(0));
    /// let names = |atom: &str, f: &mut std::fmt::Formatter<'_>| f.write_str(atom);
    /// assert_eq!(e.group_at(0).sentence(&names), "the red lamp is off");
    /// assert_eq!(e.clauses(), other.clauses());
    /// ```
    pub fn copy_group(&mut self, group: GroupRef<'_, A>) {
        let args: Vec<Arg> = group.args().iter().map(|&arg| group.arg_for(arg, self)).collect();
        let from = group.group.cnf;
        let mut copy = self.group(group.rule(), &args[..]);
        for clause in group.clauses() {
            copy.clause(from.clauses()[clause].iter().map(|&lit| group.atoms.literal(lit, from)));
        }
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

    /// The argument for another formula with the same atoms.
    fn arg_for(self, arg: Arg, to: &mut Formula<A>) -> Arg {
        let from: &Cnf = self.group.cnf;
        match arg {
            Arg::Name(name) => to.name(from.names[name.0 as usize].clone()).into(),
            Arg::Item(number, name) => Arg::Item(number, to.name(from.names[name.0 as usize].clone())),
            Arg::Literal(lit) => Arg::Literal(to.lit(self.atoms.literal(lit, from))),
            Arg::Number(_) | Arg::Cell(..) => arg,
        }
    }
}
