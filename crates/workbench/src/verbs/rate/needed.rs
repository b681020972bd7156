//! The techniques that a puzzle needs.

use std::collections::BTreeMap;

use jigsat_cnf::{enumerated, rarely};

/// The techniques beyond singles that the steps need.
#[derive(Default)]
pub(super) struct Needed {
    /// By name: in how many steps.
    pub named: BTreeMap<String, usize>,
    /// The most that a step with a technique of this name costs.
    most: BTreeMap<String, u64>,
    /// The number of steps whose hardest line has no name.
    pub unnamed: usize,
}

impl Needed {
    /// Adds the techniques of a step, of which the first is its own.
    pub fn add(&mut self, techniques: Vec<Option<String>>, cost: u64) {
        self.unnamed += usize::from(techniques.first().is_some_and(Option::is_none));
        let is_single = |name: &String| name.ends_with(" single");
        for name in techniques.into_iter().flatten().filter(|name| !is_single(name)) {
            let most = self.most.entry(name.clone()).or_default();
            *most = cost.max(*most);
            *self.named.entry(name).or_default() += 1;
        }
    }

    /// '; needs X-wing and naked pair', the hardest first.
    pub fn words(&self) -> String {
        let mut names: Vec<(&String, u64)> = self.most.iter().map(|(name, &most)| (name, most)).collect();
        rarely::sort_by_key(&mut names, |&(_, most)| std::cmp::Reverse(most));
        let mut names: Vec<String> = names.into_iter().map(|(name, _)| name.clone()).collect();
        match self.unnamed {
            0 => {}
            1 => names.push("an argument without a name".into()),
            unnamed => names.push(format!("{unnamed} arguments without a name")),
        }
        if names.is_empty() { String::new() } else { format!("; needs {}", enumerated(&names, "and")) }
    }
}
