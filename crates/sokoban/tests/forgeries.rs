//! Attacks on the referee of certificates: nothing that a breadth-first search refutes is accepted, no line and no claim,
//! neither by the referee nor by `tests/proofs/bounds.py`.
//!
//! `JIGSAT_FORGERIES=100000` sets the number of forgeries, `JIGSAT_SEED=7` another beginning.

mod attack;
mod forgery;
mod waste;

use std::{
    collections::BTreeMap,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use attack::{claim, corrupt, garble, more_grounds, prices, repair, universe};
use forgery::{Forgery, Line, assignment};
use jigsat_sokoban::{
    Ground, Level, Objective, Shown, Sokoban, Unit, grounds, parse_one, search::certificate, shorter_than,
};
use jigsat_solve::Limits;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use waste::{Room, Waste};

use crate::oracle::brute_force::{Oracle, random_level};

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |value| value.parse().expect("a number"))
}

fn read(text: &str) -> Level {
    parse_one(&jigsat_input::Source::new("level", text)).expect("a level")
}

/// What grounds and a certificate show.
fn shows(puzzle: &Sokoban, grounds: &[Ground], text: &str) -> Result<Option<u32>, String> {
    let shown = Shown { grounds, certificate: Some(text), refuted: &[] };
    shorter_than(puzzle, shown, &Limits::default()).map_err(|refusal| refusal.to_string())
}

/// The level and prices by which 100 pushes were once shown to be needed, of 5.
const FIVE: &str = "#######\n##   ##\n## $ ##\n##   ##\n### ###\n#@$..##\n#######\n";

#[test]
fn a_box_on_a_cheap_goal_may_still_leave_it() {
    let puzzle = Sokoban::new(read(FIVE));
    let room = Room::new(&puzzle.level);
    // All prices are valid, and waste is as before.
    let (boxes, goals) = (BTreeMap::from([(17, 99), (37, 2)]), BTreeMap::from([(38, -96), (39, 0)]));
    let grounds = [assignment(&room, 5, &boxes, &goals)];
    assert_eq!(shows(&puzzle, &grounds, "bounds pushes 5"), Ok(Some(5)));
    for text in ["bounds pushes 100\n95 ~36 37", "bounds moves 4000000000\n4000000000 ~36 37"] {
        let shown = shows(&puzzle, &grounds, text);
        assert!(shown.as_ref().is_err_and(|why| why.contains("does not follow")), "{shown:?}");
    }
}

#[test]
fn a_walk_is_no_push() {
    let puzzle = Sokoban::new(read("########\n#@   $.#\n########\n"));
    let (mut known, _) = grounds(&puzzle, Unit::Moves, 0);
    known.retain(|ground| !matches!(ground, Ground::Parity { .. }));
    assert_eq!(shows(&puzzle, &known, "bounds moves 0"), Ok(Some(4)));
    assert!(shows(&puzzle, &known, "bounds pushes 0").is_err_and(|why| why.contains("no push")));
}

#[test]
fn prices_beyond_all_ways_are_refused() {
    let puzzle = Sokoban::new(read(FIVE));
    let room = Room::new(&puzzle.level);
    for (price, fits) in [(1 << 30, true), ((1 << 30) + 1, false), (i64::MAX - 10, false)] {
        let (boxes, goals) =
            (BTreeMap::from([(17, price), (37, 2)]), BTreeMap::from([(38, 3 - price), (39, 0)]));
        let shown = shows(&puzzle, &[assignment(&room, 5, &boxes, &goals)], "bounds pushes 5");
        assert_eq!(shown.is_ok(), fits, "{shown:?}");
        assert!(fits || shown.is_err_and(|why| why.contains("more than any way is long")));
    }
}

/// A level, what is true about it, and what jigsat says.
struct Target {
    puzzle: Sokoban,
    room: Room,
    /// The fewest pushes and moves; `None` if there is no plan.
    least: [Option<u32>; 2],
    /// The prices of the goals, and the certificates of both units.
    goals: BTreeMap<usize, i64>,
    honest: [Vec<Line>; 2],
}

