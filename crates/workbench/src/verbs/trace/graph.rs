//! The causes of a conflict: true literals, and which of them imply which.

use std::collections::{HashMap, HashSet, VecDeque};

use super::TraceStep;

/// A literal that is true.
pub(super) struct Node {
    pub name: String,
    pub level: usize,
    pub is_decision: bool,
    /// The places of the nodes that imply it.
    pub from: Vec<usize>,
}

/// The true literals that lead to a conflict, in the order in which they became true.
pub(super) struct Graph {
    pub nodes: Vec<Node>,
    /// The places of the nodes that can't all be true.
    pub clash: Vec<usize>,
    /// The conflict: its level, and the origin of the clause that is false there.
    pub conflict: Option<(usize, String)>,
    /// The clause that is learned from it, with its number.
    pub learned: Option<(usize, Vec<String>)>,
    /// How many literals lead to it that are left out: in a large graph, those before the literals of the learned clause.
    pub left_out: usize,
}

/// Maximum number of literals in a graph that is shown whole.
const MOST: usize = 24;

impl Graph {
    /// The graph of a conflict, given by its number from 1.
    pub fn of(steps: &[TraceStep], conflict: usize) -> Option<Self> {
        let mut conflicts = (0..steps.len()).filter(|&at| matches!(steps[at], TraceStep::Conflict { .. }));
        let at = conflicts.nth(conflict.checked_sub(1)?)?;
        let TraceStep::Conflict { level, because, from } = &steps[at] else { return None };
        let trail = trail(&steps[..at]);
        let learned = steps[at..].iter().find_map(|step| match step {
            TraceStep::Learn { number, clause, .. } => Some((*number, clause.clone())),
            _ => None,
        });
        // Literals that are true without any decision are left out, unless there is nothing else.
        let known: HashMap<&str, &Entry<'_>> = trail.iter().map(|entry| (entry.name, entry)).collect();
        let shown = |names: &[String]| -> Vec<&Entry<'_>> {
            let entries = names.iter().filter_map(|name| known.get(&**name).copied());
            entries.filter(|entry| entry.level > 0 || *level == 0).collect()
        };
        let leads = |goes_on: &dyn Fn(&Entry<'_>) -> bool| {
            let mut places = HashMap::new();
            let mut open = shown(from);
            while let Some(entry) = open.pop() {
                if places.insert(entry.name, 0).is_none() && goes_on(entry) {
                    open.extend(shown(entry.from));
                }
            }
            places
        };
        let all = leads(&|_| true);
        let count = all.len();
        let is_in_clause = |entry: &Entry<'_>| is_learned(learned.as_ref(), entry.name);
        let is_cut = count > MOST && learned.is_some();
        let mut places = if is_cut { leads(&|entry| !is_in_clause(entry)) } else { all };
        let left_out = count - places.len();
        let leading: Vec<&Entry<'_>> = trail.iter().filter(|entry| places.contains_key(entry.name)).collect();
        for (place, entry) in leading.iter().enumerate() {
            places.insert(entry.name, place);
        }
        let places_of = |names: &[String]| shown(names).iter().map(|entry| places[entry.name]).collect();
        let node = |entry: &&Entry<'_>| Node {
            name: entry.name.to_owned(),
            level: entry.level,
            is_decision: entry.is_decision,
            from: if is_cut && is_in_clause(entry) { Vec::new() } else { places_of(entry.from) },
        };
        Some(Graph {
            nodes: leading.iter().map(node).collect(),
            clash: places_of(from),
            conflict: Some((*level, because.clone())),
            learned: learned.clone(),
            left_out,
        })
    }

    /// The graph of the literals that are true after some steps: if there are many, those that lead to the last step, the
    /// nearest first, and then the last ones. A conflict that is the last step is in it.
    pub fn after(steps: &[TraceStep]) -> Self {
        let mut trail = trail(steps);
        let left_out = trail.len().saturating_sub(MOST);
        if left_out > 0 {
            let kept = nearest(&trail, steps.last());
            trail.retain(|entry| kept.contains(entry.name));
        }
        let places: HashMap<&str, usize> =
            trail.iter().zip(0..).map(|(entry, place)| (entry.name, place)).collect();
        let places_of =
            |names: &[String]| names.iter().filter_map(|name| places.get(&**name).copied()).collect();
        let node = |entry: &Entry<'_>| Node {
            name: entry.name.to_owned(),
            level: entry.level,
            is_decision: entry.is_decision,
            from: places_of(entry.from),
        };
        let (conflict, clash) = match steps.last() {
            Some(TraceStep::Conflict { level, because, from }) => {
                (Some((*level, because.clone())), places_of(from))
            }
            _ => (None, Vec::new()),
        };
        Graph { nodes: trail.iter().map(node).collect(), clash, conflict, learned: None, left_out }
    }

    /// Whether the negation of a literal is in the learned clause.
    pub fn is_kept(&self, node: &Node) -> bool {
        is_learned(self.learned.as_ref(), &node.name)
    }
}

/// The names of as many literals as fit: those that lead to a step, the nearest first, and then the last ones.
fn nearest<'s>(trail: &[Entry<'s>], step: Option<&'s TraceStep>) -> HashSet<&'s str> {
    let known: HashMap<&str, &Entry<'s>> = trail.iter().map(|entry| (entry.name, entry)).collect();
    let mut open: VecDeque<&str> = match step {
        Some(TraceStep::Conflict { from, .. }) => from.iter().map(|name| &**name).collect(),
        _ => step.and_then(TraceStep::sets).into_iter().collect(),
    };
    let mut kept = HashSet::new();
    while let Some(name) = open.pop_front()
        && kept.len() < MOST
    {
        let Some(entry) = known.get(name) else { continue };
        if kept.insert(entry.name) {
            open.extend(entry.from.iter().map(|name| &**name));
        }
    }
    for entry in trail.iter().rev() {
        if kept.len() == MOST {
            break;
        }
        kept.insert(entry.name);
    }
    kept
}

/// Whether the negation of a literal is in a learned clause.
fn is_learned(learned: Option<&(usize, Vec<String>)>, name: &str) -> bool {
    let negated = name.strip_prefix('!').map_or_else(|| format!("!{name}"), str::to_owned);
    learned.is_some_and(|(_, clause)| clause.contains(&negated))
}

/// A literal that became true.
pub(super) struct Entry<'s> {
    pub name: &'s str,
    pub level: usize,
    is_decision: bool,
    from: &'s [String],
}

/// The true literals after some steps.
pub(super) fn trail(steps: &[TraceStep]) -> Vec<Entry<'_>> {
    let mut trail: Vec<Entry<'_>> = Vec::new();
    for step in steps {
        match step {
            TraceStep::Decide { literal, level } => {
                trail.push(Entry { name: literal, level: *level, is_decision: true, from: &[] });
            }
            TraceStep::Imply { literal, level, from, .. } => {
                trail.push(Entry { name: literal, level: *level, is_decision: false, from });
            }
            TraceStep::Learn { back, .. } => trail.retain(|entry| entry.level <= *back),
            TraceStep::Flip { literal, level } => {
                trail.retain(|entry| entry.level < *level);
                trail.push(Entry { name: literal, level: *level, is_decision: true, from: &[] });
            }
            TraceStep::Restart => trail.retain(|entry| entry.level == 0),
            TraceStep::Conflict { .. } | TraceStep::Resolve { .. } | TraceStep::Watch { .. } => {}
        }
    }
    trail
}
