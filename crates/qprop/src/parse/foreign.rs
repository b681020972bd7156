//! Signs of other languages, and what to write instead.

/// Signs that QPROP lacks, or uses for something else, with hints. Longest first.
const SIGNS: [(&str, &str); 31] = [
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
    ("<>", "write '=/='"),
    ("\\/", OR),
    ("∨", OR),
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
    ("≠", "write '=/='"),
];

const IFF: &str = "write 'a iff b' for 'a if and only if b'";
const IMPLIES: &str = "write 'a implies b' for 'if a, then b'";
const AND: &str = "write 'and'";
const OR: &str = "write 'or'";
const NOT: &str = "write 'not'";
const GUARD: &str = "write 'or'; a single '|' begins a guard";
const XOR: &str = "write 'not (a iff b)' for 'either a or b'";
const ONE: &str = "write 'exactly 1 x: SORT . …'";

/// Words of other languages, or of English, for which QPROP has another word or a sign; some only after another word.
const WORDS: [(&str, &str, &str); 10] = [
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
];

const FORALL: &str = "write 'forall x: SORT . …'";
const EXISTS: &str = "write 'exists x: SORT . …'";

/// The hint for a word after another one.
pub(super) fn words(before: &str, word: &str) -> Option<&'static str> {
    let fits = |first: &str, second: &str| second == word && (first.is_empty() || first == before);
    WORDS.iter().find(|(first, second, _)| fits(first, second)).map(|&(_, _, hint)| hint)
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
