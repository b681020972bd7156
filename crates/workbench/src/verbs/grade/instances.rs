//! The instances on which submissions are compared with the reference: open, hidden and generated ones.

use jigsat_cnf::rarely;
use std::collections::BTreeMap;

use jigsat_input::{from_yaml, quote};
use jigsat_kit::{Error, TextFile};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value, json};

/// An instance: data for models.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Data {
    /// What it is called.
    pub name: String,
    /// Whether students don't see it.
    pub is_hidden: bool,
    /// The data; none for a model that needs none.
    pub text: Option<TextFile>,
}

/// Up to this many instances of a size, all of them are made.
const MOST_OF_SIZE: u64 = 4096;

/// As many instances of a size are drawn at random if there are more.
const DRAWN: usize = 256;

/// Maximum number of instances.
const MOST: usize = 20_000;

/// Maximum number of tuples of which sets are made.
const MOST_TUPLES: usize = 2_000;

/// A value of a template.
enum Part {
    /// `each of 2..5`: a number of that range.
    Range(i64, i64),
    /// `sets of 1..n, 1..n`: a set of tuples; `increasing sets of …` of those whose numbers increase.
    Sets { is_increasing: bool, sides: Vec<[Bound; 2]> },
    /// Anything else stands for itself.
    Fixed(Value),
}

/// A bound of a range: a number, or the name of another value.
enum Bound {
    Number(i64),
    Name(String),
}

/// All instances of a template, smallest first: YAML with the names of the data, and for each the values that it takes. Of a
/// size with too many sets, some are drawn.
///
/// # Errors
///
/// What a value is instead of one of those.
pub(super) fn generated(template: &TextFile) -> Result<Vec<Data>, Error> {
    let refuse = |why: String| Error::request(format!("{}: {why}", template.name));
    let values: Map<String, Value> = from_yaml(&template.to_source())?;
    let mut parts: Vec<(String, Part)> = Vec::new();
    for (name, value) in values {
        let part = Part::of(&value).map_err(|why| refuse(format!("{name}: {why}")))?;
        parts.push((name, part));
    }
    let mut sizes: Vec<BTreeMap<&str, i64>> = vec![BTreeMap::new()];
    for (name, part) in &parts {
        if let Part::Range(first, last) = *part {
            let longer = |size: BTreeMap<_, _>| {
                (first..=last).map(move |number| {
                    let mut size = size.clone();
                    size.insert(&**name, number);
                    size
                })
            };
            sizes = sizes.into_iter().flat_map(longer).take(MOST + 1).collect();
            if sizes.len() > MOST {
                return Err(refuse(format!("there are more than {MOST} sizes")));
            }
        }
    }
    // Those with small numbers first.
    rarely::sort_by_key(&mut sizes, |size| {
        (size.values().max().copied(), size.values().map(|&number| i128::from(number)).sum::<i128>())
    });
    let mut found = Vec::new();
    for (place, size) in sizes.iter().enumerate() {
        let mut seeded = ChaCha8Rng::seed_from_u64(place as u64);
        let of_size = instances(&parts, size, &mut seeded).map_err(&refuse)?;
        for values in of_size {
            let words: Vec<String> = values.iter().map(|(name, value)| format!("{name}: {value}")).collect();
            let text = serde_json::to_string(&values).unwrap_or_default();
            let name = words.join(", ");
            let text = TextFile { name: format!("generated data ({name})"), text };
            found.push(Data { name, is_hidden: false, text: Some(text) });
            if found.len() == MOST {
                return Ok(found);
            }
        }
    }
    if found.is_empty() {
        return Err(refuse("there is no instance".into()));
    }
    Ok(found)
}

