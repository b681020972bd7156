//! Pictures show the whole board, and say the same as text, in colours and as SVG.

use jigsat_grid::Charset;
use jigsat_input::{Source, xml};

use crate::{
    changed::{changed, written},
    properties::of_boards,
};

/// Number of changes of a board that are drawn.
const CHANGES: usize = 20;

/// Givens that contradict each other, of which pictures show the first: a cage with two operators.
const CLASHES: [(&str, &str); 1] = [("kenken", "+/")];

/// A text without the sequences that set colours.
fn without_colours(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[test]
fn a_picture_does_not_depend_on_colours() {
    of_boards(|_, board, found| {
        for solution in [None, board.solution.as_ref()] {
            let picture = board.instance.draw(solution);
            for charset in [Charset::Unicode, Charset::Ascii] {
                let (text, coloured) = (picture.to_text(charset), picture.to_ansi(charset));
                let plain = without_colours(&coloured);
                let what = || format!("{}:\n{text}\nis with colours\n{plain}", board.name);
                let same = text.lines().map(str::trim_end).eq(plain.lines().map(str::trim_end));
                found.that(same && !text.contains('\u{1b}'), what);
            }
        }
    });
}

#[test]
fn a_picture_is_well_formed() {
    of_boards(|_, board, found| {
        for solution in [None, board.solution.as_ref()] {
            let svg = board.instance.draw(solution).to_svg();
            let source = Source::new("picture.svg", svg.as_str());
            let read = found.ok(xml::parse(&source), &format!("{}:\n{svg}", board.name));
            let is_svg = read.is_some_and(|document| {
                document.root_element().has_tag_name(("http://www.w3.org/2000/svg", "svg"))
            });
            found.that(is_svg, || format!("{} has another root: {svg}", board.name));
        }
    });
}

/// The lines of a board without those about all of it: its size, and how many stars each row has.
fn places(text: &str) -> Vec<&str> {
    let is_number = |word: &str| word.parse::<u16>().is_ok();
    let is_name =
        |word: &str| word.len() > 1 && word.chars().all(|char| char.is_ascii_lowercase() || char == '_');
    let pair = |line: &'_ str| {
        line.split_once(' ').map(|(first, second)| (is_name(first), is_number(first), is_number(second)))
    };
    let mut lines = text.lines().filter(|line| !matches!(pair(line), Some((true, _, true)))).peekable();
    lines.next_if(|line| matches!(pair(line), Some((_, true, true))));
    lines.collect()
}

/// Whatever is given in a place is changed, the picture changes too: all of it is shown.
#[test]
fn boards_that_differ_are_drawn_differently() {
    of_boards(|subject, board, found| {
        let own = written(&*board.instance);
        let is_other = |text: &str| {
            let clash = |(name, words): (&str, &str)| name == subject.name() && text.contains(words);
            places(text) != places(&own) && !CLASHES.into_iter().any(clash)
        };
        let others = changed(subject.family, &*board.instance).map(|other| (written(&*other), other));
        for (text, other) in others.filter(|(text, _)| is_other(text)).take(CHANGES) {
            let [one, two] = [&*board.instance, &*other].map(|board| board.draw(None));
            let what = |form: &str| format!("{}: as {form}, this looks the same:\n{text}", board.name);
            found.that(one.to_text(Charset::Unicode) != two.to_text(Charset::Unicode), || what("text"));
            found.that(one.to_svg() != two.to_svg(), || what("SVG"));
        }
    });
}
