//! Forgeries of certificates: lines that say too much, whose other lines and prices are made to fit. A forger who is told
//! which line does not follow lowers that one, until the lines support each other or nothing is left of the lie.

use std::collections::{BTreeMap, BTreeSet};

use jigsat_grid::Cell;
use jigsat_sokoban::{Ground, Reason, Unit};
use rand::{Rng, seq::IndexedRandom, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::{
    forgery::{Line, Player, assignment},
    waste::{Room, Waste, choices},
};

/// Maximum number of lines of a forgery for each number of boxes.
const MOST_LINES: usize = 250;

/// Prices, honest or not, and the waste by them.
pub struct Priced<'r> {
    pub waste: Waste<'r>,
    pub ground: Ground,
}

/// Makes up prices: any prices of goals, and each box as dear as they allow, or nearly.
pub fn prices<'r>(rng: &mut ChaCha8Rng, room: &'r Room, honest: &BTreeMap<usize, i64>) -> Priced<'r> {
    loop {
        let most = *[0, 3, 12, 97, 5_000, 1 << 20, 1 << 29, 1 << 30].choose(rng).expect("some");
        let mut goals = honest.clone();
        for price in goals.values_mut() {
            match rng.random_range(0..4) {
                0 => *price -= rng.random_range(0..=most),
                1 => *price -= most,
                2 if most < 97 => *price = -rng.random_range(0..=most),
                3 if rng.random_bool(0.05) => *price = rng.random_range(1..4),
                _ => {}
            }
        }
        let waste = Waste::new(room, goals.clone());
        let boxes: Option<BTreeMap<usize, i64>> =
            room.boxes.iter().map(|&square| Some((square, waste.worth(square, room.player)?))).collect();
        let Some(mut boxes) = boxes else { continue };
        // Sometimes less than the most, or more than what is allowed.
        match rng.random_range(0..12) {
            0 => *boxes.values_mut().next().expect("a box") -= rng.random_range(1..3),
            1 => *boxes.values_mut().next().expect("a box") += rng.random_range(1..100),
            _ => {}
        }
        let sum: i64 = boxes.values().chain(goals.values()).sum();
        let Ok(pushes) = u32::try_from(sum) else { continue };
        return Priced { ground: assignment(room, pushes, &boxes, &goals), waste };
    }
}

/// By how much a lie exceeds the truth.
fn lie(rng: &mut ChaCha8Rng) -> u64 {
    *[1, 1, 1, 2, 2, 5, 95, 1_000_000, 1 << 31, u64::from(u32::MAX) - 1].choose(rng).expect("some")
}

/// All positions of some boxes that are to be covered, and their true waste.
pub fn universe(rng: &mut ChaCha8Rng, room: &Room, priced: &Priced<'_>, unit: Unit) -> Vec<Line> {
    let squares: Vec<usize> = room.squares.iter().copied().collect();
    let mut lines = Vec::new();
    for count in 1..=room.boxes.len() {
        let (is_all, most) = (count == room.boxes.len(), lines.len() + MOST_LINES);
        let mut positions = if is_all && rng.random_bool(0.7) {
            reached(room)
        } else if !is_all && rng.random_bool(0.3) {
            continue;
        } else {
            choices(&squares, count).into_iter().map(|boxes| (boxes, None)).collect()
        };
        if positions.len() > MOST_LINES && rng.random_bool(0.5) {
            positions.shuffle(rng);
        }
        let walks = is_all && unit == Unit::Moves && rng.random_bool(0.8);
        for (boxes, player) in positions {
            let free: Vec<usize> = squares.iter().copied().filter(|square| !boxes.contains(square)).collect();
            let mut players = BTreeSet::new();
            for &square in free.iter().filter(|&&square| player.is_none_or(|player| player == square)) {
                let first = *room.part(square, &boxes).first().expect("the square");
                players.insert(if walks { square } else { first });
            }
            let wherever = !walks && !is_all && rng.random_bool(0.1);
            let place = if walks { Player::At } else { Player::Around };
            let players: Vec<Player> =
                if wherever { vec![Player::Anywhere] } else { players.into_iter().map(place).collect() };
            lines.extend(players.into_iter().map(|player| {
                let mut line = Line { waste: None, player, boxes: boxes.clone(), fence: Vec::new() };
                tell(&mut line, room, &priced.waste, 0);
                line
            }));
        }
        lines.truncate(most);
    }
    lines.dedup();
    lines
}

