//! The colours of a puzzle by their names, and which of them match.

use jigsat_cnf::rarely;

/// A colour by its place in [`Colors`], from 0.
pub type Color = u16;

/// The colours of a puzzle: their names, and the mate of each, the colour that it touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colors {
    names: Vec<String>,
    mates: Vec<Color>,
    signed: bool,
}

impl Colors {
    /// Colours that each match themselves. Numbers come first, in their order.
    #[must_use]
    pub fn plain<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let names = sorted(names);
        let mates = (0..names.len() as Color).collect();
        Colors { names, mates, signed: false }
    }

    /// Colours of which `a` matches only `A`: the halves of a picture. Adds missing mates. A name without distinct
    /// small and capital forms, such as a number, matches itself.
    #[must_use]
    pub fn signed<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut all: Vec<String> = names.into_iter().map(str::to_owned).collect();
        all.extend(all.iter().map(|name| mate(name)).collect::<Vec<_>>());
        let names = sorted(all.iter().map(String::as_str));
        let place = |name: &String| names.iter().position(|other| *other == mate(name)).unwrap_or_default();
        let mates = names.iter().map(|name| place(name) as Color).collect();
        Colors { names, mates, signed: true }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether `a` matches only `A`.
    #[must_use]
    pub fn is_signed(&self) -> bool {
        self.signed
    }

    /// All colours.
    #[must_use]
    pub fn all(&self) -> impl ExactSizeIterator<Item = Color> + use<> {
        0..self.names.len() as Color
    }

    /// The name of a colour; `?` for a colour that does not exist.
    #[must_use]
    pub fn name(&self, color: Color) -> &str {
        self.names.get(usize::from(color)).map_or("?", String::as_str)
    }

    /// The colour with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Color> {
        self.names.iter().position(|known| known == name).map(|place| place as Color)
    }

    /// The colour that it touches: itself, or its other half. The colour must be one of these colours.
    #[must_use]
    pub fn mate(&self, color: Color) -> Color {
        self.mates[usize::from(color)]
    }
}

/// The name of the other half: swaps small and capital letters.
pub(crate) fn mate(name: &str) -> String {
    let lower = name.to_lowercase();
    if name == lower { name.to_uppercase() } else { lower }
}

fn sorted<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let key = |name: &&'n str| (name.parse::<u32>().unwrap_or(u32::MAX), name.to_lowercase(), *name);
    let unique = rarely::set(names.into_iter().map(|name| key(&name)));
    unique.into_iter().map(|(_, _, name)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_their_order() {
        let colors = Colors::plain(["10", "9", "red", "blue", "9"]);
        let names: Vec<_> = colors.all().map(|color| colors.name(color)).collect();
        assert_eq!(names, ["9", "10", "blue", "red"]);
        assert!(colors.all().all(|color| colors.mate(color) == color));
        assert_eq!(colors.named("10"), Some(1));
    }

    #[test]
    fn mates_of_signed_colours() {
        let colors = Colors::signed(["a", "B", "0"]);
        let names: Vec<_> = colors.all().map(|color| colors.name(color)).collect();
        assert_eq!(names, ["0", "A", "a", "B", "b"]);
        let mates: Vec<_> = colors.all().map(|color| colors.name(colors.mate(color))).collect();
        assert_eq!(mates, ["0", "a", "A", "b", "B"]);
    }
}
