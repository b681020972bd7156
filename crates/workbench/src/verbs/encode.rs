//! `encode`: the formula for reading and for other programs, and what unit propagation derives from it.

use std::io::{self, Write};

use jigsat_cnf::{Interrupt, Show, rarely};
use jigsat_input::{Message, counted};
use jigsat_kit::{Error, Event};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Ask, Context, Status,
    board::Board,
    formula::{GroupInfo, Propagated, written},
    puzzle_formula::PuzzleFormula,
    record::FormulaRecord,
    verb::{About, Forms, Listener, Needs, OfPuzzle, Part, Subject, Teller, Verb},
    wants::Wants,
};

/// Maximum number of constraints to list in a record.
const MOST_LISTED: usize = 20_000;

/// Maximum length of a text in a record, in bytes.
const MOST_TEXT: usize = 32 << 20;

/// Maximum number of sentences that are searched for the nearest to a pattern.
const MOST_SENTENCES: usize = 10_000;

/// Asks for the formula: its size, its constraints, its text, and what unit propagation derives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = [
    "ask.formula", "full", "rule", "group", "assume", "propagate", "ask.search.timeout_s",
]))]
pub struct EncodeRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// Whether the record lists the constraints.
    pub groups: bool,
    /// Assumes a literal such as r1c2=5, or !r1c2=5 for its negation (repeatable).
    ///
    /// Unit propagation starts from these. If they are missing, and `propagate` is, too, nothing is propagated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "LITERAL", "x-requires" = "propagate", "x-hyphens" = true))]
    pub assume: Option<Vec<String>>,
    /// Prints what unit propagation derives, each literal with the constraint that forces it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub propagate: bool,
    /// Format of the formula's text in the record. If it is missing, the record has no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<FormulaForm>,
    /// Prints every constraint and clause, however many there are.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub full: bool,
    /// Prints only the constraints of this rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Prints only the constraints whose sentence matches; * stands for any text: 'row 3*'.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "PATTERN"))]
    pub group: Option<String>,
}

/// A text format of formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FormulaForm {
    /// For people.
    Text,
    /// For SAT solvers.
    Dimacs,
    /// For group MUS extractors, which find minimal unsatisfiable sets of constraints.
    Gcnf,
}

impl FormulaForm {
    fn name(self) -> &'static str {
        match self {
            FormulaForm::Text => "text",
            FormulaForm::Dimacs => "dimacs",
            FormulaForm::Gcnf => "gcnf",
        }
    }
}

/// A formula for reading.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EncodeRecord {
    #[serde(flatten)]
    /// The size of the formula.
    pub size: FormulaRecord,
    /// The constraints, if they were requested: rule by rule, in the order in which they were written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<ConstraintRecord>,
    /// Number of further constraints that are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<usize>,
    /// What unit propagation derives, if that was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub propagated: Option<PropagatedRecord>,
    /// The formula in the requested format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl EncodeRecord {
    /// A record of the formula's size alone.
    #[must_use]
    pub fn of_size(size: FormulaRecord) -> Self {
        EncodeRecord { size, constraints: Vec::new(), left_out: None, propagated: None, text: None }
    }
}

/// A constraint of a formula.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ConstraintRecord {
    /// The constraint's rule.
    pub rule: String,
    /// The constraint as a sentence.
    pub sentence: String,
    /// Number of clauses of the constraint.
    pub clauses: usize,
    /// The cells of the picture that the constraint is about, each as row and column, counted from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<(u16, u16)>,
}

/// What unit propagation derives.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PropagatedRecord {
    /// The literals, in the order in which they became known.
    pub steps: Vec<DerivedRecord>,
    /// The contradiction in words, if a conflict was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<String>,
    /// Number of variables that are left open.
    pub open: usize,
}

/// A literal that became known.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DerivedRecord {
    /// The literal's name.
    pub literal: String,
    /// The constraint that forced the literal; left out if the literal was assumed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}

/// What is missing from a formula that is completed while solving.
const COMPLETED: &str = "is completed while solving, so this formula may have models that are not solutions: \
    count them with another encoding, and check what a solver finds with 'decode'";

/// The answer to an [`EncodeRequest`]: what is asked of the formula is written when the front says into what.
pub struct Encoded {
    formula: Formula,
    /// Whether it is completed while solving.
    is_completed: bool,
    propagated: Option<Propagated>,
    show: Show,
    record: Option<EncodeRecord>,
}

/// A formula to be written.
enum Formula {
    Handle(Box<dyn PuzzleFormula>),
    /// In a format of the family.
    Own(String),
}

impl Verb for EncodeRequest {
    const ABOUT: About = About {
        name: "encode",
        command: Some("encode"),
        group: "Formulas",
        purpose: "Prints the formula, or what unit propagation derives from it",
        more: "Examples:\n  jigsat sudoku encode puzzles/sudoku/tiny.yaml\n  \
            jigsat sudoku encode puzzles/sudoku/easy.yaml --format dimacs --encoding minimal --amo ladder\n  \
            jigsat sudoku encode puzzles/sudoku/tiny.yaml --assume r1c2=4 --propagate\n  \
            jigsat sudoku encode puzzles/sudoku/tiny.yaml --expect tiny.txt --update",
        subject: Subject::Puzzle,
        forms: Forms::Formulas,
        record: "what encode --format json prints",
        picture: "",
    };

