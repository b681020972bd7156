//! The rules of genres that fill cells: with shades, circles, numbers or letters.

use jigsat_genres::{Board, Solution, Value};

use super::{
    AROUND, Grid,
    further::{blocks, rooms},
    rest::{fillings, solution},
};

/// How many cells in a straight line are chosen, from the one beside a cell on.
fn run(grid: &Grid<'_>, cell: usize, (down, right): (isize, isize), is_in: &dyn Fn(usize) -> bool) -> usize {
    grid.ray(cell, down, right).into_iter().take_while(|&cell| is_in(cell)).count()
}

/// How many cells are seen from one in all directions, itself included.
fn seen(grid: &Grid<'_>, cell: usize, is_in: &dyn Fn(usize) -> bool) -> usize {
    AROUND.iter().map(|&way| run(grid, cell, way, is_in)).sum::<usize>() + 1
}

fn is_clue(grid: &Grid<'_>, cell: usize) -> bool {
    grid.has("number", cell) || grid.has("unknown", cell)
}

fn touch(grid: &Grid<'_>, a: usize, b: usize) -> bool {
    let apart = |side: &dyn Fn(usize) -> usize| side(a).abs_diff(side(b));
    a != b && apart(&|cell| cell / grid.columns) <= 1 && apart(&|cell| cell % grid.columns) <= 1
}

pub fn nurimisaki(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let is_cape =
        |cell: usize| !shade[cell] && grid.near(cell).into_iter().filter(|&near| !shade[near]).count() == 1;
    let alike = |block: &[usize; 4]| block.iter().all(|&cell| shade[cell] == shade[block[0]]);
    grid.are_connected(&|cell| !shade[cell])
        && !blocks(grid).iter().any(alike)
        && (0..grid.cells()).all(|cell| {
            let number = grid.number("number", cell);
            is_cape(cell) == is_clue(grid, cell)
                && number.is_none_or(|number| number == seen(grid, cell, &|cell| !shade[cell]))
        })
}

pub fn cave(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let is_rim = |&cell: &usize| AROUND.iter().any(|&(down, right)| grid.ray(cell, down, right).is_empty());
    grid.are_connected(&|cell| !shade[cell])
        && grid.sets(&|cell| shade[cell], &|_, _| true).iter().all(|set| set.iter().any(is_rim))
        && (0..grid.cells()).filter(|&cell| is_clue(grid, cell)).all(|cell| {
            let number = grid.number("number", cell);
            !shade[cell] && number.is_none_or(|number| number == seen(grid, cell, &|cell| !shade[cell]))
        })
}

/// Follows the snake from one end to the other; what it doesn't meet doesn't exist.
pub fn snake(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let next =
        |cell: usize| -> Vec<usize> { grid.near(cell).into_iter().filter(|&near| shade[near]).collect() };
    let length = shade.iter().filter(|&&shaded| shaded).count();
    let Some(head) = (0..grid.cells()).find(|&cell| shade[cell] && next(cell).len() <= 1) else {
        return false;
    };
    let mut path = vec![head];
    while let [way] =
        next(path[path.len() - 1]).into_iter().filter(|cell| !path.contains(cell)).collect::<Vec<_>>()[..]
    {
        path.push(way);
    }
    let far = |i: usize, k: usize| {
        // A turn brings cells together that are two steps apart.
        k <= i + 1 || k == i + 2 && !grid.near(path[i]).contains(&path[k]) || !touch(grid, path[i], path[k])
    };
    let counts = grid.lines().iter().enumerate().all(|(line, cells)| {
        let count = cells.iter().filter(|&&cell| shade[cell]).count();
        grid.number("number", line).is_none_or(|number| number == count)
    });
    let circles = (0..grid.cells()).all(|cell| match grid.board.givens.get("circle", &[cell]) {
        Some("black") => shade[cell] && next(cell).len() == 1,
        Some("white") => shade[cell] && next(cell).len() == 2,
        _ => true,
    });
    path.len() == length && (0..length).all(|i| (i..length).all(|k| far(i, k))) && counts && circles
}

/// Tries every tent for the first tree, and so on.
pub fn tents(grid: &Grid<'_>, tent: &[bool]) -> bool {
    fn are_paired(grid: &Grid<'_>, trees: &[usize], tents: &[usize]) -> bool {
        let Some((&tree, rest)) = trees.split_first() else { return tents.is_empty() };
        tents.iter().any(|&tent| {
            let left: Vec<usize> = tents.iter().copied().filter(|&other| other != tent).collect();
            grid.near(tree).contains(&tent) && are_paired(grid, rest, &left)
        })
    }
    let tents: Vec<usize> = (0..grid.cells()).filter(|&cell| tent[cell]).collect();
    let trees: Vec<usize> = (0..grid.cells()).filter(|&cell| grid.has("tree", cell)).collect();
    let counts = grid.lines().iter().enumerate().all(|(line, cells)| {
        let count = cells.iter().filter(|&&cell| tent[cell]).count();
        grid.number("number", line).is_none_or(|number| number == count)
    });
    counts
        && trees.iter().all(|&tree| !tent[tree])
        && tents.iter().all(|&a| tents.iter().all(|&b| !touch(grid, a, b)))
        && are_paired(grid, &trees, &tents)
}

