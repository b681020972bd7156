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

pub fn araf(grid: &Grid<'_>, border: &[bool]) -> bool {
    let edges = grid.edges();
    let is_drawn =
        |a: usize, b: usize| edges.iter().zip(border).any(|(&edge, &border)| border && edge == (a, b));
    let areas = grid.sets(&|_| true, &|a, b| !is_drawn(a, b));
    let separates = |a: usize, b: usize| !areas.iter().any(|area| area.contains(&a) && area.contains(&b));
    let is_right = |area: &Vec<usize>| {
        let is_clue = |&&cell: &&usize| grid.has("number", cell) || grid.has("unknown", cell);
        let clues: Vec<usize> = area.iter().filter(is_clue).copied().collect();
        let numbers: Vec<usize> = clues.iter().filter_map(|&cell| grid.number("number", cell)).collect();
        // A number that nobody knows is one that fits, if there is such a number.
        clues.len() == 2
            && !numbers.contains(&area.len())
            && (numbers.len() < 2 || numbers.iter().filter(|&&number| number < area.len()).count() == 1)
    };
    areas.iter().all(is_right)
        && edges.iter().zip(border).all(|(&(a, b), &border)| !border || separates(a, b))
}

pub fn tilepaint(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let whole = rooms(grid).iter().all(|room| room.iter().all(|&cell| shade[cell] == shade[room[0]]));
    let counts = grid.lines().iter().enumerate().all(|(number, line)| {
        let shaded = line.iter().filter(|&&cell| shade[cell]).count();
        grid.number("count", number).is_none_or(|number| number == shaded)
    });
    whole && counts
}

/// Draws each cell as four quarters around its middle. An area is a rectangle if it fills the smallest upright one around its
/// quarters, or the smallest tilted one.
pub fn shakashaka(grid: &Grid<'_>, half: &[i64]) -> bool {
    let is_black = |cell: usize| grid.has("number", cell) || grid.has("wall", cell);
    // Above, right, below, left: the triangle at a corner covers two of them.
    let is_white = |cell: usize, quarter: usize| {
        let covered = [[0, 3], [0, 1], [1, 2], [2, 3]];
        !is_black(cell)
            && usize::try_from(half[cell]).is_ok_and(|half| half == 4 || !covered[half].contains(&quarter))
    };
    let ways = [(-1, 0), (0, 1), (1, 0), (0, -1)];
    let mut left: Vec<(usize, usize)> = (0..grid.cells())
        .flat_map(|cell| (0..4).map(move |quarter| (cell, quarter)))
        .filter(|&(cell, quarter)| is_white(cell, quarter))
        .collect();
    // The middle of a quarter, where a cell has the side 6, and so a quarter the area 9.
    let middle = |&(cell, quarter): &(usize, usize)| {
        let (down, right) = ways[quarter];
        (
            6 * (cell / grid.columns) as isize + 3 + 2 * down,
            6 * (cell % grid.columns) as isize + 3 + 2 * right,
        )
    };
    while let Some(first) = left.pop() {
        let mut area = vec![first];
        let mut at = 0;
        while let Some(&(cell, quarter)) = area.get(at) {
            let (down, right) = ways[quarter];
            let across = grid.ray(cell, down, right).first().map(|&next| (next, (quarter + 2) % 4));
            let beside = [(cell, (quarter + 1) % 4), (cell, (quarter + 3) % 4)];
            let next: Vec<(usize, usize)> =
                beside.into_iter().chain(across).filter(|next| left.contains(next)).collect();
            left.retain(|quarter| !next.contains(quarter));
            area.extend(next);
            at += 1;
        }
        // The sides of a rectangle of quarters are 1 beyond the outermost middles, or 2 in the sums and differences that measure
        // along diagonals.
        let points: Vec<(isize, isize)> = area.iter().map(middle).collect();
        let extent = |of: &dyn Fn(&(isize, isize)) -> isize| {
            points.iter().map(of).max().unwrap_or(0) - points.iter().map(of).min().unwrap_or(0)
        };
        let upright = (extent(&|at| at.0) + 2) * (extent(&|at| at.1) + 2);
        let tilted = (extent(&|at| at.0 + at.1) + 4) * (extent(&|at| at.0 - at.1) + 4);
        let size = 9 * area.len() as isize;
        if size != upright && 2 * size != tilted {
            return false;
        }
    }
    (0..grid.cells()).all(|cell| !is_black(cell) || half[cell] == 4)
        && (0..grid.cells()).all(|cell| {
            let triangles =
                grid.near(cell).iter().filter(|&&near| !is_black(near) && half[near] != 4).count();
            grid.number("number", cell).is_none_or(|number| number == triangles)
        })
}

