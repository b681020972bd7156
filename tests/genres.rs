//! Genres on the command line: the family is found from what a text says of itself.

mod common;

use common::{code, jigsat, stderr, stdout};

const NURIKABE: &str = "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g";

#[test]
fn an_address_is_solved_as_it_is() {
    let output = jigsat(&["solve", NURIKABE, "--unique", "--format", "json", "--no-times"], "");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.starts_with(r#"{"schema":1,"family":"nurikabe""#), "{text}");
    assert!(
        text.contains(r#""shade":[[0,0,1,1,1],[0,1,0,0,1],[0,1,1,1,1],[0,1,0,1,0],[1,1,1,0,0]]"#),
        "{text}"
    );
}

/// Addresses, one a line, are as many puzzles; a malformed one is an error of its own, and the rest goes on.
#[test]
fn several_addresses_are_several_puzzles() {
    let file = jigsat(&["solve", "puzzles/heyawake/small.txt", "--format", "json"], "");
    assert_eq!(code(&file), 0, "{}", stderr(&file));
    assert!(stdout(&file).lines().count() > 3, "{}", stdout(&file));
    let text = format!("{NURIKABE}\nhttps://puzz.link/p?nurikabe/5/5/g!\n{NURIKABE}\n");
    let output = jigsat(&["solve", "-", "--format", "json"], &text);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    let status: Vec<&str> = stdout(&output).lines().map(status).collect();
    assert_eq!(status, ["solved", "error", "solved"]);
    assert!(stdout(&output).contains(r#""line":2"#), "{}", stdout(&output));
}

fn status(line: &str) -> &'static str {
    if line.contains(r#""status":"solved""#) { "solved" } else { "error" }
}

/// An address that names a genre is told what is wrong with it, not that there is no such genre.
#[test]
fn a_malformed_address_keeps_the_error_of_its_genre() {
    for (address, parts) in [
        ("https://puzz.link/p?nurikabe/5/x/g5", ["argument:1:", "the number of rows"]),
        ("https://puzz.link/p?slither/6/6/h71!", ["argument:1:36", "'!'"]),
        ("https://puzz.link/p?slither/6/x/h71", ["argument:1:", "number of rows"]),
    ] {
        let output = jigsat(&["solve", address], "");
        assert_eq!(code(&output), 2, "{address}");
        for part in parts {
            assert!(stderr(&output).contains(part), "{part:?} is missing in: {}", stderr(&output));
        }
    }
}

/// Facts about the board are no steps, and steps say what a player would.
#[test]
fn explanations_are_in_words() {
    let output = jigsat(&["explain", NURIKABE], "");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    let steps: Vec<&str> =
        text.lines().filter(|line| line.starts_with(|char: char| char.is_ascii_digit())).collect();
    assert!(steps.len() > 5, "{text}");
    for step in steps {
        assert!(!step.contains("shade(") && !step.contains("node "), "{step}");
        let (deduced, _) = step.split_once(", because: ").unwrap_or((step, ""));
        assert!(["r1c2", "r2c3", "r4c3", "r5c4"].iter().all(|clue| !deduced.contains(clue)), "{step}");
    }
}
