//! The rules of genres that draw a loop.

use super::{
    AROUND, Grid, apart,
    further::{counts, looped, rooms},
};

fn is_clue(grid: &Grid<'_>, cell: usize) -> bool {
    grid.has("number", cell) || grid.has("unknown", cell)
}

/// How often a loop leaves each room.
fn crossings(grid: &Grid<'_>, ways: &[Vec<usize>]) -> Vec<usize> {
    let leaves =
        |&cell: &usize| ways[cell].iter().filter(|&&next| grid.room(next) != grid.room(cell)).count();
    rooms(grid).iter().map(|cells| cells.iter().map(leaves).sum()).collect()
}

pub fn regional_yajilin(grid: &Grid<'_>, chosen: &[bool]) -> bool {
    let (shade, line) = chosen.split_at(grid.cells());
    let Some(ways) = looped(grid, line) else { return false };
    apart(grid, shade)
        && counts(grid, &|cell| shade[cell])
        && (0..grid.cells()).all(|cell| shade[cell] == ways[cell].is_empty())
}

pub fn koburin(grid: &Grid<'_>, chosen: &[bool]) -> bool {
    let (shade, line) = chosen.split_at(grid.cells());
    let is_open = |cell: usize| !is_clue(grid, cell);
    let may_be_drawn = grid.edges().into_iter().any(|(a, b)| is_open(a) && is_open(b));
    let ways = match looped(grid, line) {
        Some(ways) => ways,
        None if may_be_drawn || line.contains(&true) => return false,
        None => vec![Vec::new(); grid.cells()],
    };
    let corners = grid.board.givens.numbers.get("corners").copied().unwrap_or(0) == 1;
    let around = |cell: usize| -> Vec<usize> {
        let touch = |side: &dyn Fn(usize) -> usize, other: usize| side(cell).abs_diff(side(other)) <= 1;
        let touches = |&other: &usize| {
            other != cell
                && touch(&|cell| cell / grid.columns, other)
                && touch(&|cell| cell % grid.columns, other)
        };
        if corners { (0..grid.cells()).filter(touches).collect() } else { grid.near(cell) }
    };
    apart(grid, shade)
        && (0..grid.cells()).all(|cell| {
            let count = around(cell).into_iter().filter(|&near| shade[near]).count();
            if is_open(cell) {
                shade[cell] == ways[cell].is_empty()
            } else {
                !shade[cell]
                    && ways[cell].is_empty()
                    && grid.number("number", cell).is_none_or(|number| number == count)
            }
        })
}

/// The way is what is left of the maze if dead ends are cut off, one cell after the other.
pub fn nurimaze(grid: &Grid<'_>, chosen: &[bool]) -> bool {
    let (shade, way) = chosen.split_at(grid.cells());
    let is_end = |cell: usize| grid.has("start", cell) || grid.has("goal", cell);
    let open: Vec<usize> = (0..grid.cells()).filter(|&cell| !shade[cell]).collect();
    let joins = |&(a, b): &(usize, usize)| !shade[a] && !shade[b];
    let mut left: Vec<(usize, usize)> = grid.edges().into_iter().filter(joins).collect();
    let is_maze =
        grid.are_connected(&|cell| !shade[cell]) && (open.is_empty() || left.len() + 1 == open.len());
    let has_one = |name: &str| (0..grid.cells()).filter(|&cell| grid.has(name, cell)).count() == 1;
    let is_block = |cell: usize| {
        let [right, below] = [cell + 1, cell + grid.columns];
        let has_both = right % grid.columns > 0 && below < grid.cells();
        has_both && [cell, right, below, below + 1].iter().all(|&cell| shade[cell])
    };
    if !is_maze || !has_one("start") || !has_one("goal") || (0..grid.cells()).any(is_block) {
        return false;
    }
    loop {
        let degree = |cell: usize| left.iter().filter(|&&(a, b)| a == cell || b == cell).count();
        let is_dead = |cell: usize| degree(cell) == 1 && !is_end(cell);
        let Some(place) = left.iter().position(|&(a, b)| is_dead(a) || is_dead(b)) else { break };
        left.remove(place);
    }
    let is_passed = |cell: usize| left.iter().any(|&(a, b)| a == cell || b == cell);
    rooms(grid).iter().all(|room| room.iter().all(|&cell| shade[cell] == shade[room[0]]))
        && grid.edges().iter().zip(way).all(|(edge, &way)| way == left.contains(edge))
        && (0..grid.cells()).all(|cell| {
            let has = |name: &str| grid.has(name, cell);
            !(shade[cell] && (is_end(cell) || has("circle") || has("triangle")))
                && (!has("circle") || is_passed(cell))
                && !(has("triangle") && is_passed(cell))
        })
}

