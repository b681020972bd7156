//! The text of a model as a tree, made by the parser, written by the printer and read by the resolver.
//!
//! Formulas and terms share one type, [`Expr`]; the resolver decides which one is meant.

/// A piece of a source text: which file, and its bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The file's place among the sources of the model.
    pub file: u32,
    /// Byte offset of the first character.
    pub start: u32,
    /// Byte offset after the last character.
    pub end: u32,
}

/// A name and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub name: String,
    /// Its place.
    pub span: Span,
}

/// An item of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `include "file"`
    Include {
        /// The file, relative to the one that includes it.
        path: String,
        /// The place of the path.
        span: Span,
    },
    /// `data "file"`: the data of the model where none is given.
    Data {
        /// The file, relative to the model.
        path: String,
        /// The place of the path.
        span: Span,
    },
    /// `const n = 8`, or `const n` for one from the data.
    Const {
        /// Its name.
        name: Ident,
        /// Its value; `None` if the data has it. If both have one, that of the data is used.
        value: Option<Expr>,
    },
    /// `sort S = 1..4`, or `sort S` for one from the data.
    Sort {
        /// Its name.
        name: Ident,
        /// Its values; `None` if the data has them.
        values: Option<SortValues>,
    },
    /// `var s, t: S`
    Var(Binder),
    /// `board near, step`: the sorts of a board with `rows` and `columns`, and the named relations.
    Board {
        /// The relations and functions of the board.
        names: Vec<Ident>,
        /// The place of the word.
        span: Span,
    },
    /// `given number(c: Cell) -> Number`, or `given wall(c: Cell) "#"`: a fact that is drawn on the board. With both,
    /// the word follows the value.
    Given {
        /// Its name.
        name: Ident,
        /// Its places.
        places: Vec<Binder>,
        /// The sort of its values, if it is a function.
        value: Option<Ident>,
        /// The word that represents it on a board; for a function, the text after its value.
        word: Option<Sentence>,
    },
    /// `fact v(p: P, e: E)`, from the data, or `fact near(a, b: S) := a < b`, computed.
    Fact {
        /// Its name.
        name: Ident,
        /// Its places.
        places: Vec<Binder>,
        /// The sort of its values, if it is a function: `fact weight(p: P) -> N`.
        value: Option<Ident>,
        /// The condition of a computed fact.
        when: Option<Expr>,
        /// Whether it is closed under steps in its last two places: it also holds for a start and an end if a chain of
        /// steps, for each of which it holds, connects them.
        is_closed: bool,
    },
    /// `pred l(s: S, p: P)`, or a function: `pred digit(c: Cell | white(c)) -> Digit "{c} has one digit"`
    Pred(Box<Pred>),
    /// `def turned(e, k) := (e - k) mod 4`
    Def {
        /// Its name.
        name: Ident,
        /// What it is applied to.
        params: Vec<Ident>,
        /// The expression that replaces it.
        body: Expr,
    },
    /// `assert place "square {s} holds one piece": forall s: S . …`
    Assert {
        /// Its name, which is that of the rule.
        name: Ident,
        /// Whether it is declared that the other asserts imply it.
        is_redundant: bool,
        /// The sentence of each ground constraint, with variables in braces.
        sentence: Option<Sentence>,
        /// What players call a deduction by it.
        techniques: Option<Techniques>,
        /// The formula that must hold.
        formula: Expr,
    },
    /// `show l, r`
    Show(Vec<Ident>),
    /// `genre nurikabe "a sea around islands"`
    Genre {
        /// Its name.
        name: Ident,
        /// What it is, in a line.
        about: Sentence,
    },
    /// How boards are written, drawn or made: `address nurikabe: cells(hex(number) | gap(g, z))`, `draw: fill(shade)`.
    Form {
        /// The kind of description: `address`, `saved`, `draw` or `generate`.
        what: Ident,
        /// The names in addresses or saved boards, the one that is written first.
        names: Vec<Ident>,
        /// The parts, each with its arguments.
        parts: Vec<Code>,
    },
}

