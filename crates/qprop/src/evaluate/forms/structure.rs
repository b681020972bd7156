//! The forms of statements about graphs and sequences.

use std::collections::{BTreeMap, BTreeSet};

use jigsat_cnf::rarely;

use super::{super::Evaluator, Form, Forms, How, Made};
use crate::theory::{Selection, Shape, SortId, Structure, Term};

impl<'t> Evaluator<'t> {
    pub(super) fn form_of_structure(
        &self,
        structure: &'t Structure,
        env: &mut Vec<i64>,
        forms: &mut Forms,
    ) -> Option<Form> {
        let (var, guard) = (&structure.var, structure.guard.as_ref());
        let sort = &self.theory.sorts[var.sort];
        let mut chosen = vec![None; sort.len()];
        let mut are_known = true;
        self.rows(std::slice::from_ref(var), guard, env, &mut |env, guard| {
            let form = guard.and_then(|_| self.form(&structure.body, env, forms));
            if let (Some(form), Some(place)) = (form, sort.index(env[var.slot])) {
                chosen[place] = Some(form);
            } else {
                are_known = false;
            }
            are_known
        });
        if !are_known {
            return None;
        }
        if let Shape::Runs { nth, guard, length } = &structure.shape {
            let lengths = self.selected(nth, guard.as_ref(), length, env);
            let lengths = lengths.into_values().flatten().filter(|&length| length > 0);
            let lengths: Vec<Form> = lengths.map(|length| forms.number(Made::Number(length))).collect();
            let places: Vec<Form> = chosen.into_iter().flatten().collect();
            let forth = places.iter().chain(&lengths).copied().collect();
            let back = places.iter().rev().chain(lengths.iter().rev()).copied().collect();
            let ways = vec![forms.of(How::Sequence, forth), forms.of(How::Sequence, back)];
            return Some(forms.of(How::Runs, ways));
        }
        let (how, along) = match &structure.shape {
            Shape::Connected { along } => (How::Connected, along),
            Shape::Loop { along } => (How::Loop, along),
            Shape::Acyclic { along } => (How::Acyclic, along),
            Shape::Closed { along } => (How::Closed, along),
            Shape::Matching { along, .. } => (How::Matching, along),
            Shape::Paths { along, .. } => (How::Paths, along),
            Shape::Regions { along, rooted, root, size } => {
                let size = size.as_ref().filter(|_| root.is_none()).and_then(|size| self.value(size, env));
                (How::Regions(*rooted, size), along)
            }
            Shape::Runs { .. } => return None,
        };
        let mut parts = self.form_of_graph(*along, var.sort, &chosen, forms);
        let none = Term::Value(0);
        match &structure.shape {
            Shape::Paths { ends: Selection { var, guard }, by, .. } => {
                let mut by_value: BTreeMap<i64, Vec<Form>> = BTreeMap::new();
                for (end, value) in self.selected(var, guard.as_ref(), by, env) {
                    let end = self.form_of_place(var.sort, end, forms)?;
                    if let Some(value) = value {
                        by_value.entry(value).or_default().push(end);
                    }
                }
                parts.extend(by_value.into_values().map(|ends| forms.of(How::Ends, ends)));
            }
            Shape::Regions { root: Some(Selection { var, guard }), size, .. } => {
                let number = size.as_ref().unwrap_or(&none);
                for (root, value) in self.selected(var, guard.as_ref(), number, env) {
                    let root = self.form_of_place(var.sort, root, forms)?;
                    parts.push(forms.of(How::Selected(value.filter(|_| size.is_some())), vec![root]));
                }
            }
            Shape::Matching { with: Selection { var, guard }, .. } => {
                for with in self.selected(var, guard.as_ref(), &none, env).into_keys() {
                    let with = self.form_of_place(var.sort, with, forms)?;
                    parts.push(forms.of(How::Selected(None), vec![with]));
                }
            }
            _ => {}
        }
        Some(forms.of(how, parts))
    }

    /// The nodes and edges of a graph.
    fn form_of_graph(
        &self,
        along: usize,
        sort: SortId,
        chosen: &[Option<Form>],
        forms: &mut Forms,
    ) -> Vec<Form> {
        let form = |value: i64| chosen.get(self.theory.sorts[sort].index(value)?).copied().flatten();
        // Both directions of an edge are one edge.
        let edges: BTreeSet<[i64; 3]> = rarely::set(self.facts[along].all().map(|tuple| match *tuple {
            [edge, a, b] => [edge, a.min(b), a.max(b)],
            _ => [0, tuple[0].min(tuple[1]), tuple[0].max(tuple[1])],
        }));
        let (mut parts, mut nodes) = (Vec::new(), sort);
        let chooses_edges = if let &[_, node, _] = &self.theory.facts[along].places[..] {
            nodes = node;
            true
        } else {
            for (place, &form) in chosen.iter().enumerate() {
                if let Some(form) = form {
                    let node = forms.number(Made::Value(self.theory.sorts[sort].same_as, place as u32));
                    parts.push(forms.of(How::Node, vec![node, form]));
                }
            }
            false
        };
        for [edge, a, b] in edges {
            let ends = [a, b].map(|end| self.form_of_place(nodes, end, forms));
            let [Some(a), Some(b)] = ends else { continue };
            if !chooses_edges {
                parts.push(forms.of(How::Edge, vec![a, b]));
            } else if let Some(form) = form(edge) {
                parts.push(forms.of(How::Edge, vec![a, b, form]));
            }
        }
        parts
    }

    fn form_of_place(&self, sort: SortId, value: i64, forms: &mut Forms) -> Option<Form> {
        let sort = &self.theory.sorts[sort];
        Some(forms.number(Made::Value(sort.same_as, sort.index(value)? as u32)))
    }
}
