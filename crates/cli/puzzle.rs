//! The meaning of the word PUZZLE on the command line.

use std::path::Path;

use jigsat_input::ParseError;
use jigsat_kit::{Patience, Text};

use crate::{
    args, input,
    library::{self, FEW},
};

/// Opens a file, or standard input for `-`. If there is no such file, opens a puzzle of the library, or takes the word
/// itself as the text. The hint about a word that is none of these depends on the family, if one was named.
pub fn open(word: &str, family: Option<&str>, patience: &Patience) -> Result<Text, ParseError> {
    if word.is_empty() {
        return Err(ParseError::in_file("argument", "is empty").expecting("a puzzle"));
    }
    if let Some(data) = library::known(word).filter(|puzzle| puzzle.is_data()) {
        let help = match library::model_of(data) {
            Some(model) => format!("'jigsat solve {}' solves the model that it belongs to", model.name),
            None => format!("give it to a model with '--data {}'", data.name),
        };
        return Err(ParseError::in_file(word, "is the data of a model")
            .expecting("a puzzle")
            .with_help(help));
    }
    input::found(word, patience)?
        .ok_or_else(|| input::no_such_file(word).with_help(puzzle_help(word, family)))
}

/// The name of the text that [`open`] opens.
pub fn name(word: &str) -> String {
    let is_text = word != "-" && !Path::new(word).exists() && library::named(word).is_none();
    if is_text { "argument" } else { word }.to_owned()
}

/// Help that lists what the word for a puzzle may be.
fn puzzle_help(word: &str, family: Option<&str>) -> String {
    if let Some(example) = library::first_of(word) {
        return format!("{word} is a family; name one of its puzzles, such as {example}");
    }
    if let Some(family) = family.filter(|_| word == args::maker()) {
        return args::no_generator(family);
    }
    match &library::near(word)[..] {
        [] => {}
        names if names.len() > FEW => {
            return format!(
                "did you mean {} or another one that 'jigsat puzzles' lists?",
                names[..FEW].join(", ")
            );
        }
        names => return format!("did you mean {}?", names.join(" or ")),
    }
    match args::nearly_command(word, family) {
        Some(command) => format!("did you mean 'jigsat {command}'?"),
        None => {
            "a puzzle is a file, - for standard input, an address, the text itself if it is one word, or a name that \
                 'jigsat puzzles' lists"
                .into()
        }
    }
}
