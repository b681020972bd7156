//! Statements whose words are otherwise names, so that models can use every name: the file with the data, and those of
//! genres: the relations of a board, how it is written and drawn, and predicates with values.

use jigsat_input::ParseError;

use super::{Parser, TokenKind, unquoted};
use crate::syntax::{Ident, Item, Pred, Sentence};

impl Parser<'_> {
    pub(super) fn board_item(&mut self) -> Result<Item, ParseError> {
        let token = self.peek();
        let (follows, span) = (self.peek_at(1).kind, token.span);
        match (token.text, follows) {
            ("board", TokenKind::Name) => {
                self.next();
                Ok(Item::Board { names: self.names("a relation or function of the board")?, span })
            }
            ("data", TokenKind::Text) => {
                self.next();
                let token = self.text("the file's name in double quotes")?;
                Ok(Item::Data { path: unquoted(token.text).to_owned(), span: token.span })
            }
            ("given", TokenKind::Name) => {
                self.next();
                let name = self.name("what is given")?;
                let places = self.places()?;
                let value = self.value_sort()?;
                let word = self.sentence();
                if value.is_none() && word.is_none() {
                    let expected = "'->' and a sort, or in double quotes the word that stands for it";
                    return Err(self.found().expecting(expected));
                }
                Ok(Item::Given { name, places, value, word })
            }
            ("genre", TokenKind::Name) => {
                self.next();
                let name = self.name("the genre's name")?;
                let about = self.sentence();
                let about = about.ok_or_else(|| self.found().expecting("what it is, in double quotes"))?;
                Ok(Item::Genre { name, about })
            }
            ("address" | "saved" | "draw" | "generate", TokenKind::Name | TokenKind::Sign) => {
                let what = self.name("what is described")?;
                let mut names = Vec::new();
                if self.peek().kind == TokenKind::Name {
                    names.push(self.name("a name")?);
                    while self.takes(",") {
                        names.push(self.name("another name")?);
                    }
                }
                self.expect(":")?;
                Ok(Item::Form { what, names, parts: self.parts()? })
            }
            _ => Err(self.statement_expected()),
        }
    }

    /// The item after the word `pred`.
    pub(super) fn pred(&mut self) -> Result<Item, ParseError> {
        let name = self.name("the predicate's name")?;
        let (mut places, mut guard) = (Vec::new(), None);
        if self.begins_places()? {
            places = self.binders()?;
            guard = if self.takes("|") { Some(self.expr()?) } else { None };
            self.expect(")")?;
        }
        let value = self.value_sort()?;
        if let (Some(guard), None) = (&guard, &value) {
            let help = "only a function may be defined for some values alone: '-> SORT'";
            return Err(self.error(guard.span, "found a guard of a predicate").with_help(help));
        }
        // A function's first sentence belongs to the rule that it has one value.
        let sentence = if value.is_some() { self.sentence() } else { None };
        let holds = if sentence.is_none() || self.takes(",") { self.sentence() } else { None };
        let words = match holds {
            None => None,
            Some(holds) => {
                let fails = if self.takes(",") { self.sentence() } else { None };
                let Some(fails) = fails else {
                    let help =
                        "explanations have a sentence for where it holds, and one for where it doesn't";
                    return Err(self
                        .found()
                        .expecting("a comma and a second sentence in double quotes")
                        .with_help(help));
                };
                Some([holds, fails])
            }
        };
        let outside = if self.takes_word("outside") { Some(self.term()?) } else { None };
        Ok(Item::Pred(Box::new(Pred { name, places, guard, value, sentence, words, outside })))
    }

    /// `-> SORT`, if it comes next.
    pub(super) fn value_sort(&mut self) -> Result<Option<Ident>, ParseError> {
        if self.takes("->") { Ok(Some(self.name("the sort of its values")?)) } else { Ok(None) }
    }

    /// A text in double quotes, if it comes next.
    pub(super) fn sentence(&mut self) -> Option<Sentence> {
        let token = self.peek();
        let sentence = (token.kind == TokenKind::Text)
            .then(|| Sentence { text: unquoted(token.text).to_owned(), span: token.span });
        if sentence.is_some() {
            self.next();
        }
        sentence
    }
}
