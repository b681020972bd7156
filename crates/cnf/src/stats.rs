use std::io;

use crate::{Cnf, GraphFlavour};

/// The size of a formula, whole and by rule.
///
/// ```
/// use jigsat_cnf::{Amo, Formula, Flavours, Rule};
///
/// const ONE: Rule = Rule::new("one", "at most one of the lamps is lit");
///
/// let clauses = |amo| {
///     let mut e = Formula::new(Flavours { amo, ..Flavours::default() });
///     (0..16).for_each(|lamp| e.declare_projected(lamp));
///     e.group(&ONE, ()).at_most_one(0..16);
///     let stats = e.stats();
///     (stats.clauses, stats.auxiliaries, stats.rules[0].groups)
/// };
/// assert_eq!(clauses(Amo::Pairwise), (120, 0, 1));
/// assert_eq!(clauses(Amo::Ladder), (44, 15, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// All variables: projection variables, other atoms and auxiliaries.
    pub variables: usize,
    /// Projection variables: atoms that are part of a solution.
    pub projected: usize,
    /// Auxiliary variables without an atom.
    pub auxiliaries: usize,
    /// Clauses.
    pub clauses: usize,
    /// Literals in all clauses together.
    pub literals: usize,
    /// The sizes by rule, in the order of their first groups.
    pub rules: Vec<RuleStats>,
    /// The graph constraints, in their order.
    pub graphs: Vec<GraphStats>,
}

/// The size of a graph constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphStats {
    /// The name of its rule.
    pub rule: String,
    /// Its kind, by [`Kind::name`](crate::graph::Kind::name).
    pub kind: &'static str,
    /// Nodes.
    pub nodes: usize,
    /// Edges.
    pub edges: usize,
    /// The flavour in which it is kept.
    pub flavour: GraphFlavour,
    /// Cuts that were added for it.
    pub cuts: usize,
}

/// The size of one rule's part of a formula.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleStats {
    /// The rule's name.
    pub rule: String,
    /// Whether other rules imply it.
    pub redundant: bool,
    /// Whether it was dropped.
    pub dropped: bool,
    /// Groups.
    pub groups: usize,
    /// Clauses.
    pub clauses: usize,
    /// Literals.
    pub literals: usize,
    /// Auxiliary variables that its groups made.
    pub auxiliaries: usize,
}

impl Cnf {
    /// Writes the sizes by rule as a table.
    ///
    /// # Errors
    ///
    /// Errors of writing to `out`.
    pub fn write_stats(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.stats().write_table(&[], out)
    }

    /// Counts everything, in time linear in the number of clauses.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let rule_stats = |(rule, dropped): (&crate::Rule, bool)| RuleStats {
            rule: rule.name().to_owned(),
            redundant: rule.is_redundant(),
            dropped,
            ..RuleStats::default()
        };
        let mut rules: Vec<RuleStats> = self.rules().map(rule_stats).collect();
        for group in self.groups() {
            let stats = &mut rules[group.rule_index()];
            stats.groups += 1;
            stats.clauses += group.clauses().len();
            stats.literals += group.clauses().map(|clause| self.clauses()[clause].len()).sum::<usize>();
            stats.auxiliaries += group.auxiliaries();
        }
        Stats {
            variables: self.variables() as usize,
            projected: self.projected_variables().count(),
            auxiliaries: rules.iter().map(|rule| rule.auxiliaries).sum(),
            clauses: self.clauses().len(),
            literals: self.clauses().literals(),
            rules,
            graphs: self.graph_stats(),
        }
    }

    fn graph_stats(&self) -> Vec<GraphStats> {
        let flavour = |is_lazy| if is_lazy { GraphFlavour::Lazy } else { GraphFlavour::Tree };
        let mut graphs: Vec<GraphStats> = self
            .graphs
            .iter()
            .map(|entry| GraphStats {
                rule: self.group_at(entry.group as usize).rule().name().to_owned(),
                kind: entry.constraint.kind().name(),
                nodes: entry.constraint.nodes().len(),
                edges: entry.constraint.edges().len(),
                flavour: flavour(entry.is_lazy),
                cuts: 0,
            })
            .collect();
        for cut in self.cuts() {
            graphs[cut.graph].cuts += 1;
        }
        graphs
    }
}

impl Stats {
    /// Writes the sizes by rule as a table, each row with its fingerprint if there are any.
    pub(crate) fn write_table(&self, fingerprints: &[String], out: &mut dyn io::Write) -> io::Result<()> {
        let width = self.rules.iter().map(|rule| rule.title().chars().count()).max().unwrap_or(0).max(5);
        let atoms = self.variables - self.projected - self.auxiliaries;
        writeln!(
            out,
            "{} variables: {} projected atoms, {atoms} other atoms, {} auxiliaries",
            self.variables, self.projected, self.auxiliaries
        )?;
        let mut line = |name: &str, cells: [&str; 4], fingerprint: Option<&str>| {
            let [groups, clauses, literals, aux] = cells;
            let end = fingerprint.map_or(String::new(), |text| format!("  {text}"));
            writeln!(out, "{name:width$} {groups:>8} {clauses:>9} {literals:>9} {aux:>8}{end}")
        };
        let head = (!fingerprints.is_empty()).then_some("fingerprint");
        line("rule", ["groups", "clauses", "literals", "aux"], head)?;
        let numbers = |rule: &RuleStats| {
            [rule.groups, rule.clauses, rule.literals, rule.auxiliaries].map(|number| number.to_string())
        };
        for (place, rule) in self.rules.iter().enumerate() {
            let cells = numbers(rule);
            let fingerprint = fingerprints.get(place).map(String::as_str);
            line(&rule.title(), cells.each_ref().map(String::as_str), fingerprint)?;
        }
        let all = RuleStats {
            groups: self.rules.iter().map(|rule| rule.groups).sum(),
            clauses: self.clauses,
            literals: self.literals,
            auxiliaries: self.auxiliaries,
            ..RuleStats::default()
        };
        line("all", numbers(&all).each_ref().map(String::as_str), None)?;
        self.write_graphs(out)
    }

    /// A line for the graph constraints of each rule.
    fn write_graphs(&self, out: &mut dyn io::Write) -> io::Result<()> {
        for rule in &self.rules {
            let graphs: Vec<&GraphStats> =
                self.graphs.iter().filter(|graph| graph.rule == rule.rule).collect();
            let Some(first) = graphs.first() else { continue };
            let sum = |part: fn(&GraphStats) -> usize| graphs.iter().map(|graph| part(graph)).sum::<usize>();
            let (count, nodes, edges) = (graphs.len(), sum(|graph| graph.nodes), sum(|graph| graph.edges));
            let constraints = if count == 1 { "graph constraint" } else { "graph constraints" };
            write!(out, "{}: {count} {constraints}, {nodes} nodes, {edges} edges, ", rule.rule)?;
            match first.flavour {
                GraphFlavour::Lazy => writeln!(out, "kept by cuts: {} so far", sum(|graph| graph.cuts))?,
                GraphFlavour::Tree => writeln!(out, "kept by trees")?,
            }
        }
        Ok(())
    }
}

impl RuleStats {
    fn title(&self) -> String {
        let note = match (self.dropped, self.redundant) {
            (true, _) => " (dropped)",
            (false, true) => " (redundant)",
            (false, false) => "",
        };
        format!("{}{note}", self.rule)
    }
}
