//! `common`: what all solutions have in common, and what is possible in some of them, place by place.
//!
//! The literals that all models have are the backbone: R. Monasson and others, Determining computational complexity from
//! characteristic 'phase transitions' (1999). It is found by one question for each value that no model so far has, as by M.
//! Janota, I. Lynce and J. Marques-Silva, Algorithms for computing backbones of propositional formulae (2015): a new model
//! answers many of the questions that are left.

use std::{borrow::Cow, io, sync::Arc};

use jigsat_cnf::{Choice, Literal, Variable, neg, pos};
use jigsat_grid::{Mark, Picture};
use jigsat_input::counted;
use jigsat_kit::{AtomOf, Error, Family, Goal, SolutionOf, TextFile};
use jigsat_solve::{Answer, Error as SolveError, Limits, Provenance, Session, Stop};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Ask, Context, Solution, Status,
    board::Board,
    case::Case,
    explain::Marks,
    record::{SCHEMA, Stats},
    verb::{About, Forms, Listener, Needs, OfPuzzle, Part, Subject, Teller, Verb},
};

/// Number of solutions up to which all of them are found, to count them.
const FEW: usize = 200;

/// Maximum number of places that are listed in words.
const MOST_TOLD: usize = 40;

/// Asks what all solutions have in common, and what is possible in some of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["from", "ask.formula", "ask.search"]))]
pub struct CommonRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// Only solutions that contain this partly filled board, in any format that 'solve' prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "SOLUTION"))]
    pub from: Option<TextFile>,
}

/// What all solutions have in common.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CommonRecord {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family.
    pub family: Cow<'static, str>,
    /// The file's name, `-` for standard input, or `argument` for a text on the command line.
    pub file: Arc<str>,
    /// The puzzle's title.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub puzzle: Arc<str>,
    /// The result: `solved` if there are solutions and every place was decided.
    #[schemars(extend("enum" = ["solved", "impossible", "unknown"]))]
    pub status: &'static str,
    /// Number of solutions that were found.
    pub found: usize,
    /// Whether there are no others.
    pub complete: bool,
    /// The places of the board, in the order of `show`; empty if there is no solution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceRecord>,
    /// The single clues that leave one solution, if all solutions were found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clues: Vec<ClueRecord>,
    /// What was left open, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What found the answer.
    pub by: Provenance,
    /// The cost of the answer.
    pub stats: Stats,
}

/// A place of the board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlaceRecord {
    /// Its name.
    pub name: String,
    /// The values that it has in some solution: one if it is the same in all. A place that is only chosen or not has `yes`
    /// and `no`.
    pub possible: Vec<ValueRecord>,
    /// Whether other values may be possible: a limit was reached first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// A value in a place.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ValueRecord {
    /// The value.
    pub value: String,
    /// Number of solutions in which the place has it, if all solutions were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<usize>,
}

/// A clue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClueRecord {
    /// The name of its place.
    pub place: String,
    /// The value there.
    pub value: String,
}

impl PlaceRecord {
    /// Whether it is the same in all solutions.
    fn is_fixed(&self) -> bool {
        self.possible.len() == 1 && !self.open
    }

    fn words(&self) -> String {
        let all: Vec<String> = self.possible.iter().map(ValueRecord::words).collect();
        let open = if self.open { ", and perhaps others" } else { "" };
        format!("{}: {}{open}", self.name, all.join(" or "))
    }
}

impl ValueRecord {
    fn words(&self) -> String {
        let times = self.solutions.map(|solutions| format!(" ({solutions})")).unwrap_or_default();
        format!("{}{times}", self.value)
    }
}

impl CommonRecord {
    /// The record in words, on one or more lines.
    #[must_use]
    pub fn words(&self) -> String {
        let mut lines = Vec::new();
        match (self.status, self.found, self.complete) {
            ("impossible", ..) => lines.push("impossible: there is no solution".to_owned()),
            (_, 0, _) => {}
            (_, 1, true) => lines.push("there is one solution: every place has its value".to_owned()),
            (_, found, complete) => {
                let fixed = self.places.iter().filter(|place| place.is_fixed()).count();
                let more = if complete { "" } else { "more than " };
                lines.push(format!(
                    "{more}{}; {fixed} of {} are the same in all of them",
                    counted(found, "solution"),
                    counted(self.places.len(), "place")
                ));
                let mut differ = self.places.iter().filter(|place| !place.is_fixed());
                lines.extend(differ.by_ref().take(MOST_TOLD).map(PlaceRecord::words));
                let left = differ.count();
                if left > 0 {
                    lines.push(format!("and {} more", counted(left, "place")));
                }
                let clues: Vec<String> =
                    self.clues.iter().map(|clue| format!("{}={}", clue.place, clue.value)).collect();
                if !clues.is_empty() {
                    let shown = clues.len().min(MOST_TOLD);
                    let more = if shown < clues.len() { ", …" } else { "" };
                    lines.push(format!("one of these leaves one solution: {}{more}", clues[..shown].join(", ")));
                }
            }
        }
        lines.extend(self.reason.iter().map(|reason| format!("left open: {reason}")));
        lines.join("\n")
    }
}

