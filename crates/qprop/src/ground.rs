//! From theory to ground constraints: each assert for all values of its variables, with facts and
//! comparisons decided on the way.
//!
//! Truth is three-valued in the sense of S. C. Kleene (Introduction to Metamathematics, 1952): an atom
//! whose argument lies outside of its sort is neither true nor false, and an error unless the rest of
//! the formula decides it. So `x < 4 and p(x + 1)` may be written in either order.

mod adder;
mod arith;
mod cnf;
mod enumerate;
mod error;
mod folded;
mod joined;
mod layers;
mod node;
mod order;
mod plan;
mod program;
mod structure;
mod table;
mod value;

use jigsat_cnf::{Interrupt, Stop as GivenUp};
use jigsat_input::ParseError;
use rustc_hash::FxHashMap;

use crate::{
    load::{Sources, Unread},
    syntax::Span,
    theory::{Assert, Meaning, Slot, Theory, Undefined},
};
use enumerate::{Code, Grounder, Walk};
use node::Node;
use order::sorted;
pub(crate) use program::Program;
use table::Table;

/// Maximum number of values of variables that grounding tries: this takes some seconds.
const MAX_STEPS: u64 = 100_000_000;
/// Maximum number of parts of a ground constraint, so that its tree fits into memory.
const MAX_PARTS: u64 = 4_000_000;

/// Grounds all asserts to at most this many clauses and constraints.
pub(crate) fn ground(
    theory: &Theory,
    sources: &Sources,
    max_clauses: u64,
    interrupt: &Interrupt,
) -> Result<Program, Unread> {
    let mut grounder = Grounder::new(theory, interrupt);
    for number in 0..theory.facts.len() {
        let table = tabled(&mut grounder, number);
        let table =
            table.map_err(|stop| stop.unread(|stop| error::of_fact(theory, sources, number, stop)))?;
        grounder.tables.push(table);
    }
    let mut program = Program::new(max_clauses);
    for (number, assert) in theory.asserts.iter().enumerate() {
        let done = ground_assert(&mut grounder, number, assert, &mut program);
        done.map_err(|stop| {
            stop.unread(|stop| error::of_assert(&grounder, sources, assert, stop, &program))
        })?;
    }
    program.steps = grounder.steps;
    program.rows = grounder.rows;
    Ok(program)
}

/// Why grounding ends early.
pub(super) enum Stop {
    Undefined(Undefined),
    /// A limit was reached.
    GivenUp(GivenUp),
    /// Too many values were tried.
    TooLong,
    /// There are more clauses than allowed.
    TooLarge,
    /// One constraint has too many parts.
    TooWide,
    /// Not a failure: a value decides a quantifier, so the others are left out.
    Decided,
    /// A comparison of searched values at this place has too many combinations of them.
    TooMixed(Span, u64),
}

impl Stop {
    /// The error of the whole; `told` tells one of the model.
    fn unread(self, told: impl FnOnce(&Stop) -> ParseError) -> Unread {
        match self {
            Stop::GivenUp(stop) => Unread::Stopped(stop),
            stop => Unread::Malformed(told(&stop)),
        }
    }
}

impl From<GivenUp> for Stop {
    fn from(stop: GivenUp) -> Self {
        Stop::GivenUp(stop)
    }
}

/// The table of a fact; the facts before it have their tables already.
fn tabled<'t>(grounder: &mut Grounder<'t>, number: usize) -> Result<Table<'t>, Stop> {
    let theory = grounder.theory;
    let fact = &theory.facts[number];
    let listed = if let Meaning::Listed(values) = &fact.meaning { &values[..] } else { &[] };
    let mut table = Table::new(&fact.places, &theory.sorts, listed).ok_or(Stop::TooLarge)?;
    match &fact.meaning {
        Meaning::Listed(values) => grounder.interrupt.step(values.len())?,
        Meaning::Computed { vars, slots, formula, ways, is_closed } => {
            grounder.env = vec![0; *slots];
            let bound: Vec<Slot> = vars.iter().map(|var| var.slot).collect();
            let whole = grounder.known(formula, &bound);
            for way in ways {
                let walk = grounder.walk(&way.vars, Some(&way.condition), &[]);
                grounder.each(&walk, &mut |grounder, row, undefined| {
                    if undefined.is_some() {
                        // The walk goes on with its values, and the formula may give others to the same variables.
                        let env = grounder.env.clone();
                        grounder.decide(&whole)?.map_err(Stop::Undefined)?;
                        grounder.env = env;
                    }
                    // If this way is undefined but the whole is not, it is true in another way.
                    table.add(&row[..vars.len()]);
                    Ok(())
                })?;
            }
            if *is_closed {
                close(&mut table, grounder)?;
            }
        }
    }
    Ok(table)
}

/// Closes the last two places of a table under steps, for each value of the places before them.
fn close(table: &mut Table<'_>, grounder: &mut Grounder<'_>) -> Result<(), Stop> {
    let (mut known, listed) = (0, table.len());
    // By where they start: all first steps.
    let mut steps: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
    for number in 0..table.len() as u32 {
        grounder.interrupt.step(1)?;
        if let Some((&to, start)) = table.row(number).split_last() {
            steps.entry(table.code_of(start)).or_default().push(to);
        }
    }
    let mut row = Vec::new();
    while known < table.len() {
        row.clear();
        row.extend_from_slice(table.row(known as u32));
        known += 1;
        let Some(to) = row.pop() else { break };
        let from = row.len() - 1;
        let first = std::mem::replace(&mut row[from], to);
        let next = steps.get(&table.code_of(&row));
        row[from] = first;
        for &to in next.into_iter().flatten() {
            grounder.tick()?;
            row.push(to);
            table.add(&row);
            row.pop();
        }
    }
    grounder.rows += (table.len() - listed) as u64;
    Ok(())
}

