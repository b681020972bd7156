//! A formula as text, which people read and snapshots keep.

mod sorted;

use std::{cmp::Ordering, fmt::Write as _, io, ops::Range};

use rustsat::types::{Lit, Var};

use crate::{
    Cnf, CnfGroup, Constraint, Formula, Interrupt, Names, Stop,
    cnf::AtomNames,
    graph::{Edge, GraphEntry},
    literal::Atom,
    rarely,
};
use sorted::sorted;

/// Maximum number of lines of a rule that is printed in full.
const LINES_OF_A_RULE: usize = 40;
/// Number of lines of a group that are printed before the rest is summarised.
const LINES_OF_A_GROUP: usize = 30;

/// Which part of a formula [`Formula::write_text`] prints.
///
/// ```
/// use jigsat_cnf::{Formula, Flavours, Rule, Show, pos};
///
/// const SWITCH: Rule = Rule::new("switch", "the lamp is lit if its switch is on");
/// let mut e = Formula::new(Flavours::default());
/// e.declare_projected("lamp");
/// e.declare("switch");
/// e.group(&SWITCH, ()).implies([pos("switch")], [pos("lamp")]);
/// let mut text = Vec::new();
/// let show = Show { rule: Some("switch".into()), ..Show::default() };
/// e.write_text(&|name, f| f.write_str(name), &show, &mut text)?;
/// assert_eq!(text, b"== switch\nthe lamp is lit if its switch is on:\n  switch -> lamp\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Show {
    /// Prints every group and line, however many there are.
    pub full: bool,
    /// Prints only the groups of the rule with this name, all of them.
    pub rule: Option<String>,
    /// Prints only the groups whose sentence or name matches this pattern, in which `*` stands for any text.
    pub group: Option<String>,
    /// Gives up when the interrupt says so, with an error of the kind [`TimedOut`](io::ErrorKind::TimedOut).
    pub interrupt: Interrupt,
}

impl Show {
    fn fits(&self, group: CnfGroup<'_>, names: AtomNames<'_>) -> bool {
        let fits =
            |pattern: &String| fits(pattern, &group.sentence(names)) || fits(pattern, &group.id(names));
        self.rule.as_deref().is_none_or(|rule| rule == group.rule().name())
            && self.group.as_ref().is_none_or(fits)
    }
}

impl<A: Atom> Formula<A> {
    /// Whether there is a group that [`Show`] does not exclude by its rule or pattern.
    pub fn has_groups(&self, names: Names<'_, A>, show: &Show) -> bool {
        self.cnf.has_groups(&self.atoms.names(names), show)
    }

    /// Writes the formula: a table of its rules, then each rule's groups with their sentences.
    ///
    /// Clauses are written as sorted implications, and constraints in words. A constraint's clauses are shown
    /// if they have auxiliaries. For a rule with many groups, the first is shown and the others are counted;
    /// the fingerprint in the table covers every clause of the rule.
    ///
    /// # Errors
    ///
    /// Errors of writing to `out`, and an interrupt.
    pub fn write_text(&self, names: Names<'_, A>, show: &Show, out: &mut dyn io::Write) -> io::Result<()> {
        let order = |one, other| self.atoms.at(one).cmp(&self.atoms.at(other));
        self.cnf.write_text(&self.atoms.names(names), &order, show, out)
    }
}

/// The order of two atoms, by their numbers.
pub type AtomOrder<'o> = &'o dyn Fn(u32, u32) -> Ordering;

impl Cnf {
    /// As [`Formula::has_groups`].
    #[must_use]
    pub fn has_groups(&self, names: AtomNames<'_>, show: &Show) -> bool {
        self.groups().any(|group| show.interrupt.step(1).is_err() || show.fits(group, names))
    }

    /// As [`Formula::write_text`]; `order` is that of atoms.
    ///
    /// # Errors
    ///
    /// As [`Formula::write_text`].
    pub fn write_text(
        &self,
        names: AtomNames<'_>,
        order: AtomOrder<'_>,
        show: &Show,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let printer = Printer::new(self, names, order);
        let chosen = printer.choose(show)?;
        let everything = show.full || show.rule.is_some() || show.group.is_some();
        if !chosen.iter().any(|rule| rule.shown) {
            return writeln!(out, "no constraint matches");
        }
        if show.rule.is_none() && show.group.is_none() {
            let fingerprints: Vec<String> = chosen.iter().map(|rule| rule.fingerprint.clone()).collect();
            self.stats().write_table(&fingerprints, out)?;
        }
        for rule in chosen.iter().filter(|rule| rule.shown) {
            writeln!(out, "== {}{}", rule.name, if rule.dropped { " (dropped)" } else { "" })?;
            let is_short = || rule.texts.iter().flat_map(|text| text.lines()).nth(LINES_OF_A_RULE).is_none();
            let shown = if everything || is_short() { rule.texts.len() } else { 1 };
            for text in &rule.texts[..shown] {
                write_lines(text, everything, &show.interrupt, out)?;
            }
            if shown < rule.texts.len() {
                writeln!(out, "... {} more like this", rule.texts.len() - shown)?;
            }
        }
        Ok(())
    }
}