impl Verb for CommonRequest {
    const ABOUT: About = About {
        name: "common",
        command: Some("common"),
        group: "Understand",
        purpose: "Says what all solutions have in common, and what is possible in some",
        more: "Examples:\n  jigsat common puzzles/sudoku/ambiguous.yaml\n  \
            jigsat common puzzles/sudoku/ambiguous.yaml --svg common.svg",
        subject: Subject::Puzzle,
        forms: Forms::Records,
        record: "what common prints",
        picture: "Also draws what all solutions have in common; places that differ are marked",
    };

    type Record = CommonRecord;
    type Answer = Common;

    fn needs(&mut self) -> Needs<'_> {
        Needs::of(&mut self.ask)
    }
}

impl OfPuzzle for CommonRequest {
    fn ask(&self) -> Ask {
        self.ask.clone()
    }

    fn answer<F: Family>(
        &self,
        case: &Case<F>,
        context: &Context,
        listener: &mut Listener<'_>,
    ) -> Result<(), Error> {
        case.one_puzzle()?;
        listener(Box::new(common(case, self, context)?), false)
    }
}

/// The answer to a [`CommonRequest`].
pub struct Common {
    /// The status.
    pub status: Status,
    /// The record.
    pub record: CommonRecord,
    /// What all solutions have, if the family can draw it.
    solution: Option<Solution>,
    marks: Marks,
    puzzle: Box<dyn Board>,
}

impl Part for Common {
    fn status(&self) -> Status {
        self.status
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        self.record.words()
    }

    fn tell(&self, teller: &mut dyn Teller) -> io::Result<()> {
        if let Some(picture) = self.picture().filter(|_| self.record.found > 0) {
            teller.picture(&*picture)?;
        }
        teller.line(&self.words())
    }

    fn puzzle(&self) -> Option<&dyn Board> {
        Some(&*self.puzzle)
    }

    fn picture(&self) -> Option<Box<dyn Picture>> {
        let mut picture = self.puzzle.draw(self.solution.as_ref());
        self.marks.put_on(picture.as_mut());
        Some(picture)
    }
}

/// A place with the atoms of its values; one without values has one atom, which says that it is chosen.
struct Place<A> {
    name: String,
    values: Vec<String>,
    atoms: Vec<A>,
    /// By value, whether a solution has it; for one without values, whether it is chosen, and whether it is not.
    seen: Vec<bool>,
    /// Whether a limit was reached before all values were decided.
    open: bool,
}

impl<A: jigsat_cnf::Atom> Place<A> {
    /// The literal that gives it this value.
    fn literal(&self, value: usize) -> Literal<A> {
        match (self.values.is_empty(), value) {
            (true, 1) => neg(self.atoms[0]),
            _ => pos(self.atoms[value]),
        }
    }

    fn value(&self, value: usize) -> String {
        let yes_no = || ["yes", "no"][value].to_owned();
        self.values.get(value).cloned().unwrap_or_else(yes_no)
    }

    /// The value in a solution with these literals.
    fn value_in(&self, known: &[Literal<A>]) -> Option<usize> {
        if self.values.is_empty() {
            return Some(usize::from(!known.contains(&pos(self.atoms[0]))));
        }
        self.atoms.iter().position(|&atom| known.contains(&pos(atom)))
    }
}

