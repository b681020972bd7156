//! Formulas and terms, level by level.

use jigsat_input::ParseError;

use super::{MAX_DEPTH, Parser, TokenKind, foreign};
use crate::syntax::{Expr, Ident, Kind, Op, Quantified, Quantifier, Span};

impl Parser<'_> {
    /// A formula or a term.
    pub(super) fn expr(&mut self) -> Result<Expr, ParseError> {
        self.nested(|parser| {
            let first = parser.chain(1)?;
            let Some(op) = parser.op(0) else { return Ok(first) };
            parser.next();
            let second = parser.chain(1)?;
            if parser.op(0).is_some() {
                let help = "write 'a implies (b implies c)' or '(a implies b) implies c'";
                return Err(parser
                    .found()
                    .expecting("parentheses that say what belongs together")
                    .with_help(help));
            }
            let span = join(first.span, second.span);
            Ok(Expr { kind: Kind::Chain(Box::new(first), vec![(op, second)]), span })
        })
    }

    /// An expression without logic: a bound, a constant.
    pub(super) fn term(&mut self) -> Result<Expr, ParseError> {
        self.nested(|parser| parser.chain(4))
    }

    /// Operands joined by operators of this level.
    pub(super) fn chain(&mut self, level: u8) -> Result<Expr, ParseError> {
        let first = self.operand(level)?;
        let mut rest = Vec::new();
        while let Some(op) = self.op(level) {
            self.next();
            rest.push((op, self.operand(level)?));
        }
        let Some((_, last)) = rest.last() else { return Ok(first) };
        let span = join(first.span, last.span);
        Ok(Expr { kind: Kind::Chain(Box::new(first), rest), span })
    }

    fn operand(&mut self, level: u8) -> Result<Expr, ParseError> {
        match level {
            1 => self.chain(2),
            2 => self.logical(),
            3 => self.chain(4),
            4 => self.chain(5),
            _ => self.primary(),
        }
    }

    /// A quantifier, `not`, or an operand of comparisons.
    fn logical(&mut self) -> Result<Expr, ParseError> {
        let token = self.peek();
        if token.kind != TokenKind::Keyword {
            return match self.structure()? {
                Some(structure) => Ok(structure),
                None => self.chain(3),
            };
        }
        match token.text {
            "not" => {
                self.next();
                let inner = self.nested(Parser::logical)?;
                let span = join(token.span, inner.span);
                Ok(Expr { kind: Kind::Not(Box::new(inner)), span })
            }
            "forall" | "exists" | "exactly" | "atmost" | "atleast" => self.quantified(),
            _ => self.chain(3),
        }
    }

    fn quantified(&mut self) -> Result<Expr, ParseError> {
        let token = self.peek();
        self.next();
        let quantifier = match token.text {
            "exactly" => Quantifier::Exactly(self.bound()?),
            "atmost" => Quantifier::AtMost(self.bound()?),
            "atleast" => Quantifier::AtLeast(self.bound()?),
            "exists" => Quantifier::Exists,
            _ => Quantifier::Forall,
        };
        let binders = self.binders()?;
        let guard = if self.takes("|") { Some(self.expr()?) } else { None };
        if !self.takes(".") {
            let expected =
                if guard.is_some() { "'.' and what holds" } else { "'|' and a guard, or '.' and what holds" };
            let error = self.found().expecting(expected);
            let is_compared = self.op(Op::Equal.level()).is_some() && guard.is_none();
            return Err(if is_compared { error.with_help(foreign::compared_variables()) } else { error });
        }
        let body = self.expr()?;
        let span = join(token.span, body.span);
        Ok(Expr { kind: Kind::Quantified(Box::new(Quantified { quantifier, binders, guard, body })), span })
    }

    fn bound(&mut self) -> Result<Expr, ParseError> {
        self.bound = Some(self.at);
        self.term()
    }

    fn primary(&mut self) -> Result<Expr, ParseError> {
        if let Some(fold) = self.fold()? {
            return Ok(fold);
        }
        let token = self.peek();
        let kind = match token.kind {
            TokenKind::Number(number) => {
                self.next();
                Kind::Number(number)
            }
            TokenKind::Name => {
                self.next();
                return self.after_name(token.text, token.span);
            }
            TokenKind::Keyword if token.text == "abs" => {
                self.next();
                if self.peek().text != "(" {
                    return Err(self.found().expecting("'('"));
                }
                return self.after_name(token.text, token.span);
            }
            TokenKind::Keyword if token.text == "true" || token.text == "false" => {
                self.next();
                Kind::Bool(token.text == "true")
            }
            TokenKind::Sign if token.text == "-" => {
                self.next();
                let inner = self.nested(Parser::primary)?;
                let span = join(token.span, inner.span);
                return Ok(Expr { kind: Kind::Minus(Box::new(inner)), span });
            }
            TokenKind::Sign if token.text == "(" => {
                self.next();
                let inner = self.expr()?;
                self.expect(")")?;
                return Ok(inner);
            }
            _ => return Err(self.found().expecting("a formula or a term")),
        };
        Ok(Expr { kind, span: token.span })
    }

    fn after_name(&mut self, name: &str, span: Span) -> Result<Expr, ParseError> {
        if !self.takes("(") {
            return Ok(Expr { kind: Kind::Name(name.to_owned()), span });
        }
        let mut args = vec![self.expr()?];
        while self.takes(",") {
            args.push(self.expr()?);
        }
        let end = self.peek().span;
        if !self.takes(")") {
            let error = self.found().expecting("',' or ')'");
            return Err(match foreign::foreign_name(name) {
                Some(hint) => error.with_help(hint),
                None => error,
            });
        }
        let ident = Ident { name: name.to_owned(), span };
        Ok(Expr { kind: Kind::Call(ident, args), span: join(span, end) })
    }

    /// The next token, if it is an operator of this level.
    fn op(&self, level: u8) -> Option<Op> {
        let op = match self.peek().text {
            "implies" => Op::Implies,
            "if" => Op::If,
            "iff" => Op::Iff,
            "or" => Op::Or,
            "and" => Op::And,
            "=" => Op::Equal,
            "=/=" | "!=" => Op::NotEqual,
            "<" => Op::Less,
            "<=" => Op::LessEqual,
            ">" => Op::Greater,
            ">=" => Op::GreaterEqual,
            "+" => Op::Plus,
            "-" => Op::Minus,
            "*" => Op::Times,
            "div" => Op::Div,
            "mod" => Op::Mod,
            _ => return None,
        };
        (op.level() == level).then_some(op)
    }

    pub(super) fn nested<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        if self.depth == MAX_DEPTH {
            return Err(self.found().expecting(format!("nesting of at most {MAX_DEPTH} levels")));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }
}

pub(super) fn join(first: Span, last: Span) -> Span {
    Span { end: last.end, ..first }
}