/// A part of how boards are written, drawn or made: `cells(hex(number) | "." unknown)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// What it is.
    pub kind: CodeKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// The first of these that fits.
    Choice(Vec<Code>),
    /// All of these, one after the other.
    Sequence(Vec<Code>),
    /// A text.
    Text(String),
    /// A number.
    Number(i64),
    /// A name with arguments, or alone.
    Part(Ident, Vec<Code>),
}

impl Item {
    /// The name that can be used after the item: of all items except data, variables, asserts and descriptions of boards.
    #[must_use]
    pub fn declared(&self) -> Option<&Ident> {
        match self {
            Item::Const { name, .. }
            | Item::Sort { name, .. }
            | Item::Given { name, .. }
            | Item::Fact { name, .. }
            | Item::Def { name, .. } => Some(name),
            Item::Pred(pred) => Some(&pred.name),
            _ => None,
        }
    }
}

/// A predicate or function that is searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pred {
    /// Its name.
    pub name: Ident,
    /// Its places.
    pub places: Vec<Binder>,
    /// The condition under which a function is defined; `None` if it always is.
    pub guard: Option<Expr>,
    /// The sort of its values, if it is a function.
    pub value: Option<Ident>,
    /// The sentence of the rule that a function has one value.
    pub sentence: Option<Sentence>,
    /// The words of explanations for an atom that is true, and for one that is not: `"{c} is shaded", "{c} is not
    /// shaded"`.
    pub words: Option<[Sentence; 2]>,
    /// Its value if an argument has none: `outside false`, or a value.
    pub outside: Option<Expr>,
}

/// The values of a sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SortValues {
    /// `1..n`
    Range(Expr, Expr),
    /// `{red, green}` or `{1, 3, 5}`
    Set(Vec<Element>),
    /// The values of another sort, which is then the same sort: `sort Q = P`
    Alias(Ident),
}

/// A value in a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// A number.
    Number(i64, Span),
    /// A symbol.
    Symbol(Ident),
}

/// The text of an assert's ground constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The text as written, with variables in braces.
    pub text: String,
    /// Its place, including quotes.
    pub span: Span,
}

/// Variables of one sort: `s1, s2: S`, or `s1, s2` if `var` gave them one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binder {
    /// The variables.
    pub names: Vec<Ident>,
    /// Their sort.
    pub sort: Option<Ident>,
}

/// A formula or a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// Its kind.
    pub kind: Kind,
    /// Its place.
    pub span: Span,
}

/// The kind of an [`Expr`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number, never negative.
    Number(i64),
    /// `true` or `false`.
    Bool(bool),
    /// A variable, constant, symbol or atom without arguments.
    Name(String),
    /// An atom, fact, macro, or a sort as a conversion; `abs`, too.
    Call(Ident, Vec<Expr>),
    /// `-t`
    Minus(Box<Expr>),
    /// `not f`
    Not(Box<Expr>),
    /// Operators of one [level](Op::level), from left to right.
    Chain(Box<Expr>, Vec<(Op, Expr)>),
    /// `forall x: S | guard . body` and the like.
    Quantified(Box<Quantified>),
    /// `sum x: S | guard . term`, or `product …`
    Fold(Box<Fold>),
    /// `connected x: S along near . body` and the like.
    Structure(Box<Structure>),
}

/// A sum or a product over the values of variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Whether it is a product.
    pub is_product: bool,
    /// Its variables.
    pub binders: Vec<Binder>,
    /// The condition on their values.
    pub guard: Option<Expr>,
    /// The term that is added up or multiplied.
    pub body: Expr,
}

/// A statement about a graph or a sequence. It stands alone in an assert, or after `implies`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// The kind of structure.
    pub shape: Shape,
    /// The variable: nodes, edges, or places of a sequence.
    pub binder: Binder,
    /// The condition on its values.
    pub guard: Option<Expr>,
    /// The condition under which a value is chosen.
    pub body: Expr,
}

