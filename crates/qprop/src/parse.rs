//! From text to tree, by recursive descent: items here, formulas and terms in `expr`.

mod board;
mod expr;
mod foreign;
mod form;
mod lexer;
mod structure;

use jigsat_input::{ParseError, Source, quote};

use crate::syntax::{Binder, Element, Ident, Item, SortValues, Span, Techniques};
pub(crate) use foreign::{foreign_name, is_number, searched_variable};
pub(crate) use lexer::KEYWORDS;
use lexer::{Token, TokenKind};

/// Maximum depth of nested formulas, so that no text exhausts the stack.
const MAX_DEPTH: usize = 100;

/// The items of one text, which is the model's file number `file`. Includes stay as they are.
///
/// # Errors
///
/// The first text that is not an item, and what was expected there.
pub fn parse(source: &Source, file: u32) -> Result<Vec<Item>, ParseError> {
    let tokens = lexer::tokens(source, file)?;
    let mut parser = Parser { source, tokens, at: 0, depth: 0, bound: None };
    let mut items = Vec::new();
    while parser.peek().kind != TokenKind::End {
        items.push(parser.item()?);
    }
    Ok(items)
}

struct Parser<'a> {
    source: &'a Source,
    tokens: Vec<Token<'a>>,
    at: usize,
    depth: usize,
    /// Where a bound is expected, as in `exactly K x: S`, a name is never the word of a sum: variables follow.
    bound: Option<usize>,
}

impl<'a> Parser<'a> {
    fn item(&mut self) -> Result<Item, ParseError> {
        let token = self.peek();
        if token.kind != TokenKind::Keyword {
            return self.board_item();
        }
        match token.text {
            "include" => {
                self.next();
                let token = self.text("the file's name in double quotes")?;
                Ok(Item::Include { path: unquoted(token.text).to_owned(), span: token.span })
            }
            "const" => {
                self.next();
                let name = self.name("the constant's name")?;
                let value = if self.takes("=") { Some(self.term()?) } else { None };
                Ok(Item::Const { name, value })
            }
            "sort" => {
                self.next();
                let name = self.name("the sort's name")?;
                let values = if self.takes("=") { Some(self.sort_values()?) } else { None };
                Ok(Item::Sort { name, values })
            }
            "var" => {
                self.next();
                if matches!(self.peek().kind, TokenKind::Number(_)) || self.peek().text == "{" {
                    return Err(self.found().expecting("a variable's name").with_help(searched_variable()));
                }
                let names = self.names("a variable's name")?;
                self.expect(":")?;
                let sort = Some(self.name("a sort's name")?);
                Ok(Item::Var(Binder { names, sort }))
            }
            "fact" => {
                self.next();
                let name = self.name("the fact's name")?;
                let places = self.places()?;
                let value = self.value_sort()?;
                let is_closed = value.is_none() && self.takes_word("closed");
                let computed = value.is_none() && self.takes(":=");
                if is_closed && !computed {
                    return Err(self.found().expecting("':=' and when it holds for one step"));
                }
                let when = if computed { Some(self.expr()?) } else { None };
                Ok(Item::Fact { name, places, value, when, is_closed })
            }
            "pred" => {
                self.next();
                self.pred()
            }
            "def" => self.def(),
            "assert" => self.assert(),
            "show" => {
                self.next();
                Ok(Item::Show(self.names("a predicate's name")?))
            }
            _ => Err(self.statement_expected()),
        }
    }

    fn def(&mut self) -> Result<Item, ParseError> {
        self.next();
        let name = self.name("the macro's name")?;
        let mut params = Vec::new();
        if self.takes("(") {
            params = self.names("a parameter's name")?;
            self.expect(")")?;
        }
        self.expect(":=")?;
        Ok(Item::Def { name, params, body: self.expr()? })
    }

