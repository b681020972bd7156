//! What the properties are about: the families of the registry and the pages of the guide, each with small boards.

use std::{
    any::Any,
    fs,
    sync::{
        Arc, LazyLock, Mutex, OnceLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use jigsat_grid::Charset;
use jigsat_input::{ParseError, Source};
use jigsat_kit::{Disk, Text};
use jigsat_workbench::{
    AnyFamily, Ask, Board, Context, ExplainRequest, Part, SearchOptions, Solution, SolveRequest, Status,
    explain::{Explained, Told},
    families, only, page_family,
    record::ExplainRecord,
};

use crate::{changed::changed, common::root, generation};

/// Pages of genres that don't come with jigsat.
const PAGES: [&str; 1] = ["docs/src/guide/crosses.qprop"];

/// Time limit of a question, in seconds: a hundred times as much as any of them needs.
const PATIENCE_S: f64 = 60.0;

/// Number of boards of the library among which those for the tests are chosen, the smallest ones.
const CANDIDATES: usize = 8;

/// Number of boards with one solution that are taken from the library, and number of those with several or none.
const EACH: usize = 2;

/// Number of changed boards that are tried to find some with several solutions and with none.
const CHANGED: usize = 40;

/// A family or genre, with boards.
pub struct Subject {
    pub family: &'static dyn AnyFamily,
    pub boards: Vec<Sample>,
}

/// A board.
pub struct Sample {
    /// Its origin.
    pub name: String,
    pub instance: Arc<dyn Board>,
    pub has: Has,
    /// Its solution, or one of them.
    pub solution: Option<Solution>,
    /// Its explanation, made when it is needed.
    explained: OnceLock<Result<Explanation, String>>,
}

/// An explanation of a board.
pub struct Explanation {
    /// The solution as known after each step, if the family has solutions that are not finished.
    pub so_far: Vec<Solution>,
    pub status: Status,
    pub record: ExplainRecord,
}

impl Sample {
    /// Its explanation.
    pub fn explained(&self) -> Result<&Explanation, &String> {
        self.explained.get_or_init(|| explain(&*self.instance)).as_ref()
    }
}

fn explain(board: &dyn Board) -> Result<Explanation, String> {
    let (mut so_far, mut end) = (Vec::new(), None);
    let request = ExplainRequest { ask: patient(), checked: true, ..ExplainRequest::default() };
    let answered = board.answer(&request.into(), &Context::default(), &mut |part: Box<dyn Part>, _| {
        let part: Box<dyn Any> = part;
        match part.downcast::<Told>() {
            Ok(told) if told.part.step.is_some() => so_far.extend(told.solution().cloned()),
            Ok(_) => {}
            Err(part) => end = part.downcast::<Explained>().ok(),
        }
        Ok(())
    });
    answered.map_err(|error| error.to_string())?;
    let Explained { status, record, .. } = *end.ok_or("it has no end")?;
    Ok(Explanation { so_far, status, record })
}

/// How many solutions a board has. Families of plans have no only one: theirs count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Has {
    One,
    Several,
    None,
}

impl Subject {
    pub fn name(&self) -> &str {
        &self.family.info().name
    }

    /// Reads a text with one board. Its name says where the files are that the text names.
    pub fn read(&self, name: &str, text: &[u8]) -> Result<Arc<dyn Board>, ParseError> {
        read(self.family, name, text)
    }

    /// The formats in which its boards are written.
    pub fn formats(&self) -> Vec<&'static str> {
        [&["yaml", "plain"], self.family.info().puzzle_formats].concat()
    }

    /// Whether its solutions are found literal by literal, not as a whole.
    pub fn is_explained_by_steps(&self) -> bool {
        let abilities = self.family.abilities();
        abilities.explanation && !abilities.horizon
    }

    /// Its boards that have that many solutions.
    pub fn having(&self, has: Has) -> impl Iterator<Item = &Sample> {
        self.boards.iter().filter(move |sample| sample.has == has)
    }
}

/// A question with a time limit that nothing here needs.
pub fn patient() -> Ask {
    let search = SearchOptions { timeout_s: Some(PATIENCE_S), ..SearchOptions::default() };
    Ask { search, ..Ask::default() }
}

pub fn read(family: &dyn AnyFamily, name: &str, text: &[u8]) -> Result<Arc<dyn Board>, ParseError> {
    let prepared = family.prepare(&patient()).expect("any family can be asked that");
    only(&*prepared, Text::of_bytes(name, text.to_vec()), &Disk::default())
}

