//! The rules of further genres.

use super::{AROUND, Grid, apart};

/// Each number of the rows occurs once in each line.
fn is_latin(grid: &Grid<'_>, digits: &[i64]) -> bool {
    grid.lines().into_iter().all(|line| {
        let mut numbers: Vec<i64> = line.into_iter().map(|cell| digits[cell]).collect();
        numbers.sort_unstable();
        numbers.windows(2).all(|pair| pair[0] < pair[1])
    })
}

fn keeps_givens(grid: &Grid<'_>, digits: &[i64]) -> bool {
    (0..grid.cells())
        .all(|cell| grid.number("number", cell).is_none_or(|number| number as i64 == digits[cell]))
}

pub fn futoshiki(grid: &Grid<'_>, digits: &[i64]) -> bool {
    let right = |cell: usize| (cell % grid.columns + 1 < grid.columns).then_some(cell + 1);
    let below = |cell: usize| (cell + grid.columns < grid.cells()).then_some(cell + grid.columns);
    let signs = (0..grid.cells()).all(|cell| {
        let than = |other: Option<usize>, sign: &str, greater: bool| match other {
            Some(other) if grid.has(sign, cell) => (digits[cell] > digits[other]) == greater,
            _ => true,
        };
        than(right(cell), "more", true)
            && than(right(cell), "less", false)
            && than(below(cell), "above", true)
            && than(below(cell), "below", false)
    });
    is_latin(grid, digits) && keeps_givens(grid, digits) && signs
}

pub fn kropki(grid: &Grid<'_>, digits: &[i64]) -> bool {
    let fits = |(border, (a, b)): (usize, (usize, usize))| {
        let (less, more) = (digits[a].min(digits[b]), digits[a].max(digits[b]));
        let [white, black] = ["white", "black"].map(|dot| grid.has(dot, border));
        match (more == less + 1, more == 2 * less) {
            (true, true) => white || black,
            (follows, doubles) => white == follows && black == doubles,
        }
    };
    is_latin(grid, digits) && grid.edges().into_iter().enumerate().all(fits)
}

pub fn hashi(grid: &Grid<'_>, bridges: &[i64]) -> bool {
    let edges = grid.edges();
    let is_island = |cell: usize| grid.has("number", cell) || grid.has("unknown", cell);
    let between = |a: usize, b: usize| {
        edges
            .iter()
            .zip(bridges)
            .find(|&(&edge, _)| edge == (a, b) || edge == (b, a))
            .map_or(0, |(_, &count)| count)
    };
    let toward = |cell: usize, (down, right): (isize, isize)| {
        grid.ray(cell, down, right).first().map_or(0, |&next| between(cell, next))
    };
    let cells = (0..grid.cells()).all(|cell| {
        let [up, right, down, left] = AROUND.map(|way| toward(cell, way));
        if is_island(cell) {
            let count = (up + right + down + left) as usize;
            grid.number("number", cell).map_or(count > 0, |number| number == count)
        } else {
            up == down && left == right && (up == 0 || left == 0)
        }
    });
    let is_on = |cell: usize| grid.near(cell).into_iter().any(|near| between(cell, near) > 0);
    cells && (0..grid.cells()).any(is_island) && grid.sets(&is_on, &|a, b| between(a, b) > 0).len() <= 1
}

pub fn kenken(grid: &Grid<'_>, digits: &[i64]) -> bool {
    let cages = (0..grid.cells()).map(|cell| grid.room(cell)).max().unwrap_or(0) + 1;
    is_latin(grid, digits)
        && (0..cages).all(|cage| {
            let inside: Vec<i64> =
                (0..grid.cells()).filter(|&cell| grid.room(cell) == cage).map(|cell| digits[cell]).collect();
            let Some(total) = grid.number("total", cage).map(|total| total as i64) else { return true };
            let most = inside.iter().max().copied().unwrap_or(0);
            let (sum, product) = (inside.iter().sum::<i64>(), inside.iter().product::<i64>());
            // The largest number, and all others.
            let (difference, quotient) = (most - (sum - most) == total, most * most == product * total);
            let by_pair = inside.len() == 2 && (difference || quotient);
            if grid.has("times", cage) {
                product == total
            } else if grid.has("minus", cage) {
                difference
            } else if grid.has("over", cage) {
                quotient
            } else if !grid.has("plus", cage) && grid.board.givens.numbers.get("unsigned") == Some(&1) {
                sum == total || product == total || by_pair
            } else {
                sum == total
            }
        })
}

