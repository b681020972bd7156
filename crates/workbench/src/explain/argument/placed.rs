//! Values of several places in one sentence.

use super::list;
use jigsat_cnf::rarely;

/// A place, a value, and whether the place has it.
pub(super) struct Placed {
    pub place: String,
    pub value: String,
    pub holds: bool,
}

/// 'r1c1 and r2c3 are 3, r1c2 is not 1 or 2, and r2c2 is not 4': places with the same value share a statement, and so do places that
/// lack the same values.
pub(super) fn statements(placed: Vec<Placed>) -> Vec<String> {
    let (mut having, mut lacking): (Vec<Together>, Vec<Together>) = Default::default();
    for Placed { place, value, holds } in placed {
        if holds {
            add(&mut having, value, place);
        } else {
            add(&mut lacking, place, value);
        }
    }
    let mut without: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for (place, mut values) in lacking {
        // Numbers rise, and 'more than 5' is the last.
        rarely::sort_by_key(&mut values, |value| (value.len(), value.clone()));
        match without.iter_mut().find(|(other, _)| *other == values) {
            Some((_, places)) => places.push(place),
            None => without.push((values, vec![place])),
        }
    }
    let having = having.into_iter().map(|(value, places)| format!("{} {value}", are(&places)));
    let lacking =
        without.into_iter().map(|(values, places)| format!("{} not {}", are(&places), list(&values, "or")));
    having.chain(lacking).collect()
}

/// What is the same, and what goes with it.
type Together = (String, Vec<String>);

fn add(all: &mut Vec<Together>, of: String, what: String) {
    match all.iter_mut().find(|(other, _)| *other == of) {
        Some((_, whats)) => whats.push(what),
        None => all.push((of, vec![what])),
    }
}

/// 'r1c2 is', 'r1c2 and r2c3 are'.
fn are(places: &[String]) -> String {
    format!("{} {}", list(places, "and"), if places.len() > 1 { "are" } else { "is" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_with_the_same_values_share_a_statement() {
        let placed = |(place, value, holds): (&str, &str, bool)| Placed {
            place: place.into(),
            value: value.into(),
            holds,
        };
        let told =
            |all: &[(&str, &str, bool)]| statements(all.iter().copied().map(placed).collect()).join("; ");
        assert_eq!(told(&[("r1c1", "3", true)]), "r1c1 is 3");
        assert_eq!(told(&[("r1c1", "3", true), ("r2c2", "3", true)]), "r1c1 and r2c2 are 3");
        let all = [
            ("r1c1", "more than 5", false),
            ("r1c1", "5", false),
            ("r2c2", "5", false),
            ("r2c3", "1", true),
            ("r2c2", "more than 5", false),
            ("r3c3", "10", false),
            ("r3c3", "9", false),
        ];
        let expected = "r2c3 is 1; r1c1 and r2c2 are not 5 or more than 5; r3c3 is not 9 or 10";
        assert_eq!(told(&all), expected);
    }
}
