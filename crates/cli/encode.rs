//! `encode`: the formula as text or for other programs, and the result of unit propagation on it.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use jigsat_cnf::{Interrupt, Show};
use jigsat_input::counted;
use jigsat_workbench::{
    Status, Text,
    formula::{FormulaHandle, Propagated},
    record::EncodeRecord,
};

use crate::{
    Front,
    args::{Call, EncodeArgs, EncodeFormat, no_format, within},
    exit::Failure,
    expect,
    output::{Output, write_json},
};

pub fn run(args: &EncodeArgs, call: &Call, text: Text, front: &Front) -> Result<Status, Failure> {
    can_be_combined(args)?;
    if let Some(path) = &args.expect {
        expect::is_file(path)?;
    }
    let (_, prepared) = front.prepare(call, args.formula.request(), within(args.timeout), false)?;
    let instance = front.only(call, &*prepared, text)?;
    if let EncodeFormat::Own(name) = &args.format {
        if !args.formula.request().is_default() {
            return Err(Failure::usage(format!(
                "--encoding, --amo, --card, --sum, --graph and --drop cannot be used with --format {name}, which has a formula of its own"
            )));
        }
        let Some(text) = instance.write_formula(name) else {
            return Err(no_format(name, EncodeFormat::SHARED, instance.info().formula_formats));
        };
        let mut out = Target::open(args)?;
        write!(out, "{text}")?;
        return out.finish(args);
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
    let interrupt = context.limits_of(None).interrupt();
    let (rule, group) = (args.rule.clone(), args.group.clone());
    let show = Show { full: args.full, rule, group, interrupt: interrupt.clone() };
    if let Some(pattern) = &args.group
        && !formula.has_groups(&show)
    {
        return Err(no_group(pattern, args.rule.as_deref(), &*formula));
    }
    let propagated = args.propagate.then(|| propagate(&*formula, &args.assume)).transpose()?;
    let mut file = Target::open(args)?;
    let mut out = Limited { out: &mut file, limits: interrupt };
    let written = match (&args.format, propagated) {
        (EncodeFormat::Text, Some(propagated)) => write_propagated(&propagated, &mut out),
        (EncodeFormat::Text, None) => formula.write_text(&show, &mut out),
        (EncodeFormat::Dimacs, _) => formula.write_dimacs(&mut out),
        (EncodeFormat::Gcnf, _) => formula.write_gcnf(&mut out),
        (EncodeFormat::Stats, _) => formula.write_stats(&mut out),
        (EncodeFormat::Json | EncodeFormat::Own(_), propagated) => {
            let record = EncodeRecord {
                propagated: propagated.map(Into::into),
                ..EncodeRecord::of_size(formula.record())
            };
            write_json(&record, &mut file)?;
            return file.finish(args);
        }
    };
    written.map_err(|error| file.failed(error))?;
    file.finish(args)
}

/// Where the formula goes: to an output, or to be compared with a stored text.
enum Target {
    Output(Output),
    Compared { text: Vec<u8>, path: PathBuf },
}

impl Target {
    fn open(args: &EncodeArgs) -> Result<Self, Failure> {
        match &args.expect {
            None => Output::open(&args.output).map(Target::Output),
            Some(path) => Ok(Target::Compared { text: Vec::new(), path: path.clone() }),
        }
    }

    fn finish(self, args: &EncodeArgs) -> Result<Status, Failure> {
        match self {
            Target::Output(out) => out.finish().map(|()| Status::Solved),
            Target::Compared { text, path } => {
                expect::settle(&String::from_utf8_lossy(&text), &path, args.update)
            }
        }
    }

    fn failed(&self, error: io::Error) -> Failure {
        match self {
            Target::Output(out) => out.failed(error),
            Target::Compared { .. } => Failure::Output("the formula".into(), error),
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Output(out) => out.write(bytes),
            Target::Compared { text, .. } => text.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Output(out) => out.flush(),
            Target::Compared { .. } => Ok(()),
        }
    }
}

/// Refuses options that would have no effect.
fn can_be_combined(args: &EncodeArgs) -> Result<(), Failure> {
    let narrowed =
        [("--rule", args.rule.is_some()), ("--group", args.group.is_some()), ("--full", args.full)];
    let narrowed = narrowed.into_iter().find(|(_, is_given)| *is_given);
    let is_printed = args.format == EncodeFormat::Text && !args.propagate;
    let can_propagate = matches!(args.format, EncodeFormat::Text | EncodeFormat::Json);
    match narrowed {
        Some((option, _)) if args.propagate => Err(Failure::usage(format!(
            "{option} and --propagate cannot be combined: all constraints propagate"
        ))),
        Some((option, _)) if !is_printed => Err(Failure::usage(format!("{option} needs --format text"))),
        _ if args.propagate && !can_propagate => {
            Err(Failure::usage("--propagate needs --format text or json"))
        }
        _ => Ok(()),
    }
}

/// Maximum number of sentences that are searched for the nearest to a pattern.
const MOST_SENTENCES: usize = 10_000;

/// The error for a pattern that no constraint matches: names sentences that contain it, or the nearest ones.
fn no_group(pattern: &str, rule: Option<&str>, formula: &dyn FormulaHandle) -> Failure {
    let of_rule = |group: &jigsat_workbench::formula::GroupInfo| rule.is_none_or(|rule| group.rule == rule);
    let sentences =
        formula.groups().into_iter().filter(of_rule).map(|group| group.sentence).take(MOST_SENTENCES);
    let mut sentences: Vec<String> = sentences.collect();
    let words = pattern.trim_matches('*').to_lowercase();
    let found = format!("no constraint matches '{pattern}'");
    let containing = |sentence: &String| {
        let at = sentence.to_lowercase().find(&words)?;
        Some((sentence.clone(), sentence.get(at..at + words.len())?.to_owned()))
    };
    if let Some((sentence, exact)) = sentences.iter().find_map(containing) {
        return Failure::usage(format!(
            "{found}, but '*{exact}*' matches '{sentence}': * stands for any text"
        ));
    }
    sentences.sort_by_cached_key(|sentence| strsim::osa_distance(&words, &sentence.to_lowercase()));
    sentences.truncate(3);
    let nearest = sentences.join("', '");
    Failure::usage(format!("{found}; the nearest are '{nearest}', and * stands for any text"))
}

/// An output that stops with an error once a limit is reached, for long texts.
struct Limited<'o> {
    out: &'o mut Target,
    limits: Interrupt,
}

impl Write for Limited<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.limits.step(bytes.len())?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn propagate(formula: &dyn FormulaHandle, assume: &[String]) -> Result<Propagated, Failure> {
    let literals = assume.iter().map(|name| formula.literal(name));
    let assumed = literals.collect::<Result<Vec<i32>, jigsat_kit::Error>>()?;
    Ok(formula.propagate(&assumed)?)
}

/// Shows what unit propagation derives, each literal with the sentence of the group that forced it.
fn write_propagated(propagated: &Propagated, out: &mut dyn Write) -> io::Result<()> {
    for (name, because) in &propagated.steps {
        writeln!(out, "{name}: {}", because.as_deref().unwrap_or("assumed"))?;
    }
    if let Some(conflict) = &propagated.conflict {
        return writeln!(out, "conflict: {conflict}");
    }
    let (derived, open) = (propagated.steps.len(), propagated.open);
    writeln!(out, "{}, {} left open", counted(derived, "literal"), counted(open, "variable"))
}