/// Grounds an assert for all values of its outer variables, in lexicographic order.
fn ground_assert(
    grounder: &mut Grounder<'_>,
    number: usize,
    assert: &Assert,
    program: &mut Program,
) -> Result<(), Stop> {
    // The variables that distinguish groups come first, so that each group is contiguous.
    let told = assert.told_by.iter().map(|&var| assert.vars[var].clone());
    let others = assert.vars.iter().enumerate().filter(|(var, _)| !assert.told_by.contains(var));
    let vars: Vec<_> = told.chain(others.map(|(_, var)| var.clone())).collect();
    grounder.env = vec![0; assert.slots];
    let theory = grounder.theory;
    // The assert is borrowed from the theory as long as the grounder lives.
    let assert = &theory.asserts[number];
    let walk = grounder.walk(&vars, assert.guard.as_ref(), &[]);
    if assert.guard.is_none() {
        // Without a guard, the number of constraints is known beforehand.
        let sizes = vars.iter().map(|var| theory.sorts[var.sort].len() as u64);
        let rows = sizes.fold(1, u64::saturating_mul);
        if rows > program.max_size - program.size {
            program.size = program.size.saturating_add(rows);
            return Err(Stop::TooLarge);
        }
    }
    let mut writer = Writer { number, told: assert.told_by.len(), group: None, program };
    if let Some(joined) = grounder.join(assert, &vars)
        && let Some(rows) = joined.rows(grounder)?
    {
        joined.write(&rows, grounder, &mut writer)?;
        return writer.end();
    }
    let bound: Vec<Slot> = vars.iter().map(|var| var.slot).collect();
    let body = grounder.compile(&assert.body, &bound);
    let structure = assert.structure.as_ref().map(|structure| grounder.structure(structure, &bound));
    let body = Body { formula: body, structure };
    if walk.in_order() {
        let done = grounder.each(&walk, &mut |grounder, row, undefined| match undefined {
            Some(why) => Err(Stop::Undefined(why)),
            None => writer.constraint(grounder, &body, row),
        });
        if writer.program.size > writer.program.max_size {
            return Err(Stop::TooLarge);
        }
        done?;
    } else {
        let rows = sorted_rows(grounder, &walk, vars.len(), writer.program)?;
        for row in rows.chunks_exact(vars.len()) {
            grounder.set(&vars, row);
            writer.constraint(grounder, &body, row)?;
        }
    }
    writer.end()
}

/// All rows of values, in lexicographic order.
fn sorted_rows<'t>(
    grounder: &mut Grounder<'t>,
    walk: &Walk<'t>,
    width: usize,
    program: &mut Program,
) -> Result<Vec<u32>, Stop> {
    let mut rows: Vec<u32> = Vec::new();
    let mut count: u64 = 0;
    let kept = program.max_size - program.size;
    let done = grounder.each(walk, &mut |_, row, undefined| {
        count += 1;
        if count <= kept {
            rows.extend_from_slice(row);
        }
        undefined.map_or(Ok(()), |why| Err(Stop::Undefined(why)))
    });
    if count > kept {
        program.size += count;
        return Err(Stop::TooLarge);
    }
    done?;
    Ok(sorted(rows, width))
}

/// An assert, prepared for grounding.
struct Body<'t> {
    /// The formula that must hold; for a structure, its condition.
    formula: Code<'t>,
    structure: Option<structure::Compiled<'t>>,
}

/// Writes the constraints of one assert, group after group.
struct Writer<'p> {
    number: usize,
    /// Number of variables that distinguish groups: the first ones.
    told: usize,
    group: Option<Vec<u32>>,
    program: &'p mut Program,
}

impl Writer<'_> {
    fn constraint<'t>(
        &mut self,
        grounder: &mut Grounder<'t>,
        body: &Body<'t>,
        row: &[u32],
    ) -> Result<(), Stop> {
        if !self.opens(grounder, row) {
            return Ok(());
        }
        match (grounder.build(&body.formula)?, &body.structure) {
            (Node::Undefined(why), _) => Err(Stop::Undefined(why)),
            (Node::False, Some(_)) => Ok(()),
            (condition, Some(structure)) => grounder.demand_structure(condition, structure, self.program),
            (node, None) => self.demand(node),
        }
    }

    /// Opens the group of these values, if it is not open, for one more constraint; false if there are too many already, so that
    /// the rest is only counted.
    fn opens(&mut self, grounder: &mut Grounder<'_>, row: &[u32]) -> bool {
        if self.program.size > self.program.max_size {
            self.program.size += 1;
            return false;
        }
        let told = &row[..self.told];
        if self.group.as_deref() != Some(told) {
            let assert = &grounder.theory.asserts[self.number];
            let values = assert.told_by.iter().map(|&var| grounder.env[assert.vars[var].slot]);
            self.program.open(self.number, values);
            let group = self.group.get_or_insert_default();
            group.clear();
            group.extend(told);
        }
        grounder.live = 0;
        true
    }

    fn demand(&mut self, node: Node) -> Result<(), Stop> {
        if let Node::Undefined(why) = node {
            return Err(Stop::Undefined(why));
        }
        cnf::demand(node, self.program);
        Ok(())
    }

    /// Whether all of it was kept.
    fn end(self) -> Result<(), Stop> {
        if self.program.size > self.program.max_size { Err(Stop::TooLarge) } else { Ok(()) }
    }
}