fn write_lines(
    text: &str,
    everything: bool,
    interrupt: &Interrupt,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let is_short = || text.lines().nth(LINES_OF_A_GROUP).is_none();
    let shown = if everything || is_short() { usize::MAX } else { LINES_OF_A_GROUP / 2 };
    let mut lines = text.lines();
    for line in lines.by_ref().take(shown) {
        interrupt.step(1)?;
        writeln!(out, "{line}")?;
    }
    let left = lines.count();
    if left > 0 { writeln!(out, "  ... {left} more lines") } else { Ok(()) }
}

/// A rule and the texts of the groups to show.
struct RuleText<'e> {
    name: &'e str,
    dropped: bool,
    shown: bool,
    fingerprint: String,
    texts: Vec<String>,
}

struct Printer<'e> {
    cnf: &'e Cnf,
    names: AtomNames<'e>,
    /// The names of the atoms by variable, empty for auxiliaries.
    atoms: Vec<String>,
    /// The variables in the order of atoms; auxiliaries come after them.
    ordered: Vec<Var>,
    /// The place of each variable there.
    rank: Vec<u32>,
}

impl<'e> Printer<'e> {
    fn new(cnf: &'e Cnf, names: AtomNames<'e>, order: AtomOrder<'_>) -> Self {
        let count = cnf.variables();
        let mut atoms = vec![String::new(); count as usize];
        let mut ordered: Vec<Var> = (0..count).map(Var::new).collect();
        for &var in &ordered {
            if cnf.atom_of(var).is_some() {
                let name = &mut atoms[var.idx()];
                cnf.write_variable(var, None, names, name).expect("a String takes everything");
            }
        }
        rarely::sort_by(&mut ordered, |&one, &other| match (cnf.atom_of(one), cnf.atom_of(other)) {
            (Some(one), Some(other)) => order(one, other),
            (None, None) => one.cmp(&other),
            (atom, _) => atom.is_none().cmp(&true),
        });
        let mut rank = vec![0; count as usize];
        for (place, var) in (0..).zip(&ordered) {
            rank[var.idx()] = place;
        }
        Printer { cnf, names, atoms, ordered, rank }
    }

