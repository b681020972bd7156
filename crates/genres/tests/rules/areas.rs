//! The rules of genres with areas or with something at corners.

use jigsat_genres::{Board, Solution};

use super::{AROUND, Grid, further::rooms};

pub fn kurotto(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let groups = grid.sets(&|cell| shade[cell], &|_, _| true);
    (0..grid.cells()).all(|cell| {
        let is_circle = grid.has("number", cell) || grid.has("unknown", cell);
        let beside = groups.iter().filter(|group| grid.near(cell).iter().any(|near| group.contains(near)));
        let sum: usize = beside.map(Vec::len).sum();
        !(is_circle && shade[cell]) && grid.number("number", cell).is_none_or(|number| number == sum)
    })
}

pub fn four_cells(grid: &Grid<'_>, border: &[bool]) -> bool {
    let is_white = |cell: usize| !grid.has("hole", cell);
    let edges = grid.edges();
    let is_drawn = |a: usize, b: usize| {
        edges.iter().zip(border).any(|(&edge, &border)| border && (edge == (a, b) || edge == (b, a)))
    };
    let regions = grid.sets(&is_white, &|a, b| !is_drawn(a, b));
    let separates = |a: usize, b: usize| {
        is_white(a) && is_white(b) && !regions.iter().any(|set| set.contains(&a) && set.contains(&b))
    };
    let borders = |cell: usize| {
        let is_border = |&(down, right): &(isize, isize)| {
            let next = grid.ray(cell, down, right).first().copied();
            next.is_none_or(|next| !is_white(next) || is_drawn(cell, next))
        };
        AROUND.iter().filter(|way| is_border(way)).count()
    };
    regions.iter().all(|region| region.len() == 4)
        && edges.iter().zip(border).all(|(&(a, b), &border)| !border || separates(a, b))
        && (0..grid.cells())
            .all(|cell| grid.number("number", cell).is_none_or(|number| number == borders(cell)))
}

pub fn tilepaint(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let whole = rooms(grid).iter().all(|room| room.iter().all(|&cell| shade[cell] == shade[room[0]]));
    let counts = grid.lines().iter().enumerate().all(|(number, line)| {
        let shaded = line.iter().filter(|&&cell| shade[cell]).count();
        grid.number("count", number).is_none_or(|number| number == shaded)
    });
    whole && counts
}

/// The numbers of the corners of a cell: at the upper left, the upper right, the lower left and the lower right.
fn corners(grid: &Grid<'_>, cell: usize) -> [usize; 4] {
    let first = cell / grid.columns * (grid.columns + 1) + cell % grid.columns;
    [first, first + 1, first + grid.columns + 1, first + grid.columns + 2]
}

/// 1 is a rising diagonal. Takes corners away at which one diagonal ends or none, until nothing or loops are left.
pub fn slant(grid: &Grid<'_>, rising: &[i64]) -> bool {
    let ends = |cell: usize| {
        let [a, b, c, d] = corners(grid, cell);
        if rising[cell] == 1 { [b, c] } else { [a, d] }
    };
    let all: Vec<[usize; 2]> = (0..grid.cells()).map(ends).collect();
    let degree =
        |left: &[[usize; 2]], corner: usize| left.iter().filter(|ends| ends.contains(&corner)).count();
    let mut left = all.clone();
    for _ in 0..grid.cells() {
        left = left.iter().copied().filter(|ends| ends.iter().all(|&end| degree(&left, end) > 1)).collect();
    }
    let count = (grid.rows + 1) * (grid.columns + 1);
    left.is_empty()
        && (0..count)
            .all(|corner| grid.number("number", corner).is_none_or(|number| number == degree(&all, corner)))
}

pub fn creek(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let shaded = |corner: usize| {
        (0..grid.cells()).filter(|&cell| shade[cell] && corners(grid, cell).contains(&corner)).count()
    };
    let count = (grid.rows + 1) * (grid.columns + 1);
    grid.are_connected(&|cell| !shade[cell])
        && (0..count)
            .all(|corner| grid.number("number", corner).is_none_or(|number| number == shaded(corner)))
}

/// Combines all rows that are right by themselves.
pub fn doppelblock(board: &Board) -> Vec<Solution> {
    let grid = Grid::of(board);
    let side = grid.rows;
    let is_line = |line: usize, values: &[i64]| {
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        let numbers: Vec<i64> = [0].into_iter().chain(0..side as i64 - 1).collect();
        let inner = values.iter().skip_while(|&&value| value > 0).skip(1).take_while(|&&value| value > 0);
        let sum = inner.sum::<i64>() as usize;
        sorted == numbers && grid.number("total", line).is_none_or(|number| number == sum)
    };
    let count = (side as i64 - 1).pow(side as u32);
    let row = |code: i64| -> Vec<i64> {
        (0..side as u32).map(|at| code / (side as i64 - 1).pow(at) % (side as i64 - 1)).collect()
    };
    let mut boards: Vec<Vec<i64>> = vec![vec![]];
    for number in 0..side {
        let fits: Vec<Vec<i64>> =
            (0..count).map(row).filter(|values| is_line(side + number, values)).collect();
        boards = boards.iter().flat_map(|board| fits.iter().map(|row| [&board[..], row].concat())).collect();
    }
    boards.retain(|digits| {
        let column =
            |column: usize| -> Vec<i64> { (0..side).map(|row| digits[row * side + column]).collect() };
        (0..side).all(|number| is_line(number, &column(number)))
    });
    boards.iter().map(|digits| grid.solution(digits)).collect()
}
