//! The steps of a search, forward and back, by commands that are typed.

use std::io::{self, BufRead, Write};

use jigsat_workbench::verbs::trace::{TraceStep, Traced};

/// What can be typed.
const HELP: &str = "Enter: forward; b: back; a number: to that step; c: to the next conflict; a literal: until it is true; q: end";

/// Goes through the steps until the input ends.
pub fn walk(traced: &Traced, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
    let steps = &traced.record.steps;
    let mut at = traced.record.state.as_ref().map_or(0, |state| state.step);
    writeln!(out, "{HELP}")?;
    let mut line = String::new();
    loop {
        if let Some(step) = at.checked_sub(1).and_then(|last| steps.get(last)) {
            writeln!(out, "{at:>4} {step}")?;
        }
        writeln!(out, "{}", traced.state(at).words(steps.len()))?;
        if at == steps.len() {
            writeln!(out, "{}", traced.verdict())?;
        }
        out.flush()?;
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let is_conflict = |step: &TraceStep| matches!(step, TraceStep::Conflict { .. });
        let found = match line.trim() {
            "q" => return Ok(()),
            "" | "n" => Some(at + 1),
            "b" => at.checked_sub(1),
            "c" => steps.iter().skip(at).position(is_conflict).map(|more| at + more + 1),
            word => word.parse().ok().or_else(|| {
                let sets = |step: &TraceStep| step.sets() == Some(word);
                steps.iter().skip(at).position(sets).map(|more| at + more + 1)
            }),
        };
        match found.filter(|&to| to <= steps.len()) {
            Some(to) => at = to,
            None => writeln!(out, "there is no such step; {HELP}")?,
        }
    }
}