    fn assert(&mut self) -> Result<Item, ParseError> {
        self.next();
        let name = self.name("the assert's name")?;
        let is_redundant = self.takes_word("redundant");
        let sentence = self.sentence();
        let techniques = if self.takes_word("called") { Some(self.techniques()?) } else { None };
        if !self.takes(":") {
            let expected = if sentence.is_some() { "':'" } else { "':', or a sentence in double quotes" };
            return Err(self.found().expecting(expected));
        }
        Ok(Item::Assert { name, is_redundant, sentence, techniques, formula: self.expr()? })
    }

    /// `"overlap", "gap"`: the names of deductions that something holds, and that something doesn't; or one for both. A third is
    /// for deductions for which nothing else has to be known.
    fn techniques(&mut self) -> Result<Techniques, ParseError> {
        const EXPECTED: &str = "the name of a technique in double quotes";
        let name = |parser: &mut Self| {
            let name = parser.sentence().filter(|name| !name.text.trim().is_empty());
            name.map(|name| name.text).ok_or_else(|| parser.found().expecting(EXPECTED))
        };
        let holds = name(self)?;
        let holds_not = if self.takes(",") { name(self)? } else { holds.clone() };
        let alone = if self.takes(",") { Some(name(self)?) } else { None };
        Ok(Techniques { holds, holds_not, alone })
    }

    fn sort_values(&mut self) -> Result<SortValues, ParseError> {
        if self.takes("{") {
            let mut values = vec![self.element()?];
            while self.takes(",") {
                values.push(self.element()?);
            }
            if !self.takes("}") {
                let error = self.found().expecting("',' or '}'");
                let is_range = self.peek().text == "..";
                let help = "values are separated by commas: {a, b, c}";
                return Err(if is_range { error } else { error.with_help(help) });
            }
            return Ok(SortValues::Set(values));
        }
        let token = self.peek();
        if token.kind == TokenKind::Name && self.tokens[self.at + 1].text != ".." && !self.is_operator(1) {
            return Ok(SortValues::Alias(self.name("a sort")?));
        }
        let first = self.term()?;
        self.expect("..")?;
        Ok(SortValues::Range(first, self.term()?))
    }

    /// Whether the token this far ahead continues a term.
    fn is_operator(&self, ahead: usize) -> bool {
        ["+", "-", "*", "div", "mod"].contains(&self.tokens[self.at + ahead].text)
    }

    fn element(&mut self) -> Result<Element, ParseError> {
        let token = self.peek();
        match token.kind {
            TokenKind::Number(number) => {
                self.next();
                Ok(Element::Number(number, token.span))
            }
            TokenKind::Name => Ok(Element::Symbol(self.name("a value")?)),
            _ => Err(self.found().expecting("a value: a number or a name")),
        }
    }

    /// `(p: P, e: E)`, or nothing.
    fn places(&mut self) -> Result<Vec<Binder>, ParseError> {
        if !self.begins_places()? {
            return Ok(Vec::new());
        }
        let binders = self.binders()?;
        self.expect(")")?;
        Ok(binders)
    }

    /// Takes the parenthesis before the places, of which there is at least one.
    fn begins_places(&mut self) -> Result<bool, ParseError> {
        let is_there = self.takes("(");
        if is_there && self.peek().text == ")" {
            let help = "without arguments, leave out the parentheses";
            return Err(self.found().expecting("a variable's name").with_help(help));
        }
        Ok(is_there)
    }

    /// `s1, s2: S, e: E`; names without a sort have the one that `var` gives them.
    fn binders(&mut self) -> Result<Vec<Binder>, ParseError> {
        let mut binders = vec![];
        loop {
            let names = self.names_before_sort()?;
            let sort = if self.takes(":") { Some(self.sort_name()?) } else { None };
            binders.push(Binder { names, sort });
            if !self.takes(",") {
                return Ok(binders);
            }
        }
    }

    fn sort_name(&mut self) -> Result<Ident, ParseError> {
        let token = self.peek();
        if matches!(token.kind, TokenKind::Number(_)) || token.text == "{" {
            let help = "declare a sort for these values, such as 'sort S = 1..3', and write its name here";
            return Err(self.found().expecting("a sort's name").with_help(help));
        }
        self.name("a sort's name")
    }

