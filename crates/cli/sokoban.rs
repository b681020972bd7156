//! Sokoban, as the command sees it.
mod ask;
mod counting;
mod levels;
mod making;
mod options;
mod play;
mod prove;
mod tally;

use std::{fs::OpenOptions, io::Write, sync::PoisonError};

use jigsat_cnf::Choice;
use jigsat_grid::{Picture, Size};
use jigsat_input::{ParseError, Source};
use jigsat_sokoban::{
    How, MAX_SIDE, Objective, Plan, Reason,
    search::{self, Ask, Engine, Horizon},
};
use jigsat_solve::{Answer, Error, Flaw, Limits, Solver, Stop};

use crate::{
    args::SolveArgs,
    exit::Failure,
    family::{self, Counted, Counting, Entry, Family, Made, More, Outcome, Question},
    input::Opened,
    prove::{Refuted, Theorem, ToProve},
};
use ask::{ask, bound, suits, told};
use options::{GenerateOptions, Options, SolveOptions};

pub struct Sokoban;

impl Family for Sokoban {
    type Puzzle = jigsat_sokoban::Sokoban;
    type Symmetry = ();
    type Options = Options;
    type SolveOptions = SolveOptions;
    type GenerateOptions = GenerateOptions;

    const NAME: &'static str = "sokoban";
    const CERTIFIES: bool = false;
    /// Each finds what is least in its own way.
    const ENCODINGS_AGREE: bool = false;
    const HAS_SYMMETRIES: bool = false;
    const ENGINES: &'static [&'static str] = &["states"];
    const SOLUTION_FORMATS: &'static [&'static str] = &["frames"];
    const PUZZLE_FORMATS: &'static [&'static str] = &["xsb", "sok"];

    fn recognises(start: &str) -> bool {
        jigsat_sokoban::looks_like_levels(start)
    }

    fn read(opened: Opened, options: &Options) -> Result<family::Puzzles<Self::Puzzle>, ParseError> {
        let source = opened.into_source()?;
        let entries = jigsat_sokoban::parse(&source)?;
        let (steps, animated) = (options.steps, options.animate);
        let entries = levels::chosen(&source, entries, &options.level)?;
        Ok(Box::new(entries.into_iter().map(move |(number, entry)| {
            let mut level = entry.level?;
            if level.title.is_empty() {
                level.title = format!("level {number}");
            }
            let title = level.title.clone();
            let mut puzzle = jigsat_sokoban::Sokoban::new(level);
            (puzzle.steps, puzzle.animated) = (steps, animated);
            Ok(Entry { puzzle, title })
        })))
    }

    fn read_solution(puzzle: &Self::Puzzle, source: &Source) -> Result<Plan, ParseError> {
        jigsat_sokoban::parse_plan(&puzzle.level, source)
    }

    fn draw(puzzle: &Self::Puzzle, solution: Option<&Plan>) -> Box<dyn Picture> {
        Box::new(jigsat_sokoban::draw(&puzzle.level, solution, puzzle.animated))
    }

    fn plain(_puzzle: &Self::Puzzle, solution: &Plan) -> String {
        solution.moves.clone()
    }

    fn solution_as(puzzle: &Self::Puzzle, solution: &Plan, format: &str) -> Option<String> {
        (format == "frames").then(|| jigsat_sokoban::frames(&puzzle.level, solution))
    }

    fn to_yaml(puzzle: &Self::Puzzle) -> Result<String, Failure> {
        puzzle.level.to_yaml().map_err(|error| Failure::usage(error.to_string()))
    }

    fn to_plain(puzzle: &Self::Puzzle) -> Result<String, Failure> {
        Ok(puzzle.level.to_word())
    }

    fn puzzle_as(puzzle: &Self::Puzzle, format: &str) -> Option<Result<Vec<u8>, Failure>> {
        match format {
            "xsb" => Some(Ok(puzzle.level.to_xsb().into_bytes())),
            "sok" => Some(Ok(puzzle.level.to_sok(None).into_bytes())),
            _ => None,
        }
    }

    fn legal(puzzle: &Self::Puzzle, solution: &Plan) -> Result<(), Flaw> {
        jigsat_sokoban::play(&puzzle.level, solution).map(|_| ())
    }

    fn contradiction(puzzle: &Self::Puzzle) -> Option<String> {
        puzzle.reason().as_ref().map(Reason::to_string)
    }

    fn only_length(puzzle: &Self::Puzzle) -> Option<u16> {
        puzzle.steps.filter(|_| puzzle.reason().is_none())
    }

    /// Measured on the sets that docs/src/guide/sokoban.md names.
    fn auto(_puzzle: &Self::Puzzle) -> (How, Solver) {
        (How::Pushes, search::best_solver(How::Pushes))
    }

    /// An empty room of that size: the player and a box in one corner, a goal in the opposite one.
    fn of_size(like: &Self::Puzzle, size: Size) -> Result<Self::Puzzle, String> {
        if !(3..=MAX_SIDE - 2).contains(&size.rows.min(size.cols)) || size.rows.max(size.cols) > MAX_SIDE - 2
        {
            return Err(format!("a room of {size} is none, expected 3 to {} rows and columns", MAX_SIDE - 2));
        }
        let (rows, cols) = (usize::from(size.rows), usize::from(size.cols));
        let mut floor = vec![vec![b' '; cols]; rows];
        floor[0][0] = b'@';
        floor[1][1] = b'$';
        floor[rows - 1][cols - 1] = b'.';
        let wall = "#".repeat(cols + 2);
        let inside = floor.iter().map(|row| format!("#{}#\n", String::from_utf8_lossy(row)));
        let text = format!("{wall}\n{}{wall}\n", inside.collect::<String>());
        let level =
            jigsat_sokoban::parse_one(&Source::new("room", text)).map_err(|error| error.to_string())?;
        let mut room = jigsat_sokoban::Sokoban::new(level);
        room.steps = like.steps;
        Ok(room)
    }

    fn symmetries(_puzzle: &Self::Puzzle) -> Vec<()> {
        Vec::new()
    }

    fn image(_puzzle: &Self::Puzzle, solution: &Plan, (): ()) -> Plan {
        solution.clone()
    }

    fn solve(
        puzzle: &Self::Puzzle,
        question: &Question<'_, Self>,
        own: &SolveOptions,
        limits: &Limits,
    ) -> Result<Outcome<Plan>, Error> {
        if own.log {
            eprintln!("{}: no plan below {} steps", puzzle.level.title, bound(puzzle, question));
        }
        let mut log = |horizon: &Horizon| {
            if own.log {
                eprintln!("  {}", told(horizon));
            }
        };
        let most_steps = own.max_steps.or(own.at_most);
        let found = search::solve(puzzle, &ask(question, most_steps), limits, &mut log)?;
        Ok(Outcome {
            first: found.answer,
            second: None,
            none_within: found.none_within.map(u64::from),
            left_open: found.left_open,
            by: found.by,
            effort: found.effort,
            size: found.size,
        })
    }

    fn refuses(_puzzle: &Self::Puzzle, engine: &str, is_plain: bool) -> Option<String> {
        match engine {
            "backtrack" => {
                Some("engine 'backtrack' lists plans (--all, --limit, count); it finds no best one".into())
            }
            "states" if !is_plain => {
                Some("engine 'states' goes without --encoding, --solver, --drop and --seed".into())
            }
            _ => None,
        }
    }

    fn begin(own: &SolveOptions, question: &Question<'_, Self>, args: &SolveArgs) -> Result<(), Failure> {
        if args.unique {
            return Err(Failure::usage(
                "--unique asks for one solution; plans are many: 'count' says how many are shortest",
            ));
        }
        suits(question, own)?;
        if let Some(path) = &own.write {
            let mut how = OpenOptions::new();
            how.write(true);
            if args.output.force {
                how.create(true).truncate(true)
            } else {
                how.create_new(true)
            };
            let file = how.open(path).map_err(|error| {
                let hint = if error.kind() == std::io::ErrorKind::AlreadyExists {
                    "; --force replaces it"
                } else {
                    ""
                };
                Failure::usage(format!("{}: can't be written: {error}{hint}", path.display()))
            })?;
            *own.sink.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
        }
        Ok(())
    }

    fn told(
        entry: &Entry<Self::Puzzle>,
        outcome: &Outcome<Plan>,
        own: &SolveOptions,
        limits: &Limits,
    ) -> Result<(), Failure> {
        let plan = match &outcome.first {
            Answer::Solved(plan) => Some(plan),
            _ => None,
        };
        own.tally.lock().unwrap_or_else(PoisonError::into_inner).add(outcome);
        if let Some(warning) = entry.puzzle.level.warning() {
            eprintln!("{}: {warning}", entry.title);
        }
        if let Some(file) = own.sink.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            file.write_all(entry.puzzle.level.to_sok(plan).as_bytes())?;
        }
        match plan {
            Some(plan) if own.play => Ok(play::play(&entry.puzzle.level, plan, own.speed, &limits.stop)?),
            _ => Ok(()),
        }
    }

    fn summary(own: &SolveOptions, times: bool) -> Option<String> {
        Some(own.tally.lock().unwrap_or_else(PoisonError::into_inner).tell(times))
    }

    fn check_more(puzzle: &Self::Puzzle, plan: &Plan, options: &Options) -> Result<More, Failure> {
        let Some(objective) = options.optimal.filter(|&objective| objective != Objective::None) else {
            return Ok(More::Nothing);
        };
        let ask = Ask { objective, ..Ask::default() };
        let outcome = search::solve(puzzle, &ask, &Limits::default(), &mut |_| {})?;
        let Answer::Solved(best) = outcome.answer else {
            return Ok(More::LeftOpen("whether it is optimal".into()));
        };
        let lengths = |plan: &Plan| match objective {
            Objective::Pushes | Objective::None => (plan.push_count, 0),
            Objective::Moves => (plan.move_count, 0),
            Objective::MovesThenPushes => (plan.move_count, plan.push_count),
            Objective::PushesThenMoves => (plan.push_count, plan.move_count),
        };
        if lengths(plan) > lengths(&best) {
            return Ok(More::Fails(format!(
                "not optimal in {}: another plan has {}",
                objective.name(),
                best.summary()
            )));
        }
        if best.proven != Some(objective) {
            return Ok(More::LeftOpen(format!("whether it is optimal in {}", objective.name())));
        }
        Ok(More::Holds(format!("optimal in {}", objective.name())))
    }

    fn to_list(
        puzzle: &Self::Puzzle,
        question: &Question<'_, Self>,
        limits: &Limits,
    ) -> Result<Option<Self::Puzzle>, Failure> {
        if puzzle.steps.is_some() {
            return Ok(None);
        }
        let how = question.how.unwrap_or_default();
        let ask = Ask { engine: Engine::Sat, how: Some(how), ..ask(question, None) };
        let outcome = search::solve(puzzle, &ask, limits, &mut |_| {})?;
        let Answer::Solved(plan) = outcome.answer else {
            if matches!(outcome.answer, Answer::Impossible(_)) {
                return Ok(None);
            }
            return Err(Failure::usage("the length of the shortest plan was not found within the limits"));
        };
        let steps = match how {
            How::Pushes => plan.push_count,
            How::Moves | How::Labelled => plan.move_count,
            How::Lines => plan.lower_bound.unwrap_or(0),
        };
        Ok(Some(puzzle.clone().with_steps(u16::try_from(steps).unwrap_or(u16::MAX))))
    }

    fn count(
        puzzle: &Self::Puzzle,
        question: &Question<'_, Self>,
        wanted: &Counting,
        limits: &Limits,
    ) -> Result<Counted, Failure> {
        counting::count(puzzle, question, wanted, limits)
    }

    fn to_prove(
        puzzle: &Self::Puzzle,
        question: &Question<'_, Self>,
        outcome: &Outcome<Plan>,
    ) -> Result<Option<ToProve<Self>>, Stop> {
        prove::to_prove(puzzle, question, outcome)
    }

    fn cannot_prove(question: &Question<'_, Self>) -> Option<&'static str> {
        prove::cannot_prove(question)
    }

    fn leave_open(outcome: &mut Outcome<Plan>, stop: Stop) {
        prove::leave_open(outcome, stop);
    }

    fn of_length(puzzle: &Self::Puzzle, length: u32) -> Option<Self::Puzzle> {
        Some(puzzle.clone().with_steps(u16::try_from(length).ok()?).for_proofs())
    }

    fn follows(
        puzzle: &Self::Puzzle,
        theorem: &Theorem,
        grounds: &[serde_json::Value],
        refuted: &[Refuted<Self>],
    ) -> Result<(), Flaw> {
        prove::follows(puzzle, theorem, grounds, refuted)
    }

    fn generate(own: &GenerateOptions, seed: u64, limits: &Limits) -> Result<Made<Self::Puzzle>, Failure> {
        making::generate(own, seed, limits)
    }
}