/// The positions of all boxes after some pushes.
fn reached(room: &Room) -> Vec<(Vec<usize>, Option<usize>)> {
    let mut found = vec![(room.boxes.clone(), room.player)];
    let mut seen: BTreeSet<_> = found.iter().cloned().collect();
    let mut at = 0;
    while at < found.len() && found.len() < MOST_LINES {
        let (boxes, player) = found[at].clone();
        at += 1;
        let part = room.part(player, &boxes);
        for (place, &square) in boxes.iter().enumerate() {
            for way in 0..4 {
                let Some(to) = room.step(square, way).filter(|to| !boxes.contains(to)) else { continue };
                if room.step(square, (way + 2) % 4).is_none_or(|stand| !part.contains(&stand)) {
                    continue;
                }
                let mut after = boxes.clone();
                after[place] = to;
                after.sort_unstable();
                if seen.insert((after.clone(), square)) {
                    found.push((after, square));
                }
            }
        }
    }
    found.into_iter().map(|(boxes, player)| (boxes, Some(player))).collect()
}

/// Makes a line say what is true, plus some lie.
pub fn tell(line: &mut Line, room: &Room, waste: &Waste<'_>, more: u64) {
    let truth = line.truth(waste, room);
    line.waste = truth.map(|truth| (truth.max(0).cast_unsigned() + more).min(u64::from(u32::MAX) - 1));
}

/// Puts lies into some lines: more waste, fences, other boxes and players.
pub fn corrupt(rng: &mut ChaCha8Rng, room: &Room, waste: &Waste<'_>, lines: &mut Vec<Line>) {
    if lines.is_empty() {
        return;
    }
    let (kind, more) = (rng.random_range(0..8), lie(rng));
    let some = lines.choose(rng).expect("a line").clone();
    for line in lines.iter_mut() {
        let is_chosen = match kind {
            0 => *line == some,
            1 => true,
            2 => line.boxes.len() == some.boxes.len(),
            3 => line.boxes.iter().any(|square| some.boxes.contains(square)),
            4 => line.boxes.iter().all(|square| room.goals.contains(square)),
            5 => !line.boxes.iter().all(|square| room.goals.contains(square)),
            _ => rng.random_bool(0.2),
        };
        if !is_chosen {
            continue;
        }
        tell(line, room, waste, more);
        if rng.random_bool(0.15) {
            line.waste = None;
        }
    }
    if rng.random_bool(0.4) {
        for line in lines.iter_mut().filter(|line| line.player != Player::Anywhere) {
            if rng.random_bool(0.3) {
                line.fence = fence(rng, room, line);
            }
        }
    }
    for _ in 0..rng.random_range(0..3) {
        let place = rng.random_range(0..lines.len());
        let mut line = lines[place].clone();
        match rng.random_range(0..6) {
            0 => drop(lines.swap_remove(place)),
            1 => lines.push(line),
            2 => lines[place].player = Player::Anywhere,
            3 => line.boxes.truncate(1),
            4 => {
                let square = room.squares.iter().nth(rng.random_range(0..room.squares.len()));
                line.player = Player::Around(*square.expect("a square"));
                lines.push(line);
            }
            _ => lines.shuffle(rng),
        }
        if lines.is_empty() {
            return;
        }
    }
}

