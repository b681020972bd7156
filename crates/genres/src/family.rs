//! A genre as a family of the kit.
mod explanation;
mod generator;

use std::{
    borrow::Cow,
    collections::BTreeSet,
    sync::{Arc, OnceLock},
    time::Duration,
};

use jigsat_grid::{Picture, Size};
use jigsat_input::{Message, ParseError, Source};
use jigsat_kit::{
    Auto, CELL_SIDE, Editor, Entry, Explanation, Family, FamilyTypes, Files, Generator, Goal, Images, Info,
    NoOptions, Puzzles, Symmetry, Text,
};
use jigsat_qprop::{Atom, Encoding, Symmetries, Unread};
use jigsat_solve::{Limits, Refusal, Solver, Stop, Violation};
use web_time::Instant;

use crate::{Board, Givens, Page, Solution, genres, parse, write};

/// Time limit of the search for a contradiction, which nobody asked for.
const CONTRADICTION: Duration = Duration::from_millis(500);

/// Number of cells from which a picture may be hard: 20x20.
const LARGE_PICTURE: usize = 400;

/// A genre: one type for all of them, each value with a page of its own.
///
/// ```
/// use jigsat_genres::{GenreFamily, page};
/// use jigsat_kit::{Family, NoFiles, NoOptions, Text, only};
///
/// let page = page("nurikabe").expect("it comes with jigsat");
/// let nurikabe = GenreFamily::new(page, "nurikabe BOARD".into());
/// let text = Text::of_string("board", "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g".into());
/// let entry = only(&nurikabe, text, &NoOptions::default(), &NoFiles)?;
/// assert_eq!(entry.puzzle.givens.get("number", &[1]), Some("5"));
/// # Ok::<(), jigsat_input::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GenreFamily {
    info: Info,
    /// How addresses and saved boards call the genre, besides its name.
    names: BTreeSet<Cow<'static, str>>,
    /// The page of a genre that comes with jigsat is read when it is needed: a run needs few of them.
    page: OnceLock<Arc<Page>>,
}

impl GenreFamily {
    /// The family of a page. An example of its use is what follows `jigsat` on a command line.
    #[must_use]
    pub fn new(page: Arc<Page>, example: String) -> Self {
        let (name, about) = (page.name.clone().into(), page.about.clone().into());
        let definition = (!genres::is_known(&page.name)).then(|| page.source.text().into());
        let rules = rules(page.source.text());
        let info = info(name, about, rules, example, [page.address.is_some(), page.saved.is_some()]);
        let forms = [&page.address, &page.saved].into_iter().flatten();
        let names =
            forms.map(|(name, _)| name).chain(&page.other_names).map(|name| name.clone().into()).collect();
        GenreFamily { info: Info { definition, ..info }, names, page: page.into() }
    }

    /// The family of a genre that comes with jigsat, by its name and the text of its page.
    ///
    /// What recognises its puzzles is taken from the text, without reading the page.
    pub(crate) fn known(name: &'static str, text: &'static str) -> Self {
        // The line after the comment names the genre, and the end of a page says how addresses and saved boards are written.
        // Every run does this for every page, so it looks at few lines.
        let head = text.lines().find_map(|line| line.strip_prefix("genre "));
        let about = head.and_then(|line| line.split('"').nth(1)).unwrap_or_default();
        let example = format!("{name} puzzles/{name}/small.txt --unique");
        let says = |what: &str| text.lines().rev().find_map(|line| line.strip_prefix(what));
        let forms = ["address ", "saved "].map(says);
        let names = forms.into_iter().flatten().filter_map(|form| form.split(':').next());
        let names = names.flat_map(|names| names.split(','));
        let names = names.map(|name| name.trim().replace('_', "-").into()).collect();
        let forms = forms.map(|form| form.is_some());
        GenreFamily {
            info: info(name.into(), about.into(), rules(text), example, forms),
            names,
            page: OnceLock::new(),
        }
    }

