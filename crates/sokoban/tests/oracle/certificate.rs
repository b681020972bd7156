//! Certificates of searches of states: they show what is true, and nothing else.

use jigsat_sokoban::{
    Level, Objective, Shown, Sokoban, Unit, grounds,
    search::{Ask, Engine, certificate, solve},
    shorter_than,
};
use jigsat_solve::{Limits, Stop};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::brute_force::{Oracle, levels, random_level};

const UNITS: [(Unit, Objective); 2] = [(Unit::Pushes, Objective::Pushes), (Unit::Moves, Objective::Moves)];

/// What a certificate shows: the length below which there is no plan, or `None` if there is none at all.
fn shows(puzzle: &Sokoban, unit: Unit, text: &str) -> Result<Option<u32>, String> {
    let (grounds, _) = grounds(puzzle, unit, 0);
    let shown = Shown { grounds: &grounds, certificate: Some(text), refuted: &[] };
    shorter_than(puzzle, shown, &Limits::default()).map_err(|refusal| refusal.to_string())
}

fn certificate_of(puzzle: &Sokoban, unit: Unit, below: Option<u32>) -> Option<String> {
    certificate(puzzle, unit, below, &Limits::default()).unwrap()
}

#[test]
fn certificates_show_the_optimum_and_nothing_more() {
    let (mut shown, mut lines) = (0, 0);
    for (level, oracle) in levels(150, 24) {
        let puzzle = Sokoban::new(level);
        if puzzle.contradiction().is_some() {
            continue;
        }
        for (unit, objective) in UNITS {
            let least = oracle.expected(objective).map(|(least, _)| least);
            if least == Some(0) {
                continue;
            }
            let text = certificate_of(&puzzle, unit, least);
            let text = text.unwrap_or_else(|| panic!("{least:?} {}\n{}", unit.name(), puzzle.level.to_xsb()));
            assert_eq!(shows(&puzzle, unit, &text), Ok(least), "{}{text}", puzzle.level.to_xsb());
            shown += 1;
            lines += text.lines().count();
            let Some(least) = least else { continue };
            assert_eq!(certificate_of(&puzzle, unit, Some(least + 1)), None, "there is a plan");
            assert_eq!(certificate_of(&puzzle, unit, None), None, "there is a plan");
        }
    }
    assert!(shown > 200 && lines > 500, "{shown} {lines}");
}

const DETOUR: &str = include_str!("../../../../puzzles/sokoban/detour.xsb");
const THREE_BOXES: &str = include_str!("../../../../puzzles/sokoban/three-boxes.xsb");

fn read(text: &str) -> Sokoban {
    Sokoban::new(jigsat_sokoban::parse_one(&jigsat_input::Source::new("level", text)).unwrap())
}

#[test]
fn lines_and_values_are_needed() {
    for (level, unit, objective) in
        [(THREE_BOXES, Unit::Pushes, Objective::Pushes), (DETOUR, Unit::Moves, Objective::Moves)]
    {
        let puzzle = read(level);
        let ask = Ask { objective, engine: Engine::Sat, ..Ask::default() };
        let solved = solve(&puzzle, &ask, &Limits::default(), &mut |_| {}).unwrap();
        let least = solved.lower_bound.unwrap();
        let text = certificate_of(&puzzle, unit, Some(least)).unwrap();
        assert_eq!(shows(&puzzle, unit, &text), Ok(Some(least)));
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() > 1, "{text}");
        let with = |place: usize, line: Option<String>| {
            let changed = lines.iter().enumerate().filter_map(|(other, &kept)| {
                if other == place { line.clone() } else { Some(kept.to_owned()) }
            });
            shows(&puzzle, unit, &changed.collect::<Vec<_>>().join("\n"))
        };
        let (mut accepted, mut tried, mut idle) = (0, 0, 0);
        for (place, line) in lines.iter().enumerate() {
            // A line may repeat what others say together.
            if let Ok(shown) = with(place, None) {
                assert_eq!(shown, Some(least), "without {line}");
                idle += 1;
            }
            assert!(with(place, Some(format!("{line} 1"))).is_err(), "{line}");
            let words: Vec<&str> = line.split(' ').collect();
            for word in 0..words.len() {
                for other in ["", "x", "*", "~0", "0", "1", "9999", "1,2", "2,1", "-1", "z"] {
                    let mut words = words.clone();
                    words[word] = other;
                    let changed = words.join(" ");
                    if changed == *line {
                        continue;
                    }
                    tried += 1;
                    // A bound may be larger than necessary.
                    if let Ok(shown) = with(place, Some(changed.clone())) {
                        assert!(shown.is_some_and(|shown| shown <= least), "{changed}");
                        accepted += 1;
                    }
                }
            }
        }
        assert!(accepted * 20 < tried, "{accepted} of {tried}");
        assert!(idle <= 1, "{idle} of {} lines", lines.len());
    }
}