/// Maximum number of squares of a room.
const MOST_SQUARES: usize = 15;

impl Target {
    fn random(rng: &mut ChaCha8Rng) -> Option<Target> {
        let (rows, cols, boxes) = (rng.random_range(4..=7), rng.random_range(4..=7), rng.random_range(1..=3));
        let level = random_level(rng, rows, cols, boxes)?;
        let room = Room::new(&level);
        let is_small = room.squares.len() <= MOST_SQUARES && !room.boxes.is_empty();
        let puzzle = Sokoban::new(level);
        if !is_small || puzzle.contradiction().is_some() {
            return None;
        }
        let (known, _) = grounds(&puzzle, Unit::Pushes, 0);
        let Some(Ground::Assignment { goals, .. }) = known.first() else { return None };
        let by_name: BTreeMap<String, usize> =
            room.goals.iter().map(|&square| (room.name(square), square)).collect();
        let goals = goals.iter().map(|price| (by_name[&price.cell], price.price)).collect();
        let oracle = Oracle::new(&puzzle.level);
        let least = [Objective::Pushes, Objective::Moves]
            .map(|objective| oracle.expected(objective).map(|(least, _)| least));
        // Most levels should have a plan, about which lies can be told.
        if least[0].is_none_or(|least| least == 0) && rng.random_bool(0.8) {
            return None;
        }
        let honest = [Unit::Pushes, Unit::Moves].map(|unit| {
            let least = least[usize::from(unit == Unit::Moves)];
            let text = certificate(&puzzle, unit, least, &Limits::default()).unwrap().unwrap_or_default();
            text.lines().skip(1).map(|line| Line::read(line).expect("a line")).collect()
        });
        Some(Target { puzzle, room, least, goals, honest })
    }

    fn least(&self, unit: Unit) -> Option<u32> {
        self.least[usize::from(unit == Unit::Moves)]
    }

    /// Whether a claim is true.
    fn is_true(&self, unit: Unit, below: Option<u32>) -> bool {
        self.least(unit).is_none_or(|least| below.is_some_and(|below| below <= least))
    }
}

/// What has become of the forgeries.
#[derive(Debug, Default)]
struct Tally {
    /// False claims or lines, all rejected.
    false_rejected: u64,
    /// Of these, the certificates whose lines all follow: only the claim was too much.
    false_by_the_claim_alone: u64,
    true_rejected: u64,
    true_accepted: u64,
    /// Lines of accepted certificates that say something, and those that say as much as is true.
    lines: u64,
    tight: u64,
    /// Lines about some of the boxes, and lines with a fence.
    parts: u64,
    fences: u64,
}

/// A certificate for the other checker, and the referee's answer.
struct Case {
    input: Value,
    answer: Option<(Unit, Option<u32>)>,
    what: String,
}

impl Tally {
    fn all(&self) -> u64 {
        self.false_rejected + self.true_rejected + self.true_accepted
    }

