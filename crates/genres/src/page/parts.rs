//! The parts of `draw` and `generate`, and the names that each of them takes.

use jigsat_input::{ParseError, Source, quote};
use jigsat_qprop::syntax::{Code, CodeKind, Item, Span};

use crate::given::{At, Given, What, sorts};

/// A part of a picture or of making boards, with the names that it uses: `fill(shade)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub name: String,
    pub args: Vec<String>,
}

/// The known parts, each with its arguments: words of [`ROLES`], followed by `?` if the argument may be left out, or by
/// `*` if there may be any number of them.
type Known = &'static [(&'static str, &'static str)];

const DRAW: Known = &[
    ("areas", "shade"),
    ("arrows", "cell*"),
    ("borders", "line"),
    ("cages", "cage cage*"),
    ("caption", "constant constant*"),
    ("circles", "symbol"),
    ("dots", "star star"),
    ("fill", "shade"),
    ("labels", "value"),
    ("lights", "shade"),
    ("lines", "line"),
    ("margins", "clue"),
    ("parts", "cell*"),
    ("rooms", "room"),
    ("sides", "clue"),
    ("signs", "shade cell cell*"),
    ("stars", "shade"),
    ("sums", "sum sum"),
    ("walls", "cell"),
    ("water", "shade"),
    ("write", "layer cell?"),
];

const GENERATE: Known = &[
    ("all", "given given?"),
    ("around", "shade"),
    ("arrows", "number cell cell*"),
    ("blacks", "cell"),
    ("cages", "cage cage cage cage cage"),
    ("even", ""),
    ("fits", "given given?"),
    ("fleet", "constant"),
    ("galaxies", "star shade"),
    ("islands", "cell line"),
    ("latin", "cell shade"),
    ("least", "number number"),
    ("paths", "cell line"),
    ("picture", "clue shade"),
    ("rooms", "number number"),
    ("scatter", "cell number"),
    ("sizes", "cell predicate"),
    ("square", ""),
    ("sums", "cell cell cell shade"),
    ("without", "assert"),
];

/// The role of an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Given,
    /// A given of cells.
    Cell,
    /// A given of cells with a number, or with one of several words.
    Value,
    /// A given of cells with one of several words.
    Symbol,
    /// A given of cells with a number and a sign.
    Sum,
    /// A given of rows and columns.
    Clue,
    /// A given of rooms.
    Cage,
    /// The given that says to which room a cell belongs.
    Room,
    /// A given of places on cells, borders and corners.
    Star,
    Predicate,
    /// A predicate of cells.
    Shade,
    /// A predicate of borders.
    Line,
    /// A given or a predicate of cells, or a given of rooms.
    Layer,
    Constant,
    Assert,
    Number,
}

/// The roles: their words in the tables, and their names in messages.
const ROLES: [(&str, Role, &str); 16] = [
    ("given", Role::Given, "a given"),
    ("cell", Role::Cell, "a given of cells"),
    ("value", Role::Value, "a given of cells with values"),
    ("symbol", Role::Symbol, "a given of cells with words as values"),
    ("sum", Role::Sum, "a given of cells with values and a sign"),
    ("clue", Role::Clue, "a given of rows and columns"),
    ("cage", Role::Cage, "a given of rooms"),
    ("room", Role::Room, "a given that is a room"),
    ("star", Role::Star, "a given of dots"),
    ("predicate", Role::Predicate, "a predicate"),
    ("shade", Role::Shade, "a predicate of cells"),
    ("line", Role::Line, "a predicate of edges"),
    ("layer", Role::Layer, "a given or a predicate of cells"),
    ("constant", Role::Constant, "a constant"),
    ("assert", Role::Assert, "an assert"),
    ("number", Role::Number, "a number"),
];

/// Reads the parts of a statement of a page.
pub(super) struct Parts<'p> {
    pub source: &'p Source,
    pub items: &'p [Item],
    pub givens: &'p [Given],
}