/// All subjects.
pub fn subjects() -> &'static [Subject] {
    static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
        let wanted = std::env::var("JIGSAT_FAMILY").ok();
        let is_wanted =
            |family: &&dyn AnyFamily| wanted.as_ref().is_none_or(|wanted| *wanted == family.info().name);
        let families: Vec<_> = families().chain(pages()).filter(is_wanted).collect();
        let subjects = in_parallel(&families, |&family| Subject { family, boards: boards(family) });
        let without: Vec<&str> =
            subjects.iter().filter(|subject| subject.boards.is_empty()).map(Subject::name).collect();
        assert!(!subjects.is_empty() && without.is_empty(), "there are no boards of {without:?}");
        subjects
    });
    &SUBJECTS
}

/// The families of the pages.
fn pages() -> impl Iterator<Item = &'static dyn AnyFamily> {
    static FAMILIES: LazyLock<Vec<Arc<dyn AnyFamily>>> = LazyLock::new(|| {
        let page = |path: &&str| {
            let source = Source::read(&root().join(path)).expect("the page is there");
            page_family(source).unwrap_or_else(|error| panic!("{}", error.render(false)))
        };
        PAGES.iter().map(page).collect()
    });
    FAMILIES.iter().map(AsRef::as_ref)
}

/// Small boards of a family: of the library, a generated one, and changed ones.
fn boards(family: &'static dyn AnyFamily) -> Vec<Sample> {
    let mut candidates = library(family);
    candidates.sort_by_key(|(_, instance)| instance.draw(None).to_text(Charset::Unicode).len());
    candidates.truncate(CANDIDATES);
    candidates.extend(
        generation::board(family, 1).map(|board| ("generated".to_owned(), from_file(family, &*board))),
    );
    let mut boards: Vec<Sample> = Vec::new();
    for (name, instance) in candidates {
        let Some(sample) = sample(&format!("{}: {name}", family.info().name), instance) else { continue };
        let most = EACH + usize::from(name == "generated");
        if boards.iter().filter(|board| board.has == sample.has).count() < most {
            boards.push(sample);
        }
    }
    let one = boards.iter().find(|board| board.has == Has::One);
    let Some(one) = one.map(|board| (board.name.clone(), board.instance.shared())) else { return boards };
    for (changed, number) in changed(family, &*one.1).take(CHANGED).zip(1..) {
        let is_missing = |has| !boards.iter().any(|board| board.has == has);
        if !is_missing(Has::None) && !is_missing(Has::Several) {
            break;
        }
        let sample = sample(&format!("{}, change {number}", one.0), changed);
        boards.extend(sample.filter(|sample| is_missing(sample.has)).into_iter().collect::<Vec<_>>());
    }
    boards
}

/// The puzzles of the library that can be read without options.
fn library(family: &dyn AnyFamily) -> Vec<(String, Arc<dyn Board>)> {
    let name = &*family.info().name;
    let prepared = family.prepare(&patient()).expect("any family can be asked that");
    let mut all = Vec::new();
    let Ok(files) = fs::read_dir(root().join("puzzles").join(name)) else { return all };
    let mut files: Vec<_> = files.map(|file| file.expect("it is listed").path()).collect();
    files.sort();
    for file in files.iter().filter(|file| file.is_file()) {
        let text = Text::of_bytes(file.display().to_string(), fs::read(file).expect("it can be read"));
        let read = prepared.read(text, &Disk::default());
        let stem = file.file_name().expect("it has a name").to_string_lossy().into_owned();
        let numbered = read.into_iter().flatten().flatten().zip(1..);
        all.extend(numbered.map(|(instance, number)| (format!("{stem} {number}"), instance)));
    }
    all
}

/// A generated board as it is read from a file.
fn from_file(family: &dyn AnyFamily, board: &dyn Board) -> Arc<dyn Board> {
    let text = board.write("yaml").or_else(|_| board.write("plain"));
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", family.info().name));
    read(family, "generated", &text).unwrap_or_else(|error| panic!("{}", error.render(false)))
}

/// A board with what it has; `None` if it is too hard.
pub fn sample(name: &str, instance: Arc<dyn Board>) -> Option<Sample> {
    let plans = instance.asking(&Ask { unique: true, ..patient() }).is_err();
    let ask = Ask { unique: !plans, ..patient() };
    let solved = instance.asking(&ask).and_then(|instance| {
        instance.ask(&SolveRequest { ask: ask.clone(), ..SolveRequest::default() }, &Context::default())
    });
    let solved = solved.unwrap_or_else(|error| panic!("{name}: {error}"));
    let has = match (solved.status, solved.record.unique) {
        _ if solved.record.unique == Some(false) => Has::Several,
        (Status::Solved, _) => Has::One,
        (Status::Impossible, _) => Has::None,
        _ => return None,
    };
    Some(Sample {
        name: name.to_owned(),
        instance,
        has,
        solution: solved.record.solution,
        explained: OnceLock::new(),
    })
}

/// The results of a function for all items, in order.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Relaxed);
                    let Some(item) = items.get(place) else { return };
                    let result = work(item);
                    results.lock().expect("nobody panics with it").push((place, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("nobody panics with it");
    results.sort_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, result)| result).collect()
}
