//! Changes of the clauses of a formula in DIMACS.

use jigsat_cnf::rarely;
use std::{collections::BTreeSet, ops::Range};

use super::Break;

/// A word of a text, by its place.
type Word = Range<usize>;

/// All changes of one clause.
pub(super) fn breaks(text: &str) -> Vec<Break> {
    let mut found = Vec::new();
    let Some((variables, count, clauses)) = clauses(text) else { return found };
    for Clause { rule, group, lits } in clauses {
        let (Some(first), Some(last)) = (lits.first(), lits.last()) else { continue };
        // With the 0 behind it.
        let end = text[last.end..].find('0').map_or(last.end, |zero| last.end + zero + 1);
        let whole = first.start..end;
        let mut add = |kind, is: String, mut edits: Vec<(Word, String)>| {
            rarely::sort_by_key(&mut edits, |(place, _)| place.start);
            found.push(Break { kind, rule: rule.clone(), was: text[whole.clone()].to_owned(), is, edits });
        };
        let fewer = |count: &Word| {
            let fewer = text[count.clone()].parse::<usize>().map_or(0, |count| count.saturating_sub(1));
            (count.clone(), fewer.to_string())
        };
        let mut edits = vec![(line_of(text, &whole), String::new()), fewer(&count)];
        match group {
            // Its only clause: the group goes, too.
            Some(group) if &text[group.clone()] == "1" => edits.push((line_of(text, &group), String::new())),
            Some(group) => edits.push(fewer(&group)),
            None => {}
        }
        add("dropped", String::new(), edits);
        let literals: Vec<i64> = lits.iter().filter_map(|place| text[place.clone()].parse().ok()).collect();
        let mut replaced = |kind, literals: Vec<i64>| {
            // A variable twice would give it away.
            let variables: BTreeSet<i64> = literals.iter().map(|lit| lit.abs()).collect();
            if variables.len() < literals.len() {
                return;
            }
            let words: Vec<String> = literals.iter().map(ToString::to_string).collect();
            let is = format!("{} 0", words.join(" "));
            add(kind, is.clone(), vec![(whole.clone(), is)]);
        };
        for (place, &lit) in literals.iter().enumerate() {
            let with = |lit: i64| {
                let mut changed = literals.clone();
                changed[place] = lit;
                changed
            };
            replaced("sign", with(-lit));
            if lit.abs() < variables {
                replaced("index", with(lit + lit.signum()));
            }
            if literals.len() > 1 {
                let mut fewer = literals.clone();
                fewer.remove(place);
                replaced("shorter", fewer);
            }
            let next = lit.abs() % variables + 1;
            if !literals.contains(&next) && !literals.contains(&-next) {
                replaced("longer", [&literals[..], &[next]].concat());
            }
        }
    }
    found
}

/// A clause.
struct Clause {
    /// The name of its rule.
    rule: String,
    /// The place of the number of clauses of its group, if a comment tells it.
    group: Option<Word>,
    /// The places of its literals.
    lits: Vec<Word>,
}

/// The line of a word, with its end; or the word alone, if something else is there, too.
fn line_of(text: &str, word: &Word) -> Word {
    let start = text[..word.start].rfind('\n').map_or(0, |end| end + 1);
    let end = text[word.end..].find('\n').map_or(text.len(), |end| word.end + end + 1);
    let is_comment = text[start..].starts_with('c');
    let is_alone = text[start..word.start].trim().is_empty() && text[word.end..end].trim().is_empty();
    if is_comment || is_alone { start..end } else { word.clone() }
}

/// The number of variables, the place of the number of clauses, and the clauses.
fn clauses(text: &str) -> Option<(i64, Word, Vec<Clause>)> {
    let mut header = None;
    let (mut clauses, mut lits, mut rule, mut count) = (Vec::new(), Vec::new(), None, None);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let mut at = start;
        start += line.len();
        let words = line.split_inclusive(char::is_whitespace).filter_map(|word| {
            let place = at..at + word.trim_end().len();
            at += word.len();
            (!place.is_empty()).then_some(place)
        });
        let words: Vec<Word> = words.collect();
        match words.first().map(|word| &text[word.clone()]) {
            Some("c") => {
                if let [_, group, number, name, ..] = &words[..]
                    && &text[group.clone()] == "group"
                {
                    count = Some(number.clone());
                    let name = &text[name.clone()];
                    rule = Some(name[..name.find(['[', ':']).unwrap_or(name.len())].to_owned());
                }
            }
            Some("p") => header = Some((text[words.get(2)?.clone()].parse().ok()?, words.get(3)?.clone())),
            Some("%") => break,
            _ => {
                for word in words {
                    if &text[word.clone()] == "0" {
                        let number = clauses.len() + 1;
                        let name = rule.clone().unwrap_or_else(|| format!("clause {number}"));
                        let lits = std::mem::take(&mut lits);
                        clauses.push(Clause { rule: name, group: count.clone(), lits });
                    } else {
                        lits.push(word);
                    }
                }
            }
        }
    }
    let (variables, count) = header?;
    Some((variables, count, clauses))
}

#[cfg(test)]
mod tests {
    use super::breaks;

    /// Nothing in the text gives a break away: no line without its clause, no wrong count, no variable twice in a clause.
    #[test]
    fn a_break_leaves_nothing_behind() {
        let text = "c v 1 a\np cnf 3 3\nc group 2 one[1]: one of a and b\n1 2 0\n-1 -2 0\nc group 1 two[1]: c\n3 0\n";
        let all = breaks(text);
        for broken in &all {
            let broken = broken.of(text);
            assert!(broken.lines().all(|line| !line.trim().is_empty()), "{broken}");
            for clause in broken.lines().filter(|line| line.ends_with(" 0")) {
                let mut variables: Vec<&str> =
                    clause.split(' ').map(|word| word.trim_start_matches('-')).collect();
                variables.sort_unstable();
                assert!(variables.windows(2).all(|pair| pair[0] != pair[1]), "{broken}");
            }
        }
        let dropped: Vec<String> =
            all.iter().filter(|broken| broken.kind == "dropped").map(|broken| broken.of(text)).collect();
        assert_eq!(
            dropped[0],
            text.replace("1 2 0\n", "").replace("group 2", "group 1").replace("3 3", "3 2")
        );
        assert_eq!(dropped[2], text.replace("c group 1 two[1]: c\n3 0\n", "").replace("3 3", "3 2"));
    }
}