    fn choose(&self, show: &Show) -> io::Result<Vec<RuleText<'e>>> {
        let entry = |(rule, dropped): (&'e crate::Rule, bool)| RuleText {
            name: rule.name(),
            dropped,
            shown: false,
            fingerprint: String::new(),
            texts: Vec::new(),
        };
        let mut rules: Vec<RuleText<'e>> = self.cnf.rules().map(entry).collect();
        let mut hashers = vec![blake3::Hasher::new(); rules.len()];
        let narrowed = show.rule.is_some() || show.group.is_some();
        for group in self.cnf.groups() {
            show.interrupt.step(1)?;
            if show.fits(group, self.names) || !narrowed {
                let rule = &mut rules[group.rule_index()];
                let canonical = self.group(group, true, &show.interrupt)?;
                hashers[group.rule_index()].update(canonical.as_bytes());
                rule.shown = true;
                rule.texts.push(if show.full {
                    canonical
                } else {
                    self.group(group, false, &show.interrupt)?
                });
            }
        }
        for (rule, hasher) in rules.iter_mut().zip(hashers) {
            rule.fingerprint.push_str(&hasher.finalize().to_hex()[..16]);
        }
        Ok(rules)
    }

    /// The text of a group; with all clauses of its constraints, or only those with auxiliaries.
    fn group(&self, group: CnfGroup<'_>, all: bool, interrupt: &Interrupt) -> Result<String, Stop> {
        let mut text = format!("{}:\n", group.sentence(self.names));
        let mut stated = vec![false; group.clauses().len()];
        let first = group.clauses().start;
        for constraint in group.constraints() {
            interrupt.step(constraint.lits.len())?;
            let _ = writeln!(text, "  {}", self.constraint(&constraint, group));
            for clause in constraint.clauses.clone() {
                stated[clause - first] = true;
            }
            let has_aux = |clause: usize| {
                let is_aux = |lit: &Lit| self.cnf.is_auxiliary(lit.var());
                self.cnf.clauses()[clause].iter().any(is_aux)
            };
            let clauses = constraint.clauses.clone().filter(|&clause| all || has_aux(clause));
            self.clauses(clauses, group, "    ", &mut text, interrupt)?;
        }
        for (place, _) in group.graphs() {
            self.graph(&self.cnf.graphs[place], group, all, &mut text, interrupt)?;
        }
        let loose = group.clauses().filter(|clause| !stated[clause - first]);
        self.clauses(loose, group, "  ", &mut text, interrupt)?;
        Ok(text)
    }

    /// A graph constraint: its nodes, and the number of its edges, or all of them. Nodes without names are points where
    /// edges meet.
    fn graph(
        &self,
        entry: &GraphEntry,
        group: CnfGroup<'_>,
        all: bool,
        text: &mut String,
        interrupt: &Interrupt,
    ) -> Result<(), Stop> {
        let constraint = &entry.constraint;
        let seen_from = Some(group.index());
        let literal = |lit| self.cnf.literal_name(lit, seen_from, self.names);
        if entry.names.is_empty() && constraint.nodes().iter().all(Option::is_none) {
            meeting(entry, all, &literal, text, interrupt)?;
            self.condition(entry, group, text);
            return Ok(());
        }
        let named = |node| self.cnf.element_name(entry, node, seen_from, self.names);
        let node = |node| {
            interrupt.step(1)?;
            Ok(constraint.lit(node).map_or_else(|| named(node), literal))
        };
        let nodes = (0..constraint.nodes().len() as u32).map(node).collect::<Result<Vec<String>, Stop>>()?;
        let (edges, list) = (constraint.edges().len(), nodes.join(", "));
        text.push_str("  ");
        constraint.kind().describe(&named, text).expect("a String takes everything");
        let _ = writeln!(text, ", of {} nodes and {edges} edges: {list}", nodes.len());
        if all {
            for edge in constraint.edges() {
                interrupt.step(1)?;
                let [one, other] = edge.ends.map(|end| &nodes[end as usize]);
                let literal = edge.lit.map_or(String::new(), |lit| format!(": {}", literal(lit)));
                let _ = writeln!(text, "    {one} - {other}{literal}");
            }
        }
        self.condition(entry, group, text);
        Ok(())
    }

    /// The condition of a graph constraint, if it has one.
    fn condition(&self, entry: &GraphEntry, group: CnfGroup<'_>, text: &mut String) {
        if let Some(condition) = entry.constraint.condition() {
            let negation = if condition.is_neg() { "not " } else { "" };
            let _ = write!(text, "    only if {negation}");
            self.variable(condition, group, text);
            text.push('\n');
        }
    }

    fn clauses(
        &self,
        clauses: impl Iterator<Item = usize>,
        group: CnfGroup<'_>,
        indent: &str,
        text: &mut String,
        interrupt: &Interrupt,
    ) -> Result<(), Stop> {
        // Clauses are places in one list: a vector for each would be slow to make and to drop. Literals are numbers that rise in their
        // order.
        let (mut keys, mut places): (Vec<u32>, Vec<Range<usize>>) = (Vec::new(), Vec::new());
        for clause in clauses {
            let (start, clause) = (keys.len(), &self.cnf.clauses()[clause]);
            interrupt.step(clause.len())?;
            keys.extend(clause.iter().map(|lit| 2 * self.rank[lit.vidx()] + u32::from(lit.is_neg())));
            keys[start..].sort_unstable();
            places.push(start..keys.len());
        }
        let compare = |a: &Range<usize>, b: &Range<usize>| {
            a.len().cmp(&b.len()).then_with(|| keys[a.clone()].cmp(&keys[b.clone()]))
        };
        let mut lits = Vec::new();
        for place in sorted(places, compare, interrupt)? {
            interrupt.step(place.len())?;
            text.push_str(indent);
            lits.clear();
            lits.extend(keys[place].iter().map(|key| self.ordered[*key as usize / 2].lit(key % 2 == 1)));
            self.clause(&lits, group, text);
            text.push('\n');
        }
        Ok(())
    }

    /// A clause as an implication: its negated literals are the premise.
    fn clause(&self, clause: &[Lit], group: CnfGroup<'_>, text: &mut String) {
        let (premises, conclusions): (Vec<Lit>, Vec<Lit>) = clause.iter().partition(|lit| lit.is_neg());
        match (premises.as_slice(), conclusions.as_slice()) {
            ([], []) => text.push_str("false"),
            (&[premise], []) => {
                text.push_str("not ");
                self.variable(premise, group, text);
            }
            (premises, []) => {
                text.push_str("not (");
                self.join(premises, " & ", group, text);
                text.push(')');
            }
            ([], conclusions) => self.join(conclusions, " | ", group, text),
            (premises, conclusions) => {
                self.join(premises, " & ", group, text);
                text.push_str(" -> ");
                self.join(conclusions, " | ", group, text);
            }
        }
    }

    fn join(&self, lits: &[Lit], between: &str, group: CnfGroup<'_>, text: &mut String) {
        for (place, &lit) in lits.iter().enumerate() {
            text.push_str(if place == 0 { "" } else { between });
            self.variable(lit, group, text);
        }
    }

    fn variable(&self, lit: Lit, group: CnfGroup<'_>, text: &mut String) {
        let atom = &self.atoms[lit.vidx()];
        if atom.is_empty() {
            let written = self.cnf.write_variable(lit.var(), Some(group.index()), self.names, text);
            written.expect("a String takes everything");
        } else {
            text.push_str(atom);
        }
    }

    fn constraint(&self, constraint: &Constraint<'_>, group: CnfGroup<'_>) -> String {
        let mut text = String::new();
        if constraint.weights.is_none() {
            let _ = write!(text, "{} of ", constraint.bound);
        }
        for (place, &lit) in constraint.lits.iter().enumerate() {
            let between = if constraint.weights.is_some() { " + " } else { ", " };
            text.push_str(if place == 0 { "" } else { between });
            if let Some(weights) = constraint.weights {
                let _ = write!(text, "{}·", weights[place]);
            }
            text.push_str(if lit.is_neg() { "not " } else { "" });
            self.variable(lit, group, &mut text);
        }
        if constraint.lits.is_empty() {
            text.push_str("nothing");
        }
        if constraint.weights.is_some() {
            let sign = match constraint.bound {
                crate::Bound::AtMost(k) => format!(" <= {k}"),
                crate::Bound::AtLeast(k) => format!(" >= {k}"),
                crate::Bound::Exactly(k) => format!(" = {k}"),
            };
            text.push_str(&sign);
        }
        text
    }
}