/// The places of a board that are filled in.
fn places<F: Family>(case: &Case<F>) -> Result<Vec<Place<AtomOf<F>>>, Error> {
    let explanation = case.family.explanation();
    let blanks = explanation.map_or_else(Vec::new, |explanation| explanation.blanks(case.puzzle()));
    let mut places = Vec::new();
    for kind in blanks {
        for blank in kind.places {
            // One without values is chosen, or it is not.
            let count = if kind.values.is_empty() { 2 } else { kind.values.len() };
            let (values, seen) = (kind.values.clone(), vec![false; count]);
            places.push(Place { name: blank.name, values, atoms: blank.atoms, seen, open: false });
        }
    }
    if places.is_empty() {
        let name = &case.family.info().name;
        return Err(Error::Request(format!("solutions of {name} are not filled in place by place")));
    }
    Ok(places)
}

fn common<F: Family>(case: &Case<F>, request: &CommonRequest, context: &Context) -> Result<Common, Error> {
    let (family, puzzle, question) = (&*case.family, case.puzzle(), &*case.question);
    let limits = case.limits(context);
    let mut places = places(case)?;
    let encoding = case.encoding();
    let auto = family.auto(puzzle, Goal::One);
    let solver = question.search.solver.as_ref().unwrap_or(&auto.solver);
    let mut common = Common {
        status: Status::Unknown,
        record: CommonRecord {
            schema: SCHEMA,
            family: family.info().name.clone(),
            file: Arc::clone(&case.board.file),
            puzzle: Arc::clone(&case.board.title),
            status: "unknown",
            found: 0,
            complete: false,
            places: Vec::new(),
            clues: Vec::new(),
            reason: None,
            by: case.builder(),
            stats: Stats::new(jigsat_solve::Effort::default(), None),
        },
        solution: None,
        marks: Marks::default(),
        puzzle: case.board(),
    };
    let options = question.formula.build(false, &limits);
    let session = Session::new(puzzle, encoding, &options, solver, question.search.seed);
    let session = session.map_err(|error| Error::from(error).of_dropped(&question.formula.drop));
    let mut session = match Error::unless_stopped(session)? {
        Ok(session) => session,
        Err(stop) => {
            common.record.reason = Some(stop.to_string());
            return Ok(common);
        }
    };
    let assumed = match &request.from {
        Some(from) => {
            let solution = family.read_solution(puzzle, &from.to_source(), &limits)?;
            let words = || Error::Request(format!("--from cannot be used with encoding '{}'", encoding.name()));
            case.literals_of(encoding, &solution).ok_or_else(words)?
        }
        None => Vec::new(),
    };
    let mut search = Search { case, session: &mut session, assumed, limits: &limits, models: Vec::new() };
    let end = search.run(&mut places)?;
    let models = search.models;
    let record = &mut common.record;
    record.by = session.by();
    let stats = Stats::new(session.effort(), Some(size_of(&session)));
    record.stats = if context.wants.times { stats } else { stats.without_times() };
    record.found = models.len();
    record.complete = matches!(end, End::All);
    (common.status, record.status) = match (&end, models.len()) {
        (End::All, 0) => (Status::Impossible, "impossible"),
        (End::Stopped(stop), _) => {
            record.reason = Some(stop.to_string());
            (Status::Unknown, "unknown")
        }
        _ => (Status::Solved, "solved"),
    };
    if !models.is_empty() {
        common.compare(case, &places, &models);
    }
    Ok(common)
}

impl Common {
    /// What the solutions have in common, and where they differ.
    fn compare<F: Family>(&mut self, case: &Case<F>, places: &[Place<AtomOf<F>>], models: &[Vec<usize>]) {
        let Common { record, marks, .. } = self;
        let times = |place: usize, value: usize| models.iter().filter(|model| model[place] == value).count();
        let mut known = Vec::new();
        for (number, place) in places.iter().enumerate() {
            let values: Vec<usize> = (0..place.seen.len()).filter(|&value| place.seen[value]).collect();
            let possible = values.iter().map(|&value| ValueRecord {
                value: place.value(value),
                solutions: record.complete.then(|| times(number, value)),
            });
            let possible: Vec<ValueRecord> = possible.collect();
            if models.len() > 1 {
                let alone = possible.iter().filter(|value| value.solutions == Some(1));
                record.clues.extend(
                    alone.map(|value| ClueRecord { place: place.name.clone(), value: value.value.clone() }),
                );
            }
            let shown = PlaceRecord { name: place.name.clone(), possible, open: place.open };
            if shown.is_fixed() {
                known.push(place.literal(values[0]));
            } else if let Some(explanation) = case.family.explanation() {
                let atoms = values.iter().filter_map(|&value| place.atoms.get(value).or(place.atoms.first()));
                let cells: Vec<_> =
                    atoms.flat_map(|&atom| explanation.cells(case.puzzle(), atom)).collect();
                marks.add(&cells, Mark::Deduced);
            }
            record.places.push(shown);
        }
        self.solution = case.solution_of(&known).map(Solution::unchecked);
    }
}