pub fn dominosa(grid: &Grid<'_>, border: &[bool]) -> bool {
    let number = |cell: usize| grid.number("number", cell);
    let most = (0..grid.cells()).filter_map(number).max();
    let mut covered = vec![0; grid.cells()];
    let mut found: Vec<[usize; 2]> = Vec::new();
    for ((a, b), _) in grid.edges().into_iter().zip(border).filter(|(_, border)| !**border) {
        let (Some(one), Some(other)) = (number(a), number(b)) else { return false };
        covered[a] += 1;
        covered[b] += 1;
        found.push([one.min(other), one.max(other)]);
    }
    found.sort_unstable();
    let set = (0..most.map_or(0, |most| most + 1))
        .flat_map(|low| (low..=most.unwrap_or(0)).map(move |high| [low, high]));
    found == set.collect::<Vec<_>>()
        && (0..grid.cells()).all(|cell| covered[cell] == usize::from(number(cell).is_some()))
}

/// 0 is a plus pole, 1 a minus pole, 2 neutral.
pub fn magnets(grid: &Grid<'_>, pole: &[i64]) -> bool {
    let is_given = |cell: usize| {
        let given = [("positive", 0), ("negative", 1), ("hole", 2)];
        given.iter().all(|&(name, value)| !grid.has(name, cell) || pole[cell] == value)
    };
    let parts = grid.sets(&|cell| !grid.has("hole", cell), &|a, b| !grid.has_border(a, b));
    let in_room = parts.iter().all(|room| {
        let poles: Vec<usize> = room.iter().copied().filter(|&cell| pole[cell] < 2).collect();
        match poles[..] {
            [] => true,
            [_] => room.len() == 1,
            [a, b] => grid.near(a).contains(&b),
            _ => false,
        }
    });
    let counts = grid.lines().iter().enumerate().all(|(number, line)| {
        (0..2).all(|sign| {
            let count = line.iter().filter(|&&cell| pole[cell] == sign).count();
            let given = grid.board.givens.get("count", &[number, sign as usize]);
            given.is_none_or(|given| given == count.to_string())
        })
    });
    (0..grid.cells()).all(is_given)
        && in_room
        && counts
        && grid.edges().iter().all(|&(a, b)| pole[a] == 2 || pole[a] != pole[b])
}

pub fn mosaic(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let place = |cell: usize| (cell / grid.columns, cell % grid.columns);
    let is_around = |a: usize, b: usize| {
        let ((row, column), (other, beside)) = (place(a), place(b));
        row.abs_diff(other) <= 1 && column.abs_diff(beside) <= 1
    };
    (0..grid.cells()).all(|cell| {
        let count = (0..grid.cells()).filter(|&other| shade[other] && is_around(cell, other)).count();
        grid.number("number", cell).is_none_or(|number| number == count)
    })
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
        // A column with a number twice, or with three shaded cells, stays wrong.
        boards.retain(|digits| {
            (0..side).all(|column| {
                let above = || digits.iter().skip(column).step_by(side);
                (0..side as i64 - 1).all(|digit| {
                    above().filter(|&&other| other == digit).count() <= if digit == 0 { 2 } else { 1 }
                })
            })
        });
    }
    boards.retain(|digits| {
        let column =
            |column: usize| -> Vec<i64> { (0..side).map(|row| digits[row * side + column]).collect() };
        (0..side).all(|number| is_line(number, &column(number)))
    });
    boards.iter().map(|digits| grid.solution(digits)).collect()
}