/// The instances of a size: all of them, those with small sets first, or some.
fn instances(
    parts: &[(String, Part)],
    size: &BTreeMap<&str, i64>,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Map<String, Value>>, String> {
    let mut fixed = Map::new();
    let mut sets: Vec<(&str, Vec<Vec<i64>>)> = Vec::new();
    for (name, part) in parts {
        match part {
            Part::Range(..) => _ = fixed.insert(name.clone(), json!(size[&**name])),
            Part::Fixed(value) => _ = fixed.insert(name.clone(), value.clone()),
            Part::Sets { is_increasing, sides } => {
                sets.push((
                    name,
                    tuples(sides, *is_increasing, size).map_err(|why| format!("{name}: {why}"))?,
                ));
            }
        }
    }
    let bits: usize = sets.iter().map(|(_, tuples)| tuples.len()).sum();
    let count = u32::try_from(bits).ok().and_then(|bits| 1_u64.checked_shl(bits));
    let choices: Vec<Vec<bool>> = match count {
        Some(count) if count <= MOST_OF_SIZE => {
            let mut all: Vec<u64> = (0..count).collect();
            rarely::sort_by_key(&mut all, |choice| choice.count_ones());
            all.into_iter().map(|choice| (0..bits).map(|bit| choice >> bit & 1 == 1).collect()).collect()
        }
        // From few tuples to many.
        _ => (1..=DRAWN)
            .map(|number| {
                let share = number as f64 / DRAWN as f64;
                (0..bits).map(|_| rng.random_bool(share * share)).collect()
            })
            .collect(),
    };
    let instance = |choice: Vec<bool>| {
        let mut values = fixed.clone();
        let mut chosen = choice.into_iter();
        for (name, tuples) in &sets {
            let set: Vec<&Vec<i64>> = tuples.iter().filter(|_| chosen.next() == Some(true)).collect();
            values.insert((*name).to_owned(), json!(set));
        }
        values
    };
    Ok(choices.into_iter().map(instance).collect())
}

/// The tuples of some ranges.
fn tuples(
    sides: &[[Bound; 2]],
    is_increasing: bool,
    size: &BTreeMap<&str, i64>,
) -> Result<Vec<Vec<i64>>, String> {
    let number = |bound: &Bound| match bound {
        Bound::Number(number) => Ok(*number),
        Bound::Name(name) => size.get(&**name).copied().ok_or_else(|| {
            format!("found {} as a bound, expected a number or the name of a range", quote(name))
        }),
    };
    let mut tuples: Vec<Vec<i64>> = vec![Vec::new()];
    for [first, last] in sides {
        let (first, last) = (number(first)?, number(last)?);
        tuples = tuples
            .into_iter()
            .flat_map(|tuple| {
                let from = match tuple.last() {
                    Some(before) if is_increasing => before.checked_add(1).map(|next| first.max(next)),
                    _ => Some(first),
                };
                let next = from.into_iter().flat_map(move |from| from..=last);
                next.map(move |next| [&tuple[..], &[next]].concat())
            })
            .take(MOST_TUPLES + 1)
            .collect();
        if tuples.len() > MOST_TUPLES {
            return Err(format!("there are more than {MOST_TUPLES} tuples"));
        }
    }
    Ok(tuples)
}

impl Part {
    fn of(value: &Value) -> Result<Self, String> {
        let Some(words) = value.as_str() else { return Ok(Part::Fixed(value.clone())) };
        let (is_increasing, rest) = match words.strip_prefix("increasing ") {
            Some(rest) => (true, rest),
            None => (false, words),
        };
        if let Some(list) = rest.strip_prefix("sets of ") {
            let side = |text: &str| {
                let (first, last) = text
                    .trim()
                    .split_once("..")
                    .ok_or_else(|| format!("found {}, expected a range such as 1..n", quote(text.trim())))?;
                Ok([Bound::of(first), Bound::of(last)])
            };
            let sides = list.split(',').map(side).collect::<Result<Vec<_>, String>>()?;
            return Ok(Part::Sets { is_increasing, sides });
        }
        if let Some(range) = rest.strip_prefix("each of ") {
            let numbers = range
                .split_once("..")
                .and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
            let (first, last) =
                numbers.ok_or_else(|| format!("found {}, expected a range such as 2..5", quote(range)))?;
            return Ok(Part::Range(first, last));
        }
        Ok(Part::Fixed(value.clone()))
    }
}

impl Bound {
    fn of(text: &str) -> Self {
        text.trim().parse().map_or_else(|_| Bound::Name(text.trim().to_owned()), Bound::Number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Result<Vec<String>, String> {
        let template = TextFile { name: "t.yaml".into(), text: text.into() };
        let found = generated(&template).map_err(|error| error.to_string())?;
        Ok(found.into_iter().map(|data| data.name).collect())
    }

    #[test]
    fn small_ones_come_first_and_all_where_that_ends() {
        assert_eq!(
            names("m: each of 1..2\nn: each of 1..2\nk: 1..7").unwrap(),
            [
                "k: \"1..7\", m: 1, n: 1",
                "k: \"1..7\", m: 1, n: 2",
                "k: \"1..7\", m: 2, n: 1",
                "k: \"1..7\", m: 2, n: 2"
            ]
        );
        let graphs = names("n: each of 2..3\nedge: increasing sets of 1..n, 1..n").unwrap();
        assert_eq!(graphs[..3], ["edge: [], n: 2", "edge: [[1,2]], n: 2", "edge: [], n: 3"]);
        assert_eq!(graphs.len(), 2 + 8);
        assert_eq!(names("n: each of 1..2\ne: sets of 1..n, 1..n").unwrap().len(), 2 + 16);
        // 2^20 graphs: some are drawn, the same each time.
        let drawn = names("n: each of 5..5\ne: sets of 1..n, 1..4").unwrap();
        assert_eq!(drawn.len(), DRAWN);
        assert_eq!(names("n: each of 5..5\ne: sets of 1..n, 1..4").unwrap(), drawn);
    }

    #[test]
    fn the_largest_numbers_are_numbers() {
        let most = i64::MAX;
        let found = names(&format!("m: each of {most}..{most}\nn: each of {most}..{most}")).unwrap();
        assert_eq!(found, [format!("m: {most}, n: {most}")]);
        assert_eq!(
            names(&format!("e: increasing sets of {most}..{most}, {most}..{most}")).unwrap(),
            ["e: []"]
        );
    }

    #[test]
    fn what_is_no_template_is_refused() {
        for (text, why) in [
            ("n: [", "t.yaml"),
            ("e: sets of 1..n", "found 'n' as a bound"),
            ("e: sets of n", "expected a range such as 1..n"),
            ("n: each of n", "expected a range such as 2..5"),
            ("n: each of 3..2", "there is no instance"),
            ("n: each of 1..99999999999", "there are more than 20000 sizes"),
            ("m: each of 1..200\nn: each of 1..200", "there are more than 20000 sizes"),
            ("e: sets of 1..9999999, 1..99999", "e: there are more than 2000 tuples"),
        ] {
            let said = names(text).unwrap_err();
            assert!(said.starts_with("t.yaml") && said.contains(why), "{said}");
        }
    }
}
