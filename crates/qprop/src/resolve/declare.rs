//! Declarations, in their order.

use std::collections::BTreeSet;

use jigsat_input::{ParseError, quote};

use super::{Global, MAX_ATOMS, MAX_VARIABLES, Macro, Resolver, known_names, scope::Scope, term::Type};
use crate::{
    data::Datum,
    parse::searched_variable,
    syntax::{Binder, Expr, Ident, Item, Sentence, Techniques},
    theory::{Assert, Fact, Meaning, SortId, Term},
};

impl<'a> Resolver<'a> {
    pub(super) fn declare(&mut self, item: &'a Item) -> Result<(), ParseError> {
        match item {
            Item::Const { name, value } => self.declare_const(name, value.as_ref()),
            Item::Sort { name, values } => self.declare_sort(name, values.as_ref()),
            Item::Var(binder) => self.declare_vars(binder),
            Item::Board { names, span } => self.declare_board(names, *span),
            Item::Given { name, places, value, .. } => self.declare_given(name, places, value.as_ref()),
            Item::Fact { name, places, value: Some(value), .. } => self.declare_function(name, places, value),
            Item::Fact { name, places, value: None, when, is_closed } => {
                self.declare_fact(name, places, when.as_ref(), *is_closed)
            }
            Item::Pred(pred) => self.declare_pred(pred),
            Item::Def { name, params, body } => {
                self.add(name, Global::Macro(self.macros.len()))?;
                if let Some(param) = params.get(MAX_VARIABLES) {
                    let message = format!("found {} as one more parameter", quote(&param.name));
                    return Err(self
                        .error(param.span, message)
                        .expecting(format!("at most {MAX_VARIABLES}")));
                }
                if let Some(twice) = twice(params) {
                    return Err(self.error(twice.span, format!("parameter '{}' is there twice", twice.name)));
                }
                self.macros.push(Macro { name: &name.name, params, body });
                Ok(())
            }
            Item::Include { .. }
            | Item::Data { .. }
            | Item::Assert { .. }
            | Item::Show(_)
            | Item::Genre { .. }
            | Item::Form { .. } => Ok(()),
        }
    }

    fn declare_const(&mut self, name: &Ident, value: Option<&'a Expr>) -> Result<(), ParseError> {
        let value = match (self.data.get(&name.name), value) {
            (Some(Datum::Number(number)), _) => *number,
            (Some(other), _) => {
                let found = format!("constant {} is {}", quote(&name.name), quote(&other.to_string()));
                return Err(self.data.error(&name.name, 0, found).expecting("a number"));
            }
            (None, Some(value)) => self.constant(value)?,
            (None, None) => return Err(self.no_data(name, "constant")),
        };
        self.add(name, Global::Const(value))
    }

    pub(super) fn no_data(&self, name: &Ident, what: &str) -> ParseError {
        let message = format!("{what} {} has no value in the model, and none in the data", quote(&name.name));
        self.error(name.span, message).with_help("give a YAML file that has it: `data: FILE`")
    }

    /// The value of a term without variables.
    pub(super) fn constant(&mut self, expr: &'a Expr) -> Result<i64, ParseError> {
        let (term, kind) = self.term(expr, &Scope::default(), None)?;
        if kind != Type::Number {
            return Err(self.error(expr.span, "found a symbol").expecting("a number"));
        }
        let Term::Value(value) = term else {
            return Err(self.error(expr.span, "this term has no value"));
        };
        Ok(value)
    }

    fn declare_vars(&mut self, binder: &Binder) -> Result<(), ParseError> {
        let Some(sort) = &binder.sort else { return Ok(()) };
        // In other languages, a type comes first: `var int: x`.
        let kind = binder.names.iter().find(|name| matches!(name.name.as_str(), "int" | "bool" | "float"));
        if let (Some(kind), None) = (kind, self.global(&sort.name)) {
            let message = format!("found {} as a variable", quote(&kind.name));
            return Err(self.error(kind.span, message).with_help(searched_variable()));
        }
        let sort = self.sort(sort)?;
        for name in &binder.names {
            self.not_global(name)?;
            if let Some(&other) = self.var_sorts.get(&name.name)
                && other != sort
            {
                let message =
                    format!("'{}' is already a variable of sort {}", name.name, self.sort_name(other));
                return Err(self.error(name.span, message));
            }
            self.var_sorts.insert(name.name.clone(), sort);
        }
        Ok(())
    }

    fn declare_fact(
        &mut self,
        name: &'a Ident,
        places: &[Binder],
        when: Option<&'a Expr>,
        is_closed: bool,
    ) -> Result<(), ParseError> {
        self.slots = 0;
        let vars = self.places(places)?;
        if vars.is_empty() {
            let help = "a fact without places is a constant: const rainy = 1, and rainy = 1 in a guard";
            return Err(self.error(name.span, "a fact has at least one place").with_help(help));
        }
        let sorts: Vec<_> = vars.iter().map(|var| var.sort).collect();
        let joins_alike =
            |pair: &[SortId]| self.theory.sorts[pair[0]].same_as == self.theory.sorts[pair[1]].same_as;
        if is_closed && !sorts.last_chunk::<2>().is_some_and(|pair| joins_alike(pair)) {
            let help = "steps lead from the last place but one to the last";
            return Err(self
                .error(name.span, "the last two places of a closed fact have one sort")
                .with_help(help));
        }
        let meaning = match (when, self.data.get(&name.name)) {
            (Some(_), Some(_)) => {
                let message =
                    format!("fact '{}' is computed by the model, so the data can't list it", name.name);
                return Err(self.data.error(&name.name, 0, message));
            }
            (Some(when), None) => {
                let scope = Scope::default().with_vars(&vars);
                self.defining = Some(&name.name);
                let formula = self.condition(when, &scope)?;
                self.defining = None;
                self.theory.computed(vars, self.slots, formula, is_closed)
            }
            (None, Some(datum)) => Meaning::Listed(self.tuples(&name.name, datum, &sorts)?.into()),
            (None, None) => return Err(self.no_data(name, "fact")),
        };
        self.add(name, Global::Fact(self.theory.facts.len()))?;
        let (name, span) = (name.name.clone(), name.span);
        self.theory.facts.push(Fact { name, places: sorts, function: None, meaning, span });
        Ok(())
    }

