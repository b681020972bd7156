//! How boards are written, drawn and made: `cells(hex(number) | "." unknown)`.

use jigsat_input::ParseError;

use super::{Parser, TokenKind, expr::join, unquoted};
use crate::syntax::{Code, CodeKind, Ident, Span};

impl Parser<'_> {
    /// The parts of a description, with commas between them. A part is a text or a name with arguments; only within
    /// parentheses may alternatives and sequences be, because another statement may follow.
    pub(super) fn parts(&mut self) -> Result<Vec<Code>, ParseError> {
        let mut parts = vec![self.code_element()?];
        while self.takes(",") {
            parts.push(self.code_element()?);
        }
        Ok(parts)
    }

    /// Alternatives with `|` between them.
    fn code(&mut self) -> Result<Code, ParseError> {
        self.nested(|parser| {
            let mut choice = vec![parser.code_sequence()?];
            while parser.takes("|") {
                choice.push(parser.code_sequence()?);
            }
            Ok(joined(choice, CodeKind::Choice))
        })
    }

    /// Elements that follow each other.
    fn code_sequence(&mut self) -> Result<Code, ParseError> {
        let mut sequence = vec![self.code_element()?];
        while !matches!(self.peek().text, "|" | "," | ")") && self.peek().kind != TokenKind::End {
            sequence.push(self.code_element()?);
        }
        Ok(joined(sequence, CodeKind::Sequence))
    }

    fn code_element(&mut self) -> Result<Code, ParseError> {
        let token = self.peek();
        let (kind, span) = match token.kind {
            TokenKind::Text => {
                self.next();
                (CodeKind::Text(unquoted(token.text).to_owned()), token.span)
            }
            TokenKind::Number(number) => {
                self.next();
                (CodeKind::Number(number), token.span)
            }
            TokenKind::Name => {
                self.next();
                let name = Ident { name: token.text.to_owned(), span: token.span };
                let (args, span) = self.code_args(token.span)?;
                (CodeKind::Part(name, args), span)
            }
            TokenKind::Sign if token.text == "(" => {
                self.next();
                let inner = self.code()?;
                self.expect(")")?;
                return Ok(inner);
            }
            _ => {
                return Err(self.found().expecting("a part such as rooms(room), or a text in double quotes"));
            }
        };
        Ok(Code { kind, span })
    }

    fn code_args(&mut self, name: Span) -> Result<(Vec<Code>, Span), ParseError> {
        let mut args = Vec::new();
        if !self.takes("(") {
            return Ok((args, name));
        }
        args.push(self.code()?);
        while self.takes(",") {
            args.push(self.code()?);
        }
        let end = self.peek().span;
        self.expect(")")?;
        Ok((args, join(name, end)))
    }
}

/// One code alone, or several as one.
fn joined(mut codes: Vec<Code>, kind: impl Fn(Vec<Code>) -> CodeKind) -> Code {
    if codes.len() == 1 {
        return codes.remove(0);
    }
    let span = join(codes[0].span, codes[codes.len() - 1].span);
    Code { kind: kind(codes), span }
}
