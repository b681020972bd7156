//! `encode`: the formula as text or for other programs, and what unit propagation makes of it.

use std::{collections::HashMap, io::Write};

use jigsat_cnf::{Encoding, Lit, Names, RuleStats, Show};
use jigsat_solve::{Puzzle, with_names};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    args::{EncodeArgs, EncodeFormat, With, no_format},
    exit::{Failure, Status},
    family::{self, Family},
    input::Opened,
    output::{Output, write_json},
    record::SCHEMA,
    solve::usage_of_drop,
};

pub fn run<F: Family>(with: &With<EncodeArgs, F::Options>, opened: Opened) -> Result<Status, Failure> {
    let args = &with.args;
    let how = family::encoding::<F>(&args.formula)?;
    let entry = family::only::<F>(opened, &with.options)?;
    let puzzle = &entry.puzzle;
    let how = how.unwrap_or_else(|| F::auto(puzzle).0);
    if let EncodeFormat::Own(name) = &args.format {
        let Some(text) = F::encode_as(puzzle, how, name) else {
            return Err(no_format(name, EncodeFormat::SHARED, F::ENCODE_FORMATS));
        };
        let mut out = Output::open(&args.output)?;
        write!(out, "{text}")?;
        out.finish()?;
        return Ok(Status::Solved);
    }
    let encoding = F::formula(puzzle, how, &args.formula.recipe(false))
        .map_err(|error| usage_of_drop(error, &args.formula.drop))?;
    if let Some(rule) = &args.rule
        && !encoding.rules().any(|(known, _)| known.name() == rule)
    {
        let rules: Vec<&str> = encoding.rules().map(|(rule, _)| rule.name()).collect();
        return Err(Failure::usage(format!("there is no rule '{rule}'; there are: {}", rules.join(", "))));
    }
    let mut out = Output::open(&args.output)?;
    with_names(puzzle, |names| -> Result<(), Failure> {
        if args.propagate {
            return propagate(&encoding, names, &args.assume, &mut out);
        }
        match &args.format {
            EncodeFormat::Text => {
                let show = Show { full: args.full, rule: args.rule.clone(), group: args.group.clone() };
                Ok(encoding.write_text(names, &show, &mut out)?)
            }
            EncodeFormat::Dimacs => Ok(encoding.write_dimacs(names, &mut out)?),
            EncodeFormat::Gcnf => Ok(encoding.write_gcnf(names, &mut out)?),
            EncodeFormat::Stats => Ok(encoding.write_stats(&mut out)?),
            EncodeFormat::Json | EncodeFormat::Own(_) => json::<F>(&encoding, how, &mut out),
        }
    })?;
    out.finish()?;
    Ok(Status::Solved)
}

/// How large a formula is.
#[derive(Serialize, JsonSchema)]
pub struct Sizes {
    /// The version of these lines.
    schema: u32,
    /// Which family.
    family: &'static str,
    /// Which encoding.
    encoding: &'static str,
    /// All variables: key atoms, other atoms and auxiliaries.
    variables: usize,
    /// Atoms that make up a solution.
    keys: usize,
    /// Variables without an atom.
    auxiliaries: usize,
    /// Clauses.
    clauses: usize,
    /// Literals in all clauses together.
    literals: usize,
    /// The same by rule.
    rules: Vec<RuleSizes>,
}

/// How large one rule's part of it is.
#[derive(Serialize, JsonSchema)]
struct RuleSizes {
    /// Its name.
    rule: String,
    /// Whether other rules imply it.
    redundant: bool,
    /// Whether it was left out.
    dropped: bool,
    /// Constraints.
    groups: usize,
    clauses: usize,
    literals: usize,
    auxiliaries: usize,
}

impl From<RuleStats> for RuleSizes {
    fn from(stats: RuleStats) -> Self {
        let RuleStats { rule, redundant, dropped, groups, clauses, literals, auxiliaries } = stats;
        RuleSizes { rule, redundant, dropped, groups, clauses, literals, auxiliaries }
    }
}

fn json<F: Family>(
    encoding: &Encoding<<F::Puzzle as Puzzle>::Atom>,
    how: family::HowOf<F>,
    out: &mut Output,
) -> Result<(), Failure> {
    let stats = encoding.stats();
    let sizes = Sizes {
        schema: SCHEMA,
        family: F::NAME,
        encoding: jigsat_cnf::Choice::name(how),
        variables: stats.variables,
        keys: stats.keys,
        auxiliaries: stats.auxiliaries,
        clauses: stats.clauses,
        literals: stats.literals,
        rules: stats.rules.into_iter().map(RuleSizes::from).collect(),
    };
    write_json(&sizes, out)
}

/// Shows what unit propagation derives, each literal with the sentence of the group that forced it.
fn propagate<A: jigsat_cnf::Atom>(
    encoding: &Encoding<A>,
    names: Names<'_, A>,
    assume: &[String],
    out: &mut Output,
) -> Result<(), Failure> {
    let name = |lit: Lit| {
        let mut name = String::from(if lit.is_neg() { "!" } else { "" });
        encoding.write_variable(lit.var(), None, names, &mut name).expect("a String takes everything");
        name
    };
    let by_name: HashMap<String, Lit> =
        encoding.atoms().map(|(_, var)| (name(var.pos_lit()), var.pos_lit())).collect();
    let literal = |text: &String| {
        let bare = text.trim_start_matches('!');
        let Some(&lit) = by_name.get(bare) else {
            let example = encoding.atoms().next().map(|(_, var)| name(var.pos_lit())).unwrap_or_default();
            return Err(Failure::usage(format!("there is no atom '{bare}'; atoms look like {example}")));
        };
        Ok(if (text.len() - bare.len()) % 2 == 1 { !lit } else { lit })
    };
    let assumptions = assume.iter().map(literal).collect::<Result<Vec<Lit>, Failure>>()?;
    let result = encoding.propagate(&assumptions);
    for &(lit, clause) in &result.steps {
        match clause {
            None => writeln!(out, "{}: assumed", name(lit))?,
            Some(clause) => {
                writeln!(out, "{}: {}", name(lit), encoding.group_of(clause).sentence(names))?;
            }
        }
    }
    if let Some(clause) = result.conflict {
        writeln!(out, "conflict: {}", encoding.group_of(clause).sentence(names))?;
    } else if let Some(lit) = result.contradicted {
        writeln!(out, "conflict: {} was assumed, but the opposite was forced", name(lit))?;
    } else {
        let open = encoding.variables() as usize - result.steps.len();
        writeln!(out, "{} literals, {open} variables left open", result.steps.len())?;
    }
    Ok(())
}