    /// Asks the referee about a text, and compares its answer with the truth. Returns what was wrong.
    fn ask(
        &mut self,
        target: &Target,
        waste: &Waste<'_>,
        grounds: &[Ground],
        text: &str,
        cases: &mut Vec<Case>,
    ) -> Option<String> {
        let Target { puzzle, room, .. } = target;
        let shown = shows(puzzle, grounds, text);
        let by_reason = grounds.iter().any(|ground| matches!(ground, Ground::Impossible { .. }));
        let unit = Shown { grounds, certificate: Some(text), refuted: &[] }.unit();
        let read: Option<Vec<Line>> = text.lines().skip(1).map(Line::read).collect();
        let is_line_true = |line: &Line| line.is_true(waste, room, unit);
        let lines_are_true = read.as_ref().is_some_and(|lines| lines.iter().all(is_line_true));
        let header = text.lines().next().and_then(|line| line.rsplit_once(' ')).map(|(_, below)| below);
        let claimed = header.and_then(|below| {
            below.parse().map_or((below == "none").then_some(None), |below| Some(Some(below)))
        });
        let claim_is_true = claimed.is_some_and(|below: Option<u32>| target.is_true(unit, below));
        let what = || format!("{shown:?}\n{}{grounds:?}\n{text}", puzzle.level.to_xsb());
        if let Ok(below) = &shown {
            assert!(target.is_true(unit, *below), "a false claim: {}", what());
            assert!(by_reason || lines_are_true, "a false line: {}", what());
            self.true_accepted += 1;
            for line in read.iter().flatten().filter(|line| line.waste != Some(0)) {
                self.lines += 1;
                let truth = line.truth(waste, room).map(i64::cast_unsigned);
                self.tight += u64::from(line.waste == truth);
                self.parts += u64::from(line.boxes.len() < room.boxes.len());
                self.fences += u64::from(!line.fence.is_empty());
            }
        } else if lines_are_true && claim_is_true {
            self.true_rejected += 1;
        } else {
            self.false_rejected += 1;
            let by_claim = shown.as_ref().is_err_and(|why| why.contains("no bound shows it"));
            self.false_by_the_claim_alone += u64::from(by_claim);
        }
        if let [ground @ Ground::Assignment { .. }] = grounds {
            let lines: Vec<&str> = text.lines().collect();
            let input = json!({ "level": puzzle.level.to_xsb(), "ground": ground, "lines": lines });
            // A claim below the number of pushes of the assignment shows no more than that.
            let answer = shown.as_ref().ok().map(|_| (unit, claimed.expect("it was accepted")));
            cases.push(Case { input, answer, what: what() });
        }
        shown.err()
    }
}

/// Attacks a level, and keeps some cases for the other checker.
fn attack(rng: &mut ChaCha8Rng, target: &Target, tally: &mut Tally, cases: &mut Vec<Case>) {
    let room = &target.room;
    for _ in 0..4 {
        let priced = prices(rng, room, &target.goals);
        for _ in 0..6 {
            let unit = if rng.random_bool(0.5) { Unit::Pushes } else { Unit::Moves };
            let honest = &target.honest[usize::from(unit == Unit::Moves)];
            let mut lines = if rng.random_bool(0.4) && honest.len() < 300 {
                let mut lines = honest.clone();
                for line in &mut lines {
                    attack::tell(line, room, &priced.waste, 0);
                }
                lines
            } else {
                universe(rng, room, &priced, unit)
            };
            corrupt(rng, room, &priced.waste, &mut lines);
            let mut grounds = vec![priced.ground.clone()];
            if rng.random_bool(0.15) {
                more_grounds(rng, room, &mut grounds);
            }
            let mut forgery = Forgery { unit, below: claim(rng, target.least(unit)), lines, grounds };
            for _ in 0..24 {
                let wrong = tally.ask(target, &priced.waste, &forgery.grounds, &forgery.text(), cases);
                if rng.random_bool(0.1) {
                    let text = garble(rng, &forgery.text());
                    tally.ask(target, &priced.waste, &forgery.grounds, &text, cases);
                }
                let number = wrong.as_ref().and_then(|why| why.strip_prefix("line ")?.split(' ').next());
                match number.and_then(|number| number.parse::<usize>().ok()) {
                    Some(number) => repair(rng, room, &priced.waste, &mut forgery.lines, number - 2),
                    None if forgery.below != Some(0) => forgery.below = Some(0),
                    None => break,
                }
            }
        }
    }
}