/// A graph constraint of edges alone: its edges, and which of them meet.
fn meeting(
    entry: &GraphEntry,
    all: bool,
    literal: &dyn Fn(Lit) -> String,
    text: &mut String,
    interrupt: &Interrupt,
) -> Result<(), Stop> {
    let (constraint, nodes) = (&entry.constraint, entry.constraint.nodes().len());
    let name = |edge: &Edge| {
        interrupt.step(1)?;
        Ok(edge.lit.map_or_else(|| "an edge".to_owned(), literal))
    };
    let edges = constraint.edges().iter().map(name).collect::<Result<Vec<String>, Stop>>()?;
    let kind = constraint.kind();
    let _ = writeln!(text, "  {kind}, of {nodes} nodes and {} edges: {}", edges.len(), edges.join(", "));
    if all {
        let mut at: Vec<Vec<&str>> = vec![Vec::new(); nodes];
        for (edge, name) in constraint.edges().iter().zip(&edges) {
            let [one, other] = edge.ends;
            at[one as usize].push(name);
            if other != one {
                at[other as usize].push(name);
            }
        }
        for edges in at {
            interrupt.step(edges.len())?;
            let _ = writeln!(text, "    at one node: {}", edges.join(", "));
        }
    }
    Ok(())
}

/// Whether the text matches a pattern in which `*` stands for any text.
fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    if first.len() == pattern.len() {
        return rest.is_empty();
    }
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn patterns() {
        for (pattern, text, expected) in [
            ("row 3", "row 3", true),
            ("row 3", "row 33", false),
            ("row 3*", "row 33 has", true),
            ("*has*7", "row 3 has exactly one 7", true),
            ("*has*8", "row 3 has exactly one 7", false),
            ("*", "", true),
            ("a*a", "a", false),
        ] {
            assert_eq!(fits(pattern, text), expected, "{pattern} {text}");
        }
    }
}