    fn names_before_sort(&mut self) -> Result<Vec<Ident>, ParseError> {
        let mut names = vec![self.name("a variable's name")?];
        while self.peek().text == "," {
            self.next();
            names.push(self.name("a variable's name")?);
        }
        Ok(names)
    }

    fn names(&mut self, what: &str) -> Result<Vec<Ident>, ParseError> {
        let mut names = vec![self.name(what)?];
        while self.takes(",") {
            names.push(self.name(what)?);
        }
        Ok(names)
    }

    fn name(&mut self, what: &str) -> Result<Ident, ParseError> {
        let token = self.peek();
        match token.kind {
            TokenKind::Name => {
                self.next();
                Ok(Ident { name: token.text.to_owned(), span: token.span })
            }
            TokenKind::Keyword => {
                let help = format!("'{}' is a word of the language, so it can't be a name", token.text);
                Err(self.found().expecting(what).with_help(help))
            }
            _ => Err(self.found().expecting(what)),
        }
    }

    fn text(&mut self, what: &str) -> Result<Token<'a>, ParseError> {
        let token = self.peek();
        if token.kind != TokenKind::Text {
            return Err(self.found().expecting(what));
        }
        self.next();
        Ok(token)
    }

    fn peek(&self) -> Token<'a> {
        self.tokens[self.at]
    }

    fn next(&mut self) {
        // The last token is the end, which stays current.
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    /// The token this far ahead, or the end.
    fn peek_at(&self, ahead: usize) -> Token<'a> {
        self.tokens[(self.at + ahead).min(self.tokens.len() - 1)]
    }

    /// Takes a word that is otherwise a name, if it comes next.
    fn takes_word(&mut self, word: &str) -> bool {
        let token = self.peek();
        let found = token.text == word && token.kind == TokenKind::Name;
        if found {
            self.next();
        }
        found
    }

    fn expect_word(&mut self, word: &str) -> Result<(), ParseError> {
        if self.takes_word(word) { Ok(()) } else { Err(self.found().expecting(quote(word))) }
    }

    /// Takes a sign or keyword if it comes next.
    fn takes(&mut self, text: &str) -> bool {
        let token = self.peek();
        let found = token.text == text && matches!(token.kind, TokenKind::Sign | TokenKind::Keyword);
        if found {
            self.next();
        }
        found
    }

    fn expect(&mut self, text: &str) -> Result<(), ParseError> {
        if self.takes(text) { Ok(()) } else { Err(self.found().expecting(quote(text))) }
    }

    /// The error `found …` at the next token, with a hint if it belongs to another language.
    fn found(&self) -> ParseError {
        let token = self.peek();
        let error = self.error(token.span, format!("found {}", quote(token.text)));
        let hint = match token.kind {
            TokenKind::Name | TokenKind::Keyword => {
                let before = self.at.checked_sub(1).map_or("", |before| self.tokens[before].text);
                foreign::words(before, token.text)
            }
            TokenKind::Sign => foreign::hint(self.source.text(), token.span.start as usize),
            _ => None,
        };
        match hint {
            Some(hint) => error.with_help(hint),
            None => error,
        }
    }

    fn error(&self, span: Span, message: impl Into<String>) -> ParseError {
        self.source.error(self.source.position(span.start as usize), message)
    }

    fn statement_expected(&self) -> ParseError {
        let constraints = "a statement: sort, const, var, fact, pred, def, assert, show or include";
        let error = self.found().expecting(constraints);
        // `there exists` is a formula that goes on.
        let goes_on = self.at > 0 && self.tokens[self.at - 1].text == "there";
        let begins_formula = !goes_on
            && matches!(self.peek().text, "forall" | "exists" | "exactly" | "atmost" | "atleast" | "not")
            || self.peek().kind == TokenKind::Name && self.peek_at(1).text == "(";
        match foreign::statement(self.peek().text, begins_formula) {
            Some(hint) => error.with_help(hint),
            None => error,
        }
    }
}

fn unquoted(text: &str) -> &str {
    text.trim_matches('"')
}
