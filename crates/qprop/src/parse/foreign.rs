//! Signs of other languages, and what to write in their place.

/// A sign that QPROP lacks, or has for something else, and the hint for its writer. Longest first.
const SIGNS: [(&str, &str); 25] = [
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
    ("||", "write 'or'; a single '|' begins a guard"),
    ("\\/", OR),
    ("∨", OR),
    ("//", "a comment begins with '#'"),
    ("/", "write 'div' for division, which rounds down"),
    ("%", "write 'mod'"),
    ("!", NOT),
    ("~", NOT),
    ("¬", NOT),
    ("∀", FORALL),
    ("∃", EXISTS),
    ("≤", "write '<='"),
    ("≥", "write '>='"),
    ("≠", "write '=/='"),
];

const IFF: &str = "write 'a iff b' for 'a if and only if b'";
const IMPLIES: &str = "write 'a implies b' for 'if a, then b'";
const AND: &str = "write 'and'";
const OR: &str = "write 'or'";
const NOT: &str = "write 'not'";

/// Pairs of words of other languages, or of English, where QPROP has one word or a sign.
const WORDS: [(&str, &str, &str); 8] = [
    ("at", "most", "write 'atmost 2 x: SORT . …'"),
    ("at", "least", "write 'atleast 2 x: SORT . …'"),
    ("for", "all", FORALL),
    ("for", "each", FORALL),
    ("for", "every", FORALL),
    ("there", "is", EXISTS),
    ("there", "exists", EXISTS),
    ("there", "are", EXISTS),
];

const FORALL: &str = "write 'forall x: SORT . …'";
const EXISTS: &str = "write 'exists x: SORT . …'";

/// The hint for a word behind another.
pub(super) fn words(before: &str, word: &str) -> Option<&'static str> {
    WORDS.iter().find(|&&(first, second, _)| (first, second) == (before, word)).map(|&(_, _, hint)| hint)
}

/// The hint for a sign at this byte of a text. The byte may be inside of the sign: `<->` is read as `<` and `->`.
pub(super) fn hint(text: &str, at: usize) -> Option<&'static str> {
    let stands = |sign: &str| {
        let start = |before| at.checked_sub(before).and_then(|start| text.get(start..));
        (0..sign.len()).filter_map(start).any(|rest| rest.starts_with(sign))
    };
    SIGNS.iter().find(|(sign, _)| stands(sign)).map(|&(_, hint)| hint)
}
