//! Sums, products, and statements about graphs and sequences. Their words are otherwise names: they count only before a
//! variable.

use jigsat_input::ParseError;

use super::{Parser, TokenKind, expr::join};
use crate::syntax::{Binder, Expr, Fold, Ident, Kind, Rooted, Selection, Shape, Structure};

impl Parser<'_> {
    /// Whether the current word is followed by a name and then something that may follow a variable.
    fn is_before_variable(&self) -> bool {
        self.peek_at(1).kind == TokenKind::Name
            && (self.peek_at(2).text == "along" || self.has_sort_after_names())
    }

    /// Whether the current word is followed by names separated by commas, and then a sort or something that may follow
    /// a variable.
    fn has_sort_after_names(&self) -> bool {
        let mut ahead = 1;
        while self.peek_at(ahead).kind == TokenKind::Name && self.peek_at(ahead + 1).text == "," {
            ahead += 2;
        }
        self.peek_at(ahead).kind == TokenKind::Name && matches!(self.peek_at(ahead + 1).text, ":" | "|" | ".")
    }

    /// `sum c: Cell | guard . term`, if that comes next. The term extends to the next comparison.
    pub(super) fn fold(&mut self) -> Result<Option<Expr>, ParseError> {
        let token = self.peek();
        if !matches!(token.text, "sum" | "product")
            || self.bound == Some(self.at)
            || !self.is_before_variable()
        {
            return Ok(None);
        }
        self.next();
        let (binders, guard) = (self.binders()?, self.guard()?);
        let body = self.term()?;
        let span = join(token.span, body.span);
        let fold = Fold { is_product: token.text == "product", binders, guard, body };
        Ok(Some(Expr { kind: Kind::Fold(Box::new(fold)), span }))
    }

    /// `connected c: Cell along near . body` and the like, if that comes next.
    pub(super) fn structure(&mut self) -> Result<Option<Expr>, ParseError> {
        let token = self.peek();
        let is_one = matches!(
            token.text,
            "acyclic" | "closed" | "connected" | "loop" | "matching" | "paths" | "regions" | "runs"
        );
        if !is_one || !self.is_before_variable() {
            return Ok(None);
        }
        self.next();
        let binder = self.one_binder()?;
        let shape = match token.text {
            "acyclic" => Shape::Acyclic { along: self.along()? },
            "closed" => Shape::Closed { along: self.along()? },
            "connected" => Shape::Connected { along: self.along()? },
            "loop" => Shape::Loop { along: self.along()? },
            "matching" => {
                let along = self.along()?;
                self.expect_word("with")?;
                Shape::Matching { along, with: self.selection()? }
            }
            "paths" => {
                let along = self.along()?;
                self.expect_word("ends")?;
                let ends = self.selection()?;
                self.expect_word("by")?;
                Shape::Paths { along, ends, by: self.term()? }
            }
            "regions" => {
                let along = self.along()?;
                let words = [("root", Rooted::One), ("pair", Rooted::Two), ("of", Rooted::Any)];
                let word = words.into_iter().find(|(word, _)| self.takes_word(word));
                let root = word.map(|_| self.selection()).transpose()?;
                let rooted = word.map_or(Rooted::Any, |(_, rooted)| rooted);
                let before_size = if rooted == Rooted::Two { "between" } else { "size" };
                let size = if self.takes_word(before_size) { Some(self.term()?) } else { None };
                Shape::Regions { along, root, rooted, size }
            }
            _ => {
                let guard = self.guard()?;
                let body = self.nested(|parser| parser.chain(1))?;
                self.expect_word("are")?;
                let nth = self.one_binder()?;
                let nth_guard = self.guard()?;
                let length = self.term()?;
                let span = join(token.span, length.span);
                let shape = Shape::Runs { nth, guard: nth_guard, length };
                let kind = Kind::Structure(Box::new(Structure { shape, binder, guard, body }));
                return Ok(Some(Expr { kind, span }));
            }
        };
        let guard = self.guard()?;
        let body = self.expr()?;
        let span = join(token.span, body.span);
        Ok(Some(Expr { kind: Kind::Structure(Box::new(Structure { shape, binder, guard, body })), span }))
    }

    fn along(&mut self) -> Result<Ident, ParseError> {
        self.expect_word("along")?;
        self.name("the fact that joins nodes")
    }

    fn selection(&mut self) -> Result<Selection, ParseError> {
        let binder = self.one_binder()?;
        let guard = if self.takes("|") { Some(self.chain(1)?) } else { None };
        Ok(Selection { binder, guard })
    }

    fn one_binder(&mut self) -> Result<Binder, ParseError> {
        let names = vec![self.name("a variable's name")?];
        let sort = if self.takes(":") { Some(self.name("a sort's name")?) } else { None };
        Ok(Binder { names, sort })
    }

    /// `| guard .`, or the dot alone.
    fn guard(&mut self) -> Result<Option<Expr>, ParseError> {
        let guard = if self.takes("|") { Some(self.expr()?) } else { None };
        if !self.takes(".") {
            let expected = if guard.is_some() { "'.'" } else { "'|' and a guard, or '.'" };
            return Err(self.found().expecting(expected));
        }
        Ok(guard)
    }
}