fn size_of<P: jigsat_solve::Puzzle>(session: &Session<'_, P>) -> (usize, usize) {
    (session.formula().variables() as usize, session.formula().clauses().len())
}

/// How the search ended.
enum End {
    /// With all solutions.
    All,
    /// With every value decided.
    Decided,
    Stopped(Stop),
}

/// The search for solutions with values that no other one has.
struct Search<'s, 'p, F: Family> {
    case: &'s Case<F>,
    session: &'s mut Session<'p, F::Puzzle>,
    assumed: Vec<Literal<AtomOf<F>>>,
    limits: &'s Limits,
    /// The values of the places, in each solution that was found.
    models: Vec<Vec<usize>>,
}

impl<F: Family> Search<'_, '_, F> {
    fn run(&mut self, places: &mut [Place<AtomOf<F>>]) -> Result<End, Error> {
        // What the formula lacks is in no solution.
        if self.assumed.iter().any(|literal| !literal.negated && !self.is_there(*literal)) {
            return Ok(End::All);
        }
        let there: Vec<_> = self.assumed.iter().copied().filter(|literal| self.is_there(*literal)).collect();
        self.assumed = there;
        match self.ask(None, places)? {
            Found::One => {}
            Found::None => return Ok(End::All),
            Found::Stopped(stop) => return Ok(End::Stopped(stop)),
        }
        // A session gives each solution once. That changes no answer: no solution so far has what is asked for.
        let mut stopped = None;
        for place in 0..places.len() {
            for value in 0..places[place].seen.len() {
                let literal = places[place].literal(value);
                if places[place].seen[value] || !self.is_there(literal) {
                    continue;
                }
                let found = match stopped {
                    Some(stop) => Found::Stopped(stop),
                    None => self.ask(Some(literal), places)?,
                };
                if let Found::Stopped(stop) = found {
                    stopped = Some(stop);
                    places[place].open = true;
                }
            }
        }
        if let Some(stop) = stopped {
            return Ok(End::Stopped(stop));
        }
        while self.models.len() < FEW {
            match self.ask(None, places)? {
                Found::One => {}
                Found::None => return Ok(End::All),
                Found::Stopped(_) => break,
            }
        }
        Ok(End::Decided)
    }

    /// Whether the formula has the atom of a literal.
    fn is_there(&self, literal: Literal<AtomOf<F>>) -> bool {
        match literal.variable {
            Variable::Atom(atom) => self.session.formula().var(atom).is_some(),
            Variable::Aux(_) => true,
        }
    }

    /// Looks for a further solution, with this literal if there is one.
    fn ask(
        &mut self,
        literal: Option<Literal<AtomOf<F>>>,
        places: &mut [Place<AtomOf<F>>],
    ) -> Result<Found, Error> {
        let all: Vec<Literal<AtomOf<F>>> = self.assumed.iter().copied().chain(literal).collect();
        let answer = match SolveError::unless_stopped(self.session.solve_assuming(&all, self.limits))? {
            Ok(answer) => answer,
            Err(stop) => return Ok(Found::Stopped(stop)),
        };
        let solution: SolutionOf<F> = match answer {
            Answer::Solved(solution) => solution.into_inner(),
            Answer::Refused { solution: Some(solution), .. } => solution,
            Answer::Refused { .. } => {
                return Err(Error::request("without that rule, solutions have no places to compare"));
            }
            Answer::Impossible(_) => return Ok(Found::None),
            Answer::Unknown(stop) => return Ok(Found::Stopped(stop)),
        };
        let encoding = self.case.encoding();
        let known = self.case.literals_of(encoding, &solution);
        let known = known.unwrap_or_else(|| self.session.true_projected());
        let mut model = Vec::with_capacity(places.len());
        for place in places {
            let value = place.value_in(&known).ok_or_else(|| {
                let name = encoding.name();
                Error::Request(format!("encoding '{name}' has no literal for the value of {}", place.name))
            })?;
            place.seen[value] = true;
            model.push(value);
        }
        self.models.push(model);
        Ok(Found::One)
    }
}

/// The answer to one question.
enum Found {
    One,
    None,
    Stopped(Stop),
}
