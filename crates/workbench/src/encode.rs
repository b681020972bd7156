//! A formula for reading: its constraints, its text, the result of unit propagation.

use std::io::{self, Write};

use jigsat_cnf::{Interrupt, Show};
use jigsat_kit::Error;

use crate::{
    Context, EncodeRequest, Instance,
    formula::{FormulaHandle, Propagated},
    record::{ConstraintRecord, DerivedRecord, EncodeRecord, PropagatedRecord},
    request::FormulaForm,
};

/// Maximum number of constraints to list.
const MOST_LISTED: usize = 20_000;

/// Maximum length of a text, in bytes.
const MOST_TEXT: usize = 32 << 20;

pub(crate) fn encode(
    instance: &dyn Instance,
    request: &EncodeRequest,
    context: &Context,
) -> Result<EncodeRecord, Error> {
    let context = &context.asked(&request.ask.search);
    let formula = &*instance.formula(context)?;
    let mut record = EncodeRecord::of_size(formula.record());
    if request.groups {
        let mut groups = formula.groups();
        record.left_out = groups.len().checked_sub(MOST_LISTED).filter(|&count| count > 0);
        groups.truncate(MOST_LISTED);
        let listed = groups.into_iter().map(|group| ConstraintRecord {
            rule: group.rule,
            sentence: group.sentence,
            clauses: group.clauses.len(),
            cells: group.cells.into_iter().map(|cell| (cell.row, cell.col)).collect(),
        });
        record.constraints = listed.collect();
    }
    if let Some(assumed) = &request.assume {
        record.propagated = Some(propagate(formula, assumed)?);
    }
    if let Some(form) = request.form {
        let interrupt = context.limits_of(None).interrupt();
        let mut out = Bounded { text: Vec::new(), limits: interrupt.clone() };
        let show = Show { group: request.group.clone(), interrupt, ..Show::default() };
        let written = match form {
            FormulaForm::Text => formula.write_text(&show, &mut out),
            FormulaForm::Dimacs => formula.write_dimacs(&mut out),
            FormulaForm::Gcnf => formula.write_gcnf(&mut out),
        };
        written.map_err(|error| Error::Output { path: "the formula".into(), error })?;
        record.text = Some(String::from_utf8_lossy(&out.text).into_owned());
    }
    Ok(record)
}

fn propagate(formula: &dyn FormulaHandle, assumed: &[String]) -> Result<PropagatedRecord, Error> {
    let literals = assumed.iter().map(|name| formula.literal(name)).collect::<Result<Vec<i32>, Error>>()?;
    Ok(formula.propagate(&literals)?.into())
}

impl From<Propagated> for PropagatedRecord {
    fn from(propagated: Propagated) -> Self {
        let steps = propagated.steps.into_iter().map(|(literal, because)| DerivedRecord { literal, because });
        PropagatedRecord { steps: steps.collect(), conflict: propagated.conflict, open: propagated.open }
    }
}

/// A text that is given up if it becomes too long or a limit is reached.
struct Bounded {
    text: Vec<u8>,
    limits: Interrupt,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.text.len() + bytes.len() > MOST_TEXT {
            return Err(io::Error::other(format!("it has more than {} MiB", MOST_TEXT >> 20)));
        }
        self.limits.step(bytes.len())?;
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
