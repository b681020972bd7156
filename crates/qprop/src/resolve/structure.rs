//! Statements about graphs and sequences.

use jigsat_input::{ParseError, quote};

use super::{Global, Resolver, scope::Scope};
use crate::{
    syntax::{self, Expr, Ident, Kind, Op},
    theory::{Formula, Selection, Shape, Structure, Var},
};

impl<'a> Resolver<'a> {
    /// The part below the outer `forall`s: a formula, or a structure, possibly with a condition.
    pub(super) fn stated(
        &mut self,
        expr: &'a Expr,
        scope: &Scope<'a>,
    ) -> Result<(Formula, Option<Structure>), ParseError> {
        match &expr.kind {
            Kind::Structure(structure) => {
                Ok((Formula::Bool(true), Some(self.structure(structure, expr, scope)?)))
            }
            Kind::Chain(first, rest) => {
                if let [(Op::Implies, Expr { kind: Kind::Structure(structure), .. })] = &rest[..] {
                    let condition = self.formula(first, scope, false)?;
                    return Ok((condition, Some(self.structure(structure, &rest[0].1, scope)?)));
                }
                Ok((self.formula(expr, scope, false)?, None))
            }
            _ => Ok((self.formula(expr, scope, false)?, None)),
        }
    }

    fn structure(
        &mut self,
        structure: &'a syntax::Structure,
        expr: &Expr,
        scope: &Scope<'a>,
    ) -> Result<Structure, ParseError> {
        let var = self.one(&structure.binder, scope)?;
        let inner = scope.with_vars(std::slice::from_ref(&var));
        self.bound += 1;
        let guard = structure.guard.as_ref().map(|guard| self.condition(guard, &inner)).transpose()?;
        let body = self.formula(&structure.body, &inner, false)?;
        self.bound -= 1;
        let shape = match &structure.shape {
            syntax::Shape::Connected { along } => {
                Shape::Connected { along: self.along(along, &var, true)?.0 }
            }
            syntax::Shape::Acyclic { along } => Shape::Acyclic { along: self.along(along, &var, true)?.0 },
            syntax::Shape::Closed { along } => Shape::Closed { along: self.along(along, &var, false)?.0 },
            syntax::Shape::Loop { along } => Shape::Loop { along: self.along(along, &var, false)?.0 },
            syntax::Shape::Paths { along, ends, by } => {
                let (along, node) = self.along(along, &var, false)?;
                let (ends, inner) = self.selection(ends, node, scope)?;
                Shape::Paths { along, ends, by: self.known_value(by, &inner)? }
            }
            syntax::Shape::Matching { along, with } => {
                let fact = self.pairs(along, &var)?;
                Shape::Matching { along: fact, with: self.selection(with, var.sort, scope)?.0 }
            }
            syntax::Shape::Regions { along, root, rooted, size } => {
                let (along, node) = self.along(along, &var, true)?;
                let root = root.as_ref().map(|root| self.selection(root, node, scope)).transpose()?;
                let inner = root.as_ref().map_or(scope, |(_, inner)| inner).clone();
                let size = size.as_ref().map(|size| self.known_number(size, &inner)).transpose()?;
                Shape::Regions { along, root: root.map(|(root, _)| root), rooted: *rooted, size }
            }
            syntax::Shape::Runs { nth, guard, length } => {
                let nth = self.one(nth, scope)?;
                let inner = scope.with_vars(std::slice::from_ref(&nth));
                let guard = guard.as_ref().map(|guard| self.condition(guard, &inner)).transpose()?;
                Shape::Runs { nth, guard, length: self.known_number(length, &inner)? }
            }
        };
        Ok(Structure { shape, var, guard, body, span: expr.span })
    }

    fn one(&mut self, binder: &syntax::Binder, scope: &Scope<'a>) -> Result<Var, ParseError> {
        let mut vars = self.bind(std::slice::from_ref(binder), scope)?;
        Ok(vars.remove(0))
    }

    /// The fact, and the sort of its nodes; `of_nodes` says whether nodes may be chosen.
    fn along(&self, name: &Ident, var: &Var, of_nodes: bool) -> Result<(usize, usize), ParseError> {
        let expected = if of_nodes {
            "a fact of two places that joins nodes, or of three: an edge and the nodes that it joins"
        } else {
            "a fact of three places: an edge and the nodes that it joins"
        };
        let fact = match self.global(&name.name) {
            Some(Global::Fact(fact)) => fact,
            Some(other) => {
                let message = format!("{} is {}", quote(&name.name), other.what());
                return Err(self.error(name.span, message).expecting(expected));
            }
            None => return Err(self.unknown(name)),
        };
        let places = &self.theory.facts[fact].places;
        let node = match places[..] {
            [a, b] if of_nodes && self.alike(a, b) && self.alike(a, var.sort) => a,
            [e, a, b] if self.alike(a, b) && self.alike(e, var.sort) => a,
            _ => {
                let message = format!("{} does not join what '{}' stands for", quote(&name.name), var.name);
                return Err(self.error(name.span, message).expecting(expected));
            }
        };
        Ok((fact, node))
    }

    /// The fact of two places that joins nodes.
    fn pairs(&self, name: &Ident, var: &Var) -> Result<usize, ParseError> {
        let (fact, _) = self.along(name, var, true)?;
        if self.theory.facts[fact].places.len() != 2 {
            let message = format!("{} joins nodes by edges", quote(&name.name));
            return Err(self.error(name.span, message).expecting("a fact of two places, which joins nodes"));
        }
        Ok(fact)
    }

    fn selection(
        &mut self,
        selection: &'a syntax::Selection,
        node: usize,
        scope: &Scope<'a>,
    ) -> Result<(Selection, Scope<'a>), ParseError> {
        let var = self.one(&selection.binder, scope)?;
        if !self.alike(var.sort, node) {
            let message = format!("'{}' is a value of sort {}", var.name, self.sort_name(var.sort));
            let span = selection.binder.names[0].span;
            return Err(self
                .error(span, message)
                .expecting(format!("a node, of sort {}", self.sort_name(node))));
        }
        let inner = scope.with_vars(std::slice::from_ref(&var));
        let guard = selection.guard.as_ref().map(|guard| self.condition(guard, &inner)).transpose()?;
        Ok((Selection { var, guard }, inner))
    }
}
