//! The text of a formula, read back: what files and snapshots keep of an encoding.

mod clauses;
mod lines;

use std::str::Lines;

use crate::{ReadError, RuleStats};
pub use clauses::{OfText, Untold};

/// The text of a formula as [`Formula::write_text`](crate::Formula::write_text) writes it, whole or in part.
///
/// ```
/// use jigsat_cnf::StoredText;
///
/// let text = "2 variables: 2 projected atoms, 0 other atoms, 0 auxiliaries\n\
///     rule    groups   clauses  literals      aux  fingerprint\n\
///     one          1         1         2        0  abe17680e11a5548\n\
///     all          1         1         2        0\n\
///     == one\nlamp 1 or lamp 2 is lit:\n  lamp1 | lamp2\n";
/// assert!(StoredText::is_one(text));
/// let stored = StoredText::read(text)?;
/// assert_eq!(stored.rules[0].fingerprint.as_deref(), Some("abe17680e11a5548"));
/// assert_eq!(stored.rules[0].groups[0].lines, ["  lamp1 | lamp2"]);
/// # Ok::<(), jigsat_cnf::ReadError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredText {
    /// Number of atoms, projected or not, as the table above the rules states; `None` if there is no table, as in the
    /// text of one rule.
    pub atoms: Option<usize>,
    /// Number of those that are not projected, so no part of a solution.
    pub hidden: usize,
    /// The rules, in the order of the text.
    pub rules: Vec<StoredRule>,
}

/// A rule in the text of a formula.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredRule {
    /// Its name.
    pub name: String,
    /// Its size, from the table.
    pub size: Option<RuleStats>,
    /// The hash of all its clauses, from the table. A text that shows all of them has this hash.
    pub fingerprint: Option<String>,
    /// The groups that are shown.
    pub groups: Vec<StoredGroup>,
}

/// A group in the text of a formula.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredGroup {
    /// What it says, without the colon.
    pub sentence: String,
    /// The clauses and constraints that are shown, with their indentation.
    pub lines: Vec<String>,
    /// Number of further lines.
    pub left_out: usize,
}

impl StoredRule {
    /// Whether every group is there, each with all lines that the text of a group has.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.size.as_ref().is_some_and(|size| size.groups == self.groups.len())
            && self.groups.iter().all(|group| group.left_out == 0)
    }
}

impl StoredText {
    /// Whether a text begins as that of a formula, after the header of a snapshot.
    #[must_use]
    pub fn is_one(start: &str) -> bool {
        let mut lines = Numbered::of(start);
        lines.next().is_some_and(|(_, line)| atoms(line).is_some() || line.starts_with("== "))
    }

    /// Reads the text of a formula, also with the header of a snapshot of insta.
    ///
    /// # Errors
    ///
    /// The first line that is no part of such a text.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let mut lines = Numbered::of(text);
        let mut stored = StoredText::default();
        let mut next = lines.next();
        if let Some((all, hidden)) = next.and_then(|(_, line)| atoms(line)) {
            (stored.atoms, stored.hidden) = (Some(all), hidden);
            next = stored.table(&mut lines)?;
        }
        let mut rule: Option<usize> = None;
        let mut heads: Vec<(usize, &str, usize)> = Vec::new();
        while let Some((number, line)) = next {
            let error = |expected: &str| ReadError::of_line(number, line, expected);
            if let Some(name) = line.strip_prefix("== ") {
                let place = stored.place(name.strip_suffix(" (dropped)").unwrap_or(name));
                heads.push((number, line, place));
                rule = Some(place);
            } else if let Some(rule) = rule {
                let groups = &mut stored.rules[rule].groups;
                if line.starts_with("  ") {
                    let group = groups.last_mut().ok_or_else(|| error("the sentence of a constraint"))?;
                    match left_out(line.trim_start(), "more lines")
                        .or(left_out(line.trim_start(), "more line"))
                    {
                        Some(count) => group.left_out = count,
                        None => group.lines.push(line.to_owned()),
                    }
                } else if let Some(sentence) = line.strip_suffix(':') {
                    groups.push(StoredGroup { sentence: sentence.to_owned(), ..StoredGroup::default() });
                } else if left_out(line, "more like this").is_none() {
                    return Err(error("the sentence of a constraint and a colon"));
                }
            } else {
                return Err(error("'== RULE'"));
            }
            next = lines.next();
        }
        if stored.rules.is_empty() {
            let number = text.lines().count().max(1);
            return Err(ReadError::of_line(number, "", "the rules of a formula"));
        }
        let edited = heads.into_iter().find(|&(.., place)| stored.rules[place].was_edited());
        if let Some((number, line, _)) = edited {
            return Err(ReadError::of_line(
                number,
                line,
                "clauses with the fingerprint in the table; they were changed by hand",
            ));
        }
        Ok(stored)
    }

    /// The place of the rule with this name.
    fn place(&mut self, name: &str) -> usize {
        let known = self.rules.iter().position(|rule| rule.name == name);
        known.unwrap_or_else(|| {
            self.rules.push(StoredRule { name: name.to_owned(), ..StoredRule::default() });
            self.rules.len() - 1
        })
    }

    /// Reads the table of rules, up to the line behind it.
    fn table<'t>(&mut self, lines: &mut Numbered<'t>) -> Result<Option<(usize, &'t str)>, ReadError> {
        let head = lines.next();
        let has_fingerprints = match head.map(|(_, line)| line.split_whitespace().collect::<Vec<_>>()) {
            Some(words) if words == ["rule", "groups", "clauses", "literals", "aux"] => false,
            Some(words) if words == ["rule", "groups", "clauses", "literals", "aux", "fingerprint"] => true,
            _ => {
                let (number, line) = head.unwrap_or((1, ""));
                return Err(ReadError::of_line(number, line, "the head of the table of rules"));
            }
        };
        let mut next = lines.next();
        while let Some((number, line)) = next.filter(|(_, line)| !line.starts_with("== ")) {
            // The last row is about all rules.
            if let Some(rule) = row(line, has_fingerprints) {
                self.rules.push(rule);
            } else if row(line, false).is_none() && !line.contains(" graph constraint") {
                return Err(ReadError::of_line(number, line, "a row of the table of rules"));
            }
            next = lines.next();
        }
        if !has_fingerprints {
            self.rules.pop_if(|last| last.name == "all");
        }
        Ok(next)
    }
}

