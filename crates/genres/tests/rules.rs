//! The rules of the genres, written for small boards: each looks at a whole board.

pub mod areas;
pub mod filled;
pub mod further;
pub mod loops;
pub mod more;
pub mod rest;

use jigsat_genres::{Board, Cells, Edges, Layer, Solution, Value};
use jigsat_qprop::{Layer as Drawing, Over};

/// A board with its givens.
pub struct Grid<'b> {
    pub board: &'b Board,
    pub rows: usize,
    pub columns: usize,
    /// The borders, by their cells: those between columns first.
    edges: Vec<(usize, usize)>,
    /// The neighbours of each cell.
    near: Vec<Vec<usize>>,
}

/// The layers that a page chooses.
fn layers(board: &Board) -> Vec<Drawing> {
    board.model().layers().filter(|layer| layer.over != Over::Other).collect()
}

impl<'b> Grid<'b> {
    pub fn of(board: &'b Board) -> Self {
        let size = board.givens.size;
        let (rows, columns) = (usize::from(size.rows), usize::from(size.cols));
        let across =
            (0..rows * columns).filter(|cell| cell % columns + 1 < columns).map(|cell| (cell, cell + 1));
        let down = (0..(rows * columns).saturating_sub(columns)).map(|cell| (cell, cell + columns));
        let edges: Vec<(usize, usize)> = across.chain(down).collect();
        let near_to = |cell: usize| {
            let own = edges.iter().filter(|&&(a, b)| a == cell || b == cell);
            own.map(|&(a, b)| if a == cell { b } else { a }).collect()
        };
        let near = (0..rows * columns).map(near_to).collect();
        Grid { board, rows, columns, edges, near }
    }

    pub fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// The number of places to choose from, in all layers.
    pub fn places(&self) -> usize {
        layers(self.board).iter().map(|layer| layer.places).sum()
    }

    pub fn edges(&self) -> Vec<(usize, usize)> {
        self.edges.clone()
    }

    pub fn near(&self, cell: usize) -> Vec<usize> {
        self.near[cell].clone()
    }

    /// The number or word of a layer in a cell.
    pub fn number(&self, layer: &str, cell: usize) -> Option<usize> {
        self.board.givens.get(layer, &[cell])?.parse().ok()
    }

    pub fn has(&self, layer: &str, cell: usize) -> bool {
        self.board.givens.get(layer, &[cell]).is_some()
    }

    pub fn room(&self, cell: usize) -> usize {
        self.board.givens.rooms.as_ref().map_or(0, |rooms| rooms[cell])
    }

    /// Whether a border is drawn between two neighbours.
    pub fn has_border(&self, a: usize, b: usize) -> bool {
        let inner = &self.board.givens.inner;
        let number = || self.edges.iter().position(|&edge| edge == (a.min(b), a.max(b)));
        let is_inner = || number().is_some_and(|number| inner.contains(&number));
        self.room(a) != self.room(b) || !inner.is_empty() && is_inner()
    }

    /// All cells in a direction from one, the nearest first.
    pub fn ray(&self, cell: usize, down: isize, right: isize) -> Vec<usize> {
        let (mut row, mut column) = ((cell / self.columns) as isize, (cell % self.columns) as isize);
        let mut cells = Vec::new();
        loop {
            (row, column) = (row + down, column + right);
            if row < 0 || column < 0 || row >= self.rows as isize || column >= self.columns as isize {
                return cells;
            }
            cells.push(row as usize * self.columns + column as usize);
        }
    }

    /// Rows and columns, columns first.
    pub fn lines(&self) -> Vec<Vec<usize>> {
        let columns =
            (0..self.columns).map(|column| (0..self.rows).map(|row| row * self.columns + column).collect());
        let rows =
            (0..self.rows).map(|row| (0..self.columns).map(|column| row * self.columns + column).collect());
        columns.chain(rows).collect()
    }

