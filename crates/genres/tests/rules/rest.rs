//! The rules of the remaining genres.

use jigsat_genres::{Board, Layer, Solution, Value};

use super::Grid;

/// The number of ships of each length, from 1, in a fleet: one of the longest.
fn ships(fleet: usize) -> Vec<usize> {
    (1..=fleet).rev().collect()
}

/// The sets of cells that touch, corners included.
fn touching(grid: &Grid<'_>, chosen: &[bool]) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = Vec::new();
    let touch = |a: usize, b: usize| {
        (a / grid.columns).abs_diff(b / grid.columns) <= 1
            && (a % grid.columns).abs_diff(b % grid.columns) <= 1
    };
    for cell in (0..grid.cells()).filter(|&cell| chosen[cell]) {
        let (joined, others): (Vec<_>, Vec<_>) =
            sets.into_iter().partition(|set| set.iter().any(|&other| touch(cell, other)));
        sets = others;
        sets.push(joined.into_iter().flatten().chain([cell]).collect());
    }
    sets
}

/// Whether each row and column has as many chosen cells as its number says.
fn counts(grid: &Grid<'_>, chosen: &[bool]) -> bool {
    grid.lines().into_iter().enumerate().all(|(number, line)| {
        let count = line.into_iter().filter(|&cell| chosen[cell]).count();
        grid.number("number", number).is_none_or(|number| number == count)
    })
}

pub fn battleships(grid: &Grid<'_>, ship: &[bool]) -> bool {
    let fleet = grid.board.givens.numbers.get("fleet").copied().unwrap_or(4) as usize;
    let found = touching(grid, ship);
    let straight = |set: &Vec<usize>| {
        let spread = |side: &dyn Fn(usize) -> usize| {
            let places = set.iter().map(|&cell| side(cell));
            places.clone().max().unwrap_or(0) - places.min().unwrap_or(0) + 1
        };
        let (rows, columns) = (spread(&|cell| cell / grid.columns), spread(&|cell| cell % grid.columns));
        rows.min(columns) == 1 && rows.max(columns) == set.len()
    };
    let of_length = |length: usize| found.iter().filter(|set| set.len() == length).count();
    let parts = (0..grid.cells()).all(|cell| {
        let beside = |(down, right): (isize, isize)| {
            grid.ray(cell, down, right).first().is_some_and(|&next| ship[next])
        };
        let [up, right, down, left] = super::AROUND.map(beside);
        let fits = match grid.board.givens.get("part", &[cell]) {
            None => true,
            Some("water") => return !ship[cell],
            Some("top") => down && !up && !left && !right,
            Some("bottom") => up && !down && !left && !right,
            Some("leftmost") => right && !up && !down && !left,
            Some("rightmost") => left && !up && !down && !right,
            Some("single") => !up && !down && !left && !right,
            Some("middle") => up && down || left && right,
            Some(other) => panic!("{other} is no part of a ship"),
        };
        let is_shown = grid.has("part", cell) || grid.has("some", cell);
        fits && (!is_shown || ship[cell])
    });
    counts(grid, ship)
        && found.iter().all(straight)
        && found.len() == ships(fleet).iter().sum::<usize>()
        && ships(fleet).iter().zip(1..).all(|(&count, length)| of_length(length) == count)
        && parts
}

pub fn aquarium(grid: &Grid<'_>, water: &[bool]) -> bool {
    let whole = grid.board.givens.numbers.get("whole") == Some(&1);
    let same = |a: usize, b: usize| !grid.has_border(a, b);
    // No air beside or below water.
    let stands = grid
        .edges()
        .into_iter()
        .filter(|&(a, b)| same(a, b))
        .all(|(a, b)| if b == a + 1 { water[a] == water[b] } else { !water[a] || water[b] });
    let row = |cell: usize| cell / grid.columns;
    let bodies = grid.sets(&|cell| water[cell], &same);
    let level = if whole {
        (0..grid.cells()).filter(|&cell| water[cell]).all(|top| {
            (0..grid.cells())
                .all(|cell| grid.room(cell) != grid.room(top) || row(cell) < row(top) || water[cell])
        })
    } else {
        bodies.iter().all(|body| {
            let surface = body.iter().map(|&cell| row(cell)).min().unwrap_or(0);
            body.iter().all(|&cell| {
                let above = cell.checked_sub(grid.columns).filter(|&above| same(above, cell));
                row(cell) == surface || above.is_none_or(|above| water[above])
            })
        })
    };
    counts(grid, water) && stands && level
}

pub fn tapa(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let clue = |cell: usize| -> Vec<Option<usize>> {
        let item = |place: usize| match grid.board.givens.get("clue", &[cell, place]) {
            Some(number) => Some(number.parse().ok()),
            None => grid.board.givens.get("unknown", &[cell, place]).map(|_| None),
        };
        (0..4).map_while(item).collect()
    };
    let fits = |cell: usize| {
        let clue = clue(cell);
        if clue.is_empty() {
            return true;
        }
        let ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];
        let ring =
            ring.map(|(down, right)| grid.ray(cell, down, right).first().is_some_and(|&other| shade[other]));
        let mut runs: Vec<usize> = match ring.iter().position(|&shaded| !shaded) {
            None => vec![8],
            Some(gap) => {
                let mut turned = ring;
                turned.rotate_left(gap);
                turned.split(|&shaded| !shaded).map(<[bool]>::len).filter(|&run| run > 0).collect()
            }
        };
        if runs.is_empty() {
            runs.push(0);
        }
        let known = clue.iter().flatten().all(|number| {
            let place = runs.iter().position(|run| run == number);
            place.map(|place| runs.swap_remove(place)).is_some()
        });
        !shade[cell] && known && runs.len() == clue.iter().filter(|number| number.is_none()).count()
    };
    let corner = |cell: usize| cell % grid.columns + 1 < grid.columns && cell + grid.columns < grid.cells();
    let no_pool = (0..grid.cells()).filter(|&cell| corner(cell)).all(|cell| {
        ![cell, cell + 1, cell + grid.columns, cell + grid.columns + 1].into_iter().all(|cell| shade[cell])
    });
    shade.contains(&true) && no_pool && (0..grid.cells()).all(fits) && grid.are_connected(&|cell| shade[cell])
}

