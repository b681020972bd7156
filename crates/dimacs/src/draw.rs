use std::fmt::Write;

use jigsat_grid::{Cell, Charset, Mark, Picture};

use crate::{
    Dimacs, Solution,
    table::{CHARACTER, Table, UNIT},
};

/// Maximum number of lines about clauses.
const MOST_LINES: usize = 60;

/// Maximum number of characters of a line about clauses.
const LINE: usize = 100;

/// Width of the margin in SVG.
const MARGIN: usize = 8;

/// The picture of a formula: a table of the shown variables, with their values in a solution, or above the clauses.
#[derive(Clone, Debug)]
pub struct FormulaPicture {
    before: Vec<String>,
    table: Table,
    entries: Vec<(String, Option<Mark>)>,
    after: Vec<String>,
}

/// The picture of a formula, or of a solution of it (complete, partial or wrong). A long table, and many clauses, are cut with a
/// count.
#[must_use]
pub fn draw(puzzle: &Dimacs, solution: Option<&Solution>) -> FormulaPicture {
    let table = Table::of(puzzle);
    let names = puzzle.shown()[..table.variables].iter().map(|&var| puzzle.name_of(var));
    // Names that the formula does not have are no part of its picture.
    let values = solution.map(|solution| known_values(puzzle, solution));
    let entries = names.zip(0..).map(|(name, place)| match &values {
        None => name.into_owned(),
        Some(values) => match values[place] {
            Some(value) => format!("{name}: {value}"),
            None => format!("{name}: open"),
        },
    });
    let entries = entries.map(|entry| (entry, None)).collect();
    let mut before = Vec::new();
    if !puzzle.title.is_empty() {
        before.push(puzzle.title.clone());
    }
    let mut after = Vec::new();
    let left_out = puzzle.shown().len() - table.variables;
    if left_out > 0 {
        after.push(format!("… and {left_out} more variables"));
    }
    if solution.is_none() {
        before.push(size(puzzle));
        constraints(puzzle, &mut after);
    } else if puzzle.shown().is_empty() {
        after.push("no variable is shown".into());
    }
    FormulaPicture { before, table, entries, after }
}

fn known_values(puzzle: &Dimacs, solution: &Solution) -> Vec<Option<bool>> {
    let mut values = vec![None; puzzle.shown().len()];
    for (names, value) in [(&solution.holding, true), (&solution.failing, false)] {
        let places = names.iter().filter_map(|name| puzzle.place_of(puzzle.var(name)?));
        places.for_each(|place| values[place] = Some(value));
    }
    values
}

fn size(puzzle: &Dimacs) -> String {
    let counted = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let variables = counted(puzzle.variables() as usize, "variable");
    let clauses = counted(puzzle.clauses().len(), "clause");
    match puzzle.shown().len() {
        shown if puzzle.has_hidden() => format!("{variables}, of which {shown} shown, and {clauses}"),
        _ => format!("{variables} and {clauses}"),
    }
}

/// The clauses in words: those of a group below its sentence.
fn constraints(puzzle: &Dimacs, lines: &mut Vec<String>) {
    let own = (0..puzzle.ungrouped()).map(|place| puzzle.words(&puzzle.clauses()[place]));
    let grouped = puzzle.groups().flat_map(|(group, clauses)| {
        let head = format!("{}: {}", group.rule, group.sentence);
        let clauses = clauses.map(|place| format!("  {}", puzzle.words(&puzzle.clauses()[place])));
        std::iter::once(head).chain(clauses)
    });
    let total = puzzle.clauses().len() + puzzle.groups.len();
    lines.extend(own.chain(grouped).take(MOST_LINES).map(|line| cut(&line)));
    if total > MOST_LINES {
        lines.push(format!("… and {} more lines", total - MOST_LINES));
    }
}

fn cut(line: &str) -> String {
    if line.chars().count() <= LINE {
        return line.to_owned();
    }
    line.chars().take(LINE - 1).chain(['…']).collect()
}

impl FormulaPicture {
    /// The lines of the table, in which a function shows each entry.
    fn text(&self, entry: impl Fn(&str, Option<Mark>) -> String) -> String {
        let mut text = String::new();
        let lines =
            |text: &mut String, lines: &[String]| lines.iter().for_each(|line| *text += &format!("{line}\n"));
        lines(&mut text, &self.before);
        for row in self.entries.chunks(self.table.columns) {
            let mut line = String::new();
            for (label, mark) in row {
                line += &entry(label, *mark);
                let room = self.table.width.saturating_sub(label.chars().count() + 2);
                line.extend(std::iter::repeat_n(' ', room));
            }
            text += line.trim_end();
            text.push('\n');
        }
        lines(&mut text, &self.after);
        text
    }
}

impl Picture for FormulaPicture {
    fn to_text(&self, _: Charset) -> String {
        self.text(|label, mark| {
            let [before, after] = mark.map_or([' ', ' '], Mark::brackets);
            format!("{before}{label}{after}")
        })
    }

    fn to_ansi(&self, _: Charset) -> String {
        self.text(|label, mark| match mark.map(Mark::style) {
            Some(style) => format!("{style} {label} {style:#}"),
            None => format!(" {label} "),
        })
    }

    fn to_svg(&self) -> String {
        let row = 2 * UNIT;
        let column = self.table.column();
        let rows = self.entries.len().div_ceil(self.table.columns);
        let others = self.before.iter().chain(&self.after).map(|line| line.chars().count() * CHARACTER);
        let table = if rows == 0 { 0 } else { self.table.columns * column };
        let width = 2 * MARGIN + others.chain([table]).max().unwrap_or(0);
        let height = 2 * MARGIN + (self.before.len() + rows + self.after.len()) * row;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">\n<style>{CSS}</style>\n\
             <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n"
        );
        let write = |svg: &mut String, line: usize, x: usize, text: &str| {
            let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            let y = MARGIN + line * row + row * 7 / 10;
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" xml:space=\"preserve\">{text}</text>");
        };
        for (line, text) in self.before.iter().enumerate() {
            write(&mut svg, line, MARGIN, text);
        }
        for (place, (label, mark)) in self.entries.iter().enumerate() {
            let line = self.before.len() + place / self.table.columns;
            let (x, y) = (MARGIN + place % self.table.columns * column, MARGIN + line * row);
            if let Some(mark) = mark {
                let class = match mark {
                    Mark::Concerned | Mark::RuledOut | Mark::Supposed => "concerned",
                    Mark::Known => "known",
                    Mark::Deduced => "found",
                };
                let _ = writeln!(
                    svg,
                    "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{column}\" height=\"{row}\"/>"
                );
            }
            write(&mut svg, line, x + CHARACTER / 2, label);
        }
        for (line, text) in self.after.iter().enumerate() {
            write(&mut svg, self.before.len() + rows + line, MARGIN, text);
        }
        svg + "</svg>\n"
    }

    fn mark(&mut self, cell: Cell, mark: Mark) {
        if let Some(place) = self.table.place(cell) {
            let strongest = &mut self.entries[place].1;
            *strongest = (*strongest).max(Some(mark));
        }
    }
}

const CSS: &str = "
.page { fill: #fff; }
text { fill: #000; font: 13px 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
.concerned { fill: #999; fill-opacity: .22; }
.known { fill: #56b4e9; fill-opacity: .3; stroke: #0072b2; }
.found { fill: #e69f00; fill-opacity: .45; stroke: #b36b00; stroke-width: 2; }
@media screen and (prefers-color-scheme: dark) {
  .page { fill: #16181d; } text { fill: #f2f2f2; } .known { stroke: #8fd0f5; } .found { stroke: #ffb84d; }
}
";
