//! The text of a model as a tree: what the parser makes, the printer writes and the resolver reads.
//!
//! Formulas and terms share one type, [`Expr`]: which of the two is meant where, the resolver says.

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

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub name: String,
    /// Where.
    pub span: Span,
}

/// A constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `include "file"`
    Include {
        /// The file, beside the one that includes it.
        path: String,
        /// Where the path stands.
        span: Span,
    },
    /// `const n = 8`, or `const n` for one from the data.
    Const {
        /// Its name.
        name: Ident,
        /// Its value; none where the data has it. Where both have one, the data's counts.
        value: Option<Expr>,
    },
    /// `sort S = 1..4`, or `sort S` for one from the data.
    Sort {
        /// Its name.
        name: Ident,
        /// Its values; none where the data has them.
        values: Option<SortValues>,
    },
    /// `var s, t: S`
    Var(Binder),
    /// `board near, step`: the sorts of a board with `rows` and `columns`, and what is needed of it.
    Board {
        /// Which relations and functions of the board.
        names: Vec<Ident>,
        /// Where the word stands.
        span: Span,
    },
    /// `given number(c: Cell) -> Number`, or `given wall(c: Cell) "#"`: a fact that is drawn on the board. With both, the
    /// word stands behind the value.
    Given {
        /// Its name.
        name: Ident,
        /// Its places.
        places: Vec<Binder>,
        /// The sort of its values, where it is a function.
        value: Option<Ident>,
        /// The word that stands for it on a board; for a function, what stands behind its value.
        word: Option<Sentence>,
    },
    /// `fact v(p: P, e: E)`, from the data, or `fact near(a, b: S) := a < b`, computed.
    Fact {
        /// Its name.
        name: Ident,
        /// Its places.
        places: Vec<Binder>,
        /// The sort of its values, where it is a function: `fact weight(p: P) -> N`.
        value: Option<Ident>,
        /// The condition of a computed fact.
        when: Option<Expr>,
        /// Whether it holds, too, from the last place but one to the last one where steps for which it holds lead there.
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
        /// What it stands for.
        body: Expr,
    },
    /// `assert place "square {s} holds one piece": forall s: S . …`
    Assert {
        /// Its name: the rule's.
        name: Ident,
        /// The sentence of each ground constraint, with variables in braces.
        sentence: Option<Sentence>,
        /// What holds.
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
    /// How boards are written or drawn: `address nurikabe: number16(number)`, `draw: fill(shade)`.
    Form {
        /// Of what it speaks: `address`, `saved` or `draw`.
        what: Ident,
        /// The name in addresses or saved boards.
        name: Option<Ident>,
        /// The parts, each with what it is about.
        parts: Vec<Expr>,
    },
}

impl Item {
    /// What can be used behind it by its name: all but variables, asserts and what is about boards.
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

/// What is searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pred {
    /// Its name.
    pub name: Ident,
    /// Its places.
    pub places: Vec<Binder>,
    /// For which values a function is defined; for all, where nothing is said.
    pub guard: Option<Expr>,
    /// The sort of its values, where it is a function.
    pub value: Option<Ident>,
    /// The sentence of the rule that a function has one value.
    pub sentence: Option<Sentence>,
    /// What explanations say of an atom that holds, and of one that does not: `"{c} is shaded", "{c} is not shaded"`.
    pub words: Option<[Sentence; 2]>,
    /// What it is where an argument is none: `outside false`, or a value.
    pub outside: Option<Expr>,
}

/// The values of a sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SortValues {
    /// `1..n`
    Range(Expr, Expr),
    /// `{red, green}` or `{1, 3, 5}`
    Set(Vec<Element>),
    /// The values of another sort, and alike with it: `sort Q = P`
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
    /// With variables in braces, as it was written.
    pub text: String,
    /// Where it stands, quotes included.
    pub span: Span,
}

/// Variables of one sort: `s1, s2: S`, or `s1, s2` where `var` gave them one.
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
    /// What it is.
    pub kind: Kind,
    /// Where.
    pub span: Span,
}

/// What an [`Expr`] is.
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
    /// What restricts their values.
    pub guard: Option<Expr>,
    /// What is added up or multiplied.
    pub body: Expr,
}

/// What is said of a graph or of a sequence. It stands alone in an assert, or after `implies`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// What is said.
    pub shape: Shape,
    /// The variable: nodes, edges, or places of a sequence.
    pub binder: Binder,
    /// What restricts its values.
    pub guard: Option<Expr>,
    /// Which of them are chosen.
    pub body: Expr,
}

/// Which structure the chosen values have.
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
        /// Which nodes are ends.
        ends: Selection,
        /// Ends of one path have the same value.
        by: Expr,
    },
    /// `regions c: Cell along near root r: Cell | guard size number(r) . body`
    Regions {
        /// The fact that joins nodes, or says which nodes an edge joins.
        along: Ident,
        /// The nodes of which each region has one; any number, where nothing is said.
        root: Option<Selection>,
        /// How many nodes a region has.
        size: Option<Expr>,
    },
    /// `runs c: Cell | guard . body are k: Nth . length(k)`
    Runs {
        /// The variable that numbers the runs.
        nth: Binder,
        /// What restricts its values.
        guard: Option<Expr>,
        /// How long each run is; where it has no value there is none.
        length: Expr,
    },
}

/// The values of a variable for which a guard holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The variable.
    pub binder: Binder,
    /// What restricts its values.
    pub guard: Option<Expr>,
}

/// A quantifier with what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantified {
    /// Which.
    pub quantifier: Quantifier,
    /// Its variables.
    pub binders: Vec<Binder>,
    /// What restricts their values: facts and comparisons.
    pub guard: Option<Expr>,
    /// Of what it speaks.
    pub body: Expr,
}

/// How many values of the variables make the body true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// All.
    Forall,
    /// One or more.
    Exists,
    /// Just this many.
    Exactly(Expr),
    /// No more.
    AtMost(Expr),
    /// No fewer.
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

    /// How it is written.
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