    pub(super) fn assert(
        &mut self,
        name: &Ident,
        sentence: Option<&Sentence>,
        techniques: Option<&Techniques>,
        formula: &'a Expr,
        is_redundant: bool,
    ) -> Result<(), ParseError> {
        if let Some(other) = self.asserts.insert(name.name.clone(), name.span) {
            let place = self.sources.place(other);
            let message = format!("there is already an assert '{}', in {place}", name.name);
            return Err(self.error(name.span, message));
        }
        self.slots = 0;
        let (vars, guard, body, structure) = self.outer(formula)?;
        let (sentence, told_by) = self.sentence(name, sentence, &vars)?;
        let (name, span) = (name.name.clone(), name.span);
        let slots = self.slots;
        let assert = Assert {
            name,
            is_redundant,
            techniques: techniques.cloned(),
            sentence,
            told_by,
            vars,
            guard,
            body,
            structure,
            slots,
            span,
        };
        self.theory.asserts.push(assert);
        Ok(())
    }

    /// The shown predicates: all, unless an item says which.
    pub(super) fn show(&mut self, items: &[Item]) -> Result<(), ParseError> {
        let mut chosen = Vec::new();
        let mut last = None;
        for item in items {
            let Item::Show(names) = item else { continue };
            for name in names {
                last = Some(name.span);
                let Some(Global::Pred(pred)) = self.global(&name.name) else {
                    let known: Vec<&str> = self.theory.preds.iter().map(|pred| pred.name.as_str()).collect();
                    let message = format!("there is no predicate {}", quote(&name.name));
                    return Err(self.error(name.span, message).with_help(known_names("predicates", &known)));
                };
                chosen.push(pred);
            }
        }
        if let (Some(genre), Some(last)) = (self.genre(), last) {
            let hidden = (0..self.theory.preds.len()).find(|pred| !chosen.contains(pred));
            if let Some(hidden) = hidden {
                let hidden = &self.theory.preds[hidden].name;
                let message = format!("a solution of genre '{genre}' lacks predicate '{hidden}'");
                let help = "boards whose solutions differ only in what is hidden would be called unique: leave out \
                    'show', or write the rule without that predicate";
                return Err(self.error(last, message).expecting("all predicates").with_help(help));
            }
        }
        if !chosen.is_empty() {
            self.theory.preds.iter_mut().for_each(|pred| pred.shown = false);
            for pred in chosen {
                self.theory.preds[pred].shown = true;
            }
        }
        Ok(())
    }

    /// The name of the genre that the model defines.
    fn genre(&self) -> Option<&str> {
        self.items.iter().find_map(|item| match item {
            Item::Genre { name, .. } => Some(name.name.as_str()),
            _ => None,
        })
    }

    /// Gives each atom its number, in the order of declaration.
    pub(super) fn number_atoms(&mut self, items: &[Item]) -> Result<(), ParseError> {
        let mut next: u64 = 0;
        for number in 0..self.theory.preds.len() {
            let sizes =
                self.theory.preds[number].places.iter().map(|&sort| self.theory.sorts[sort].len() as u64);
            let count = sizes.fold(1, u64::saturating_mul);
            let total = next.saturating_add(count);
            let pred = &mut self.theory.preds[number];
            if total > MAX_ATOMS {
                let message = format!("predicate '{}' has {count} atoms", pred.name);
                let span = items.iter().find_map(|item| match item {
                    Item::Pred(item) if item.name.name == pred.name => Some(item.name.span),
                    _ => None,
                });
                return Err(self
                    .error(span.unwrap_or_default(), message)
                    .expecting(format!("at most {MAX_ATOMS} atoms in a model")));
            }
            pred.first = next as u32;
            pred.count = count as u32;
            next = total;
        }
        self.theory.atoms = next as u32;
        Ok(())
    }

    /// Rejects data that the model doesn't ask for.
    pub(super) fn unknown_data(&self) -> Result<(), ParseError> {
        for name in self.data.names() {
            if !matches!(self.global(name), Some(Global::Const(_) | Global::Sort(_) | Global::Fact(_))) {
                let wanted = |(_, (global, _)): &(&String, &(Global, _))| {
                    matches!(global, Global::Const(_) | Global::Sort(_) | Global::Fact(_))
                };
                let known: Vec<&str> =
                    self.names.iter().filter(wanted).map(|(name, _)| name.as_str()).collect();
                let message = format!("the model has no constant, sort or fact {}", quote(name));
                return Err(self.data.error(name, 0, message).with_help(known_names("names", &known)));
            }
        }
        Ok(())
    }
}

pub(super) fn twice(names: &[Ident]) -> Option<&Ident> {
    let mut known = BTreeSet::new();
    names.iter().find(|name| !known.insert(&name.name))
}