/// All ways to fill cells with values below a number; `None` for cells that are left out.
pub fn fillings(cells: usize, is_in: &dyn Fn(usize) -> bool, values: usize) -> Vec<Vec<Option<usize>>> {
    let mut all = vec![Vec::new()];
    for cell in 0..cells {
        let choices: Vec<Option<usize>> =
            if is_in(cell) { (0..values).map(Some).collect() } else { vec![None] };
        let longer = |begun: Vec<Option<usize>>| {
            choices
                .iter()
                .map(move |&choice| begun.iter().copied().chain([choice]).collect())
                .collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(longer).collect();
        assert!(all.len() <= 600_000, "too many ways to try");
    }
    all
}

pub fn solution(grid: &Grid<'_>, layer: &str, values: impl Iterator<Item = Value>) -> Solution {
    let values: Vec<Value> = values.collect();
    let rows = values.chunks(grid.columns).map(<[Value]>::to_vec).collect();
    Solution([(layer.to_owned(), Layer::Cells(rows))].into())
}

/// All solutions of a Kakuro, by brute force.
pub fn kakuro(board: &Board) -> Vec<Solution> {
    let grid = Grid::of(board);
    let is_white =
        |cell: usize| !["wall", "sum_below", "sum_right"].iter().any(|layer| grid.has(layer, cell));
    let fits = |digits: &Vec<Option<usize>>| {
        (0..grid.cells()).all(|cell| {
            let black = !is_white(cell);
            [("sum_right", (0, 1)), ("sum_below", (1, 0))].into_iter().all(|(layer, (down, right))| {
                let run = grid
                    .ray(cell, down, right)
                    .into_iter()
                    .map_while(|next| digits[next])
                    .map(|digit| digit + 1);
                let mut run: Vec<usize> = run.collect();
                let sum: usize = run.iter().sum();
                run.sort_unstable();
                // A run that begins anywhere is also checked from each of its cells.
                let own = digits[cell].is_none_or(|digit| !run.contains(&(digit + 1)));
                own && (!black || grid.number(layer, cell).is_none_or(|number| number == sum))
                    && run.windows(2).all(|pair| pair[0] < pair[1])
            })
        })
    };
    let value = |digit: &Option<usize>| digit.map_or(Value::Unknown, |digit| Value::Number(digit as i64 + 1));
    let all = fillings(grid.cells(), &is_white, 9).into_iter().filter(fits);
    all.map(|digits| solution(&grid, "digit", digits.iter().map(value))).collect()
}

/// All solutions of Galaxies, by brute force.
pub fn galaxies(board: &Board) -> Vec<Solution> {
    let grid = Grid::of(board);
    let layers = ["star", "dark"].into_iter().filter_map(|layer| board.givens.layers.get(layer));
    let mut stars: Vec<usize> = layers.flat_map(|layer| layer.keys().map(|key| key[0])).collect();
    stars.sort_unstable();
    let width = 2 * grid.columns - 1;
    let name = |star: usize| {
        let (down, right) = (star / width, star % width);
        let cell = |row: usize, column: usize| format!("r{}c{}", row + 1, column + 1);
        let (first, last) = (cell(down / 2, right / 2), cell(down.div_ceil(2), right.div_ceil(2)));
        if first == last { first } else { format!("{first}_{last}") }
    };
    let fits = |of: &Vec<Option<usize>>| {
        stars.iter().enumerate().all(|(number, &star)| {
            let (down, right) = (star / width, star % width);
            let is_in = |cell: usize| of[cell] == Some(number);
            let opposite = |cell: usize| {
                let row = down.checked_sub(cell / grid.columns).filter(|&row| row < grid.rows);
                let column = right.checked_sub(cell % grid.columns).filter(|&column| column < grid.columns);
                row.zip(column).map(|(row, column)| row * grid.columns + column)
            };
            let middle = (down / 2) * grid.columns + right / 2;
            is_in(middle)
                && (0..grid.cells()).filter(|&cell| is_in(cell)).all(|cell| opposite(cell).is_some_and(is_in))
                && grid.are_connected(&is_in)
                // A star at a border or a corner is within its galaxy.
                && [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().all(|(below, beside)| {
                    is_in((down / 2 + below * (down % 2)) * grid.columns + right / 2 + beside * (right % 2))
                })
        })
    };
    let value = |star: &Option<usize>| star.map_or(Value::Unknown, |star| Value::Word(name(stars[star])));
    let all = fillings(grid.cells(), &|cell| !grid.has("hole", cell), stars.len()).into_iter().filter(fits);
    all.map(|of| solution(&grid, "galaxy", of.iter().map(value))).collect()
}
