//! Macros: a body whose parameters mean the arguments of the macro.
//!
//! Arguments are resolved where they are used, in the scope in which they were written, so that no variable of the body
//! can capture one of theirs.

use jigsat_input::{ParseError, quote};

use super::{
    MAX_DEPTH, MAX_PARTS, Resolver,
    scope::{Local, Scope},
};
use crate::syntax::{Expr, Ident, Span};

impl<'a> Resolver<'a> {
    /// Resolves a macro's body with its parameters meaning the arguments.
    pub(super) fn expand<T>(
        &mut self,
        number: usize,
        name: &Ident,
        args: &'a [Expr],
        scope: &Scope<'a>,
        resolve: impl FnOnce(&mut Self, &'a Expr, &Scope<'a>) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        let (params, body) = (self.macros[number].params, self.macros[number].body);
        if args.len() != params.len() {
            return Err(self.wrong_count(name, args.len(), params.len()));
        }
        // A macro knows only those before it, so expansion terminates.
        if self.applied.last().is_some_and(|&(outer, _)| number >= outer && self.in_body(name.span)) {
            let message = format!("macro {} is not yet defined here", quote(&name.name));
            return Err(self
                .error(name.span, message)
                .with_help("a macro can use only macros that are declared before it"));
        }
        let inner = params.iter().zip(args).fold(Scope::default(), |inner, (param, arg)| {
            inner.with(&param.name, Local::Argument(arg, scope.clone()))
        });
        self.applied.push((number, name.span));
        let result = resolve(self, body, &inner);
        self.applied.pop();
        result
    }

    /// Whether a place lies in the body of the macro that is being expanded, not in an argument.
    fn in_body(&self, span: Span) -> bool {
        self.applied.last().is_some_and(|&(number, _)| {
            let body = self.macros[number].body.span;
            body.file == span.file && (body.start..=body.end).contains(&span.start)
        })
    }

    /// Keeps expansion within bounds.
    pub(super) fn nested<T>(
        &mut self,
        span: Span,
        inner: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            let message = format!("the macros expand to more than {MAX_PARTS} parts");
            return Err(self.error(span, message));
        }
        if self.depth == MAX_DEPTH {
            return Err(self.error(span, format!("formulas are nested deeper than {MAX_DEPTH} levels")));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }
}