/// How many of its roots a region has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rooted {
    /// Any number (`of`).
    Any,
    /// One (`root`).
    One,
    /// Two (`pair`), and its size lies between their numbers.
    Two,
}

/// The structure of the chosen values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `connected c: Cell along near . body`: one piece.
    Connected {
        /// The fact that joins nodes.
        along: Ident,
    },
    /// `loop e: Edge along joins . body`: a single closed line.
    Loop {
        /// The fact that says which nodes an edge joins.
        along: Ident,
    },
    /// `paths e: Edge along joins ends c: Cell | guard by number(c) . body`
    Paths {
        /// The fact that says which nodes an edge joins.
        along: Ident,
        /// The nodes that are ends.
        ends: Selection,
        /// Ends of one path have the same value.
        by: Expr,
    },
    /// `regions c: Cell along near root r: Cell | guard size number(r) . body`
    Regions {
        /// The fact that joins nodes, or says which nodes an edge joins.
        along: Ident,
        /// The nodes that say how large their region is.
        root: Option<Selection>,
        /// How many of them a region has.
        rooted: Rooted,
        /// The number of nodes of a region, or what it lies between.
        size: Option<Expr>,
    },
    /// `acyclic e: Edge along joins . body`
    Acyclic {
        /// The fact that joins the nodes.
        along: Ident,
    },
    /// `closed e: Edge along joins . body`
    Closed {
        /// The fact that says which nodes an edge joins.
        along: Ident,
    },
    /// `matching c: Cell along near with t: Cell | guard . body`
    Matching {
        /// The fact that joins two nodes that may be a pair.
        along: Ident,
        /// The nodes that need a partner each.
        with: Selection,
    },
    /// `runs c: Cell | guard . body are k: Nth . length(k)`
    Runs {
        /// The variable that numbers the runs.
        nth: Binder,
        /// The condition on its values.
        guard: Option<Expr>,
        /// The length of each run; if it has no value, there is no such run.
        length: Expr,
    },
}

/// The values of a variable for which a guard holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The variable.
    pub binder: Binder,
    /// The condition on its values.
    pub guard: Option<Expr>,
}

/// A quantifier with its variables and its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantified {
    /// The quantifier.
    pub quantifier: Quantifier,
    /// Its variables.
    pub binders: Vec<Binder>,
    /// The condition on their values: facts and comparisons.
    pub guard: Option<Expr>,
    /// The formula that it is about.
    pub body: Expr,
}

/// The number of values of the variables for which the body is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// All.
    Forall,
    /// One or more.
    Exists,
    /// Exactly this many.
    Exactly(Expr),
    /// At most this many.
    AtMost(Expr),
    /// At least this many.
    AtLeast(Expr),
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is named as it is written")]
pub enum Op {
    Implies,
    If,
    Iff,
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Plus,
    Minus,
    Times,
    Div,
    Mod,
}

impl Op {
    /// How tightly it binds: from 0 for `implies` to 5 for `*`.
    #[must_use]
    pub fn level(self) -> u8 {
        match self {
            Op::Implies | Op::If | Op::Iff => 0,
            Op::Or => 1,
            Op::And => 2,
            Op::Equal | Op::NotEqual | Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual => 3,
            Op::Plus | Op::Minus => 4,
            Op::Times | Op::Div | Op::Mod => 5,
        }
    }

    /// Its text.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Op::Implies => "implies",
            Op::If => "if",
            Op::Iff => "iff",
            Op::Or => "or",
            Op::And => "and",
            Op::Equal => "=",
            Op::NotEqual => "=/=",
            Op::Less => "<",
            Op::LessEqual => "<=",
            Op::Greater => ">",
            Op::GreaterEqual => ">=",
            Op::Plus => "+",
            Op::Minus => "-",
            Op::Times => "*",
            Op::Div => "div",
            Op::Mod => "mod",
        }
    }
}

/// What players call the deductions by an assert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// One that something holds.
    pub holds: String,
    /// One that something doesn't hold.
    pub holds_not: String,
    /// Either, if nothing else has to be known for it.
    pub alone: Option<String>,
}