/// Some boxes of a line: those around a part of the room that the player can't reach, or any.
fn fence(rng: &mut ChaCha8Rng, room: &Room, line: &Line) -> Vec<usize> {
    let (Player::At(from) | Player::Around(from)) = line.player else { return Vec::new() };
    let outside = room.part(from, &line.boxes);
    let inside = room.squares.iter().find(|square| !outside.contains(square) && !line.boxes.contains(square));
    let beside = |square: usize, part: &BTreeSet<usize>| {
        (0..4).filter_map(|way| room.step(square, way)).any(|next| part.contains(&next))
    };
    match inside {
        Some(&inside) if rng.random_bool(0.8) => {
            let part = room.part(inside, &line.boxes);
            line.boxes.iter().copied().filter(|&square| beside(square, &part)).collect()
        }
        _ => line.boxes.iter().copied().filter(|_| rng.random_bool(0.6)).collect(),
    }
}

/// Lowers the line that does not follow, or leaves it out.
pub fn repair(rng: &mut ChaCha8Rng, room: &Room, waste: &Waste<'_>, lines: &mut Vec<Line>, place: usize) {
    let line = &mut lines[place];
    match rng.random_range(0..10) {
        0 => line.waste = line.waste.map(|waste| waste.saturating_sub(1)),
        1 => line.waste = Some(line.waste.unwrap_or(200) / 2),
        2 => line.fence.clear(),
        3 => drop(lines.remove(place)),
        _ => {
            let before = line.waste;
            line.fence.clear();
            tell(line, room, waste, 0);
            if line.waste == before {
                lines.remove(place);
            }
        }
    }
}

/// Grounds that may or may not hold, besides the assignment.
pub fn more_grounds(rng: &mut ChaCha8Rng, room: &Room, grounds: &mut Vec<Ground>) {
    let cell = |square: usize| room.name(square).parse::<Cell>().expect("a cell");
    let boxes: Vec<Cell> = room.boxes.iter().copied().filter(|_| rng.random_bool(0.7)).map(cell).collect();
    let goals = room.goals.iter().copied().filter(|_| rng.random_bool(0.5)).map(cell).collect();
    grounds.push(match rng.random_range(0..7) {
        0 | 1 => Ground::Walk { moves: rng.random_range(0..8) },
        2 | 3 => Ground::Parity { odd: rng.random_bool(0.5) },
        4 => Ground::Impossible { reason: Reason::Frozen(boxes) },
        5 => Ground::Impossible { reason: Reason::FewGoals { boxes, goals } },
        _ => Ground::Impossible { reason: Reason::ShutIn },
    });
    match rng.random_range(0..10) {
        0 => grounds.push(grounds[0].clone()),
        1 => drop(grounds.remove(0)),
        2 => grounds.reverse(),
        _ => {}
    }
}

/// Changes a few words of a text into anything.
pub fn garble(rng: &mut ChaCha8Rng, text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..rng.random_range(1..3) {
        let place = rng.random_range(0..lines.len());
        let mut words: Vec<String> = lines[place].split(' ').map(str::to_owned).collect();
        let number = rng.random_range(0..words.len());
        let others = [
            "",
            "x",
            "*",
            "0",
            "~0",
            "1,2",
            "2,1",
            "9,9",
            "-1",
            "9999",
            "65536",
            "4294967294",
            "4294967295",
            "4294967296",
            "18446744073709551616",
            "none",
            "moves",
            "pushes",
            "~9",
            "~10",
            "10",
            "11",
            "~",
        ];
        match rng.random_range(0..6) {
            0 => words.push((*others.choose(rng).expect("some")).to_owned()),
            1 => drop(words.remove(number)),
            2 => {
                let more = rng.random_range(0..40_u32);
                words[number] = format!("{},{more}", words[number]);
            }
            _ => (*others.choose(rng).expect("some")).clone_into(&mut words[number]),
        }
        lines[place] = words.join(" ");
    }
    lines.join("\n")
}

/// The claim of a forgery: nothing at all, so that only the lines matter; or too much.
pub fn claim(rng: &mut ChaCha8Rng, least: Option<u32>) -> Option<u64> {
    match rng.random_range(0..8) {
        0..=2 => Some(0),
        3 => None,
        _ => Some(u64::from(least.unwrap_or(1)) + lie(rng).min(u64::from(u32::MAX - 100_000))),
    }
}
