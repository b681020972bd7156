//! The rules of genres about rooms, loops and views.

use super::{AROUND, Grid};

pub fn rooms(grid: &Grid<'_>) -> Vec<Vec<usize>> {
    let count = (0..grid.cells()).map(|cell| grid.room(cell)).max().unwrap_or(0) + 1;
    (0..count).map(|room| (0..grid.cells()).filter(|&cell| grid.room(cell) == room).collect()).collect()
}

/// Whether each room has as many of these cells as its number says.
pub fn counts(grid: &Grid<'_>, is_in: &dyn Fn(usize) -> bool) -> bool {
    rooms(grid).iter().enumerate().all(|(room, cells)| {
        let count = cells.iter().filter(|&&cell| is_in(cell)).count();
        grid.number("number", room).is_none_or(|number| number == count)
    })
}

/// The cells of all 2x2 blocks.
pub fn blocks(grid: &Grid<'_>) -> Vec<[usize; 4]> {
    let corners = (0..grid.cells())
        .filter(|cell| cell % grid.columns + 1 < grid.columns && cell + grid.columns < grid.cells());
    corners.map(|a| [a, a + 1, a + grid.columns, a + grid.columns + 1]).collect()
}

/// The cells that a line leads to from each cell, if it is a single loop.
pub fn looped(grid: &Grid<'_>, line: &[bool]) -> Option<Vec<Vec<usize>>> {
    let mut ways = vec![Vec::new(); grid.cells()];
    for ((a, b), _) in grid.edges().into_iter().zip(line).filter(|(_, on)| **on) {
        ways[a].push(b);
        ways[b].push(a);
    }
    let start = ways.iter().position(|ways| !ways.is_empty())?;
    if ways.iter().any(|ways| !matches!(ways.len(), 0 | 2)) {
        return None;
    }
    let (mut before, mut at, mut length) = (start, ways[start][0], 1);
    while at != start {
        let next = if ways[at][0] == before { ways[at][1] } else { ways[at][0] };
        (before, at, length) = (at, next, length + 1);
    }
    (length == ways.iter().filter(|ways| !ways.is_empty()).count()).then_some(ways)
}

pub fn aqre(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let alike = |four: &[usize]| four.iter().all(|&cell| shade[cell] == shade[four[0]]);
    grid.are_connected(&|cell| shade[cell])
        && counts(grid, &|cell| shade[cell])
        && !grid.lines().iter().any(|line| line.windows(4).any(alike))
}

pub fn canal_view(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let seen = |cell: usize| -> usize {
        let of_ray = |&(down, right): &(isize, isize)| {
            grid.ray(cell, down, right).into_iter().take_while(|&cell| shade[cell]).count()
        };
        AROUND.iter().map(of_ray).sum()
    };
    let is_clue = |cell: usize| grid.has("number", cell) || grid.has("unknown", cell);
    grid.are_connected(&|cell| shade[cell])
        && !blocks(grid).iter().any(|block| block.iter().all(|&cell| shade[cell]))
        && (0..grid.cells()).all(|cell| {
            !(is_clue(cell) && shade[cell])
                && grid.number("number", cell).is_none_or(|number| number == seen(cell))
        })
}

pub fn chocona(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let is_rectangle = |set: &Vec<usize>| {
        let spread = |side: &dyn Fn(usize) -> usize| {
            let places: Vec<usize> = set.iter().map(|&cell| side(cell)).collect();
            places.iter().max().unwrap_or(&0) - places.iter().min().unwrap_or(&0) + 1
        };
        spread(&|cell| cell / grid.columns) * spread(&|cell| cell % grid.columns) == set.len()
    };
    counts(grid, &|cell| shade[cell]) && grid.sets(&|cell| shade[cell], &|_, _| true).iter().all(is_rectangle)
}

pub fn country_road(grid: &Grid<'_>, line: &[bool]) -> bool {
    let Some(ways) = looped(grid, line) else { return false };
    let is_on = |cell: usize| !ways[cell].is_empty();
    let different = |a: usize, b: usize| grid.room(a) != grid.room(b);
    let once = rooms(grid).iter().all(|cells| {
        let leaves = |&cell: &usize| ways[cell].iter().filter(|&&next| different(cell, next)).count();
        let is_all = cells.len() == grid.cells();
        is_all || cells.iter().map(leaves).sum::<usize>() == 2
    });
    once && counts(grid, &is_on)
        && grid.edges().into_iter().all(|(a, b)| !different(a, b) || is_on(a) || is_on(b))
}

pub fn paint_area(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let alike = |block: &[usize; 4]| block.iter().all(|&cell| shade[cell] == shade[block[0]]);
    rooms(grid).iter().all(|cells| cells.iter().all(|&cell| shade[cell] == shade[cells[0]]))
        && grid.are_connected(&|cell| shade[cell])
        && !blocks(grid).iter().any(alike)
        && (0..grid.cells()).all(|cell| {
            let count = grid.near(cell).into_iter().filter(|&near| shade[near]).count();
            grid.number("number", cell).is_none_or(|number| number == count)
        })
}

pub fn shimaguni(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let islands = grid.sets(&|cell| shade[cell], &|_, _| true);
    let rooms = rooms(grid);
    let in_room = |room: usize| islands.iter().filter(|set| grid.room(set[0]) == room).count();
    let is_inside = |set: &Vec<usize>| set.iter().all(|&cell| grid.room(cell) == grid.room(set[0]));
    let size = |room: usize| rooms[room].iter().filter(|&&cell| shade[cell]).count();
    islands.iter().all(is_inside)
        && (0..rooms.len()).all(|room| in_room(room) == 1)
        && counts(grid, &|cell| shade[cell])
        && grid
            .edges()
            .into_iter()
            .all(|(a, b)| grid.room(a) == grid.room(b) || size(grid.room(a)) != size(grid.room(b)))
}

pub fn simple_loop(grid: &Grid<'_>, line: &[bool]) -> bool {
    looped(grid, line)
        .is_some_and(|ways| (0..grid.cells()).all(|cell| ways[cell].is_empty() == grid.has("wall", cell)))
}

pub fn suguru(grid: &Grid<'_>, digits: &[i64]) -> bool {
    let touch = |a: usize, b: usize| {
        (a / grid.columns).abs_diff(b / grid.columns) <= 1
            && (a % grid.columns).abs_diff(b % grid.columns) <= 1
    };
    let full = rooms(grid).iter().all(|cells| {
        let mut inside: Vec<i64> = cells.iter().map(|&cell| digits[cell]).collect();
        inside.sort_unstable();
        inside.iter().zip(1..).all(|(&digit, expected)| digit == expected)
    });
    let apart = (0..grid.cells()).all(|a| (0..a).all(|b| !touch(a, b) || digits[a] != digits[b]));
    let given = |cell: usize| grid.number("number", cell).is_none_or(|number| number as i64 == digits[cell]);
    full && apart && (0..grid.cells()).all(given)
}