    /// The sets of cells that a relation joins.
    pub fn sets(
        &self,
        is_in: &dyn Fn(usize) -> bool,
        joined: &dyn Fn(usize, usize) -> bool,
    ) -> Vec<Vec<usize>> {
        let mut set: Vec<usize> = (0..self.cells()).collect();
        let is_joined = |&&(a, b): &&(usize, usize)| is_in(a) && is_in(b) && joined(a, b);
        let pairs: Vec<(usize, usize)> = self.edges.iter().filter(is_joined).copied().collect();
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for &(a, b) in &pairs {
                let least = set[a].min(set[b]);
                is_done &= set[a] == set[b];
                (set[a], set[b]) = (least, least);
            }
        }
        let firsts = (0..self.cells()).filter(|&cell| is_in(cell) && set[cell] == cell);
        firsts
            .map(|first| (0..self.cells()).filter(|&cell| is_in(cell) && set[cell] == first).collect())
            .collect()
    }

    pub fn are_connected(&self, is_in: &dyn Fn(usize) -> bool) -> bool {
        self.sets(is_in, &|_, _| true).len() <= 1
    }

    /// The solution with these values in the places; if values are words, their numbers.
    pub fn solution(&self, values: &[i64]) -> Solution {
        let mut values = values.to_vec();
        let table = |values: &[Value], columns: usize| -> Cells {
            if columns == 0 {
                vec![vec![]; self.rows]
            } else {
                values.chunks(columns).map(<[Value]>::to_vec).collect()
            }
        };
        let mut solution = Solution::default();
        for of in layers(self.board) {
            let rest = values.split_off(of.places);
            let is_word = of.values.iter().any(|value| value.parse::<i64>().is_err());
            let value = |&value: &i64| {
                if is_word { Value::of(&of.values[value as usize]) } else { Value::Number(value) }
            };
            let values: Vec<Value> = std::mem::replace(&mut values, rest).iter().map(value).collect();
            let layer = if of.over == Over::Edges {
                let (across, down) = values.split_at(self.rows * (self.columns - 1));
                Layer::Edges(Edges {
                    across: table(across, self.columns - 1),
                    down: table(down, self.columns),
                })
            } else {
                Layer::Cells(table(&values, self.columns))
            };
            solution.0.insert(of.name, layer);
        }
        solution
    }
}

/// The borders that a solution chooses.
pub fn chosen_edges(board: &Board, solution: &Solution) -> Vec<(usize, usize)> {
    let Some(Layer::Edges(edges)) = solution.0.get(&layers(board)[0].name) else { return Vec::new() };
    let values = edges.across.iter().chain(&edges.down).flatten();
    let chosen = Grid::of(board).edges().into_iter().zip(values).filter(|(_, value)| value.is_yes());
    chosen.map(|(edge, _)| edge).collect()
}

