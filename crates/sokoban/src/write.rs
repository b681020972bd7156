use std::fmt::Write;

use jigsat_input::{About, WriteError, to_yaml};

use crate::{Level, Plan, Square, parse::File};

impl Level {
    /// The drawing in XSB, one row per line, each with its line end.
    #[must_use]
    pub fn to_xsb(&self) -> String {
        let mut out = String::new();
        for (row, squares) in (0..).zip(self.squares.chunks(usize::from(self.size.cols).max(1))) {
            let char = |(col, square): (u16, &Square)| {
                let has_player = self.player == jigsat_grid::Cell::new(row, col);
                match (square, has_player) {
                    (Square::Floor, true) => '@',
                    (Square::Goal, true) => '+',
                    (Square::Floor, _) => ' ',
                    (Square::Wall, _) => '#',
                    (Square::Goal, _) => '.',
                    (Square::Box, _) => '$',
                    (Square::BoxOnGoal, _) => '*',
                }
            };
            let line: String = (0..).zip(squares).map(char).collect();
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }

    /// The drawing in one word: rows between `|`, `-` for floor.
    #[must_use]
    pub fn to_word(&self) -> String {
        self.to_xsb().trim_end_matches('\n').replace('\n', "|").replace(' ', "-")
    }

    /// The level as YAML, which [`crate::parse()`] takes.
    ///
    /// # Errors
    ///
    /// None in practice: texts and lists of texts have a form in YAML.
    pub fn to_yaml(&self) -> Result<String, WriteError> {
        to_yaml(&File {
            kind: "sokoban".into(),
            title: self.title.clone(),
            source: String::new(),
            about: About::default(),
            level: self.to_xsb(),
            notes: self.notes.clone(),
            solutions: self.stored.iter().map(|stored| stored.moves.clone()).collect(),
        })
    }

    /// The level in the form of `.sok` files, with its notes, its stored solutions, and a plan.
    #[must_use]
    pub fn to_sok(&self, plan: Option<&Plan>) -> String {
        let mut out = format!("\n{}", self.to_xsb());
        if !self.title.is_empty() {
            let _ = writeln!(out, "Title: {}", self.title);
        }
        for note in &self.notes {
            let _ = writeln!(out, "{note}");
        }
        for stored in &self.stored {
            let name = if stored.name.is_empty() { "Solution" } else { &stored.name };
            let _ = write!(out, "\n{name}:\n{}\n", stored.moves);
        }
        if let Some(plan) = plan {
            let _ = write!(out, "\nSolution ({}):\n{}\n", plan.summary(), plan.moves);
        }
        out
    }
}

impl Plan {
    /// The length of a plan in words, and what is proved about it.
    #[must_use]
    pub fn summary(&self) -> String {
        let count = |count: u32, one: &str, many: &str| {
            if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
        };
        let proven = match self.proven {
            Some(crate::Objective::Pushes) => ", fewest pushes",
            Some(crate::Objective::Moves) => ", fewest moves",
            Some(crate::Objective::MovesThenPushes) => ", fewest moves, then fewest pushes",
            Some(crate::Objective::PushesThenMoves) => ", fewest pushes, then fewest moves",
            Some(crate::Objective::None) | None => "",
        };
        format!(
            "{}, {}{proven}",
            count(self.move_count, "move", "moves"),
            count(self.push_count, "push", "pushes")
        )
    }
}