    type Record = EncodeRecord;
    type Answer = Encoded;

    fn needs(&mut self) -> Needs<'_> {
        Needs::of(&mut self.ask)
    }

    fn check(&self, wants: &Wants) -> Result<(), Error> {
        can_be_combined(self, &wants.form)
    }
}

impl OfPuzzle for EncodeRequest {
    fn ask(&self) -> Ask {
        self.ask.clone()
    }

    fn answer(&self, board: &dyn Board, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        listener(Box::new(encode(board, self, context)?), false)
    }
}

fn encode(board: &dyn Board, request: &EncodeRequest, context: &Context) -> Result<Encoded, Error> {
    let form = &*context.wants.form;
    let context = &context.asked(&request.ask.search);
    let show = Show {
        full: request.full,
        rule: request.rule.clone(),
        group: request.group.clone(),
        interrupt: context.limits_of(None).interrupt(),
    };
    if board.info().formula_formats.contains(&form) {
        if !request.ask.formula.is_default() {
            return Err(Error::request(Message::with(
                "`encoding`, `amo`, `card`, `sum`, `graph` and `drop` cannot be used with `format: {}`, which has a formula of its own",
                &[&form],
            )));
        }
        let text = String::from_utf8_lossy(&board.write(form)?).into_owned();
        return Ok(Encoded {
            formula: Formula::Own(text),
            is_completed: false,
            propagated: None,
            show,
            record: None,
        });
    }
    let formula = written(board, context)?;
    let is_completed = board.is_completed(formula.encoding());
    if is_completed && context.wants.warnings && is_for_solvers(form) {
        let words = format!("{}: the encoding '{}' {COMPLETED}", board.file(), formula.encoding());
        (context.observer)(Event::Warning(&words));
    }
    if let Some(rule) = &request.rule {
        let rules: Vec<&str> = formula.cnf().rules().map(|(rule, _)| rule.name()).collect();
        if !rules.contains(&rule.as_str()) {
            let known = rules.join(", ");
            return Err(Error::request(format!("there is no rule '{rule}'; there are: {known}")));
        }
    }
    if let Some(pattern) = &request.group
        && !formula.cnf().has_groups(&formula.names(), &show)
    {
        return Err(no_group(pattern, request.rule.as_deref(), &*formula));
    }
    let propagates = request.propagate || request.assume.is_some();
    let assumed = propagates.then(|| request.assume.as_deref().unwrap_or_default());
    let propagated = assumed.map(|assumed| propagate(&*formula, assumed)).transpose()?;
    let record = (form == "json")
        .then(|| record(board, &*formula, request, propagated.as_ref(), &show))
        .transpose()?;
    Ok(Encoded { formula: Formula::Handle(formula), is_completed, propagated, show, record })
}

/// Whether a form is one that other programs solve.
fn is_for_solvers(form: &str) -> bool {
    matches!(form, "dimacs" | "gcnf")
}

/// Refuses options that would have no effect.
fn can_be_combined(request: &EncodeRequest, form: &str) -> Result<(), Error> {
    let narrowed =
        [("rule", request.rule.is_some()), ("group", request.group.is_some()), ("full", request.full)];
    let narrowed = narrowed.into_iter().find(|(_, is_given)| *is_given);
    let is_printed = form == "text" && !request.propagate || request.form.is_some();
    let can_propagate = matches!(form, "text" | "json");
    match narrowed {
        Some((option, _)) if request.propagate => Err(Error::request(Message::with(
            "`{}` and `propagate` cannot be combined: all constraints propagate",
            &[&option],
        ))),
        Some((option, _)) if !is_printed => {
            Err(Error::request(Message::with("`{}` needs `format: text`", &[&option])))
        }
        _ if request.propagate && !can_propagate => {
            Err(Error::request("`propagate` needs `format: text` or json"))
        }
        _ => Ok(()),
    }
}

/// The error for a pattern that no constraint matches: names sentences that contain it, or the nearest ones.
fn no_group(pattern: &str, rule: Option<&str>, formula: &dyn PuzzleFormula) -> Error {
    let of_rule = |group: &GroupInfo| rule.is_none_or(|rule| group.rule == rule);
    let sentences = formula.groups().filter(of_rule).map(|group| group.sentence).take(MOST_SENTENCES);
    let sentences: Vec<String> = sentences.collect();
    let words = pattern.trim_matches('*').to_lowercase();
    let found = format!("no constraint matches '{pattern}'");
    let containing = |sentence: &String| {
        let at = sentence.to_lowercase().find(&words)?;
        Some((sentence.clone(), sentence.get(at..at + words.len())?.to_owned()))
    };
    if let Some((sentence, exact)) = sentences.iter().find_map(containing) {
        return Error::request(format!(
            "{found}, but '*{exact}*' matches '{sentence}': * stands for any text"
        ));
    }
    let mut rated: Vec<(usize, String)> = sentences
        .into_iter()
        .map(|sentence| (strsim::osa_distance(&words, &sentence.to_lowercase()), sentence))
        .collect();
    rarely::sort_by_key(&mut rated, |&(distance, _)| distance);
    let nearest: Vec<String> = rated.into_iter().take(3).map(|(_, sentence)| sentence).collect();
    let nearest = nearest.join("', '");
    Error::request(format!("{found}; the nearest are '{nearest}', and * stands for any text"))
}

