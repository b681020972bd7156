//! Signs of other languages, and what to write instead.

/// Signs that QPROP lacks, or uses for something else, with hints. Longest first.
const SIGNS: [(&str, &str); 39] = [
    ("exists!", ONE),
    ("∃!", ONE),
    ("<->", IFF),
    ("<=>", IFF),
    ("-->", IMPLIES),
    ("==>", IMPLIES),
    ("->", IMPLIES),
    ("=>", IMPLIES),
    ("==", "write '=' to compare"),
    ("&&", AND),
    ("/\\", AND),
    ("∧", AND),
    ("&", AND),
    ("||", GUARD),
    ("|", GUARD),
    ("<>", UNEQUAL),
    ("\\/", OR),
    ("∨", OR),
    ("/=", UNEQUAL),
    ("//", "a comment begins with '#'"),
    ("/", "write 'div' for division, which rounds down"),
    ("%", "write 'mod'"),
    ("!", NOT),
    ("~", NOT),
    ("¬", NOT),
    ("^", XOR),
    ("⊕", XOR),
    ("∀", FORALL),
    ("∃", EXISTS),
    ("≤", "write '<='"),
    ("≥", "write '>='"),
    ("≠", UNEQUAL),
    ("∈", SORT),
    ("..", "a range stands alone, without braces, where a sort is declared: 'sort R = 1..3'"),
    ("[", "arguments are in parentheses: p(1, 2)"),
    ("]", "arguments are in parentheses: p(1, 2)"),
    (";", "a statement has no sign at its end"),
    ("'", "values have no quotes: {a, b, c}"),
    ("∑", "write 'sum x: SORT . …'"),
];

const IFF: &str = "write 'a iff b' for 'a if and only if b'";
const IMPLIES: &str = "write 'a implies b' for 'if a, then b'";
const AND: &str = "write 'and'";
const OR: &str = "write 'or'";
const UNEQUAL: &str = "write '=/='";
const NOT: &str = "write 'not'";
const GUARD: &str = "write 'or'; a single '|' begins a guard";
const XOR: &str = "write 'not (a iff b)' for 'either a or b'";
const ONE: &str = "write 'exactly 1 x: SORT . …'";

/// Words of other languages, or of English, for which QPROP has another word or a sign; some only after another word, and
/// some before any word.
const WORDS: [(&str, &str, &str); 20] = [
    ("", "xor", XOR),
    ("", "if", IMPLIES),
    ("at", "most", "write 'atmost 2 x: SORT . …'"),
    ("at", "least", "write 'atleast 2 x: SORT . …'"),
    ("for", "all", FORALL),
    ("for", "each", FORALL),
    ("for", "every", FORALL),
    ("there", "is", EXISTS),
    ("there", "exists", EXISTS),
    ("there", "are", EXISTS),
    ("", "in", SORT),
    ("", "where", GUARD_FOLLOWS),
    ("", "such", GUARD_FOLLOWS),
    ("", "with", GUARD_FOLLOWS),
    ("count", "", COUNT),
    ("number", "", COUNT),
    ("some", "", EXISTS),
    ("any", "", EXISTS),
    ("each", "", FORALL),
    ("every", "", FORALL),
];

const FORALL: &str = "write 'forall x: SORT . …'";
const EXISTS: &str = "write 'exists x: SORT . …'";
const SORT: &str = "a sort follows a colon: 'forall x: SORT . …'";
const GUARD_FOLLOWS: &str = "a guard follows '|': 'forall x: SORT | x > 1 . …'";
const COUNT: &str = "write 'exactly 2 x: SORT . …', or 'atmost' or 'atleast'";

/// The hint for a word after another one.
pub(super) fn words(before: &str, word: &str) -> Option<&'static str> {
    let fits = |wanted: &str, found: &str| wanted.is_empty() || wanted == found;
    WORDS
        .iter()
        .find(|(first, second, _)| fits(first, before) && fits(second, word))
        .map(|&(_, _, hint)| hint)
}

/// Whether a word is a small number, which QPROP writes in digits.
pub(crate) fn is_number(word: &str) -> bool {
    matches!(word, "one" | "two" | "three" | "four" | "five" | "six" | "seven" | "eight" | "nine" | "ten")
}

/// The hint for a sign at this byte of a text. The byte may be inside the sign: `<->` is read as `<` and `->`.
pub(super) fn hint(text: &str, at: usize) -> Option<&'static str> {
    let stands = |sign: &str| {
        let start = |before| at.checked_sub(before).and_then(|start| text.get(start..));
        (0..sign.len()).filter_map(start).any(|rest| rest.starts_with(sign))
    };
    SIGNS.iter().find(|(sign, _)| stands(sign)).map(|&(_, hint)| hint)
}