pub fn castle_wall(grid: &Grid<'_>, line: &[bool]) -> bool {
    let Some(ways) = looped(grid, line) else { return false };
    let arrows = ["up_of", "right_of", "down_of", "left_of"];
    let names = ["number", "white", "black", "grey"];
    let is_free = |cell: usize| !names.iter().chain(&arrows).any(|name| grid.has(name, cell));
    // The corners of cells that are reached from the first without crossing the loop.
    let (width, height) = (grid.columns + 1, grid.rows + 1);
    let joins = |a: usize, b: usize| ways[a].contains(&b);
    let mut outside = vec![false; width * height];
    let mut open = vec![0];
    while let Some(corner) = open.pop() {
        if std::mem::replace(&mut outside[corner], true) {
            continue;
        }
        let (row, column) = (corner / width, corner % width);
        let cell = |row: usize, column: usize| row * grid.columns + column;
        // Going sideways from a corner, the loop is crossed where it goes from the cell above to the one below.
        let across =
            |column: usize| row == 0 || row == grid.rows || !joins(cell(row - 1, column), cell(row, column));
        let along = |row: usize| {
            column == 0 || column == grid.columns || !joins(cell(row, column - 1), cell(row, column))
        };
        open.extend((column > 0 && across(column - 1)).then(|| corner - 1));
        open.extend((column < grid.columns && across(column)).then(|| corner + 1));
        open.extend((row > 0 && along(row - 1)).then(|| corner - width));
        open.extend((row < grid.rows && along(row)).then(|| corner + width));
    }
    (0..grid.cells()).all(|cell| {
        let is_outside = outside[cell / grid.columns * width + cell % grid.columns];
        let pointed: Vec<usize> = AROUND
            .iter()
            .zip(arrows)
            .filter(|(_, arrow)| grid.has(arrow, cell))
            .map(|(&(down, right), _)| {
                let ray = grid.ray(cell, down, right);
                ray.windows(2).filter(|pair| joins(pair[0], pair[1])).count()
            })
            .collect();
        let number = grid.number("number", cell);
        (is_free(cell) || ways[cell].is_empty())
            && !(grid.has("white", cell) && is_outside)
            && (!grid.has("black", cell) || is_outside)
            && number.is_none_or(|number| !pointed.is_empty() && pointed.iter().all(|&steps| steps == number))
    })
}

pub fn moon_or_sun(grid: &Grid<'_>, line: &[bool]) -> bool {
    let Some(ways) = looped(grid, line) else { return false };
    let once = crossings(grid, &ways).iter().zip(rooms(grid)).all(|(&count, cells)| {
        let is_all = cells.len() == grid.cells();
        is_all || count == 2
    });
    // What the loop takes in each room: nothing if that is not one kind of mark as a whole.
    let taken: Vec<Option<&str>> = rooms(grid)
        .iter()
        .map(|cells| {
            let marks = |on: bool| -> Vec<&str> {
                let of = cells.iter().filter(|&&cell| ways[cell].is_empty() != on);
                of.filter_map(|&cell| grid.board.givens.get("mark", &[cell])).collect()
            };
            let (on, off) = (marks(true), marks(false));
            let first = *on.first()?;
            (on.iter().all(|&mark| mark == first) && off.iter().all(|&mark| mark != first)).then_some(first)
        })
        .collect();
    let turns = grid.edges().into_iter().zip(line).all(|((a, b), &on)| {
        !on || grid.room(a) == grid.room(b) || taken[grid.room(a)] != taken[grid.room(b)]
    });
    once && taken.iter().all(Option::is_some) && turns
}

pub fn double_back(grid: &Grid<'_>, line: &[bool]) -> bool {
    let Some(ways) = looped(grid, line) else { return false };
    crossings(grid, &ways).iter().all(|&count| count == 4)
        && (0..grid.cells()).all(|cell| ways[cell].is_empty() == grid.has("hole", cell))
}

pub fn geradeweg(grid: &Grid<'_>, line: &[bool]) -> bool {
    let Some(ways) = looped(grid, line) else { return false };
    let full = grid.board.givens.numbers.get("full").copied().unwrap_or(0) == 1;
    let steps = |cell: usize, (down, right): (isize, isize)| {
        let path = [cell].into_iter().chain(grid.ray(cell, down, right)).collect::<Vec<_>>();
        path.windows(2).take_while(|pair| ways[pair[0]].contains(&pair[1])).count()
    };
    (0..grid.cells()).all(|cell| {
        let [up, right, down, left] = AROUND.map(|way| steps(cell, way));
        let lengths: Vec<usize> =
            [up + down, left + right].into_iter().filter(|&length| length > 0).collect();
        let is_visited = !lengths.is_empty() || !full && !is_clue(grid, cell);
        let number = grid.number("number", cell);
        let fits = lengths.iter().all(|&length| number.is_none_or(|number| number == length));
        let equal = !grid.has("unknown", cell) || lengths.iter().all(|&length| length == lengths[0]);
        is_visited && fits && equal
    })
}