/// The answers of the other checker; `None`, with a message, if there is no Python.
fn judged(cases: &[Case]) -> Option<Vec<Value>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Command::new("python3")
        .arg(here.join("tests/forgeries/judge.py"))
        .arg(here.join("../../tests/proofs"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut program) = program else {
        eprintln!("skipped: the other checker of certificates needs python3");
        return None;
    };
    let mut input = program.stdin.take().expect("a pipe");
    let lines: Vec<String> = cases.iter().map(|case| format!("{}\n", case.input)).collect();
    // It answers while it reads.
    let writer = std::thread::spawn(move || input.write_all(lines.concat().as_bytes()));
    let output = program.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads everything");
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).expect("text");
    Some(said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect())
}

/// Makes so many forgeries, of which neither checker may accept a false one.
fn forge(wanted: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(number("JIGSAT_SEED", 1));
    let mut tally = Tally::default();
    let (mut levels, mut kept) = (0, Vec::new());
    while tally.all() < wanted {
        let Some(target) = Target::random(&mut rng) else { continue };
        levels += 1;
        let mut cases = Vec::new();
        attack(&mut rng, &target, &mut tally, &mut cases);
        // The other checker is slow: of each level, it gets a few that were accepted, and as many others.
        let (yes, no): (Vec<Case>, Vec<Case>) = cases.into_iter().partition(|case| case.answer.is_some());
        let few = yes.len().clamp(1, 3);
        let every = no.len().div_ceil(few).max(1);
        kept.extend(yes.into_iter().take(few).chain(no.into_iter().step_by(every)));
    }
    eprintln!("{levels} levels: {tally:?}");
    assert!(tally.true_accepted * 50 > tally.all() && tally.tight * 4 > tally.lines, "{tally:?}");
    judge_agrees(&kept);
}

/// Checks whether the other checker says the same.
fn judge_agrees(cases: &[Case]) {
    let Some(answers) = judged(cases) else { return };
    assert_eq!(answers.len(), cases.len());
    let mut accepted = 0;
    for (case, answer) in cases.iter().zip(answers) {
        let expected = case.answer.map(|(unit, below)| json!([unit.name(), below]));
        assert_eq!(answer.is_array().then_some(&answer), expected.as_ref(), "{answer} {}", case.what);
        accepted += u64::from(expected.is_some());
    }
    eprintln!("{} for the other checker, {accepted} accepted", cases.len());
}

#[test]
fn no_forgery_is_accepted() {
    forge(number("JIGSAT_FORGERIES", 1_000));
}

#[test]
#[ignore = "slow: 1 min"]
fn no_forgery_of_very_many_is_accepted() {
    forge(100_000);
}

/// Each line that jigsat writes is true, and so is the claim, for the optimum, for less, and for no plan.
#[test]
fn certificates_that_jigsat_makes_are_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(number("JIGSAT_SEED", 2));
    let (mut levels, mut tally, mut cases) = (0, Tally::default(), Vec::new());
    while levels < number("JIGSAT_LEVELS", 30) {
        let Some(target) = Target::random(&mut rng) else { continue };
        levels += 1;
        let Target { puzzle, room, goals, .. } = &target;
        let waste = Waste::new(room, goals.clone());
        for unit in [Unit::Pushes, Unit::Moves] {
            let make = |below| certificate(puzzle, unit, below, &Limits::default()).unwrap();
            let what = || format!("{} {}", unit.name(), puzzle.level.to_xsb());
            let least = target.least(unit);
            if let Some(least) = least {
                assert_eq!(make(Some(least + 1)), None, "{}", what());
                assert_eq!(make(None), None, "{}", what());
            }
            let below = least.map(|least| rng.random_range(0..=least));
            for below in if below == least { vec![least] } else { vec![least, below] } {
                let text = make(below);
                if below == Some(0) && text.is_none() {
                    continue;
                }
                let text = text.unwrap_or_else(|| panic!("{below:?} {}", what()));
                let (grounds, _) = grounds(puzzle, Unit::Pushes, 0);
                let wrong = tally.ask(&target, &waste, &grounds[..1], &text, &mut cases);
                assert_eq!(wrong, None, "{text} {}", what());
            }
        }
    }
    eprintln!("{levels} levels: {tally:?}");
    judge_agrees(&cases);
}