pub fn kurodoko(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let views = (0..grid.cells()).all(|cell| {
        let has_clue = grid.has("number", cell) || grid.has("unknown", cell);
        let rays = AROUND.iter().map(|&(down, right)| grid.ray(cell, down, right));
        let seen: usize = rays.map(|ray| ray.into_iter().take_while(|&cell| !shade[cell]).count()).sum();
        !(has_clue && shade[cell]) && grid.number("number", cell).is_none_or(|number| number == seen + 1)
    });
    views && apart(grid, shade) && grid.are_connected(&|cell| !shade[cell])
}

pub fn lits(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let regions = (0..grid.cells()).map(|cell| grid.room(cell)).max().unwrap_or(0) + 1;
    // The shape of a piece: the smallest of its rotations and mirror images, with its corner at 0.
    let shape = |region: usize| -> Vec<(i32, i32)> {
        let cells = (0..grid.cells()).filter(|&cell| shade[cell] && grid.room(cell) == region);
        let places: Vec<(i32, i32)> =
            cells.map(|cell| ((cell / grid.columns) as i32, (cell % grid.columns) as i32)).collect();
        let images = (0..8).map(|turn| {
            let image = |&(row, column): &(i32, i32)| {
                let (row, column) = if turn & 1 == 0 { (row, column) } else { (column, row) };
                (if turn & 2 == 0 { row } else { -row }, if turn & 4 == 0 { column } else { -column })
            };
            let image: Vec<(i32, i32)> = places.iter().map(image).collect();
            let (top, left) = (image.iter().map(|at| at.0).min(), image.iter().map(|at| at.1).min());
            let mut image: Vec<(i32, i32)> =
                image.iter().map(|at| (at.0 - top.unwrap_or(0), at.1 - left.unwrap_or(0))).collect();
            image.sort_unstable();
            image
        });
        images.min().unwrap_or_default()
    };
    let pieces = (0..regions).all(|region| {
        let inside = |cell: usize| shade[cell] && grid.room(cell) == region;
        let pieces = grid.sets(&inside, &|a, b| !grid.has_border(a, b));
        (0..grid.cells()).filter(|&cell| inside(cell)).count() == 4 && pieces.len() == 1
    });
    let corner = |cell: usize| cell % grid.columns + 1 < grid.columns && cell + grid.columns < grid.cells();
    let no_pool = (0..grid.cells()).filter(|&cell| corner(cell)).all(|cell| {
        ![cell, cell + 1, cell + grid.columns, cell + grid.columns + 1].into_iter().all(|cell| shade[cell])
    });
    pieces
        && no_pool
        && grid.are_connected(&|cell| shade[cell])
        && grid.edges().into_iter().all(|(a, b)| {
            let (one, other) = (grid.room(a), grid.room(b));
            one == other || !shade[a] || !shade[b] || shape(one) != shape(other)
        })
}

pub fn minesweeper(grid: &Grid<'_>, mine: &[bool]) -> bool {
    let all = mine.iter().filter(|&&mine| mine).count();
    let total = grid.board.givens.numbers.get("mines").copied().unwrap_or(-1);
    (total < 0 || total == all as i64)
        && (0..grid.cells()).all(|cell| {
            let has_clue = grid.has("number", cell) || grid.has("unknown", cell);
            let (row, column) = (cell / grid.columns, cell % grid.columns);
            let around = (0..grid.cells()).filter(|&other| {
                other != cell
                    && row.abs_diff(other / grid.columns) <= 1
                    && column.abs_diff(other % grid.columns) <= 1
            });
            let mines = around.filter(|&other| mine[other]).count();
            !(has_clue && mine[cell]) && grid.number("number", cell).is_none_or(|number| number == mines)
        })
}

pub fn norinori(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let regions = (0..grid.cells()).map(|cell| grid.room(cell)).max().unwrap_or(0) + 1;
    let two =
        |region| (0..grid.cells()).filter(|&cell| shade[cell] && grid.room(cell) == region).count() == 2;
    (0..regions).all(two) && grid.sets(&|cell| shade[cell], &|_, _| true).iter().all(|piece| piece.len() == 2)
}