    /// Its page.
    #[must_use]
    pub fn page(&self) -> &Arc<Page> {
        let known = || genres::page(&self.info.name).expect("the tests read the page of every known genre");
        self.page.get_or_init(known)
    }
}

/// The rules in words, which are the comment that a page begins with.
fn rules(page: &str) -> String {
    let lines = page
        .lines()
        .map_while(|line| line.strip_prefix('#'))
        .map(|line| line.strip_prefix(' ').unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

fn info(
    name: Cow<'static, str>,
    about: Cow<'static, str>,
    rules: String,
    example: String,
    [has_addresses, is_saved]: [bool; 2],
) -> Info {
    Info {
        name,
        about,
        rules: rules.into(),
        answers: "By default, a SAT solver answers (`engine: sat`), on the formula of the genre's page; constraints on paths, loops and regions are added as cuts while it runs.",
        example: example.into(),
        solution_formats: if is_saved { &["pzprv3"] } else { &[] },
        puzzle_formats: match (has_addresses, is_saved) {
            (true, true) => &["address", "words", "pzprv3"],
            (true, false) => &["address", "words"],
            (false, true) => &["words", "pzprv3"],
            (false, false) => &["words"],
        },
        formula_formats: &[],
        definition: None,
        #[cfg(not(target_family = "wasm"))]
        file_schema: crate::yaml_schema,
        pasted: None,
        solution_letters: "",
        editor: Some(Editor::Page),
        cell_side: CELL_SIDE,
    }
}

impl FamilyTypes for GenreFamily {
    type Puzzle = Board;
    type Options = NoOptions;
}

impl Family for GenreFamily {
    fn info(&self) -> &Info {
        &self.info
    }

    /// Rows of words don't say which genre they are; addresses, saved boards and lists of runs do.
    fn recognises(&self, start: &str) -> bool {
        parse::are_runs(start) && self.page().runs().is_some()
            || parse::genre(start).is_some_and(|genre| {
                parse::is_called(&self.info.name, self.names.iter().map(Cow::as_ref), genre)
            })
    }

    fn reads(&self, text: &str) -> bool {
        parse::reads(self.page(), text)
    }

    fn read(
        &self,
        text: Text,
        _options: &NoOptions,
        _files: &dyn Files,
    ) -> Result<Puzzles<Board>, ParseError> {
        let limits = text.limits_of_each();
        let source = text.into_source()?;
        let page = self.page().clone();
        let boards = parse::boards(&page, &source);
        Ok(Box::new(boards.into_iter().map(move |source| {
            let board = parse::parse(&page, &source, &limits())
                .map_err(|unread| unread.while_reading(source.name(), "the rules were written out"))?;
            let entry = Entry::new(board.givens.title.clone(), board);
            Ok(Entry { warnings: page.notes.clone(), ..entry })
        })))
    }

    fn read_solution(
        &self,
        puzzle: &Board,
        source: &Source,
        limits: &Limits,
    ) -> Result<Solution, ParseError> {
        parse::parse_solution(puzzle, source, limits)
    }

    fn check_so_far(&self, puzzle: &Board, solution: &Solution, limits: &Limits) -> Result<(), Refusal> {
        let first = puzzle.broken(solution, false, limits)?.into_iter().next();
        let violation =
            first.map(|(_, sentence)| Violation::new(format!("it breaks the rule that {sentence}")));
        Ok(violation.map_or(Ok(()), Err)?)
    }

    fn draw(&self, puzzle: &Board, solution: Option<&Solution>) -> Box<dyn Picture> {
        Box::new(crate::draw(puzzle, solution))
    }

    fn write(&self, puzzle: &Board, format: &str) -> Result<Vec<u8>, Message> {
        let (page, givens) = (self.page(), &puzzle.givens);
        let text = match format {
            "yaml" => write::yaml(page, givens)?,
            "plain" => write::plain(page, givens),
            "address" => write::address(page, givens)? + "\n",
            "words" => write::words(page, givens),
            "pzprv3" => write::saved(puzzle, None)?,
            other => return Err(format!("{} has no format '{other}'", page.name).into()),
        };
        Ok(text.into_bytes())
    }

    fn write_solution(&self, puzzle: &Board, solution: &Solution, format: &str) -> Option<String> {
        match format {
            "plain" => serde_json::to_string(solution).ok(),
            "pzprv3" => write::saved(puzzle, Some(solution)).ok(),
            _ => None,
        }
    }

    /// On published boards of Numberlink, Glucose and CaDiCaL need a fraction of the conflicts for paths, and so they do on hard
    /// pictures from the runs of their lines: a published Nonogram of 45x50 takes MiniSat 7.4 s, Glucose 1.1 and CaDiCaL 1.3. On
    /// small ones, all take as long.
    fn auto(&self, puzzle: &Board, goal: Goal) -> Auto<Self> {
        let is_built_in = |solver: &Solver| Solver::built_in().contains(solver);
        let strong = [Solver::Glucose, Solver::Cadical].into_iter().find(is_built_in);
        let is_picture = || puzzle.model.has_runs() && puzzle.givens.size.area() >= LARGE_PICTURE;
        let solver = strong.filter(|_| goal == Goal::One && (puzzle.model.has_paths() || is_picture()));
        Auto::sat(Encoding::Model, solver.unwrap_or_default())
    }

    /// A single constraint that can't be satisfied however the board is filled: four lamps beside a cell in the corner.
    fn contradiction(&self, puzzle: &Board, limits: &Limits) -> Option<String> {
        if let Some(sums) = puzzle.givens.shaded_differ(&puzzle.page) {
            return Some(sums);
        }
        let soon = Instant::now() + CONTRADICTION;
        let deadline = Some(limits.deadline.map_or(soon, |deadline| deadline.min(soon)));
        let limits = Limits { deadline, ..limits.clone() };
        let (_, sentence) = puzzle.broken_by_givens(&limits).ok()?.into_iter().next()?;
        Some(format!("this can't hold, whatever you fill in: {sentence}"))
    }

    fn resize(&self, like: &Board, size: Size, limits: &Limits) -> Result<Board, Message> {
        if self.page().rooms.is_some() || size.area() == 0 {
            return Err(format!("there is no empty board of {} of {size}", self.info.name).into());
        }
        let givens = Givens { numbers: like.givens.numbers.clone(), ..Givens::new(size) };
        let board = Board::within(self.page().clone(), givens, &Source::new("board", ""), limits);
        board.map_err(|unread| match unread {
            Unread::Malformed(error) => error.to_string().into(),
            Unread::Stopped(stop) => format!("no such board could be made: {stop}").into(),
        })
    }

    fn symmetry(&self) -> Option<&dyn Symmetry<Self>> {
        Some(self)
    }

    fn explanation(&self) -> Option<&dyn Explanation<Self>> {
        Some(self)
    }

    fn generator(&self) -> Option<&dyn Generator<Self>> {
        (!self.page().steps.is_empty()).then_some(self)
    }
}

impl Symmetry<GenreFamily> for GenreFamily {
    fn order(&self, puzzle: &Board, limits: &Limits) -> Result<Option<usize>, Stop> {
        Ok(puzzle.symmetries(limits)?.map(Symmetries::order))
    }

    fn images<'p>(&'p self, puzzle: &'p Board) -> Images<'p, Self> {
        Box::new(|solution, number| solution.image(puzzle, |atom| puzzle.image(atom, number)))
    }

    fn models_tell_first(&self) -> bool {
        true
    }

    fn image_of_atom(&self, puzzle: &Board, atom: Atom, number: usize) -> Option<Atom> {
        Some(puzzle.image(atom, number))
    }
}