/// The hash of the groups of a rule, each a sentence and its lines with every clause: the one in the table.
fn fingerprint<'g>(groups: impl Iterator<Item = (&'g String, &'g Vec<String>)>) -> String {
    let mut hasher = blake3::Hasher::new();
    for (sentence, lines) in groups {
        hasher.update(format!("{sentence}:\n").as_bytes());
        for line in lines {
            hasher.update(format!("{line}\n").as_bytes());
        }
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// The lines of a text with their numbers, without empty ones and without the header of a snapshot.
struct Numbered<'t> {
    lines: Lines<'t>,
    number: usize,
}

impl<'t> Numbered<'t> {
    fn of(text: &'t str) -> Self {
        let mut numbered = Numbered { lines: text.lines(), number: 0 };
        if text.starts_with("---\n") {
            numbered.next();
            while numbered.next().is_some_and(|(_, line)| line != "---") {}
        }
        numbered
    }
}

impl<'t> Iterator for Numbered<'t> {
    type Item = (usize, &'t str);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let line = self.lines.next()?.trim_end();
            self.number += 1;
            if !line.is_empty() {
                return Some((self.number, line));
            }
        }
    }
}

/// `5 variables: 3 projected atoms, 1 other atoms, 1 auxiliaries`: the number of all atoms, and of the others.
fn atoms(line: &str) -> Option<(usize, usize)> {
    let words: Vec<&str> = line.split(' ').collect();
    let [_, "variables:", projected, "projected", "atoms,", others, "other", "atoms,", _, "auxiliaries"] =
        words[..]
    else {
        return None;
    };
    let others = others.parse().ok()?;
    Some((projected.parse::<usize>().ok()? + others, others))
}

/// A row of the table: a name, which may have blanks, and the cells behind it.
fn row(line: &str, has_fingerprint: bool) -> Option<StoredRule> {
    let mut words = line.split_whitespace().rev();
    let fingerprint = if has_fingerprint { Some(words.next()?) } else { None };
    let is_hash = |text: &str| text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !fingerprint.is_none_or(is_hash) {
        return None;
    }
    let mut number = || words.next()?.parse().ok();
    let (auxiliaries, literals, clauses, groups) = (number()?, number()?, number()?, number()?);
    let mut name: Vec<&str> = words.collect();
    name.reverse();
    let mut note = |word: &str| name.pop_if(|last| *last == word).is_some();
    let (dropped, redundant) = (note("(dropped)"), note("(redundant)"));
    let name = name.join(" ");
    let size = RuleStats { rule: name.clone(), redundant, dropped, groups, clauses, literals, auxiliaries };
    let fingerprint = fingerprint.map(str::to_owned);
    (!name.is_empty()).then_some(StoredRule { name, size: Some(size), fingerprint, groups: Vec::new() })
}

/// `... 80 more like this`: the number.
fn left_out(line: &str, end: &str) -> Option<usize> {
    line.strip_prefix("... ")?.strip_suffix(end)?.trim_end().parse().ok()
}