/// 0 is a white circle.
pub fn yin_yang(grid: &Grid<'_>, black: &[i64]) -> bool {
    let alike = |block: &[usize; 4]| block.iter().all(|&cell| black[cell] == black[block[0]]);
    let given = |cell: usize| match grid.board.givens.get("circle", &[cell]) {
        Some(word) => (word == "black") == (black[cell] == 1),
        None => true,
    };
    (0..2).all(|color| grid.are_connected(&|cell| black[cell] == color))
        && !blocks(grid).iter().any(alike)
        && (0..grid.cells()).all(given)
}

/// Whether the numbers that are given are there.
fn givens(grid: &Grid<'_>, layer: &str, digits: &[i64]) -> bool {
    (0..grid.cells()).all(|cell| grid.number(layer, cell).is_none_or(|number| number as i64 == digits[cell]))
}

pub fn nanro(grid: &Grid<'_>, digits: &[i64]) -> bool {
    let full = rooms(grid).iter().all(|cells| {
        let numbers: Vec<i64> = cells.iter().map(|&cell| digits[cell]).filter(|&digit| digit > 0).collect();
        !numbers.is_empty() && numbers.iter().all(|&number| number == numbers.len() as i64)
    });
    let apart = grid
        .edges()
        .into_iter()
        .all(|(a, b)| grid.room(a) == grid.room(b) || digits[a] == 0 || digits[a] != digits[b]);
    full && apart
        && grid.are_connected(&|cell| digits[cell] > 0)
        && !blocks(grid).iter().any(|block| block.iter().all(|&cell| digits[cell] > 0))
        && givens(grid, "number", digits)
        && (0..grid.cells()).all(|cell| !grid.has("unknown", cell) || digits[cell] > 0)
}

pub fn putteria(grid: &Grid<'_>, digits: &[i64]) -> bool {
    let sized = rooms(grid).iter().all(|cells| {
        let numbers: Vec<i64> = cells.iter().map(|&cell| digits[cell]).filter(|&digit| digit > 0).collect();
        numbers == [cells.len() as i64]
    });
    let differ = grid.lines().iter().all(|line| {
        let mut numbers: Vec<i64> =
            line.iter().map(|&cell| digits[cell]).filter(|&digit| digit > 0).collect();
        numbers.sort_unstable();
        numbers.windows(2).all(|pair| pair[0] != pair[1])
    });
    sized
        && differ
        && grid.edges().into_iter().all(|(a, b)| digits[a] == 0 || digits[b] == 0)
        && givens(grid, "number", digits)
        && (0..grid.cells()).all(|cell| !grid.has("cross", cell) || digits[cell] == 0)
}

pub fn easy_as_abc(grid: &Grid<'_>, letters: &[i64]) -> bool {
    let count = grid.board.givens.numbers.get("letters").copied().unwrap_or(3);
    grid.lines().iter().enumerate().all(|(number, line)| {
        let mut there: Vec<i64> =
            line.iter().map(|&cell| letters[cell]).filter(|&letter| letter > 0).collect();
        let ends = [there.first().copied(), there.last().copied()];
        there.sort_unstable();
        let seen = |end: usize| {
            let clue = grid.board.givens.get("first", &[number, end]).and_then(|clue| clue.parse().ok());
            clue.is_none_or(|clue: i64| ends[end] == Some(clue))
        };
        there.into_iter().eq(1..=count) && seen(0) && seen(1)
    }) && givens(grid, "letter", letters)
}

/// All solutions of a Hidato, by brute force.
pub fn hidato(board: &Board) -> Vec<Solution> {
    let grid = Grid::of(board);
    let is_white = |cell: usize| !grid.has("wall", cell);
    let white = (0..grid.cells()).filter(|&cell| is_white(cell)).count();
    let fits = |digits: &Vec<Option<usize>>| {
        let path: Vec<usize> =
            (0..white).filter_map(|number| digits.iter().position(|&digit| digit == Some(number))).collect();
        let given =
            |cell: usize| grid.number("number", cell).is_none_or(|number| digits[cell] == Some(number - 1));
        path.len() == white
            && path.windows(2).all(|pair| touch(&grid, pair[0], pair[1]))
            && (0..grid.cells()).all(given)
    };
    let value = |digit: &Option<usize>| digit.map_or(Value::Unknown, |digit| Value::Number(digit as i64 + 1));
    let all = fillings(grid.cells(), &is_white, white).into_iter().filter(fits);
    all.map(|digits| solution(&grid, "digit", digits.iter().map(value))).collect()
}
