//! Sorts: ranges, sets, other names for sorts, and those from the data.

use std::collections::BTreeSet;

use jigsat_cnf::rarely;
use jigsat_input::{ParseError, quote};

use super::{Global, MAX_SORTS, MAX_VALUES, Resolver, declare::twice, known_names};
use crate::{
    data::Datum,
    parse::KEYWORDS,
    syntax::{Element, Ident, SortValues, Span},
    theory::{Sort, Values},
};

impl<'a> Resolver<'a> {
    pub(super) fn declare_sort(
        &mut self,
        name: &Ident,
        values: Option<&'a SortValues>,
    ) -> Result<(), ParseError> {
        let id = self.theory.sorts.len();
        if id == MAX_SORTS {
            let message = format!("found {} as one more sort", quote(&name.name));
            return Err(self.error(name.span, message).expecting(format!("at most {MAX_SORTS}")));
        }
        let mut same_as = id;
        let values = match (self.data.get(&name.name), values) {
            (Some(datum), _) => self.values_of(&name.name, datum)?,
            (None, Some(SortValues::Range(first, last))) => {
                let span = first.span;
                let (first, last) = (self.constant(first)?, self.constant(last)?);
                Self::range(first, last).map_err(|message| self.error(span, message))?
            }
            (None, Some(SortValues::Alias(other))) => {
                let other = self.sort(other)?;
                same_as = self.theory.sorts[other].same_as;
                self.theory.sorts[other].values.clone()
            }
            (None, Some(SortValues::Set(elements))) => self.set(elements)?,
            (None, None) => return Err(self.no_data(name, "sort")),
        };
        // Symbols under another name of a sort were checked before.
        if let (Values::Symbols(symbols), true) = (&values, same_as == id)
            && let Some(symbol) = symbols.names().iter().find(|symbol| self.names.contains_key(*symbol))
        {
            let message =
                format!("sort '{}' has the value '{symbol}', which is a name of the model, too", name.name);
            return Err(self.error(name.span, message));
        }
        self.add(name, Global::Sort(id))?;
        let columns = self.theory.sorts.get(same_as).and_then(|sort| sort.columns);
        self.theory.sorts.push(Sort { name: name.name.clone(), values, same_as, columns });
        Ok(())
    }

    fn range(first: i64, last: i64) -> Result<Values, String> {
        match last.checked_sub(first) {
            Some(less_one) if less_one < 0 => Err(format!("the range {first}..{last} has no value")),
            Some(less_one) if less_one.unsigned_abs() < MAX_VALUES => Ok(Values::Range { first, last }),
            _ => Err(format!("the range {first}..{last} has more than {MAX_VALUES} values")),
        }
    }

    fn set(&self, elements: &[Element]) -> Result<Values, ParseError> {
        let mut numbers: BTreeSet<i64> = BTreeSet::new();
        let mut symbols: Vec<Ident> = Vec::new();
        for element in elements {
            match element {
                Element::Number(number, span) => {
                    if !numbers.insert(*number) {
                        return Err(self.error(*span, format!("{number} is there twice")));
                    }
                }
                Element::Symbol(symbol) => symbols.push(symbol.clone()),
            }
        }
        if let (Some(symbol), false) = (symbols.first(), numbers.is_empty()) {
            let message = format!("found the symbol '{}' among numbers", symbol.name);
            return Err(self.error(symbol.span, message).expecting("either numbers or symbols"));
        }
        if let Some(symbol) = twice(&symbols) {
            return Err(self.error(symbol.span, format!("'{}' is there twice", symbol.name)));
        }
        if let Some(symbol) = symbols.iter().find(|symbol| self.names.contains_key(&symbol.name)) {
            let what = self.names[&symbol.name].0.what();
            let message = format!("'{}' is {what} and can't be a value, too", symbol.name);
            return Err(self.error(symbol.span, message));
        }
        if numbers.is_empty() {
            return Ok(Values::symbols(symbols.into_iter().map(|symbol| symbol.name).collect()));
        }
        Ok(Values::numbers(numbers.into_iter().collect()))
    }

    /// `1..9`, `[1, 3, 5]` or `[red, green]`.
    fn values_of(&self, name: &str, datum: &Datum) -> Result<Values, ParseError> {
        let error = |path: String, message: String| {
            self.data
                .error(&path, 0, message)
                .expecting("a range such as 1..9, or a list of numbers or names")
        };
        let elements = match datum {
            Datum::Text(text) => {
                let bounds = text.split_once("..");
                let bounds = bounds.and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
                let Some((first, last)) = bounds else {
                    return Err(error(name.to_owned(), format!("found {}", quote(text))));
                };
                return Self::range(first, last).map_err(|message| self.data.error(name, 0, message));
            }
            Datum::List(elements) => elements,
            Datum::Number(number) => return Err(error(name.to_owned(), format!("found {number}"))),
        };
        let (mut numbers, mut symbols) = (Vec::new(), Vec::new());
        for (place, element) in elements.iter().enumerate() {
            let path = format!("{name}[{place}]");
            match element {
                Datum::Number(number) if symbols.is_empty() => numbers.push(*number),
                Datum::Text(text) if numbers.is_empty() && is_symbol(text) => symbols.push(text.clone()),
                other => return Err(error(path, format!("found {}", quote(&other.to_string())))),
            }
        }
        let count = elements.len();
        if count as u64 > MAX_VALUES || count == 0 {
            let message = format!("sort '{name}' has {count} values");
            return Err(self.data.error(name, 0, message).expecting(format!("1 to {MAX_VALUES}")));
        }
        let distinct: BTreeSet<&String> = rarely::set(symbols.iter());
        numbers.sort_unstable();
        if distinct.len() < symbols.len() || numbers.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(self.data.error(name, 0, format!("sort '{name}' has a value twice")));
        }
        Ok(if symbols.is_empty() { Values::numbers(numbers) } else { Values::symbols(symbols) })
    }

    /// The sort that a symbol belongs to; `expected` decides if there are several.
    pub(super) fn symbol(
        &self,
        name: &str,
        span: Span,
        expected: Option<usize>,
    ) -> Result<Option<(usize, i64)>, ParseError> {
        let sorts = self.theory.sorts.iter().enumerate();
        let fitting: Vec<(usize, i64)> = sorts
            .filter(|(id, sort)| sort.same_as == *id && sort.is_symbolic())
            .filter_map(|(id, sort)| Some((id, sort.read(name)?)))
            .collect();
        if let [one] = fitting[..] {
            return Ok(Some(one));
        }
        if let Some(expected) = expected
            && let Some(&found) = fitting.iter().find(|(id, _)| self.alike(*id, expected))
        {
            return Ok(Some(found));
        }
        if fitting.is_empty() {
            return Ok(None);
        }
        let names: Vec<&str> = fitting.iter().map(|&(id, _)| self.sort_name(id)).collect();
        let message = format!("'{name}' is a value of several sorts");
        let help = format!("{}; say which: {}({name})", known_names("sorts", &names), names[0]);
        Err(self.error(span, message).with_help(help))
    }
}

fn is_symbol(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && chars.all(|char| char.is_alphanumeric() || char == '_')
        && !KEYWORDS.contains(&text)
}
