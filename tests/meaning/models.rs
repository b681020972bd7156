//! The table of models.

use std::fs;

use crate::common::root;

/// What is to be said of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    Right,
    Wrong,
    Refused,
}

/// A model: an original with edits.
#[derive(Clone, Debug)]
pub struct Model {
    pub original: String,
    pub title: String,
    pub expected: Expected,
    /// The lines of its signature.
    pub map: String,
    /// Which lines are replaced, and by what.
    edits: Vec<(String, String)>,
    /// The lines of the original that make its instances.
    sizes: Vec<String>,
}

impl Model {
    /// The original and the model, for each size.
    pub fn instances(&self) -> Vec<(String, String)> {
        let path = root().join(format!("tests/meaning/{}.qprop", self.original));
        let text = fs::read_to_string(path).expect("the original is there");
        let instance = |size: &String| {
            let name = size.split('=').next().expect("a size is an equation");
            let line = |line: &str| if line.starts_with(name) { size.clone() } else { line.to_owned() };
            let original = text.lines().map(line).collect::<Vec<_>>().join("\n") + "\n";
            let edited = self.edits.iter().fold(original.clone(), |text, (from, to)| {
                assert!(text.contains(from), "{}: there is no {from}", self.title);
                text.replacen(from, to, 1)
            });
            (original, edited)
        };
        self.sizes.iter().map(instance).collect()
    }
}

/// The models of `models.txt`.
pub fn models() -> Vec<Model> {
    let text = fs::read_to_string(root().join("tests/meaning/models.txt")).expect("the table is there");
    let (mut original, mut sizes) = (String::new(), Vec::new());
    let mut models: Vec<Model> = Vec::new();
    // Whether the line before is one to be replaced.
    let mut is_open = false;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (sign, rest) = line.split_at(line.len().min(2));
        let last = models.last_mut();
        match sign {
            "- " => {
                let edits = &mut last.expect("an edit belongs to a model").edits;
                match edits.last_mut() {
                    Some((from, _)) if is_open => *from += &format!("\n{rest}"),
                    _ => edits.push((rest.to_owned(), String::new())),
                }
            }
            "+ " => {
                let (_, to) = last.and_then(|model| model.edits.last_mut()).expect("something is replaced");
                *to += &format!("{}{rest}", if to.is_empty() { "" } else { "\n" });
            }
            "~ " => last.expect("a map belongs to a model").map += &format!("{rest}\n"),
            _ => {
                if let Some(name) = line.strip_prefix("model ") {
                    name.clone_into(&mut original);
                } else if let Some(list) = line.strip_prefix("sizes ") {
                    sizes = list.split(", ").map(str::to_owned).collect();
                } else if let Some((word, title)) = line.split_once(' ') {
                    let expected = match word {
                        "right" => Expected::Right,
                        "wrong" => Expected::Wrong,
                        "refused" => Expected::Refused,
                        _ => panic!("what is {line}?"),
                    };
                    models.push(Model {
                        original: original.clone(),
                        title: title.to_owned(),
                        expected,
                        map: String::new(),
                        edits: Vec::new(),
                        sizes: sizes.clone(),
                    });
                }
            }
        }
        is_open = sign == "- ";
    }
    models
}
