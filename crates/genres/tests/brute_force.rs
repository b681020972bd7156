//! Small boards, solved by brute force with the rules as a person would program them: each genre finds exactly these
//! solutions, with both graph flavours, and misses or adds some without any one of its rules.

use jigsat_cnf::{Choice, Flavours, GraphFlavour};
use jigsat_genres::{Board, Layer, Solution};
use jigsat_qprop::Encoding;
use jigsat_solve::{BuildOptions, Solver, build, testing};

use crate::{
    common::board,
    rules::{Grid, areas, chosen_edges, filled, further, loops, more, rest},
};

/// The rules of a genre, on a board and the values of its places.
type Rules<'r, T> = &'r dyn Fn(&Grid<'_>, &[T]) -> bool;

/// All solutions by brute force: every way to choose among the places of the page's layers.
fn by_trying(board: &Board, is_right: Rules<'_, bool>) -> Vec<Solution> {
    by_filling(board, 0..2, &|grid, values| {
        let chosen: Vec<bool> = values.iter().map(|&value| value == 1).collect();
        is_right(grid, &chosen)
    })
}

/// As [`by_trying`], with these values for each place.
fn by_filling(board: &Board, values: std::ops::Range<i64>, is_right: Rules<'_, i64>) -> Vec<Solution> {
    let grid = Grid::of(board);
    let (places, count) = (grid.places(), values.end - values.start);
    let all = count.checked_pow(places as u32).filter(|&all| all <= 600_000);
    let all = all.unwrap_or_else(|| panic!("{places} places are too many to try"));
    let mut filled = vec![values.start; places];
    let mut solutions = Vec::new();
    for _ in 0..all {
        if is_right(&grid, &filled) {
            solutions.push(grid.solution(&filled));
        }
        for value in &mut filled {
            *value += 1;
            if *value < values.end {
                break;
            }
            *value = values.start;
        }
    }
    solutions
}

/// Compares with brute force, for each board and flavour; drops each rule.
fn genre(name: &str, boards: &[&str], is_right: Rules<'_, bool>) {
    compare(name, boards, &|board| by_trying(board, is_right));
}

/// As [`genre`], for boards filled with numbers up to the number of rows.
fn of_numbers(name: &str, boards: &[&str], is_right: Rules<'_, i64>) {
    compare(name, boards, &|board| by_filling(board, 1..i64::from(board.givens.size.rows) + 1, is_right));
}

fn compare(name: &str, boards: &[&str], all: &dyn Fn(&Board) -> Vec<Solution>) {
    let boards: Vec<Board> = boards.iter().map(|text| board(name, text)).collect();
    let mut total = 0;
    for board in &boards {
        let expected = all(board);
        total += expected.len();
        let ways = GraphFlavour::ALL.iter().map(|&graph| (graph, false));
        for (graph, prunes) in ways.chain([(Flavours::default().graph, true)]) {
            let flavours = Flavours { graph, ..Flavours::default() };
            let options = BuildOptions { flavours, prunes, ..BuildOptions::default() };
            let solutions = expected.clone();
            testing::agrees_with_brute_force(board, Encoding::Model, &options, &Solver::Batsat, solutions);
        }
    }
    assert!(total > 0, "{name}: no board has a solution");
    testing::each_rule_matters(&boards, Encoding::Model, Flavours::default());
}

#[test]
fn akari() {
    let boards =
        ["- - -\n- 2 -\n- - #", "- - - -\n- # - -\n- - 1 -", "0 - -\n- - 1", "- -\n- -", "# 4 #", "#"];
    genre("akari", &boards, &crate::rules::akari);
}

#[test]
fn heyawake() {
    let boards = [
        "- - - -\n- - - -\n- - - -\n\na a b b\na a b b\nc c c c",
        "1 - - -\n- - - -\n- - 2 -\n\na b c d\na b c d\ne e e d",
        "- - - - -\n- - - - -\n\na b b c d\na a b c d",
        "2 -\n- -\n\na a\na a",
        "0\n\na",
        "- - - -\n- - - -\n- - - -\n\na| a a| a\na a_ a a\na| a a b",
        "- - - - -\n- - - - -\n\na| a_ a b b\na a a b b",
    ];
    genre("heyawake", &boards, &crate::rules::heyawake);
}

#[test]
fn hitori() {
    let boards =
        ["1 1 2\n3 1 1\n1 2 3", "1 1 1 2\n2 3 3 1\n1 3 2 2\n3 2 3 1", "1 2\n2 1", "- 1 1\n2 - 2\n- 1 -", "7"];
    genre("hitori", &boards, &crate::rules::hitori);
}

#[test]
fn masyu() {
    let boards = [
        "- - -\n- - -\n- - -",
        "b - -\n- - w\n- - -",
        "- w - -\n- - - -\n- - - b",
        "- w -\n- - -\n- - -",
        "b - - -\n- - - -\n- - w -",
        "- -\n- -",
        "w - - -\n- - - -",
        "- - - - - -\n- - w - - -",
    ];
    genre("masyu", &boards, &crate::rules::masyu);
}

#[test]
fn nonogram() {
    let boards = [
        "3 3\n1\n1 1\n-\n1\n1\n1",
        "1\n2\n1 1\n-\n\n1\n1 1\n1 1",
        "2\n2\n\n2\n2",
        "1\n\n1",
        "2\n-\n-\n\n1\n1",
    ];
    genre("nonogram", &boards, &crate::rules::nonogram);
}

#[test]
fn nurikabe() {
    let boards = [
        "2 - -\n- - -\n- - 3",
        "- - - -\n- ? - -\n- - - 1\n- 2 - -",
        "? - - ?\n- - - -\n- - 2 -",
        "1 -\n- -",
        "- 1 - -\n- - - ?",
        "1 - 1",
        "? - 2",
    ];
    genre("nurikabe", &boards, &crate::rules::nurikabe);
}

#[test]
fn shikaku() {
    let boards =
        ["- 4 -\n- - -\n2 - 3", "? - -\n- ? -\n- - ?", "2 - ?\n- 2 -", "- 6 -\n- - -", "? ?\n- 2", "1", "-"];
    genre("shikaku", &boards, &crate::rules::shikaku);
}

#[test]
fn star_battle() {
    let boards = [
        "a a b b\na c c b\nd c c b\nd d d d",
        "a b b b\na a c b\nd d c c\nd d d c",
        "a a a a\nb b b b\nc c c c\nd d d d",
        "a",
        "stars 0\na a\na a",
    ];
    genre("star-battle", &boards, &crate::rules::star_battle);
}

#[test]
fn futoshiki() {
    let boards =
        ["- - -\n- - -\n- - -", "3> - -\n-  >  -\n-  -  1", "< - v\n- ^ -\n- - -", "- v -\n- - 2\n<v - -"];
    of_numbers("futoshiki", &boards, &more::futoshiki);
}

#[test]
fn kropki() {
    let boards = [
        ".o.x.\no...o\n...o.\n....o\n.o...",
        "...o.\nx...o\n.o.x.\no....\n...o.",
        ".....\n.....\n.....\n.....\n.....",
        // A dot too many.
        ".o.o.\no.o.o\n.o...\no...o\n...o.",
        ".o.o.\no.o.x\n.o...\no...o\n...o.",
        ".o.\no.x\n.x.",
        "...\no.o\n...",
        ".o.\n...\n.o.",
        ".x.\nx.x\n.x.",
        ".",
    ];
    of_numbers("kropki", &boards, &more::kropki);
}

#[test]
fn hashi() {
    let boards = [
        "2 - 2\n- - -",
        "3 - 3 -\n1 - - 1",
        "2 - 3 1\n2 - 2 -",
        "? - ?\n- - 1",
        "1 1\n1 1",
        "- 1 -\n1 - 1\n- 1 -",
        "- -\n- -",
    ];
    compare("hashi", &boards, &|board| by_filling(board, 0..3, &more::hashi));
}

#[test]
fn kenken() {
    let boards = [
        "6+ - 2-\n6x - -\n- 3 -\n\na a b\nc a b\nc d d",
        "3/ - 4+\n- 5+ -\n- - 2\n\na b b\na c b\nd c e",
        "2x - -\n- 1- -\n- - -\n\na a b\nc c b\nb b b",
        "6x - 1-\n- - -\n1- - -\n\na a b\nd a b\nd c c",
        "2/ - -\n- - -\n- - -\n\na a b\nb b b\nb b b",
        "0- - -\n- - 1-\n3- - -\n\na a b\na b b\nc d d",
        "1/ - -\n- - 3/\n- - -\n\na a b\na b b\nc d d",
        "unsigned 1\n3 - -\n- - 1\n- - -\n\na a b\na b b\nc d d",
        "unsigned 1\n6 - 2\n6 - -\n- 3 -\n\na a b\nc a b\nc d d",
        "unsigned 1\n1 - 6\n- 4+ -\n- - -\n\na a c\nb b c\nd d c",
    ];
    of_numbers("kenken", &boards, &more::kenken);
}

#[test]
fn kurodoko() {
    let boards =
        ["- - 3\n- - -\n2 - -", "? - - -\n- - 4 -\n- - - -", "- 2 -\n- - -\n- - -\n- - 3", "- -\n- -"];
    genre("kurodoko", &boards, &more::kurodoko);
}

#[test]
fn lits() {
    let boards = [
        "a a a b\na c b b\na c c b\nc c b b",
        "a a b b\na a b b\na b b b\na a a b",
        "a a a a\nb b b b\nb b b b\nb b b b",
        "a a a a a\na b b b b\nb b b b b",
        "a a| a a\nb a_ a a\nb b| b_ b\nb b b b",
    ];
    genre("lits", &boards, &more::lits);
}

#[test]
fn minesweeper() {
    let boards = [
        "- 1 -\n- - 2\n1 - -",
        "? - 3\n- - -",
        "0 -\n- -",
        "- 2 - -\n- - - 1",
        "mines 3\n- 2 -\n- - -",
        "mines 0\n- -",
    ];
    genre("minesweeper", &boards, &more::minesweeper);
}

#[test]
fn norinori() {
    let boards =
        ["a a b b\na c c b\nd c c b\nd d d d", "a a b\na b b\nc c c", "a a\na a", "a a a a\nb b b b"];
    genre("norinori", &boards, &more::norinori);
}

#[test]
fn numberlink() {
    let boards = [
        "1 - -\n- - 2\n1 - 2",
        "1 - 2\n- - -\n2 - 1",
        "1 - 1",
        "1 - - 2\n- - - -\n- 1 - 2",
        "1 2 2\n- - -\n- 1 -",
        "A - b\n- - -\nb - A",
        "- -\n- -",
        "1",
        "-",
    ];
    genre("numberlink", &boards, &more::numberlink);
}

#[test]
fn ripple_effect() {
    let boards = [
        "- - -\n- - -\n\na a b\na b b",
        "- - 2\n- - -\n\na a a\nb c c",
        "- -\n- 1\n\na b\na b",
        "- - - -\n\na b b c",
        "- - - -\n\na a b b",
    ];
    let values = |board: &Board| 1..board.givens.size.area() as i64 + 1;
    compare("ripple-effect", &boards, &|board| by_filling(board, values(board), &more::ripple_effect));
}

#[test]
fn skyscrapers() {
    let boards = [
        "-\n-\n-\n\n-\n-\n-\n\n- - -\n- - -\n- - -",
        "3 -\n- 2\n-\n\n- 1\n-\n2\n\n- - -\n- - -\n- - -",
        "-\n-\n1\n\n-\n2 2\n-\n\n- - -\n- - -\n1 - -",
    ];
    of_numbers("skyscrapers", &boards, &more::skyscrapers);
}

/// All ways to combine balanced rows.
fn by_rows(board: &Board) -> Vec<Solution> {
    let grid = Grid::of(board);
    let row = |code: u32| (0..grid.columns).map(|column| i64::from(code >> column & 1)).collect::<Vec<i64>>();
    let balanced = (0..1u32 << grid.columns).filter(|code| code.count_ones() as usize * 2 == grid.columns);
    let rows: Vec<Vec<i64>> = balanced.map(row).collect();
    let all = (0..rows.len().pow(grid.rows as u32)).map(|code| {
        let digits = (0..grid.rows).scan(code, |code, _| {
            let row = &rows[*code % rows.len()];
            *code /= rows.len();
            Some(row.clone())
        });
        digits.flatten().collect::<Vec<i64>>()
    });
    all.filter(|digits| more::takuzu(&grid, digits)).map(|digits| grid.solution(&digits)).collect()
}

#[test]
fn takuzu() {
    let boards = [
        "- - - -\n- - - -",
        "- 1 - -\n- - - 0\n- - - -\n1 - - -",
        "- - - -\n- - - -\n- - - -\n- - - -",
        "- 1 - - 1 -\n- - - - - -\n- - - - - 0\n0 - - - - -",
        "- - - - - -\n- - - 1 - -\n- 0 - - - -\n- 0 - - - -",
        "- - - -\n- 1 - -\n- - - -\n- - - 1\n0 - - -\n- - - -",
    ];
    compare("takuzu", &boards, &by_rows);
}

#[test]
fn yajilin() {
    let boards = [
        "- - -\n- - -",
        "1> - - -\n- - - -",
        "- - -\n- - 1<",
        "- - - -\n- 0^ - -",
        "0v - -\n- - -",
        "^ - -\n- - -",
        "- - ^\n- - ^",
        "- 1^ -\n0> - ^",
        "- ? -\n- - -",
        "- - - ?\n- - ? -",
        "-",
    ];
    genre("yajilin", &boards, &more::yajilin);
}

#[test]
fn aquarium() {
    let boards = [
        "-\n-\n-\n-\n\n-\n-\n-\n-\n\na a a b\na b a b\na b a b\nb b b b",
        "whole 1\n-\n-\n-\n-\n\n-\n-\n-\n-\n\na a a b\na b a b\na b a b\nb b b b",
        "2\n-\n1\n\n-\n3\n-\n\na b b\na a b\nc c b",
        "1\n-\n-\n-\n0\n\n-\n-\n4\n\na b c c c\na b a d c\na a a d d",
        "1\n\n0\n\na",
        "-\n-\n-\n-\n\n-\n-\n-\n\na| a a a\na a| a_ a\na a a| a",
        "whole 1\n-\n-\n-\n\n-\n-\n-\n\na| a a\na a_ a\na a| a",
    ];
    genre("aquarium", &boards, &rest::aquarium);
}

#[test]
fn battleships() {
    let lines = |rows: usize, columns: usize, board: &str, fleet: usize| {
        format!("fleet {fleet}\n{}\n{}\n{board}", "-\n".repeat(columns), "-\n".repeat(rows))
    };
    let boards = [
        lines(3, 3, "- - -\n- - -\n- - -", 1),
        lines(4, 4, "- - - -\n- - - -\n- - - -\n- - - -", 2),
        lines(3, 4, "- - - w\nt - - -\n- - - s", 2),
        lines(3, 5, "- w - r -\n- - - - -\n? - - - -", 2),
        lines(3, 5, "- - - - -\n- - - m -\n- - - - -", 2),
        lines(3, 5, "b - - - -\n- - - l -\n- - - - -", 2),
        "fleet 2\n1\n-\n2\n-\n\n-\n0\n-\n2\n\n- - - -\n- - - -\n- - - -\n- - - -".to_owned(),
        // Some cells are left, or a ship would be too long.
        "fleet 1\n0\n-\n0\n\n0\n0\n-\n\n- - -\n- - -\n- - -".to_owned(),
        "fleet 1\n1\n0\n1\n1\n0\n\n1\n0\n2\n\n- - - - -\n- - - - -\n- - - - -".to_owned(),
        "fleet 2\n1\n-\n1\n\n2\n0\n-\n-\n\n- - -\n- - -\n- - -\n- - -".to_owned(),
        // The numbers leave nothing for the other lines, all of it, or are more than the fleet has.
        "fleet 2\n3\n-\n1\n-\n\n-\n-\n-\n-\n\n- - - -\n- - - -\n- - - -\n- - - -".to_owned(),
        "fleet 2\n-\n-\n-\n-\n\n0\n-\n0\n-\n\n- - - -\n- - - -\n- - - -\n- - - -".to_owned(),
        "fleet 1\n2\n-\n-\n\n-\n-\n-\n\n- - -\n- - -\n- - -".to_owned(),
        // Every line has a number, and there would be one ship too many.
        "fleet 2\n2\n2\n0\n2\n\n3\n0\n3\n\n- - - -\n- - - -\n- - - -".to_owned(),
        // A fleet with more cells than a number can say.
        "fleet 3000000\n-\n-\n\n-\n\n- -".to_owned(),
        // Lines of one cell.
        "fleet 2\n-\n1\n-\n-\n-\n-\n-\n\n-\n\n- - - - - - -".to_owned(),
        "fleet 2\n-\n\n1\n-\n-\n1\n-\n-\n-\n-\n\n-\n-\n-\n-\n-\n-\n-\n-".to_owned(),
    ];
    let boards: Vec<&str> = boards.iter().map(String::as_str).collect();
    genre("battleships", &boards, &rest::battleships);
}

#[test]
fn galaxies() {
    let boards = [
        "o . . . o\n. . . . .\n. . o . .\n. . . . .\n. . . . o",
        "x....\n.....\n...o.",
        "..o..\n.....\no...o",
        "o.o.o\n.....\n..#.o\n.....\n.....",
        ".o...\n.....\n.....\n.....\n.o..x",
        "o....",
        "...\n.o.\n...",
        "..o....\n.......\n.o...o.",
        "..o..\n.....\n#.#.#\n.....\n..o..",
        "o.#.o\n.....\n.....",
        "....o\n..o..\n.....",
        "..o.o.o..",
        "o.o",
        "#o.",
        ".......\n.......\n.o..o.o\n.......\n.......",
        "....o....\n.........\n#.o.#.o.#\n.........\n#...#...#",
    ];
    compare("galaxies", &boards, &rest::galaxies);
}

/// While solving, what touches a star, and what stars can't reach, is known to the constraints about galaxies.
#[test]
fn known_values_make_formulas_smaller() {
    let board = board("galaxies", "o...o....\n.........\n....o....\n.........\no........");
    let clauses = |prunes| {
        let options = BuildOptions { prunes, ..BuildOptions::default() };
        build(&board, Encoding::Model, &options).map(|formula| formula.clauses().len()).expect("it is built")
    };
    assert!(clauses(true) < clauses(false));
}

#[test]
fn kakuro() {
    let boards = [
        "# 4v 6v\n3> - -\n7> - -",
        "# 4v - -\n3> - - 9v\n- # # -",
        "- - -\n- # -",
        "# # 17v 3v\n6> - - -\n# 4v5> - -",
        "# 5v\n# -",
        "# 10v\n# -",
    ];
    compare("kakuro", &boards, &rest::kakuro);
}

#[test]
fn tapa() {
    let boards = [
        "- - - -\n- 3,1 - -\n- - - -\n- - - 2",
        "- - - -\n- ? - -\n- - - -\n- - - -",
        "- - -\n- 8 -\n- - -",
        "- - - -\n- 1,? - -\n- - - -\n0 - - -",
        "- - - -\n- - 1,1,? -\n- - - -",
        "- - - -\n- 2,2 - 1,1\n- - - -\n- - - -",
        "- - - -\n- 5 - -\n- - - -\n- - ?,? -",
        "1 - -\n- - -\n- - -",
        "3",
    ];
    genre("tapa", &boards, &rest::tapa);
}

/// The layer of a solution is exactly what the rules chose.
#[test]
fn solutions_are_layers() {
    let board = board("masyu", "- -\n- -");
    let solution = by_trying(&board, &crate::rules::masyu).remove(0);
    let Some(Layer::Edges(edges)) = solution.0.get("line") else { panic!("{solution:?}") };
    assert_eq!((edges.across.len(), edges.down.len()), (2, 1));
    assert_eq!(chosen_edges(&board, &solution).len(), 4);
}

#[test]
fn aqre() {
    let boards = [
        "- - - -\n- - - -\n- - - -\n\na a a a\nb b c c\nb b c c",
        "2 - - -\n- - - 1\n- - - -\n- - - -\n\na a b c\na a b c\nd d d d\nd d d d",
        "3 - - - -\n\na a a a a",
        "2 - 0\n- - -\n\na a b\na a b",
    ];
    genre("aqre", &boards, &further::aqre);
}

#[test]
fn canal_view() {
    let boards = [
        "- - - -\n- 3 - -\n- - - 2\n- - - -",
        "- 2 -\n? - -\n- - 1",
        "0 - -\n- - -\n- - -",
        "? - - -\n- - 4 -",
    ];
    genre("canal-view", &boards, &further::canal_view);
}

#[test]
fn chocona() {
    let boards = [
        "2 - - -\n- - 1 -\n- - - -\n\na a b b\na c c b\nc c b b",
        "- 3 -\n- - -\n- - 1\n\na b b\na b b\na a c",
        "0 - -\n- - -\n\na a b\na b b",
    ];
    genre("chocona", &boards, &further::chocona);
}

#[test]
fn country_road() {
    let boards = [
        "2 - -\n- - -\n- - -\n\na a b\na b b\nc c b",
        "- - - -\n- - 3 -\n- - - -\n\na a b b\na c c b\na c c b",
        "- - -\n- - -\n- - -\n\na a a\na a a\na a a",
        "- - -\n- - -\n\na b b\na b c",
    ];
    genre("country-road", &boards, &further::country_road);
}

#[test]
fn paint_area() {
    let boards = [
        "- - - -\n- 2 - -\n- - - -\n\na b b c\na d e c\nf f e g",
        "1 - -\n- - 2\n- - -\n\na b c\nd b c\nd e e",
        "- - -\n- - -\n- - -\n\na b c\nd e f\ng h i",
    ];
    genre("paint-area", &boards, &further::paint_area);
}

#[test]
fn shimaguni() {
    let boards = [
        "2 - - -\n- - - -\n- - - -\n\na a a b\na c b b\nc c c b",
        "- - 1\n- - -\n- - -\n\na a b\na c c\na c c",
        "- -\n- -\n\na b\na b",
        "- - -\n- - -\n- 2 -\n\na a a\nb b a\nb c c",
    ];
    genre("shimaguni", &boards, &further::shimaguni);
}

#[test]
fn simple_loop() {
    let boards = [
        "# - -\n- - -\n- - -\n",
        "- - - #\n- - - -\n- - # #",
        "- - - -\n- # # -\n- - - -",
        "- - -\n- - -\n- - -",
        "- - - - -\n- - - - -",
    ];
    genre("simple-loop", &boards, &further::simple_loop);
}

#[test]
fn suguru() {
    let boards = [
        "- - -\n- - -\n\na a b\na a b",
        "1 - -\n- - -\n\na a b\na a b",
        "- - -\n- - 3\n\na a b\na a b",
        "- - -\n- - -\n\na a b\na b b",
        "- - - 2 -\n\na a b b b",
    ];
    let values = |board: &Board| 1..board.givens.size.area() as i64 + 1;
    compare("suguru", &boards, &|board| by_filling(board, values(board), &further::suguru));
}

#[test]
fn nurimisaki() {
    let boards = [
        "? - - -\n- - - 2\n- - - -\n- ? - -",
        "- 3 - -\n- - - -\n? - - 2",
        "2 - -\n- - -\n- - ?",
        "- - -\n- - -",
        "? ?",
        "? - - 3",
    ];
    genre("nurimisaki", &boards, &filled::nurimisaki);
}

#[test]
fn yin_yang() {
    let boards = ["w - - -\n- b - -\n- - - w\n- - - -", "- - -\n- b -\n- - -", "w - - b", "- - w\nb - -"];
    compare("yin-yang", &boards, &|board| by_filling(board, 0..2, &filled::yin_yang));
}

#[test]
fn cave() {
    let boards = [
        "- - - -\n- 3 - -\n- - - 5\n- - - -",
        "- - - -\n- - - -\n- 4 - -\n- - ? -",
        "? - -\n- - -\n- - ?",
        "- 2 - -",
        "5 - -\n- - -\n- - -",
    ];
    genre("cave", &boards, &filled::cave);
}

#[test]
fn snake() {
    let lines = |columns: &str, rows: &str, board: &str| format!("{columns}\n\n{rows}\n\n{board}");
    let boards = [
        lines("-\n-\n1\n-", "4\n-\n-\n-", "- - - -\nb - - -\n- - w -\n- - - -"),
        lines("2\n-\n-\n-", "-\n-\n3\n-", "- - - -\n- - - -\n- - - -\n- - - -"),
        lines("-\n-\n-\n-", "-\n-\n-\n-", "- - - w\n- - - -\n- b - -\n- - - -"),
        lines("-\n-\n-", "-\n-\n-", "- - -\n- - -\n- - -"),
    ];
    let boards: Vec<&str> = boards.iter().map(String::as_str).collect();
    genre("snake", &boards, &filled::snake);
}

/// Numbers up to the size of the largest room, and 0.
fn up_to_rooms(board: &Board) -> std::ops::Range<i64> {
    let sizes = further::rooms(&Grid::of(board)).iter().map(Vec::len).max();
    0..sizes.unwrap_or(0) as i64 + 1
}

#[test]
fn nanro() {
    let boards = [
        "- - -\n- - 1\n- - -\n\na a b\na c b\nd c c",
        "- ? - -\n- - 2 -\n\na a b b\na c c b",
        "2 - -\n- - -\n- - ?\n\na a b\nc b b\nc d d",
        "- - -\n- - -\n\na a b\nc c b",
    ];
    compare("nanro", &boards, &|board| by_filling(board, up_to_rooms(board), &filled::nanro));
}

#[test]
fn putteria() {
    let boards = [
        "- - - -\n- - - -\n\na b b b\na c c c",
        "- - - -\n- 3 - -\n\na b b b\na c c c",
        "- - x\n- - -\n- - -\n\na b c\na b b\na d d",
        "- - -\n- - -\n- - -\n\na b c\na b c\na b c",
    ];
    compare("putteria", &boards, &|board| by_filling(board, up_to_rooms(board), &filled::putteria));
}

#[test]
fn easy_as_abc() {
    let boards = [
        "letters 2\n1 -\n- -\n- 2\n\n- -\n2 -\n- 1\n\n- - -\n- - -\n- - -",
        "letters 2\n- -\n- -\n- -\n\n- -\n- -\n- -\n\n- 1 -\n- - -\n- - 2",
        "letters 1\n- -\n1 -\n- -\n\n- -\n- 1\n- -\n\n- - -\n- - -\n- - 1",
        "- -\n- -\n2 -\n\n- -\n- 3\n- -\n\n- - -\n1 - -\n- - -",
    ];
    let letters = |board: &Board| 0..board.givens.numbers.get("letters").copied().unwrap_or(3) + 1;
    compare("easy-as-abc", &boards, &|board| by_filling(board, letters(board), &filled::easy_as_abc));
}

#[test]
fn hidato() {
    let boards = ["- - -\n- 1 -", "- - 4\n1 - -", "- # -\n- 3 #\n- - #", "2 - - # -", "# #\n# -"];
    compare("hidato", &boards, &filled::hidato);
}

#[test]
fn regional_yajilin() {
    let boards = [
        "1 - - -\n- - - -\n\na b b b\nb b b b",
        "2 - - -\n- - - -\n\na a b b\na a b b",
        "- - - -\n- - - -\n\na a a a\na a a a",
        "- - -\n- - -\n\na a a\na a a",
    ];
    genre("regional-yajilin", &boards, &loops::regional_yajilin);
}

#[test]
fn koburin() {
    let boards = [
        "1 - - -\n- - - -",
        "- - - -\n- - ? -",
        "1 - - -\n- - - -\n",
        "corners 1\n1 - - -\n- - - -",
        "corners 1\n- - - 2\n- - - -",
        "- - - -\n- - - -",
        "? 1 ?\n- ? ?",
        "- - -\n- - -",
    ];
    genre("koburin", &boards, &loops::koburin);
}

#[test]
fn moon_or_sun() {
    let boards = [
        "- m - m\ns - s -\n- m - -\n\na b c d\na b c d\na b c d",
        "s m - -\n- - - -\ns - m -\n\na a b b\na a b b\na a b b",
        "s - m\n- - m\n- s -\n\na a b\na a b\na b b",
        "s - s -\nm - m -\n\na a b b\na a b b",
        "s - - m\n- s m -\n- - - -\n\na a b b\na a b b\nc c c c",
        "s - -\n- m -\n\na a a\na a a",
    ];
    genre("moon-or-sun", &boards, &loops::moon_or_sun);
}

#[test]
fn double_back() {
    let boards = [
        "- - - -\n- - - -\n- - - -\n\na b b b\na b b b\na a a b",
        "- - - -\n- - - -\n- - - -\n\na a a b\nb a b b\nb b b b",
        "# # - -\n- - - -\n- - - -\n\nb b b b\nb b a a\nb b b b",
        "- - -\n- # -\n- - -\n\na b b\na b b\na a b",
    ];
    genre("double-back", &boards, &loops::double_back);
}

#[test]
fn geradeweg() {
    let boards = [
        "- - - -\n- 2 - -\n- - - -",
        "? - - -\n- - - -\n- - 1 -",
        "- - 3 -\n- - - -\n- ? - -",
        "full 1\n- - - -\n- - - -\n- - - 2",
        "- - -\n- - -\n- - -",
        "? ? -\n- ? -\n- - -",
    ];
    genre("geradeweg", &boards, &loops::geradeweg);
}

#[test]
fn tents() {
    let lines = |columns: &str, rows: &str, board: &str| format!("{columns}\n\n{rows}\n\n{board}");
    let boards = [
        lines("-\n-\n-\n-", "-\n-\n-\n-", "- - - -\n- T - -\n- T - -\n- - - T"),
        lines("-\n1\n-\n-", "1\n-\n0\n-", "- - - T\n- T - -\n- - - -\n- T - -"),
        // Four tents around two trees, which are fewer.
        lines("-\n-\n-\n-\n-", "-\n-\n-", "- T - T -\n- - - - -\n- T - - -"),
        lines("-\n-\n-", "-\n-\n2", "- T -\n- - -\n- T -"),
        lines("-\n-\n-", "-", "T - T"),
        lines("-\n-", "-\n-", "- -\n- -"),
    ];
    let boards: Vec<&str> = boards.iter().map(String::as_str).collect();
    genre("tents", &boards, &filled::tents);
}

#[test]
fn kurotto() {
    let boards = [
        "- 2 - -\n- - - 3\n? - - -",
        "3 - -\n- - -\n- 0 1",
        "- - -\n- 4 -\n2 - -",
        "- 5 -\n- - -",
        "2 - 2",
        "? - -",
    ];
    genre("kurotto", &boards, &areas::kurotto);
}

#[test]
fn four_cells() {
    let boards = [
        "- - - -\n- 3 - -",
        "- - -\n2 # -\n- - -",
        "- - - -\n- - 2 -\n3 - - -",
        "- 2 - ?\n# - - #\n- - - -",
        "2 - -\n- - -",
        "2 2\n2 2",
        "- 0 -\n- - -",
    ];
    genre("four-cells", &boards, &areas::four_cells);
}

#[test]
fn araf() {
    let boards = [
        "1 - 3 -\n- 2 - 7",
        "? - - 3\n- 4 - ?",
        "1 9 2 -\n9 - 0 -",
        "- 9 -\n- 1 -\n- - -",
        "9 1 -\n- 3 1\n- - -",
        "4 - 8\n- - -\n- - -",
        "- ? -\n- - -\n8 - -",
        "9 - -\n? - -\n- - -",
        "3 1 ?\n5 2 ?",
        "2 3 ? ?",
        "0 5 - 1 3 2",
        "1 - -\n- - 2\n- - -",
        "? - -\n- - -",
        "? ?",
        "0 2",
        "1 3",
        "?",
    ];
    genre("araf", &boards, &areas::araf);
}

#[test]
fn slant() {
    let boards = [
        "- - - -\n- - 3 -\n- 2 - -\n- - - 1",
        "0 - - 1\n- - - -\n- 4 ? -\n- - - -",
        "- - - - -\n- - - - -\n- 1 - - -\n- - - - -",
        "1 1\n- -",
        "- - -\n- 2 -\n- - -",
        "- - - -\n- - - -\n- - - -\n- - - -",
    ];
    compare("slant", &boards, &|board| by_filling(board, 0..2, &areas::slant));
}

#[test]
fn creek() {
    let boards = [
        "- - - - -\n- 2 - 3 -\n- - 2 - -\n1 - - - -",
        "- 1 - -\n- - 4 -\n? - - -\n- - - -",
        "0 - -\n- 3 -",
        "- - -\n- - -",
    ];
    genre("creek", &boards, &areas::creek);
}

#[test]
fn doppelblock() {
    let boards = [
        "-\n-\n2\n-\n\n-\n3\n0\n-",
        "-\n-\n-\n\n-\n-\n-",
        "1\n-\n-\n\n-\n0\n-",
        "2\n0\n-\n3\n\n-\n-\n-\n-",
        // Some numbers are in no set with the sum.
        "-\n-\n-\n-\n-\n\n1\n2\n3\n5\n5",
        "4\n-\n-\n6\n2\n\n1\n2\n-\n5\n-",
        "-\n10\n2\n-\n-\n-\n\n5\n7\n6\n7\n8\n1",
    ];
    compare("doppelblock", &boards, &areas::doppelblock);
}

#[test]
fn nurimaze() {
    let boards = [
        "S - - G\n- o - -\n\na b c d\na e f f",
        "S - -\nG - -\n\na b c\nd e f",
        "S - G\nt - -\n\na b c\nd e f",
        "S - -\n- - G\n\na b b\nd e f",
        "S - o\n- - G\n\na b c\nd e e",
        "S o - t - G\n\na b c d e f",
        "S - -\n- - -\n\na b c\nd e f",
        "- o -\n- - -\n\na b c\nd e f",
        "S t G\n- - -\n\na b c\nd e f",
        "S G\n- -\n\na b\nc d",
        "- - -\n- - -\n\na b c\nd e f",
        "S - S\n- - -\n\na b c\nd e f",
    ];
    genre("nurimaze", &boards, &loops::nurimaze);
}

#[test]
fn castle_wall() {
    let boards = [
        "- - - -\n- o - -\n- - - -",
        "- - - -\n- x - -\n- - - -",
        "- - - 2<\n- - - -\n- # - -",
        "- 1v - -\n- - - 0<x\n- - - -",
        "- - >\n- 2^o -\n- - -",
        "- - - -\n1 - - -",
        "^o - -\n- - -",
        "- - -\n- - -",
        "x -\n- -",
    ];
    genre("castle-wall", &boards, &loops::castle_wall);
}

#[test]
fn dominosa() {
    let boards = [
        "0 1\n1 1\n0 0",
        "0 0 1\n1 0 1",
        "1 2 0 0\n0 2 2 1\n0 1 1 2",
        "0 0 1 1\n2 2 2 0\n0 1 1 2",
        "0 0 - 1\n1 1 0 -",
        "1 1 0\n1 0 0",
        "0 0\n- -",
        "0 1 - 1 1\n- 0 0 - -",
        "0 0",
        "1 1",
        "-",
    ];
    genre("dominosa", &boards, &areas::dominosa);
}

#[test]
fn mosaic() {
    let boards = ["- - - -\n- 5 - -\n- - - 2", "3 - -\n- - -\n- 1 -", "9 - 6\n- - -\n- - -", "- 4\n- -", "2"];
    genre("mosaic", &boards, &areas::mosaic);
}

#[test]
fn shakashaka() {
    let boards = [
        "- -\n- -",
        "- - -\n- - -",
        "- - 1 #\n- - # -",
        "- - 0\n- - 1",
        "- - 1\n- - #",
        "1 - -\n- - -",
        "# -\n- #",
        "-\n-",
        "-",
    ];
    compare("shakashaka", &boards, &|board| by_filling(board, 0..5, &areas::shakashaka));
}

#[test]
fn magnets() {
    let lines = |columns: &str, rows: &str, board: &str| format!("{columns}\n\n{rows}\n\n{board}");
    let boards = [
        lines("- -\n1 -\n- 2\n-", "- -\n- 1", "- - - -\n- - - -\n\na b b c\na d d c"),
        lines("-\n- 1\n-", "1 1\n-\n-", "- - -\n- - -\n- - -\n\na b b\na c d\ne c d"),
        lines("-\n-\n-", "-\n- 0\n-", "- plus -\n- - -\n# - -\n\na b b\na c c\nd e e"),
        lines("-\n-\n-", "-\n-", "- - -\nminus - -\n\na a a\nb b a"),
        // A dark cell, and a border within a room, divide it.
        lines("-\n- 1\n-", "-\n-", "- # -\n- - -\n\na a a\na b a"),
        lines("1\n-\n-", "-\n- -", "- - -\n- - -\n\na| a b\na a b"),
        lines("-\n1 1", "2\n-", "- -\n- -\n\na b\na b"),
    ];
    let boards: Vec<&str> = boards.iter().map(String::as_str).collect();
    compare("magnets", &boards, &|board| by_filling(board, 0..3, &areas::magnets));
}

#[test]
fn tilepaint() {
    let lines = |columns: &str, rows: &str, rooms: &str| format!("{columns}\n\n{rows}\n\n{rooms}");
    let boards = [
        lines("2\n-\n1\n-", "-\n3\n-", "a a b b\nc a d d\nc c d e"),
        lines("-\n-\n-", "1\n-\n2", "a b c\na b d\ne e d"),
        lines("-\n-", "-\n-", "a a\nb b"),
    ];
    let boards: Vec<&str> = boards.iter().map(String::as_str).collect();
    genre("tilepaint", &boards, &areas::tilepaint);
}
