//! Answers about puzzles: asked of the library, and printed part by part.

use std::{
    any::Any,
    io::{self, Write},
    path::PathBuf,
    sync::atomic::Ordering::Relaxed,
};

use jigsat_grid::Picture;
use jigsat_input::Message;
use jigsat_kit::Text;
use jigsat_workbench::{
    AnyFamily, Asked, Context, Error, Part, Status, Teller, Wants, answer,
    failure::Failed,
    record::SpanRecord,
    verb::{About, Forms, Subject},
    verbs::{solve::Solved, trace::Traced},
    worker::Apart,
};

use crate::{
    args::{Call, FRAMES, option},
    exit::Failure,
    expect,
    front::Front,
    log::Log,
    output::{Output, Pictures, text_of, write_json, write_yaml},
    play, program,
    tally::Tally,
    walk,
    written::Written,
};

/// Asks and prints. Nothing remains of an output that could not be completed.
pub fn run(
    call: &Call,
    text: impl FnOnce() -> Result<Option<Text>, Failure>,
    front: &Front,
) -> Result<Status, Failure> {
    let request = call.request(&front.patience)?;
    let own = &call.own;
    let wants = Wants {
        form: call.form().to_owned(),
        draws: own.svg.is_some(),
        times: !own.output.no_times,
        overwrites: own.output.force,
        ends: false,
        warnings: true,
        ..Wants::default()
    };
    // Before waiting for a pipe.
    request.check(call.family.map(AnyFamily::info), &wants)?;
    let text = text()?;
    let mut printer = Printer::new(call, front)?;
    let (log, context) = Log::start(own.log.as_deref(), &front.context_of(call.puzzle.as_deref()))?;
    let apart = match context.memory_bytes {
        Some(bytes) if matches!(call.verb.about.subject, Subject::Puzzles | Subject::Files) => {
            let page = call.family.and_then(|family| family.info().definition.as_deref());
            Some(Apart::new(program::this()?, bytes, page.map(str::to_owned)))
        }
        _ => None,
    };
    let context = Context { wants, ..context };
    let asked = Asked { family: call.family, text, index: own.index, each: false, apart };
    // What could not be printed is no error of the library.
    let mut failure = None;
    let answered = answer(&request, asked, &context, &mut |part, more| {
        printer.part(part, more).map_err(|why| {
            failure = Some(why);
            Error::request("an answer could not be printed")
        })
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    answered.map_err(|error| printer.failed(error))?;
    let status = printer.finish(&context)?;
    log.finish()?;
    Ok(status)
}

/// Prints the parts of an answer.
struct Printer<'a> {
    call: &'a Call,
    front: &'a Front,
    out: Target,
    /// Number of records that were printed.
    records: usize,
    /// Whether anything was printed.
    is_begun: bool,
    status: Status,
    pictures: Pictures<'a>,
    /// The number of the last picture of a piece of an answer.
    drawn_pieces: u64,
    /// The picture of the only answer.
    svg: Option<String>,
    /// The last part with a solution, which is drawn if the end has no picture.
    drawn: Option<Box<dyn Part>>,
    written: Written<'a>,
    tally: Tally,
    /// The title of a solution, and its pictures, to be played.
    frames: Option<(String, String)>,
}

/// Where an answer goes: to an output, or to be compared with a stored text.
enum Target {
    Output(Output),
    Compared { text: Vec<u8>, path: PathBuf },
}

impl<'a> Printer<'a> {
    /// Checks before any work whether all outputs can be written.
    fn new(call: &'a Call, front: &'a Front) -> Result<Self, Failure> {
        let own = &call.own;
        let out = match &own.expect {
            Some(path) => {
                expect::is_file(path)?;
                Target::Compared { text: Vec::new(), path: path.clone() }
            }
            None => Target::Output(Output::open(&own.output)?),
        };
        Ok(Printer {
            call,
            front,
            out,
            records: 0,
            is_begun: false,
            status: Status::Solved,
            pictures: Pictures::new(own.svg.as_deref(), own.output.force)?,
            drawn_pieces: 0,
            svg: None,
            drawn: None,
            written: Written::start(own.write.as_deref(), own.output.force)?,
            tally: Tally::new(front.quiet, own.output.output.is_some(), !own.output.no_times),
            frames: None,
        })
    }

    fn about(&self) -> &'static About {
        self.call.verb.about
    }

    fn part(&mut self, part: Box<dyn Part>, more: bool) -> Result<(), Failure> {
        if !part.is_piece() {
            self.status = self.status.and(part.status());
        }
        if part.index().is_some() && self.about().forms == Forms::Solutions {
            self.tally.add(&*part);
        }
        if let Some(solved) = (&*part as &dyn Any).downcast_ref::<Solved>() {
            self.solved(solved)?;
        }
        match (&*part as &dyn Any).downcast_ref::<Traced>().filter(|_| self.call.own.walk) {
            Some(traced) => walk::walk(traced, &mut io::stdin().lock(), &mut self.out)?,
            None => self.print(&*part)?,
        }
        if !self.front.quiet {
            for note in part.notes() {
                note!("{}", note.shown(&option));
            }
        }
        if self.call.own.svg.is_some() {
            if !part.is_piece() {
                self.draw(part, more)?;
            } else if self.pictures.are_numbered() {
                self.draw_piece(&*part)?;
            }
        }
        if let Target::Output(out) = &mut self.out {
            out.answered()?;
        }
        Ok(())
    }

    /// What else is done with a solution.
    fn solved(&mut self, solved: &Solved) -> Result<(), Failure> {
        let (Some(puzzle), solution) = (solved.puzzle(), solved.solution()) else { return Ok(()) };
        self.written.add(puzzle, solution)?;
        if self.call.own.play
            && let Some(frames) = solution.and_then(|solution| puzzle.write_solution(solution, FRAMES))
        {
            self.frames = Some((puzzle.title().to_string(), frames));
        }
        Ok(())
    }

    fn print(&mut self, part: &dyn Part) -> Result<(), Failure> {
        let (form, forms) = (self.call.form(), self.about().forms);
        let is_file = matches!(forms, Forms::Drawings | Forms::Puzzles) && form != "text";
        if let Some(failed) = (part as &dyn Any).downcast_ref::<Failed>()
            && is_file
            && form != "json"
        {
            // A file of puzzles has no place for it.
            return Err(Failure::Usage(failed.message().shown(&option)));
        }
        if forms.is_data(form) {
            return match part.record().filter(|_| !part.is_piece()) {
                Some(record) => self.record(record, form == "yaml"),
                None => Ok(()),
            };
        }
        self.is_begun |= !part.is_piece();
        let is_text = form == "text";
        if is_text {
            part.tell(&mut self.out)?;
        }
        if !is_text || forms == Forms::Formulas {
            part.write(form, &mut self.out).map_err(|error| self.failed(error))?;
        }
        Ok(())
    }

    fn record(&mut self, record: &dyn erased_serde::Serialize, is_yaml: bool) -> Result<(), Failure> {
        self.is_begun = true;
        self.records += 1;
        if !is_yaml {
            return write_json(&record, &mut self.out);
        }
        if self.records > 1 || self.about().forms == Forms::Solutions {
            writeln!(self.out, "---")?;
        }
        write_yaml(&record, &mut self.out)
    }

    /// Draws a part of its own, or keeps it: the end of an answer may have a picture of all of it.
    fn draw(&mut self, part: Box<dyn Part>, more: bool) -> Result<(), Failure> {
        if let Some(index) = part.index() {
            let svg = part.svg()?;
            return svg.map_or(Ok(()), |svg| self.pictures.write(index, &svg));
        }
        if more && part.solution().is_some() {
            self.drawn = Some(part);
        } else if !more {
            self.svg = part.svg()?;
            if let (None, Some(last)) = (&self.svg, &self.drawn) {
                self.svg = last.svg()?;
            }
        }
        Ok(())
    }

    /// Draws a piece of an answer into a file of its own: a step has its number, and anything else the next one.
    fn draw_piece(&mut self, part: &dyn Part) -> Result<(), Failure> {
        let Some(svg) = part.svg()? else { return Ok(()) };
        let number = part.number().and_then(|number| u64::try_from(number).ok());
        self.drawn_pieces = number.unwrap_or(self.drawn_pieces + 1);
        self.pictures.write(self.drawn_pieces, &svg)
    }

    /// An error of the library, or of an output that only this front knows.
    fn failed(&self, error: Error) -> Failure {
        match (&self.out, error) {
            (Target::Output(out), Error::Output { path, error }) if path.is_empty() => out.failed(error),
            (Target::Compared { .. }, Error::Output { path, error }) if path.is_empty() => {
                Failure::Output("the formula".into(), error)
            }
            (_, error) => error.into(),
        }
    }

    fn finish(mut self, context: &Context) -> Result<Status, Failure> {
        let (own, forms) = (&self.call.own, self.about().forms);
        let is_collection = self.tally.finish();
        if let Some(words) = is_collection.filter(|_| self.call.form() == "text") {
            self.out.line(&words)?;
        }
        if self.tally.is_of_several() && context.stop.load(Relaxed) {
            // Ctrl-C leaves the remaining puzzles open.
            self.status = self.status.and(Status::Unknown);
        }
        match self.out {
            Target::Output(out) if self.is_begun || forms != Forms::Puzzles => out.finish()?,
            // No puzzle was made: there is no file then.
            Target::Output(_) => {}
            Target::Compared { text, path } => {
                self.status = expect::settle(&String::from_utf8_lossy(&text), &path, own.update)?;
            }
        }
        if let Some(svg) = self.svg.as_ref().filter(|_| self.drawn_pieces == 0) {
            self.pictures.write_only(svg)?;
        }
        self.written.finish()?;
        if let Some((title, frames)) = &self.frames {
            play::play(title, frames, own.speed, &context.stop)?;
        }
        Ok(self.status)
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

impl Teller for Target {
    fn line(&mut self, words: &str) -> io::Result<()> {
        writeln!(self, "{words}")
    }

    fn message(&mut self, message: &Message) -> io::Result<()> {
        self.line(&message.shown(&option))
    }

    fn sentence(&mut self, words: &str) -> io::Result<()> {
        match self {
            Target::Output(out) => out.sentence(words),
            Target::Compared { .. } => self.line(words),
        }
    }

    fn colored(&mut self, parts: &[SpanRecord]) -> io::Result<()> {
        match self {
            Target::Output(out) => out.colored(parts),
            Target::Compared { .. } => {
                self.line(&parts.iter().map(|part| part.text.as_str()).collect::<String>())
            }
        }
    }

    fn picture(&mut self, picture: &dyn Picture) -> io::Result<()> {
        let text = match self {
            Target::Output(out) => text_of(picture, out),
            Target::Compared { .. } => picture.to_text(jigsat_grid::Charset::Unicode),
        };
        self.line(text.trim_end())
    }
}
