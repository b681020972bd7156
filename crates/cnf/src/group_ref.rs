use std::{fmt, ops::Range};

use rustsat::types::Var;

use crate::{
    encoding::{Encoding, GroupEntry, Names},
    literal::{Atom, Variable},
    rule::{Arg, Rule},
    statement::Statement,
};

/// One group of an [`Encoding`]: a constraint of some rule with its arguments.
///
/// ```
/// use jigsat_cnf::{Encoding, Flavours, Rule};
///
/// const ROW: Rule = Rule::new("row", "row {0} has exactly one {1}");
///
/// let mut e = Encoding::new(Flavours::default());
/// (1..=3).for_each(|column| e.declare_key(column));
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
    pub(crate) encoding: &'e Encoding<A>,
    pub(crate) index: usize,
}

impl<A: Atom> Encoding<A> {
    /// Opens a group that says what one of another formula does, in clauses: for what a session added on its way. Its
    /// atoms must be declared here, too, and it may have no auxiliaries.
    ///
    /// ```
    /// use jigsat_cnf::{Encoding, Flavours, Rule, neg};
    ///
    /// const OFF: Rule = Rule::new("off", "the {0} lamp is off");
    /// let formula = || {
    ///     let mut e = Encoding::new(Flavours::default());
    ///     e.declare_key("lamp");
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
        let from = group.encoding;
        let mut copy = self.group(group.rule(), &args[..]);
        for clause in group.clauses() {
            copy.clause(from.clauses()[clause].iter().map(|&lit| from.literal(lit)));
        }
    }
}

impl<'e, A: Atom> GroupRef<'e, A> {
    fn entry(self) -> GroupEntry {
        self.encoding.groups[self.index]
    }

    fn until(self, field: impl Fn(GroupEntry) -> u32, end: usize) -> Range<usize> {
        let next = self.encoding.groups.get(self.index + 1);
        field(self.entry()) as usize..next.map_or(end, |&group| field(group) as usize)
    }

    /// Its place among the groups, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.index
    }

    /// Its rule.
    #[must_use]
    pub fn rule(self) -> &'e Rule {
        &self.encoding.rules[self.entry().rule as usize].rule
    }

    /// The place of its rule in [`Encoding::rules`].
    #[must_use]
    pub fn rule_index(self) -> usize {
        self.entry().rule as usize
    }

    /// What tells it from the other groups of its rule.
    #[must_use]
    pub fn args(self) -> &'e [Arg] {
        &self.encoding.args[self.until(|group| group.first_arg, self.encoding.args.len())]
    }

    /// The places of its clauses in [`Encoding::clauses`].
    #[must_use]
    pub fn clauses(self) -> Range<usize> {
        self.until(|group| group.first_clause, self.encoding.clauses.len())
    }

    /// Its statements: each stands for some of its clauses.
    pub fn statements(self) -> impl Iterator<Item = Statement<'e>> {
        let range = self.until(|group| group.first_statement, self.encoding.statements.len());
        self.encoding.statements[range].iter().map(move |entry| self.encoding.statement(entry))
    }

    /// Number of auxiliary variables that it made.
    #[must_use]
    pub fn auxiliaries(self) -> usize {
        let variables = self.until(|group| group.first_variable, self.encoding.variables() as usize);
        let is_aux = |&var: &usize| matches!(self.encoding.variable(Var::new(var as u32)), Variable::Aux(_));
        variables.filter(is_aux).count()
    }

    /// What it demands, in words.
    #[must_use]
    pub fn sentence(self, names: Names<'_, A>) -> String {
        let mut text = String::new();
        let mut rest = self.rule().sentence();
        while let Some((before, place)) = rest.split_once('{') {
            text.push_str(before);
            let (number, after) = place.split_once('}').expect("a place in a sentence is closed");
            let arg = self.args()[number.parse::<usize>().expect("a place in a sentence is a number")];
            self.write_arg(arg, names, &mut text).expect("a String takes everything");
            rest = after;
        }
        text + rest
    }

    /// Its name: the rule's with the arguments, such as `row[1,5]`.
    #[must_use]
    pub fn id(self, names: Names<'_, A>) -> String {
        let mut id = String::new();
        self.write_id(names, &mut id).expect("a String takes everything");
        id
    }

    pub(crate) fn write_id(self, names: Names<'_, A>, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(self.rule().name())?;
        for (place, &arg) in self.args().iter().enumerate() {
            out.write_str(if place == 0 { "[" } else { "," })?;
            self.write_arg(arg, names, out)?;
        }
        if self.args().is_empty() { Ok(()) } else { out.write_str("]") }
    }

    /// An argument as another formula with the same atoms has it.
    fn arg_for(self, arg: Arg, to: &mut Encoding<A>) -> Arg {
        match arg {
            Arg::Name(name) => to.name(self.encoding.names[name.0 as usize].clone()).into(),
            Arg::Literal(lit) => Arg::Literal(to.lit(self.encoding.literal(lit))),
            Arg::Number(_) | Arg::Cell(..) => arg,
        }
    }

    fn write_arg(self, arg: Arg, names: Names<'_, A>, out: &mut impl fmt::Write) -> fmt::Result {
        match arg {
            Arg::Number(number) => write!(out, "{number}"),
            Arg::Cell(row, col) => write!(out, "r{}c{}", row + 1, col + 1),
            Arg::Name(name) => out.write_str(&self.encoding.names[name.0 as usize]),
            Arg::Literal(lit) => {
                out.write_str(if lit.is_neg() { "not " } else { "" })?;
                self.encoding.write_variable(lit.var(), Some(self.index), names, out)
            }
        }
    }
}
