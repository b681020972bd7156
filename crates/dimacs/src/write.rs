use std::fmt::Write;

use jigsat_input::{About, MAX_YAML, Message, to_yaml};

use crate::{Dimacs, Solution, parse::yaml::File};

impl Dimacs {
    /// The formula in DIMACS CNF, with comments for its title and metadata, names, shown variables and groups.
    #[must_use]
    pub fn to_cnf(&self) -> String {
        let mut text = String::new();
        for (key, value) in [("title", &self.title), ("source", &self.source)] {
            if !value.is_empty() {
                let _ = writeln!(text, "c {key}: {}", one_line(value));
            }
        }
        for (key, value) in [
            ("difficulty", &self.about.difficulty),
            ("teaches", &self.about.teaches),
            ("expect", &self.about.expect),
        ] {
            if !value.is_empty() {
                let _ = writeln!(text, "c {key}: {}", one_line(value));
            }
        }
        text + &self.to_dimacs()
    }

    /// The formula without its title and metadata.
    #[must_use]
    pub fn to_dimacs(&self) -> String {
        let mut text = String::new();
        for var in (0..self.variables()).map(jigsat_cnf::Var::new) {
            if let Some(name) = self.names.given(var) {
                let _ = writeln!(text, "c var {} {name}", var.to_ipasir());
            }
        }
        if self.has_hidden() {
            text += "c p show";
            for var in self.shown() {
                let _ = write!(text, " {}", var.to_ipasir());
            }
            text += " 0\n";
        }
        let _ = writeln!(text, "p cnf {} {}", self.variables(), self.clauses().len());
        let mut groups = self.groups.iter().zip(1..).peekable();
        for (place, clause) in self.clauses().iter().enumerate() {
            if let Some((group, number)) = groups.next_if(|(group, _)| group.first == place) {
                let _ = writeln!(text, "c group {number} {}: {}", group.rule, group.sentence);
            }
            for lit in clause {
                let _ = write!(text, "{} ", lit.to_ipasir());
            }
            text += "0\n";
        }
        text
    }

    /// The formula as YAML, with its title, source and metadata.
    ///
    /// # Errors
    ///
    /// A formula that is too large for that.
    pub fn to_yaml(&self) -> Result<String, Message> {
        let text = to_yaml(&File {
            kind: "dimacs".to_owned(),
            title: self.title.clone(),
            source: self.source.clone(),
            about: About::clone(&self.about),
            cnf: self.to_dimacs(),
        });
        let text = text.map_err(|error| error.to_string())?;
        if text.len() > MAX_YAML {
            let message = "YAML has at most {} bytes; `format: cnf` writes the formula in DIMACS";
            return Err(Message::with(message, &[&MAX_YAML]));
        }
        Ok(text)
    }

    /// A solution as literals: `1 -2 3 0`. Open variables are left out, and so are names that the formula does not have.
    #[must_use]
    pub fn to_literals(&self, solution: &Solution) -> String {
        let mut text = String::new();
        for lit in solution.literals(self).unwrap_or_default() {
            let _ = write!(text, "{} ", lit.to_ipasir());
        }
        text + "0"
    }
}

/// A text in one line.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}
