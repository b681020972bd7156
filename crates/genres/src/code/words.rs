//! Words that stand for longer descriptions: abbreviations, and the words of version 0.1, which are read until the next
//! version.

use jigsat_input::Source;
use jigsat_qprop::{
    parse,
    syntax::{Code, CodeKind, Item, Span},
};

/// Codes that many pages have, as in [`ADDRESS`].
const ABBREVIATIONS: &[(&str, usize, &str)] = &[
    ("drawn", 1, r#""0" | decimal($1) | "-" other $1(0) | other"#),
    ("numbers", 1, r#"hex($1) | gap(g, z) | ".""#),
    ("numbers", 2, r#"hex($1) | gap(g, z) | "." $2"#),
    ("shaded", 1, r##""#" $1 | "." | "+" $1(0) | other"##),
];

/// Former words: the number of arguments, and what is written today, in which `$1` is the first argument.
const ADDRESS: &[(&str, usize, &str)] = &[
    (
        "arrows",
        5,
        r#"cells(gap(a, z) | ("0" | "1" $2 | "2" $3 | "3" $4 | "4" $5) (digits(16, 1, $1) | ".") | ("5" | "6" $2 | "7" $3 | "8" $4 | "9" $5) digits(16, 2, $1))"#,
    ),
    ("base36", 1, r#"cells(digits(36, 1, $1) | "-" digits(36, 2, $1) | "." | "%")"#),
    ("circles", 1, "cells(packed($1))"),
    ("dots", 2, "dots(spread(2, 7, $1, $2) | gap(g, z))"),
    ("flag", 2, r#"option("" | "$2" $1)"#),
    ("fleet", 1, r#""//", board("c" $1(3) | "d" $1(4) | "e" $1(5))"#),
    ("four", 2, r#"cells(spread(5, 2, $1) | gap(g, z) | "." $2)"#),
    ("holes", 1, "maybe(cells(packed($1)))"),
    ("inside", 1, r#"maybe("/", cells(numbers($1)))"#),
    (
        "lists",
        2,
        r#"cells(digits("0-8", 1, $1) | "9" $1(1) $1(1) $1(1) $1(1) | "." $2 | gap(g, z) | several(360, 6, 2, $2, $1) | several(396, 4, 3, $2, $1) | several(460, 2, 4, $2, $1))"#,
    ),
    ("margins", 1, "edge(hex($1) | gap(g, z))"),
    ("number", 1, r#"board(decimal($1)), "/""#),
    ("number16", 1, "cells(numbers($1))"),
    ("number16", 2, "cells(numbers($1, $2))"),
    ("roomnumber16", 1, "rooms(numbers($1))"),
    ("rooms", 1, "borders(packed($1))"),
    ("sides", 1, "edge(numbers($1))"),
    ("slash", 0, r#""/""#),
    ("style", 1, r#"option("" | "$1")"#),
    (
        "sums",
        3,
        r#"inner(gap(k, z) | "." $1 | ("0" | "-") ("0" | "-") $1 | ("0" | "-" | digits("0-9a-jA-Z", 1, $2)) ("0" | "-" | digits("0-9a-jA-Z", 1, $3))), outer("0" $1 | "-" $1 | digits("0-9a-jA-Z", 1, $2), "0" $1 | "-" $1 | digits("0-9a-jA-Z", 1, $3), $1)"#,
    ),
];

const SAVED: &[(&str, usize, &str)] = &[
    (
        "arrows",
        5,
        r#"cells("." | ("0," | "1," $2 | "2," $3 | "3," $4 | "4," $5) (decimal($1) | "-" | other))"#,
    ),
    ("borders", 1, "borders(drawn($1))"),
    ("circles", 1, r#"cells(ordinal($1) | ".")"#),
    ("clues", 3, r##"cells("#" $3 | decimal($1) | "-" $2 | "." | "+" $3(0))"##),
    ("corner", 2, r#"framed(decimal($1) | ".", shaded($2))"#),
    ("corner", 3, r#"framed(decimal($1) | ".", decimal($2) | "-" $3 | ".")"#),
    ("digits", 1, r#"cells(decimal($1) | "q" decimal($1) | "." | other)"#),
    ("dots", 3, r#"dots("1" $1 | "2" $2 | "X" $3 | ".")"#),
    ("edges", 1, r#"borders("1" $1 | "0" | other)"#),
    ("flag", 2, r#"option("" | "$2" $1)"#),
    ("fleet", 1, r#"board("c" $1(3) | "d" $1(4) | "e" $1(5))"#),
    (
        "frame",
        3,
        r#"framed(decimal($1) | ".", "q" decimal($2, $3) | "q" decimal($2) | decimal($3) | "." | other)"#,
    ),
    ("lines", 1, "borders(drawn($1))"),
    ("lists", 3, r##"cells(list(",", decimal($1) | "-" $2) | "#" $3 | "." | "+" $3(0))"##),
    ("number", 1, "board(decimal($1))"),
    ("numbers", 1, r#"cells(decimal($1) | ".")"#),
    ("numbers", 2, r#"cells(decimal($1) | "-" $2 | ".")"#),
    ("picture", 2, r#"framed(decimal($1) | ".", shaded($2))"#),
    ("rooms", 1, "names($1)"),
    ("shades", 1, "cells(shaded($1))"),
    ("shades", 2, "cells(at($2) other $1 | shaded($1))"),
    ("shades", 3, "cells(at($2, $3) other $1 | shaded($1))"),
    ("ships", 1, "zeros($1)"),
    (
        "sums",
        3,
        r#"table("0" $1 | decimal($2) | ".", "0" $1 | decimal($3) | ".", "." | "0,0" $1 | ("0" | decimal($3)) "," ("0" | decimal($2)) | decimal($3))"#,
    ),
];

/// What a part of a former version is today, and a sentence about it; `None` for a part of today.
pub(super) fn now(is_saved: bool, has_table: bool, part: &Code) -> Option<(Vec<Code>, String)> {
    let CodeKind::Part(name, args) = &part.kind else { return None };
    let is_name = |arg: &&Code| matches!(&arg.kind, CodeKind::Part(_, args) if args.is_empty());
    let known = if is_saved { SAVED } else { ADDRESS };
    let (.., now) = known.iter().find(|(known, count, _)| *known == name.name && *count == args.len())?;
    if !args.iter().all(|arg| is_name(&arg)) {
        return None;
    }
    let mut text = filled(now, args);
    if has_table && name.name == "digits" {
        // Behind sums, there are fewer cells.
        text = text.replacen("cells", "inner", 1);
    }
    let parts = parsed(&text, part.span)?;
    let note = format!("the page's '{part}' is a word of a former version; write '{text}'");
    (text != part.to_string()).then_some((parts, note))
}

/// The code that an abbreviation stands for.
pub(super) fn abbreviated(code: &Code) -> Option<Code> {
    let CodeKind::Part(name, args) = &code.kind else { return None };
    let is_known = |known: &&(&str, usize, &str)| known.0 == name.name && known.1 == args.len();
    let (.., long) = ABBREVIATIONS.iter().find(is_known)?;
    // Alternatives stand in parentheses.
    let parts = parsed(&format!("({})", filled(long, args)), code.span)?;
    parts.into_iter().next()
}

fn filled(text: &str, args: &[Code]) -> String {
    let args = (1..).zip(args);
    args.fold(text.to_owned(), |text, (number, arg)| text.replace(&format!("${number}"), &arg.to_string()))
}

/// The parts of a text, with the place of the part that it stands for.
fn parsed(text: &str, span: Span) -> Option<Vec<Code>> {
    let items = parse(&Source::new("", format!("saved now: {text}")), 0).ok()?;
    let Some(Item::Form { parts, .. }) = items.into_iter().next() else { return None };
    Some(parts.into_iter().map(|code| moved(code, span)).collect())
}

/// A code with the place of another one.
fn moved(mut code: Code, span: Span) -> Code {
    code.span = span;
    let all = |codes: Vec<Code>| codes.into_iter().map(|code| moved(code, span)).collect();
    code.kind = match code.kind {
        CodeKind::Choice(codes) => CodeKind::Choice(all(codes)),
        CodeKind::Sequence(codes) => CodeKind::Sequence(all(codes)),
        CodeKind::Part(mut name, args) => {
            name.span = span;
            CodeKind::Part(name, all(args))
        }
        kind => kind,
    };
    code
}