/// A line with something changed that could make a false bound follow.
fn forged(rng: &mut ChaCha8Rng, line: &str) -> Option<String> {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    if words.len() < 3 {
        return Some(line.to_owned());
    }
    let boxes: Vec<String> = words[2].split(',').map(str::to_owned).collect();
    let some = |rng: &mut ChaCha8Rng| -> String {
        let some: Vec<&str> = boxes.iter().filter(|_| rng.random_bool(0.6)).map(String::as_str).collect();
        some.join(",")
    };
    match rng.random_range(0..8) {
        0 => return None,
        1 => words[0] = "x".into(),
        2 => words[0] = words[0].parse().map_or(words[0].clone(), |waste: u32| (waste + 1).to_string()),
        3 => words[1] = "*".into(),
        4 => words[1] = format!("~{}", words[1].trim_start_matches('~')),
        5 => words[2] = some(rng),
        _ => {
            words.truncate(3);
            words.push(some(rng));
        }
    }
    Some(words.join(" "))
}

#[test]
fn no_forged_certificate_shows_what_is_false() {
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    let mut tried = 0;
    for (level, oracle) in levels(60, 24) {
        let puzzle = Sokoban::new(level);
        if puzzle.contradiction().is_some() {
            continue;
        }
        for (unit, objective) in UNITS {
            let Some((least @ 1.., _)) = oracle.expected(objective) else { continue };
            let text = certificate_of(&puzzle, unit, Some(least)).unwrap();
            for below in [Some(least + 1), Some(least + 2), None] {
                let more = below.map(|below| below - least);
                let header = below.map_or("none".to_owned(), |below| below.to_string());
                // Everything wastes as much more as the claim needs.
                let raised: Vec<String> = text
                    .lines()
                    .skip(1)
                    .map(|line| {
                        let (waste, rest) = line.split_once(' ').unwrap();
                        let waste: Option<u32> = waste.parse().ok();
                        let waste =
                            waste.zip(more).map_or("x".into(), |(waste, more)| (waste + more).to_string());
                        format!("{waste} {rest}")
                    })
                    .collect();
                for most in [0.0, 0.03, 0.1, 0.5] {
                    let mut lines = vec![format!("bounds {} {header}", unit.name())];
                    for line in &raised {
                        lines.extend(if rng.random_bool(most) {
                            forged(&mut rng, line)
                        } else {
                            Some(line.clone())
                        });
                    }
                    let forged = lines.join("\n");
                    assert!(shows(&puzzle, unit, &forged).is_err(), "{}{forged}", puzzle.level.to_xsb());
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 500, "{tried}");
}

/// All states that a level can get into without the player's walks, in the form of a certificate that says nothing
/// continues from any of them: it holds for levels without a plan, and only for these.
fn exhaustive(level: &Level, oracle: &Oracle) -> String {
    let mut lines = std::collections::BTreeSet::new();
    let mut seen = std::collections::HashSet::from([oracle.start.clone()]);
    let mut queue = vec![oracle.start.clone()];
    while let Some(state) = queue.pop() {
        let walked: Vec<_> = {
            let (mut walk, mut at) = (vec![state.0], 0);
            while let Some(&player) = walk.get(at) {
                at += 1;
                for ((to, _), pushes) in oracle.next(&(player, state.1.clone())) {
                    if !pushes && !walk.contains(&to) {
                        walk.push(to);
                    }
                }
            }
            walk
        };
        let first = walked.iter().min().expect("he stands somewhere");
        let boxes: Vec<String> = state.1.iter().map(usize::to_string).collect();
        lines.insert(format!("x ~{first} {}", boxes.join(",")));
        for (next, _) in oracle.next(&state) {
            if seen.insert(next.clone()) {
                queue.push(next);
            }
        }
    }
    assert!(level.boxes().count() > 0);
    format!("bounds pushes none\n{}", lines.into_iter().collect::<Vec<_>>().join("\n"))
}

#[test]
fn all_states_together_show_that_there_is_no_plan() {
    let (mut impossible, mut solvable) = (0, 0);
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    while impossible < 40 || solvable < 40 {
        let (rows, cols, boxes) = (rng.random_range(4..=6), rng.random_range(5..=6), rng.random_range(1..=3));
        let Some(level) = random_level(&mut rng, rows, cols, boxes) else { continue };
        let oracle = Oracle::new(&level);
        let puzzle = Sokoban::new(level);
        if puzzle.contradiction().is_some() {
            continue;
        }
        let text = exhaustive(&puzzle.level, &oracle);
        let shown = shows(&puzzle, Unit::Pushes, &text);
        if oracle.expected(Objective::Pushes).is_none() {
            assert_eq!(shown, Ok(None), "{}", puzzle.level.to_xsb());
            impossible += 1;
        } else {
            assert!(shown.is_err(), "{}", puzzle.level.to_xsb());
            solvable += 1;
        }
    }
}

#[test]
fn limits_hold_while_a_certificate_is_made_and_checked() {
    let puzzle = read(DETOUR);
    let text = certificate_of(&puzzle, Unit::Moves, Some(40)).unwrap();
    let stopped = Limits::default();
    stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(certificate(&puzzle, Unit::Moves, Some(40), &stopped), Err(Stop::Interrupted));
    let (grounds, _) = grounds(&puzzle, Unit::Moves, 0);
    let shown = Shown { grounds: &grounds, certificate: Some(&text), refuted: &[] };
    assert_eq!(shorter_than(&puzzle, shown, &stopped), Err(Stop::Interrupted.into()));
}
