//! `encode`: the formula as text or for other programs, and what unit propagation makes of it.

use std::io::{self, Write};

use jigsat_cnf::{Interrupt, Show};
use jigsat_workbench::{Status, Text, formula::FormulaHandle};

use crate::{
    Front,
    args::{Call, EncodeArgs, EncodeFormat, no_format, within},
    exit::Failure,
    output::{Output, write_json},
};

pub fn run(call: &Call, text: Text, front: &Front) -> Result<Status, Failure> {
    let args: EncodeArgs = call.args()?;
    let (_, prepared) = front.prepare(call, args.formula.request(), within(args.timeout), false)?;
    let instance = front.only(&*prepared, text)?;
    if let EncodeFormat::Own(name) = &args.format {
        let Some(text) = instance.write_formula(name) else {
            return Err(no_format(name, EncodeFormat::SHARED, instance.info().formula_formats));
        };
        let mut out = Output::open(&args.output)?;
        write!(out, "{text}")?;
        out.finish()?;
        return Ok(Status::Solved);
    }
    let context = front.context.asked(&within(args.timeout));
    let formula = instance.formula(&context)?;
    if let Some(rule) = &args.rule {
        let rules = formula.record().rules;
        if !rules.iter().any(|known| &known.rule == rule) {
            let rules: Vec<&str> = rules.iter().map(|known| known.rule.as_str()).collect();
            let known = rules.join(", ");
            return Err(Failure::usage(format!("there is no rule '{rule}'; there are: {known}")));
        }
    }
    let mut file = Output::open(&args.output)?;
    let interrupt = context.limits_of(None).interrupt();
    let mut out = Limited { out: &mut file, limits: interrupt.clone() };
    if args.propagate {
        propagate(&*formula, &args.assume, &mut out)?;
    } else {
        match &args.format {
            EncodeFormat::Text => {
                let (rule, group) = (args.rule.clone(), args.group.clone());
                let show = Show { full: args.full, rule, group, interrupt };
                formula.write_text(&show, &mut out)?;
            }
            EncodeFormat::Dimacs => formula.write_dimacs(&mut out)?,
            EncodeFormat::Gcnf => formula.write_gcnf(&mut out)?,
            EncodeFormat::Stats => formula.write_stats(&mut out)?,
            EncodeFormat::Json | EncodeFormat::Own(_) => write_json(&formula.record(), &mut out)?,
        }
    }
    file.finish()?;
    Ok(Status::Solved)
}

/// An output of much that is given up where a limit is reached.
struct Limited<'o> {
    out: &'o mut Output,
    limits: Interrupt,
}

impl Write for Limited<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.limits.after(bytes.len().try_into().unwrap_or(u32::MAX)) {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "limit reached"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Shows what unit propagation derives, each literal with the sentence of the group that forced it.
fn propagate(formula: &dyn FormulaHandle, assume: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let literals = assume.iter().map(|name| formula.literal(name));
    let assumed = literals.collect::<Result<Vec<i32>, jigsat_kit::Error>>()?;
    let propagated = formula.propagate(&assumed);
    for (name, because) in &propagated.steps {
        writeln!(out, "{name}: {}", because.as_deref().unwrap_or("assumed"))?;
    }
    if let Some(conflict) = &propagated.conflict {
        writeln!(out, "conflict: {conflict}")?;
    } else {
        let (derived, open) = (propagated.steps.len(), propagated.open);
        writeln!(out, "{derived} literals, {open} variables left open")?;
    }
    Ok(())
}