pub const AROUND: [(isize, isize); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

pub fn akari(grid: &Grid<'_>, light: &[bool]) -> bool {
    let is_wall = |cell: usize| grid.has("wall", cell) || grid.has("number", cell);
    let seen = |cell: usize| -> Vec<usize> {
        let rays = AROUND.iter().map(|&(down, right)| grid.ray(cell, down, right));
        rays.flat_map(|ray| ray.into_iter().take_while(|&cell| !is_wall(cell))).collect()
    };
    (0..grid.cells()).all(|cell| {
        if is_wall(cell) {
            let lights = grid.near(cell).into_iter().filter(|&near| light[near]).count();
            return !light[cell] && grid.number("number", cell).is_none_or(|number| number == lights);
        }
        let shines = seen(cell).into_iter().any(|other| light[other]);
        light[cell] != shines
    })
}

pub fn apart(grid: &Grid<'_>, shade: &[bool]) -> bool {
    grid.edges().into_iter().all(|(a, b)| !(shade[a] && shade[b]))
}

pub fn heyawake(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let rooms = (0..grid.cells()).map(|cell| grid.room(cell)).max().unwrap_or(0) + 1;
    let counts = (0..rooms).all(|room| {
        let shaded = (0..grid.cells()).filter(|&cell| grid.room(cell) == room && shade[cell]).count();
        grid.number("number", room).is_none_or(|number| number == shaded)
    });
    let views = grid.lines().into_iter().all(|line| {
        line.split(|&cell| shade[cell])
            .all(|white| white.windows(2).filter(|pair| grid.has_border(pair[0], pair[1])).count() <= 1)
    });
    apart(grid, shade) && grid.are_connected(&|cell| !shade[cell]) && counts && views
}

pub fn hitori(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let once = grid.lines().into_iter().all(|line| {
        let mut left: Vec<usize> = line
            .into_iter()
            .filter(|&cell| !shade[cell])
            .filter_map(|cell| grid.number("number", cell))
            .collect();
        left.sort_unstable();
        left.windows(2).all(|pair| pair[0] != pair[1])
    });
    once && apart(grid, shade) && grid.are_connected(&|cell| !shade[cell])
}

pub fn masyu(grid: &Grid<'_>, line: &[bool]) -> bool {
    let edges = grid.edges();
    let goes = |a: usize, b: usize| {
        edges.iter().zip(line).any(|(&edge, &on)| on && (edge == (a, b) || edge == (b, a)))
    };
    let ways: Vec<Vec<usize>> = (0..grid.cells())
        .map(|cell| grid.near(cell).into_iter().filter(|&near| goes(cell, near)).collect())
        .collect();
    if ways.iter().any(|ways| !ways.is_empty() && ways.len() != 2) || !line.contains(&true) {
        return false;
    }
    let joined = |a: usize, b: usize| goes(a, b);
    if grid.sets(&|cell| !ways[cell].is_empty(), &joined).len() != 1 {
        return false;
    }
    let is_straight = |cell: usize| {
        ways[cell].len() == 2 && ways[cell][0] + ways[cell][1] == 2 * cell && {
            let (a, b) = (ways[cell][0], ways[cell][1]);
            a / grid.columns == b / grid.columns || a % grid.columns == b % grid.columns
        }
    };
    (0..grid.cells()).all(|cell| match grid.board.givens.get("circle", &[cell]) {
        Some("white") => is_straight(cell) && ways[cell].iter().any(|&next| !is_straight(next)),
        Some("black") => {
            ways[cell].len() == 2 && !is_straight(cell) && ways[cell].iter().all(|&next| is_straight(next))
        }
        _ => true,
    })
}

pub fn nonogram(grid: &Grid<'_>, shade: &[bool]) -> bool {
    grid.lines().into_iter().enumerate().all(|(number, line)| {
        let shaded: Vec<bool> = line.into_iter().map(|cell| shade[cell]).collect();
        let runs: Vec<usize> =
            shaded.split(|&shaded| !shaded).map(<[bool]>::len).filter(|&run| run > 0).collect();
        let clues: Vec<usize> = (0..)
            .map_while(|place| grid.board.givens.get("clue", &[number, place]))
            .map(|clue| clue.parse().expect("a clue is a number"))
            .collect();
        runs == clues
    })
}

pub fn nurikabe(grid: &Grid<'_>, shade: &[bool]) -> bool {
    let has_clue = |cell: usize| grid.has("number", cell) || grid.has("unknown", cell);
    let islands = grid.sets(&|cell| !shade[cell], &|_, _| true);
    let right_size = islands.iter().all(|island| {
        let clues: Vec<usize> = island.iter().copied().filter(|&cell| has_clue(cell)).collect();
        clues.len() == 1 && grid.number("number", clues[0]).is_none_or(|number| number == island.len())
    });
    let corners = (0..grid.cells())
        .filter(|cell| cell % grid.columns + 1 < grid.columns && cell / grid.columns + 1 < grid.rows);
    let no_pool = corners.into_iter().all(|cell| {
        let block = [cell, cell + 1, cell + grid.columns, cell + grid.columns + 1];
        !block.into_iter().all(|cell| shade[cell])
    });
    let on_land = (0..grid.cells()).all(|cell| !(has_clue(cell) && shade[cell]));
    right_size && no_pool && on_land && grid.are_connected(&|cell| shade[cell])
}

pub fn shikaku(grid: &Grid<'_>, border: &[bool]) -> bool {
    let edges = grid.edges();
    let open =
        |a: usize, b: usize| edges.iter().zip(border).any(|(&edge, &border)| !border && edge == (a, b));
    let areas = grid.sets(&|_| true, &open);
    let no_border_within = edges.iter().zip(border).all(|(&(a, b), &border)| {
        !border || !areas.iter().any(|area| area.contains(&a) && area.contains(&b))
    });
    no_border_within
        && areas.iter().all(|area| {
            let rows = area.iter().map(|cell| cell / grid.columns);
            let columns = area.iter().map(|cell| cell % grid.columns);
            let height = rows.clone().max().unwrap_or(0) - rows.min().unwrap_or(0) + 1;
            let width = columns.clone().max().unwrap_or(0) - columns.min().unwrap_or(0) + 1;
            let clues: Vec<usize> = area
                .iter()
                .copied()
                .filter(|&cell| grid.has("number", cell) || grid.has("unknown", cell))
                .collect();
            height * width == area.len()
                && clues.len() == 1
                && grid.number("number", clues[0]).is_none_or(|number| number == area.len())
        })
}

pub fn star_battle(grid: &Grid<'_>, star: &[bool]) -> bool {
    let stars = grid.board.givens.numbers.get("stars").copied().unwrap_or(1) as usize;
    let count = |cells: &[usize]| cells.iter().filter(|&&cell| star[cell]).count();
    let rooms = (0..grid.cells()).map(|cell| grid.room(cell)).max().unwrap_or(0) + 1;
    let room = |room: usize| (0..grid.cells()).filter(|&cell| grid.room(cell) == room).collect::<Vec<_>>();
    let far = |a: usize, b: usize| {
        let apart = |side: &dyn Fn(usize) -> usize| side(a).abs_diff(side(b));
        apart(&|cell| cell / grid.columns) > 1 || apart(&|cell| cell % grid.columns) > 1
    };
    let chosen: Vec<usize> = (0..grid.cells()).filter(|&cell| star[cell]).collect();
    grid.lines().iter().all(|line| count(line) == stars)
        && (0..rooms).all(|number| count(&room(number)) == stars)
        && chosen.iter().all(|&a| chosen.iter().all(|&b| a == b || far(a, b)))
}