impl Parts<'_> {
    /// The parts that follow the word `what`.
    pub fn read(&self, what: &str, parts: &[Code]) -> Result<Vec<Part>, ParseError> {
        let (known, place) = match what {
            "generate" => (GENERATE, "a step of making a board"),
            _ => (DRAW, "a part of a picture"),
        };
        parts.iter().map(|part| self.part(part, known, place)).collect()
    }

    fn part(&self, expr: &Code, known: Known, place: &str) -> Result<Part, ParseError> {
        let (name, args) = match &expr.kind {
            CodeKind::Part(called, args) => (&called.name, &args[..]),
            _ => {
                return Err(self.found(expr.span, &expr.to_string()).expecting("a part such as rooms(room)"));
            }
        };
        let Some((_, roles)) = known.iter().find(|(known, _)| known == name) else {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            return Err(self.found(expr.span, name).expecting(format!("{place}: {}", names.join(", "))));
        };
        let words: Vec<&str> = roles.split(' ').filter(|word| !word.is_empty()).collect();
        let needed = words.iter().filter(|word| !word.ends_with(['?', '*'])).count();
        let repeated = words.last().filter(|word| word.ends_with('*'));
        if args.len() < needed || (args.len() > words.len() && repeated.is_none()) {
            let form = if words.is_empty() { name.clone() } else { format!("{name}({})", words.join(", ")) };
            return Err(self.found(expr.span, &expr.to_string()).expecting(form));
        }
        let args = args.iter().zip(words.iter().chain(repeated.into_iter().cycle()));
        let args = args.map(|(arg, word)| self.arg(arg, word.trim_end_matches(['?', '*'])));
        Ok(Part { name: name.clone(), args: args.collect::<Result<_, _>>()? })
    }

    fn arg(&self, arg: &Code, word: &str) -> Result<String, ParseError> {
        let (_, role, words) =
            *ROLES.iter().find(|(known, ..)| *known == word).expect("the tables use these words");
        match &arg.kind {
            CodeKind::Number(number) if role == Role::Number && u16::try_from(*number).is_ok() => {
                Ok(number.to_string())
            }
            CodeKind::Part(name, args)
                if args.is_empty() && self.named(role).contains(&name.name.as_str()) =>
            {
                Ok(name.name.clone())
            }
            _ => {
                let names = self.named(role);
                let of_page = if names.is_empty() {
                    String::new()
                } else {
                    format!(" of this page: {}", names.join(", "))
                };
                Err(self.found(arg.span, &arg.to_string()).expecting(format!("{words}{of_page}")))
            }
        }
    }

    /// The names on the page with this role.
    fn named(&self, role: Role) -> Vec<&str> {
        let is_cell = |given: &&Given| given.at == At::Cells && given.what != What::Room;
        let is_fit = |given: &&Given| match role {
            Role::Given => true,
            Role::Cell => is_cell(given),
            Role::Value => {
                is_cell(given) && !given.is_list && matches!(given.what, What::Number | What::Symbol(_))
            }
            Role::Symbol => is_cell(given) && !given.is_list && matches!(given.what, What::Symbol(_)),
            Role::Sum => is_cell(given) && !given.is_list && matches!(given.what, What::Signed(_)),
            Role::Clue => given.at == At::Lines,
            Role::Cage => given.at == At::Rooms,
            Role::Room => given.what == What::Room,
            Role::Star => given.at == At::Dots,
            Role::Layer => is_cell(given) || given.at == At::Rooms,
            _ => false,
        };
        let givens = self.givens.iter().filter(is_fit).map(|given| &given.name);
        let others = self.items.iter().filter_map(|item| match (role, item) {
            (Role::Predicate, Item::Pred(pred)) => Some(&pred.name.name),
            (Role::Shade | Role::Layer, Item::Pred(pred)) if sorts(&pred.places) == ["Cell"] => {
                Some(&pred.name.name)
            }
            (Role::Line, Item::Pred(pred)) if sorts(&pred.places) == ["Edge"] => Some(&pred.name.name),
            (Role::Constant, Item::Const { name, .. }) | (Role::Assert, Item::Assert { name, .. }) => {
                Some(&name.name)
            }
            _ => None,
        });
        givens.chain(others).map(String::as_str).collect()
    }

    fn found(&self, span: Span, text: &str) -> ParseError {
        self.source.error(self.source.position(span.start as usize), format!("found {}", quote(text)))
    }
}
