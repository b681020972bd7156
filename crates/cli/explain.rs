//! `explain` and `hint`: a solution step by step, or why there is none.

use std::{io::Write, path::Path};

use jigsat_workbench::{
    ExplainRequest, HintRequest, Instance, Status, Text,
    explain::{Part, sheet},
};
use serde::Serialize;

use crate::{
    Front,
    args::{Call, DataFormat, ExplainArgs, HintArgs, OutputArgs},
    exit::Failure,
    input,
    output::{Output, refuse_existing, text_of, write_file, write_json, write_yaml},
};

pub fn run(args: &ExplainArgs, call: &Call, text: Text, front: &Front) -> Result<Status, Failure> {
    let (ask, prepared) = front.prepare(call, args.formula.request(), args.search.request(), false)?;
    let instance = front.only(call, &*prepared, text)?;
    let request = ExplainRequest {
        ask,
        step: args.step.map(|step| step as usize),
        cell: args.cell.clone(),
        from: args.from.as_deref().map(|word| input::file(word, &front.patience)).transpose()?,
        minimum: args.minimum,
    };
    let mut teller = Teller::new(&*instance, args.format, args.svg.as_deref(), &args.output)?;
    let mut explanation = instance.explain(&request, &front.context)?;
    while let Some(part) = explanation.next()? {
        teller.tell(&part)?;
    }
    teller.finish(explanation.record())?;
    Ok(explanation.status())
}

/// `hint`: the next step alone.
pub fn hint(args: &HintArgs, call: &Call, text: Text, front: &Front) -> Result<Status, Failure> {
    let (ask, prepared) = front.prepare(call, args.formula.request(), args.search.request(), false)?;
    let instance = front.only(call, &*prepared, text)?;
    let request = HintRequest {
        ask,
        from: args.from.as_deref().map(|word| input::file(word, &front.patience)).transpose()?,
    };
    let mut teller = Teller::new(&*instance, args.format, args.svg.as_deref(), &args.output)?;
    let hint = instance.hint(&request, &front.context)?;
    for part in &hint.parts {
        teller.tell(part)?;
    }
    teller.finish(&hint.record)?;
    Ok(hint.status)
}

/// Prints an explanation part by part, and draws it.
struct Teller<'t> {
    instance: &'t dyn Instance,
    format: DataFormat,
    svg: Option<&'t Path>,
    force: bool,
    out: Output,
    panels: Vec<jigsat_workbench::explain::Panel>,
}

impl<'t> Teller<'t> {
    fn new(
        instance: &'t dyn Instance,
        format: DataFormat,
        svg: Option<&'t Path>,
        output: &OutputArgs,
    ) -> Result<Self, Failure> {
        if let Some(path) = svg {
            refuse_existing(path, output.force)?;
        }
        let out = Output::open(output)?;
        Ok(Teller { instance, format, svg, force: output.force, out, panels: Vec::new() })
    }

    fn tell(&mut self, part: &Part) -> Result<(), Failure> {
        if let Some(view) = &part.view
            && self.svg.is_some()
        {
            self.panels.push(view.panel(self.instance));
        }
        if self.format != DataFormat::Text {
            return Ok(());
        }
        if !part.words.is_empty() {
            self.out.sentence(&part.words)?;
        }
        if let Some(view) = part.view.as_ref().filter(|view| view.in_text)
            && let Some(legend) = view.legend()
        {
            let picture = text_of(view.draw(self.instance).as_ref(), &self.out);
            writeln!(self.out, "{}\n{legend}", picture.trim_end())?;
        }
        Ok(())
    }

    fn finish(mut self, record: &impl Serialize) -> Result<(), Failure> {
        match self.format {
            DataFormat::Json => write_json(record, &mut self.out)?,
            DataFormat::Yaml => write_yaml(record, &mut self.out)?,
            DataFormat::Text => {}
        }
        self.out.finish()?;
        match self.svg.filter(|_| !self.panels.is_empty()) {
            Some(path) => write_file(path, &sheet(&self.panels), self.force),
            None => Ok(()),
        }
    }
}
