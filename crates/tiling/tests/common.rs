//! Code that the tests share.

use jigsat_input::Source;
use jigsat_tiling::{Rotate, Tiling, parse};

/// A puzzle of the project's collection.
pub fn puzzle(file: &str) -> Tiling {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/tiling").join(file);
    let source = Source::read(&path).unwrap_or_else(|error| panic!("{error}"));
    parse(&source, Rotate::AsGiven).unwrap_or_else(|error| panic!("{error}")).puzzle
}

/// A puzzle from its text.
pub fn read(text: &str) -> Tiling {
    parse(&Source::new("test", text), Rotate::AsGiven).unwrap_or_else(|error| panic!("{error}")).puzzle
}

/// A board of that size, with these additional lines of YAML.
pub fn board(size: &str, rest: &str) -> Tiling {
    read(&format!("kind: tiling\nboard: {size}\n{rest}\n"))
}

/// Small puzzles of every sort: holes, given pieces, copies, optional pieces, several boards, space.
pub fn small() -> Vec<Tiling> {
    let mut all = vec![
        puzzle("shape-fitting.txt"),
        puzzle("shape-fitting-impossible.txt"),
        board("4x5", "set: tetrominoes"),
        board("3x4", "pieces:\n- {name: L, shape: \"###\\n#..\", count: 3}"),
        board("2x4", "set: dominoes"),
        board("2x3", "cover: some\nset: dominoes"),
        board(
            "3x3",
            "cover: some\npieces:\n- {name: a, shape: \"##\", min: 1, max: 2}\n- {name: b, shape: \"#.#\"}",
        ),
        board(
            "2x4",
            "pieces:\n- {name: a, shape: \"##\", min: 1, max: 3}\n- {name: b, shape: \"##\\n#.\", max: 2}",
        ),
        board(
            "2x2",
            "cover: some\npieces:\n- {name: a, shape: \"#\", max: 1, min: 0}\n- {name: b, shape: \"##\", max: 1, min: 0}",
        ),
        board(
            "2x4",
            "pieces:\n- {name: a, shape: \"##\\n#.\"}\n- {name: b, shape: \".#\\n##\"}\n- {name: c, shape: \"##\"}",
        ),
        board(
            "2x2x2",
            "pieces:\n- {name: a, shape: \"##\\n#.\\n\\n#.\"}\n- {name: b, shape: \"#.\\n##\\n\\n..\\n#.\"}",
        ),
        board("2x2x2", "cover: some\npieces:\n- {name: a, shape: \"##\\n#.\", count: 2}"),
    ];
    all.push(read("kind: tiling\nboards: [2x2, 1x3]\npieces:\n- {name: a, shape: \"##\", count: 2}\n- {name: b, shape: \"###\"}"));
    all.push(read("kind: tiling\nboard: |\n  .aa.\n  .a#.\npieces:\n- {name: a, shape: \"##\\n#.\"}\n- {name: D, shape: \"##\", count: 2}"));
    all.push(read("kind: tiling\nboard: |\n  .#.\n  ...\n  .#.\ncover: some\nmirror: false\npieces:\n- {name: a, shape: \"##\\n.#\", count: 2}"));
    all
}
