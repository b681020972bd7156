//! Signs of other languages, and what to write instead.

/// Signs that QPROP lacks, or uses for something else, with hints; some together with the word before them. Longest
/// first.
const SIGNS: [(&str, &str); 54] = [
    ("all_different([", DIFFERENT),
    ("alldifferent([", DIFFERENT),
    ("allDifferent([", DIFFERENT),
    ("forall([", FORALL),
    ("exists([", EXISTS),
    ("count([", COUNT),
    ("forall(", FORALL),
    ("exists(", EXISTS),
    ("sum([", SUM),
    ("max([", MOST),
    ("min([", MOST),
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
    ("=<", "write '<='"),
    (":-", "write 'a if b' for 'a :- b'"),
    ("**", POWER),
    ("//", "a comment begins with '#'"),
    ("/", "write 'div' for division, which rounds down"),
    ("%", "write 'mod' for a remainder; a comment begins with '#'"),
    ("!", NOT),
    ("~", NOT),
    ("¬", NOT),
    ("^", POWER),
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
    ("∑", SUM),
    ("@", "a name has letters, digits, '_' and no other signs"),
];

const IFF: &str = "write 'a iff b' for 'a if and only if b'";
const IMPLIES: &str = "write 'a implies b' for 'if a, then b'";
const AND: &str = "write 'and'";
const OR: &str = "write 'or'";
const UNEQUAL: &str = "write '=/='";
const NOT: &str = "write 'not'";
const GUARD: &str = "write 'or'; a single '|' begins a guard";
const XOR: &str = "write 'not (a iff b)' for 'either a or b'";
const POWER: &str = "write 'x * x' for a square, and 'not (a iff b)' for 'either a or b'";
const ONE: &str = "write 'exactly 1 x: SORT . …'";

/// Words of other languages, or of English, for which QPROP has another word or a sign; some only after another word, and
/// some before any word.
const WORDS: [(&str, &str, &str); 28] = [
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
    ("for", "", FORALL),
    ("sum", "", SUM),
    ("product", "", SUM),
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
    ("", "AND", AND),
    ("", "OR", OR),
    ("", "NOT", NOT),
    ("", "else", "write '(a implies b) and (not a implies c)' for 'if a, then b, else c'"),
    ("", "then", IMPLIES),
];

const FORALL: &str = "write 'forall x: SORT . …'";
const EXISTS: &str = "write 'exists x: SORT . …'";
const SORT: &str = "a sort follows a colon: 'forall x: SORT . …'";
const GUARD_FOLLOWS: &str = "a guard follows '|': 'forall x: SORT | x > 1 . …'";
/// Words that begin statements of other languages.
const STATEMENTS: [(&str, &str); 22] = [
    ("minimize", BEST),
    ("minimise", BEST),
    ("maximize", BEST),
    ("maximise", BEST),
    ("constraint", ASSERT),
    ("assume", ASSERT),
    ("require", ASSERT),
    ("for", ASSERT_ALL),
    ("solve", "the command says what to do: 'jigsat qprop solve FILE'"),
    ("output", "write 'show p, q' for what solutions print"),
    ("print", "write 'show p, q' for what solutions print"),
    ("int", NUMBER),
    ("range", NUMBER),
    ("domain", NUMBER),
    ("enum", "write 'sort S = {red, green}'"),
    ("type", "write 'sort S = {red, green}'"),
    ("array", FUNCTION),
    ("bool", FUNCTION),
    ("predicate", FUNCTION),
    ("function", FUNCTION),
    ("let", "write 'const n = 5' for a number, and 'def' for a formula or a term"),
    ("import", "write 'include \"file.qprop\"'"),
];

const DIFFERENT: &str = "write 'forall x, y: SORT | x < y . f(x) =/= f(y)'";
const SUM: &str = "write 'sum x: SORT . f(x)'";
const MOST: &str =
    "for the largest value m, write 'forall x: SORT . f(x) <= m' and 'exists x: SORT . f(x) = m'";
const BEST: &str = "a model has solutions, and none is the best: state a bound as an assert, and lower it until there is none";
const ASSERT: &str = "a constraint has a name: 'assert NAME: FORMULA'";
const ASSERT_ALL: &str = "write 'assert NAME: forall x: SORT . …'";
const NUMBER: &str = "write 'const n = 5' for a number, and 'sort S = 1..5' for a range";
const FUNCTION: &str =
    "write 'pred p(x: SORT)' for what is true or false, and 'pred f(x: SORT) -> SORT' for what has a value";
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

/// The hint for a name that means nothing in a model, but something elsewhere.
pub(crate) fn foreign_name(name: &str) -> Option<&'static str> {
    Some(match name {
        "alldifferent" | "all_different" | "allDifferent" | "alldiff" | "distinct" => DIFFERENT,
        "sum" | "product" => SUM,
        "count" | "len" => COUNT,
        "max" | "min" | "maximum" | "minimum" => MOST,
        "any" | "some" => EXISTS,
        "all" | "each" => FORALL,
        "atMost" | "at_most" | "most" => "write 'atmost 2 x: SORT . …'",
        "atLeast" | "at_least" | "least" => "write 'atleast 2 x: SORT . …'",
        "xor" => XOR,
        "True" | "TRUE" => "write 'true'",
        "False" | "FALSE" => "write 'false'",
        "range" => "a range stands where a sort is declared: 'sort R = 1..3'",
        _ => return None,
    })
}

/// The hint for a statement that begins with this word, or with a formula.
pub(super) fn statement(word: &str, begins_formula: bool) -> Option<&'static str> {
    let known = STATEMENTS.iter().find(|(first, _)| *first == word).map(|&(_, hint)| hint);
    known.or(begins_formula.then_some(ASSERT))
}

/// The hint for a comparison among the variables of a quantifier.
pub(super) fn compared_variables() -> &'static str {
    "a condition on variables follows '|': 'forall x, y: SORT | x < y . …'"
}

/// The hint for a type where a variable is declared.
pub(crate) fn searched_variable() -> &'static str {
    FUNCTION
}
