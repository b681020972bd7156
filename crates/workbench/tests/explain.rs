//! Explanations of puzzles whose family is not registered: graph colouring, defined here.

use std::{
    any::Any,
    borrow::Cow,
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use jigsat_cnf::{Formula, Literal, Model, Rule, neg, pos};
use jigsat_grid::{Cell, Charset, Mark, Picture, Size};
use jigsat_input::{Message, ParseError, Source};
use jigsat_kit::{
    Auto, EncodingOf, Entry, Explanation, Family, FamilyTypes, Files, Goal, Info, NoFiles, NoOptions,
    Puzzles, Text, TextFile, holding,
};
use jigsat_solve::{Hook, Limits, Puzzle, Refusal, Solver, Stop, Violation};
use jigsat_workbench::{
    AnyFamily, Ask, Board, CompareRequest, Context, Erased, ExplainRequest, HintRequest, Part as _,
    RateRequest, Request, RightSoFarRequest, Status, Wants,
    explain::{Explained, Part, Told},
    only,
    verbs::compare::Measure,
};

/// The nodes of a ring, each with one of several colours; 0 is open. Neighbours differ.
struct Ring {
    colours: u8,
    given: Vec<u8>,
}

const NODE: Rule = Rule::new("node", "node {0} has exactly one colour");
const EDGE: Rule = Rule::new("edge", "nodes {0} and {1} differ");

impl Ring {
    fn edges(&self) -> impl Iterator<Item = (u8, u8)> {
        let count = self.given.len() as u8;
        (0..count).map(move |node| (node, (node + 1) % count))
    }

    fn clash(&self, colours: &[u8]) -> Option<(u8, u8)> {
        let colour = |node: u8| colours[usize::from(node)];
        self.edges().find(|&(a, b)| colour(a) == colour(b) && colour(a) != 0)
    }
}

impl Puzzle for Ring {
    /// A node and its colour.
    type Atom = (u8, u8);
    type Encoding = ();
    type Solution = Vec<u8>;

    fn name(&self, (node, colour): (u8, u8), f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{node}={colour}")
    }

    fn encode(&self, (): (), e: &mut Formula<(u8, u8)>) {
        for node in 0..self.given.len() as u8 {
            (1..=self.colours).for_each(|colour| e.declare_projected((node, colour)));
            e.group(&NODE, (node,)).exactly_one((1..=self.colours).map(|colour| (node, colour)));
        }
        for (a, b) in self.edges() {
            let mut group = e.group(&EDGE, (a, b));
            for colour in 1..=self.colours {
                group.clause([neg((a, colour)), neg((b, colour))]);
            }
        }
    }

    fn givens(&self) -> Vec<Literal<(u8, u8)>> {
        let given = (0..).zip(&self.given).filter(|&(_, &colour)| colour != 0);
        given.map(|(node, &colour)| pos((node, colour))).collect()
    }

    fn decode(&self, (): (), model: &Model<'_, (u8, u8)>) -> Result<Vec<u8>, Violation> {
        let colour = |node| (1..=self.colours).find(|&colour| model.holds((node, colour)));
        let colours: Option<Vec<u8>> = (0..self.given.len() as u8).map(colour).collect();
        colours.ok_or_else(|| Violation::new("a node has no colour"))
    }

    fn check(&self, solution: &Vec<u8>) -> Result<(), Violation> {
        if solution.contains(&0) {
            return Err(Violation::new("a node has no colour"));
        }
        Ok(Colouring.check_so_far(self, solution, &Limits::default())?)
    }
}

struct Colouring;

static INFO: Info = Info {
    name: Cow::Borrowed("ring"),
    about: Cow::Borrowed("rings of nodes with colours"),
    rules: Cow::Borrowed(""),
    answers: "a SAT solver answers",
    example: Cow::Borrowed("ring FILE"),
    solution_formats: &[],
    puzzle_formats: &[],
    formula_formats: &[],
    definition: None,
    file_schema: jigsat_kit::schema_of::<NoOptions>,
    pasted: None,
    solution_letters: "",
    editor: None,
    cell_side: jigsat_kit::CELL_SIDE,
};

struct Line(Vec<char>, Vec<(Cell, Mark)>);

impl Picture for Line {
    fn to_text(&self, _charset: Charset) -> String {
        let mark = |col: usize| self.1.iter().find(|(cell, _)| usize::from(cell.col) == col);
        let text = self.0.iter().enumerate().map(|(col, char)| match mark(col) {
            Some((_, mark)) => format!("{}{char}{}", mark.brackets()[0], mark.brackets()[1]),
            None => format!(" {char} "),
        });
        text.collect()
    }

    fn to_ansi(&self, charset: Charset) -> String {
        self.to_text(charset)
    }

    fn to_svg(&self) -> String {
        let text = self.to_text(Charset::Ascii);
        format!("<svg width=\"200\" height=\"20\"><text y=\"15\">{text}</text></svg>\n")
    }

    fn mark(&mut self, cell: Cell, mark: Mark) {
        self.1.push((cell, mark));
    }
}

fn colours(text: &str) -> Vec<u8> {
    text.trim().bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect()
}

impl FamilyTypes for Colouring {
    type Puzzle = Ring;
    type Options = NoOptions;
}

impl Family for Colouring {
    fn info(&self) -> &Info {
        &INFO
    }

    fn recognises(&self, _start: &str) -> bool {
        false
    }

    fn read(&self, text: Text, _: &NoOptions, _: &dyn Files) -> Result<Puzzles<Ring>, ParseError> {
        let source = text.into_source()?;
        let (count, given) = source.text().split_once(' ').expect("a number and a line");
        let ring = Ring { colours: count.parse().expect("a number"), given: colours(given) };
        Ok(Box::new(std::iter::once(Ok(Entry::new("", ring)))))
    }

    fn read_solution(&self, _: &Ring, source: &Source, _: &Limits) -> Result<Vec<u8>, ParseError> {
        Ok(colours(source.text()))
    }

    fn check_so_far(&self, puzzle: &Ring, solution: &Vec<u8>, _: &Limits) -> Result<(), Refusal> {
        if let Some((a, b)) = puzzle.clash(solution) {
            return Err(Violation::new(format!("nodes {a} and {b} have the same colour")).into());
        }
        let mut pairs = puzzle.given.iter().zip(solution);
        match pairs.find(|&(&given, &colour)| given != 0 && colour != 0 && given != colour) {
            Some((given, _)) => Err(Violation::new(format!("a node was given as {given}")).into()),
            None => Ok(()),
        }
    }

    fn draw(&self, puzzle: &Ring, solution: Option<&Vec<u8>>) -> Box<dyn Picture> {
        let shown = solution.unwrap_or(&puzzle.given);
        let char = |&colour: &u8| if colour == 0 { '.' } else { char::from(b'0' + colour) };
        Box::new(Line(shown.iter().map(char).collect(), Vec::new()))
    }

    fn write(&self, _: &Ring, format: &str) -> Result<Vec<u8>, Message> {
        Err(format!("a ring has no format '{format}'").into())
    }

    fn write_solution(&self, _: &Ring, _: &Vec<u8>, _: &str) -> Option<String> {
        None
    }

    fn auto(&self, _: &Ring, _: Goal) -> Auto<Self> {
        Auto::sat((), Solver::default())
    }

    fn resize(&self, like: &Ring, size: Size, _: &Limits) -> Result<Ring, Message> {
        Ok(Ring { colours: like.colours, given: vec![0; size.area()] })
    }

    fn explanation(&self) -> Option<&dyn Explanation<Self>> {
        Some(self)
    }
}

impl Explanation<Colouring> for Colouring {
    fn literals(
        &self,
        _: &Ring,
        (): EncodingOf<Colouring>,
        solution: &Vec<u8>,
    ) -> Option<Vec<Literal<(u8, u8)>>> {
        let filled = (0..).zip(solution).filter(|&(_, &colour)| colour != 0);
        Some(filled.map(|(node, &colour)| pos((node, colour))).collect())
    }

    fn so_far(&self, puzzle: &Ring, known: &[Literal<(u8, u8)>]) -> Option<Vec<u8>> {
        let mut colours = puzzle.given.clone();
        holding(known).for_each(|(node, colour)| colours[usize::from(node)] = colour);
        Some(colours)
    }

    fn cells(&self, _: &Ring, (node, _): (u8, u8)) -> Vec<Cell> {
        vec![Cell::new(0, u16::from(node))]
    }
}

/// With the solver that every build has.
fn ask() -> Ask {
    let mut ask = Ask::default();
    ask.search.solver = Some(Solver::Batsat);
    ask
}

fn ring(text: &str) -> Arc<dyn Board> {
    let prepared = Erased::new(Colouring).prepare(&ask()).unwrap();
    only(&*prepared, Text::of_string("ring", text.into()), &NoFiles).unwrap()
}

fn file(text: &str) -> TextFile {
    TextFile { name: "filled".into(), text: text.into() }
}

/// All parts of an explanation, its status and its record as JSON.
fn explained(ring: &dyn Board, request: &ExplainRequest) -> (Vec<Part>, Status, serde_json::Value) {
    let (parts, end) = heard(ring, request.clone(), &Context::default(), |_| {});
    (parts, end.status, serde_json::to_value(&end.record).unwrap())
}

/// All parts of an explanation, each also for a listener, and its end.
fn heard(
    ring: &dyn Board,
    request: impl Into<Request>,
    context: &Context,
    mut listener: impl FnMut(&Part),
) -> (Vec<Part>, Explained) {
    let (mut parts, mut end) = (Vec::new(), None);
    ring.answer(&request.into(), context, &mut |part, more| {
        let part: Box<dyn Any> = part;
        if more {
            let told = part.downcast::<Told>().expect("it is a part of an explanation");
            listener(&told.part);
            parts.push(told.part);
        } else {
            end = part.downcast::<Explained>().ok();
        }
        Ok(())
    })
    .unwrap();
    (parts, *end.expect("it has an end"))
}

fn words(parts: &[Part]) -> Vec<&str> {
    parts.iter().map(|part| part.words.as_str()).collect()
}

#[test]
fn a_solution_is_told_step_by_step_from_another_thread_too() {
    let ring = ring("2 1...");
    let picture = |part: &Part| part.view.as_ref().unwrap().draw(&*ring).to_text(Charset::Ascii);
    let parts: Vec<Part> = std::thread::scope(|scope| {
        scope.spawn(|| explained(&*ring, &ExplainRequest::default()).0).join().unwrap()
    });
    assert_eq!(
        words(&parts),
        [
            "1. n1=2: nodes 0 and 1 differ; node 1 has exactly one colour; n0=1",
            "2. n2=1: nodes 1 and 2 differ; node 2 has exactly one colour; n1=2",
            "3. n3=2: nodes 3 and 0 differ; node 3 has exactly one colour; n0=1",
            "solved in 3 steps, none of them singles; the largest step has 3 reasons",
        ]
    );
    assert_eq!(picture(&parts[0]), "(1)[2] .  . ");
    assert_eq!(picture(&parts[1]), " 1 (2)[1] . ");
    assert_eq!(parts[0].view.as_ref().unwrap().legend().unwrap(), "[ ] deduced  ( ) known");
    assert!(parts[3].step.is_none() && parts[3].view.is_none());
}

#[test]
fn a_hint_is_the_next_step_from_what_is_filled_in() {
    let ring = ring("2 1...");
    let request = HintRequest { from: Some(file("12..")), ..HintRequest::default() };
    let (parts, hint) = heard(&*ring, request, &Context::default(), |_| {});
    assert_eq!((hint.status, parts.len(), hint.record.steps.len()), (Status::Solved, 1, 1));
    assert!(parts[0].view.as_ref().unwrap().in_text);
    let wrong = HintRequest { from: Some(file("11..")), ..HintRequest::default() };
    let error = ring.ask(&wrong, &Context::default()).err().unwrap();
    assert_eq!(
        error.to_string(),
        "the cells filled in so far contradict the rules: nodes 0 and 1 have the same colour"
    );
}

#[test]
fn one_cell_is_asked_by_its_place_or_its_name() {
    let ring = ring("2 1.....");
    for cell in ["r1c6", "n5=2"] {
        let request = ExplainRequest { cell: Some(cell.into()), ..ExplainRequest::default() };
        let (parts, status, record) = explained(&*ring, &request);
        assert_eq!(
            (parts.len(), status, &record["steps"][0]["deduced"][0]),
            (1, Status::Solved, &"n5=2".into())
        );
    }
    let request = ExplainRequest { cell: Some("r9c9".into()), ..ExplainRequest::default() };
    let error = ring.ask(&request, &Context::default()).err().unwrap();
    assert_eq!(
        error.to_string(),
        "'r9c9' is not a cell or literal of this puzzle, or it is given, so there is nothing to deduce; try n1=2"
    );
}

#[test]
fn two_solutions_differ_where_marked() {
    let (parts, status, record) = explained(&*ring("3 121."), &ExplainRequest::default());
    assert_eq!(status, Status::Impossible);
    assert_eq!(parts.len(), 3);
    assert!(parts[..2].iter().all(|part| part.words.is_empty() && part.view.is_some()));
    let lines: Vec<&str> = parts[2].words.lines().collect();
    assert!(lines[0] == "not unique: two solutions" && lines.len() == 3, "{lines:?}");
    assert!(
        lines[1].starts_with("only in the first: n3=") && lines[2].starts_with("only in the second: n3="),
        "{lines:?}"
    );
    assert_eq!(record["unique"], false);
    assert_eq!(record["cells"]["deduced"], serde_json::json!(["r1c4"]));
    assert_eq!(record["solutions"].as_array().unwrap().len(), 2);
}

#[test]
fn an_odd_ring_of_two_colours_has_few_reasons() {
    let (parts, status, record) = explained(&*ring("2 1.."), &ExplainRequest::default());
    assert_eq!((status, &record["status"]), (Status::Impossible, &"impossible".into()));
    let reasons = record["because"].as_array().unwrap().len();
    let lines: Vec<&str> = parts[0].words.lines().collect();
    assert_eq!(lines[0], "impossible: these contradict each other:");
    assert_eq!(lines.len(), 1 + reasons);
    assert!(parts[0].view.as_ref().unwrap().in_text);
}

#[test]
fn the_steps_count_the_time_that_is_spent_in_them() {
    let mut ask = ask();
    ask.search.timeout_s = Some(0.3);
    let ring = ring("2 1.......").asking(&ask).unwrap();
    let mut slept = false;
    let (parts, end) = heard(&*ring, ExplainRequest::default(), &Context::default(), |_| {
        if !std::mem::replace(&mut slept, true) {
            std::thread::sleep(std::time::Duration::from_millis(400));
        }
    });
    assert!(parts[1].step.is_some());
    assert_eq!(end.status, Status::Solved);
}

#[test]
fn a_stop_leaves_the_rest_open() {
    let ring = ring("2 1.......");
    let context = Context::default();
    let (parts, end) = heard(&*ring, ExplainRequest::default(), &context, |_| {
        context.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(parts.last().unwrap().words, "the remaining steps were not found: interrupted");
    assert_eq!((end.status, end.record.status), (Status::Unknown, "unknown"));
}

#[test]
fn what_is_filled_in_is_right_or_a_few_of_it_are_to_blame() {
    let ask = |ring: &dyn Board, text: &str| {
        let request = RightSoFarRequest { from: file(text), ..RightSoFarRequest::default() };
        ring.ask(&request, &Context::default()).unwrap()
    };
    let open = ring("2 ......");
    let right = ask(&*open, "1.1...");
    assert_eq!((right.status, right.record.completable), (Status::Solved, Some(true)));
    let right = ask(&*open, "121212");
    assert_eq!(right.record.words(), "right so far: it can be completed");
    // The first and the fourth node of the ring can't have the same colour; the third one doesn't matter.
    let wrong = ask(&*open, "1.11..");
    assert_eq!((wrong.status, wrong.record.legal), (Status::Impossible, false));
    let wrong = ask(&*open, "1..1..");
    assert_eq!((wrong.status, wrong.record.legal), (Status::Impossible, true));
    assert_eq!(wrong.record.conflict, ["n0=1", "n3=1"]);
    assert_eq!(wrong.record.cells, ["r1c1", "r1c4"]);
    assert_eq!(
        wrong.record.words(),
        "not right: with n0=1, n3=1 can't be:\n  \
         nodes 1 and 2 differ; node 1 has exactly one colour; node 2 has exactly one colour \
         (nodes 0 and 1 differ, and n0=1), so n2=1\n  \
         nodes 2 and 3 differ; n2=1, so not n3=1"
    );
    assert_eq!(wrong.view.draw(&*open).to_text(Charset::Ascii), "(1):.::.:[1] .  . ");
    // A given is not the player's mistake.
    let wrong = ask(&*ring("2 1....."), "1..1..");
    let words = wrong.record.words();
    assert!(
        words.starts_with("not right: n3=1 can't be:\n  nodes 1 and 2 differ; node 1 has exactly one colour"),
        "{words}"
    );
    // A colour that does not exist.
    let wrong = ask(&*open, "3.....");
    assert_eq!(wrong.record.conflict, ["n0=3"]);
    // There is no solution at all, so the partial solution is not to blame.
    let wrong = ask(&*ring("2 ..."), "1..");
    assert_eq!(wrong.record.words(), "the puzzle has no solution");
}

#[test]
fn a_limit_leaves_more_to_blame_and_says_so() {
    let mut ask = Ask::default();
    ask.search.conflicts = Some(0);
    let ring = ring("2 ......").asking(&ask).unwrap();
    let request = RightSoFarRequest { from: file("1.11.."), ..RightSoFarRequest::default() };
    let wrong = ring.ask(&request, &Context::default()).unwrap();
    assert_eq!((wrong.status, wrong.record.legal), (Status::Impossible, false));
    assert_eq!(wrong.record.conflict, ["n0=1", "n2=1", "n3=1"]);
    let reason = "fewer of them may contradict each other: conflict limit reached";
    assert_eq!(wrong.record.reason.as_deref(), Some(reason), "{}", wrong.record.words());
}

/// All ways to fill in this many nodes, 0 for open.
fn fillings(nodes: u32, colours: u8) -> impl Iterator<Item = Vec<u8>> {
    let base = u32::from(colours) + 1;
    (0..base.pow(nodes))
        .map(move |number| (0..nodes).map(|node| (number / base.pow(node) % base) as u8).collect())
}

/// Against brute force: whether there is a completion, and whether a conflict is one and as small as possible.
#[test]
fn every_filling_of_small_rings_is_judged_rightly() {
    for (text, colours) in [("2 ....", 2), ("2 .1..", 2), ("3 1.3", 3), ("2 .....", 2)] {
        let ring = ring(text);
        let puzzle: &Ring = ring.puzzle().downcast_ref().unwrap();
        let nodes = puzzle.given.len() as u32;
        let solutions: Vec<Vec<u8>> =
            fillings(nodes, colours).filter(|filling| puzzle.check(filling).is_ok()).collect();
        let fits = |filling: &[u8]| {
            let has_all = |solution: &&Vec<u8>| {
                solution.iter().zip(filling).all(|(&one, &wanted)| wanted == 0 || one == wanted)
            };
            solutions.iter().any(|solution| has_all(&solution))
        };
        for filling in fillings(nodes, colours) {
            let text: String = filling.iter().map(u8::to_string).collect();
            let request = RightSoFarRequest { from: file(&text.replace('0', ".")), ..Default::default() };
            let answer = ring.ask(&request, &Context::default()).unwrap();
            assert_eq!(answer.record.completable, Some(fits(&filling)), "{text}");
            let named = |node: usize| format!("n{node}={}", filling[node]);
            let is_blamed = |node: usize| answer.record.conflict.contains(&named(node));
            let only = |spared: Option<usize>| -> Vec<u8> {
                let kept = |node: usize| is_blamed(node) && spared != Some(node);
                (0..filling.len()).map(|node| if kept(node) { filling[node] } else { 0 }).collect()
            };
            if !fits(&filling) {
                assert!(!fits(&only(None)), "{text}: {:?}", answer.record.conflict);
                for node in (0..filling.len()).filter(|&node| is_blamed(node)) {
                    assert!(fits(&only(Some(node))), "{text}: {} can be spared", named(node));
                }
            }
        }
    }
}

#[test]
fn a_puzzle_is_rated_by_its_steps() {
    let rated = ring("2 1...").ask(&RateRequest::default(), &Context::default()).unwrap();
    let costs = || rated.sizes.iter().map(|size| size.cost);
    let (hardest, all) = (costs().max().unwrap(), costs().sum::<u64>());
    assert_eq!(
        rated.words(),
        format!(
            "medium: 3 steps, none of them singles; needs 3 arguments without a name; the hardest costs {hardest}, all \
             together {all}"
        )
    );
    let rating = &rated.record.rating;
    assert_eq!((&rating["difficulty"], &rating["cost"]), (&hardest.into(), &all.into()));
    assert_eq!((&rating["word"], &rating["unnamed"]), (&"medium".into(), &3.into()));
    assert!(rated.svg().unwrap().unwrap().contains("<svg"));
    let rated = ring("3 1...").ask(&RateRequest::default(), &Context::default()).unwrap();
    assert_eq!((rated.words(), rated.svg().unwrap()), ("not unique: no rating".into(), None));
    assert_eq!((rated.status, rated.record.unique), (Status::Impossible, Some(false)));
}

/// The steps that were found until a limit was reached bound the difficulty from below; they are no rating.
#[test]
fn a_rating_that_was_stopped_claims_no_difficulty() {
    let stopped_after = |looks: u64| {
        let left = AtomicU64::new(looks);
        let spend = |left: u64| left.checked_sub(1);
        let is_spent = move || left.fetch_update(Relaxed, Relaxed, spend).is_err();
        let hook = Hook::new(move || is_spent().then_some(Stop::Interrupted));
        ring("2 1.........").ask(&RateRequest::default(), &Context { hook, ..Context::default() }).unwrap()
    };
    let (mut claims, mut looks) = (Vec::new(), 0);
    let rated = loop {
        let rated = stopped_after(looks);
        if rated.record.reason.is_none() {
            break rated;
        }
        assert_eq!(rated.status, Status::Unknown);
        let rating = &rated.record.rating;
        assert!(rating.get("word").is_none() && rating.get("difficulty").is_none(), "{rating}");
        if !rated.sizes.is_empty() {
            let steps = rated.sizes.len();
            assert!(rated.words().starts_with("at least "), "{}", rated.words());
            assert!(rated.words().contains(" so far, ") && rated.words().contains("\nleft open: "));
            assert_eq!(rating["steps"], steps);
            claims.push((steps, rating["difficulty_at_least"].as_u64().unwrap()));
        }
        looks += 1;
    };
    let whole = rated.record.rating["difficulty"].as_u64().unwrap();
    claims.dedup();
    assert!(
        claims.len() > 1 && claims.is_sorted() && claims.iter().all(|&(_, least)| least <= whole),
        "{claims:?}"
    );
}

#[test]
fn sizes_are_compared_row_by_row() {
    let request = CompareRequest {
        amo: vec!["all".into()],
        solvers: vec!["batsat".into()],
        sizes: vec!["1x4".parse().unwrap(), "1x5".parse().unwrap()],
        ..CompareRequest::default()
    };
    let mut told = 0;
    let ring = ring("2 1...");
    ring.answer(&request.clone().into(), &Context::default(), &mut |_, more| {
        told += usize::from(more);
        Ok(())
    })
    .unwrap();
    let comparison = ring.ask(&request, &Context::default()).unwrap();
    assert_eq!((comparison.status, told), (Status::Solved, comparison.rows.len()));
    assert_eq!(comparison.rows[0].answer, "solved");
    assert_eq!(comparison.rows.last().unwrap().answer, "impossible");
    let table = comparison.table();
    assert_eq!((table.heads()[0], table.heads().last()), ("size", Some(&"median time")));
    // Words are aligned to the left, numbers to the right: they end where their head ends.
    let text = table.to_text();
    let end = text.find("variables").unwrap() + "variables".len();
    assert!(text.lines().all(|line| !line.starts_with(' ') && !line[..end].ends_with(' ')), "{text}");
    assert!(comparison.to_svg(&[Measure::Clauses, Measure::Time]).unwrap().contains("<svg"));
    let wants = Wants { times: false, ..Wants::default() };
    let untimed = ring.ask(&request, &Context { wants, ..Context::default() }).unwrap();
    assert!(!untimed.table().heads().contains(&"median time"));
    assert!(untimed.to_svg(&[Measure::Time]).is_err());
    let request = CompareRequest { encodings: vec!["best".into()], ..request };
    let error = ring.ask(&request, &Context::default()).err().unwrap();
    assert!(error.to_string().starts_with("there is no encoding 'best'; there are: "), "{error}");
}