pub fn numberlink(grid: &Grid<'_>, line: &[bool]) -> bool {
    let edges = grid.edges();
    let goes = |a: usize, b: usize| edges.iter().zip(line).any(|(&edge, &on)| on && edge == (a, b));
    let ways =
        |cell: usize| edges.iter().zip(line).filter(|&(&(a, b), &on)| on && (a == cell || b == cell)).count();
    let cells = (0..grid.cells()).all(|cell| {
        if grid.has("number", cell) { ways(cell) == 1 } else { ways(cell) == 0 || ways(cell) == 2 }
    });
    // A line with two ends joins equal numbers; one without an end is a loop.
    cells
        && line.contains(&true)
        && grid.sets(&|cell| ways(cell) > 0, &goes).into_iter().all(|piece| {
            let ends: Vec<usize> = piece.into_iter().filter_map(|cell| grid.number("number", cell)).collect();
            ends.len() == 2 && ends[0] == ends[1]
        })
}

pub fn ripple_effect(grid: &Grid<'_>, digits: &[i64]) -> bool {
    let rooms = (0..grid.cells()).map(|cell| grid.room(cell)).max().unwrap_or(0) + 1;
    let full = (0..rooms).all(|room| {
        let mut inside: Vec<i64> =
            (0..grid.cells()).filter(|&cell| grid.room(cell) == room).map(|cell| digits[cell]).collect();
        inside.sort_unstable();
        inside.iter().zip(1..).all(|(&digit, expected)| digit == expected)
    });
    let far = grid.lines().into_iter().all(|line| {
        line.iter().enumerate().all(|(place, &a)| {
            let near = &line[place + 1..line.len().min(place + 1 + digits[a] as usize)];
            near.iter().all(|&b| digits[a] != digits[b])
        })
    });
    full && far && keeps_givens(grid, digits)
}

pub fn skyscrapers(grid: &Grid<'_>, heights: &[i64]) -> bool {
    let seen = |line: &mut dyn Iterator<Item = usize>| {
        let (mut highest, mut seen) = (0, 0);
        for cell in line {
            seen += usize::from(heights[cell] > highest);
            highest = highest.max(heights[cell]);
        }
        seen
    };
    let sight = |line: usize, end: usize| -> Option<usize> {
        grid.board.givens.get("sight", &[line, end])?.parse().ok()
    };
    is_latin(grid, heights)
        && keeps_givens(grid, heights)
        && grid.lines().into_iter().enumerate().all(|(number, line)| {
            sight(number, 0).is_none_or(|count| count == seen(&mut line.iter().copied()))
                && sight(number, 1).is_none_or(|count| count == seen(&mut line.iter().rev().copied()))
        })
}

pub fn takuzu(grid: &Grid<'_>, digits: &[i64]) -> bool {
    let lines: Vec<Vec<i64>> =
        grid.lines().into_iter().map(|line| line.into_iter().map(|cell| digits[cell]).collect()).collect();
    let (columns, rows) = lines.split_at(grid.columns);
    let differ = |lines: &[Vec<i64>]| (0..lines.len()).all(|at| !lines[..at].contains(&lines[at]));
    let balanced = |line: &Vec<i64>| 2 * line.iter().sum::<i64>() == line.len() as i64;
    let no_three =
        |line: &Vec<i64>| line.windows(3).all(|three| three[0] != three[1] || three[1] != three[2]);
    lines.iter().all(|line| balanced(line) && no_three(line))
        && differ(columns)
        && differ(rows)
        && keeps_givens(grid, digits)
}

pub fn yajilin(grid: &Grid<'_>, chosen: &[bool]) -> bool {
    let (shade, line) = chosen.split_at(grid.cells());
    let edges = grid.edges();
    let goes = |a: usize, b: usize| edges.iter().zip(line).any(|(&edge, &on)| on && edge == (a, b));
    let ways =
        |cell: usize| edges.iter().zip(line).filter(|&(&(a, b), &on)| on && (a == cell || b == cell)).count();
    let signs = ["up_of", "right_of", "down_of", "left_of"];
    let is_clue = |cell: usize| ["number", "unknown"].iter().chain(&signs).any(|name| grid.has(name, cell));
    let cells = (0..grid.cells()).all(|cell| {
        let arrows = AROUND.iter().zip(signs).filter(|(_, sign)| grid.has(sign, cell));
        let counts = arrows.map(|(&(down, right), _)| {
            grid.ray(cell, down, right).into_iter().filter(|&at| shade[at]).count()
        });
        let clue =
            grid.number("number", cell).is_none_or(|number| counts.into_iter().all(|count| count == number));
        let right_ways = if is_clue(cell) || shade[cell] { 0 } else { 2 };
        clue && ways(cell) == right_ways && !(is_clue(cell) && shade[cell])
    });
    cells && apart(grid, shade) && grid.sets(&|cell| ways(cell) > 0, &goes).len() <= 1
}