fn propagate(formula: &dyn PuzzleFormula, assumed: &[String]) -> Result<Propagated, Error> {
    let literals = assumed.iter().map(|name| formula.named(name)).collect::<Result<Vec<_>, Error>>()?;
    formula.propagated(&literals)
}

fn record(
    board: &dyn Board,
    formula: &dyn PuzzleFormula,
    request: &EncodeRequest,
    propagated: Option<&Propagated>,
    show: &Show,
) -> Result<EncodeRecord, Error> {
    let mut record = EncodeRecord::of_size(size(board, formula));
    if request.groups {
        let count = formula.cnf().group_count();
        record.left_out = count.checked_sub(MOST_LISTED).filter(|&count| count > 0);
        let listed = formula.groups().take(MOST_LISTED).map(|group| ConstraintRecord {
            rule: group.rule,
            sentence: group.sentence,
            clauses: group.clauses.len(),
            cells: group.cells.into_iter().map(|cell| (cell.row, cell.col)).collect(),
        });
        record.constraints = listed.collect();
    }
    record.propagated = propagated.cloned().map(Into::into);
    if let Some(form) = request.form {
        let mut out = Bounded { text: Vec::new() };
        let is_completed = board.is_completed(formula.encoding());
        let written = write(formula, is_completed, form.name(), show, &mut out);
        written.map_err(|error| Error::Output { path: "the formula".into(), error })?;
        record.text = Some(String::from_utf8_lossy(&out.text).into_owned());
    }
    Ok(record)
}

/// The record of a formula's size.
fn size(board: &dyn Board, formula: &dyn PuzzleFormula) -> FormulaRecord {
    FormulaRecord::new(board.info().name.clone(), formula.encoding(), formula.cnf().stats())
}

impl From<Propagated> for PropagatedRecord {
    fn from(propagated: Propagated) -> Self {
        let steps = propagated.steps.into_iter().map(|(literal, because)| DerivedRecord { literal, because });
        PropagatedRecord { steps: steps.collect(), conflict: propagated.conflict, open: propagated.open }
    }
}

/// Writes a formula within its limits.
fn write(
    formula: &dyn PuzzleFormula,
    is_completed: bool,
    form: &str,
    show: &Show,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut Limited { out, limits: show.interrupt.clone() };
    if is_completed && is_for_solvers(form) {
        writeln!(out, "c the encoding '{}' {COMPLETED}", formula.encoding())?;
    }
    match form {
        "dimacs" => formula.cnf().write_dimacs(&formula.names(), out),
        "gcnf" => formula.cnf().write_gcnf(&formula.names(), out),
        "stats" => formula.cnf().write_stats(out),
        _ => {
            let order = |one, other| formula.compare_atoms(one, other);
            formula.cnf().write_text(&formula.names(), &order, show, out)
        }
    }
}

/// An output that stops with an error once a limit is reached, for long texts.
struct Limited<'o> {
    out: &'o mut dyn Write,
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

/// A text that is given up if it becomes too long for a record.
struct Bounded {
    text: Vec<u8>,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.text.len() + bytes.len() > MOST_TEXT {
            return Err(io::Error::other(format!("it has more than {} MiB", MOST_TEXT >> 20)));
        }
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Part for Encoded {
    fn status(&self) -> Status {
        Status::Solved
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        self.record.as_ref().map(|record| record as &dyn erased_serde::Serialize)
    }

    /// What unit propagation derives, each literal with the sentence of the group that forced it; otherwise, the
    /// formula is [written](Part::write).
    fn tell(&self, teller: &mut dyn Teller) -> io::Result<()> {
        let Some(Propagated { steps, conflict, open }) = &self.propagated else { return Ok(()) };
        for (name, because) in steps {
            teller.line(&format!("{name}: {}", because.as_deref().unwrap_or("assumed")))?;
        }
        if let Some(conflict) = conflict {
            return teller.line(&format!("conflict: {conflict}"));
        }
        let derived = counted(steps.len(), "literal");
        teller.line(&format!("{derived}, {} left open", counted(*open, "variable")))
    }

    fn write(&self, form: &str, out: &mut dyn Write) -> Result<(), Error> {
        match &self.formula {
            _ if self.propagated.is_some() => {}
            Formula::Own(text) => out.write_all(text.as_bytes())?,
            Formula::Handle(formula) => write(&**formula, self.is_completed, form, &self.show, out)?,
        }
        Ok(())
    }
}
