//! The pages themselves.

use std::sync::Arc;

use jigsat_genres::{GenreFamily, Page, genres};
use jigsat_input::Source;
use jigsat_kit::{Family, NoFiles, NoOptions, Text};
use jigsat_qprop::{Encoding, syntax::Item};
use jigsat_solve::{BuildOptions, Limits, Session, Solver};

/// The names of a page's forms, with a board's beginning for each.
fn beginnings(name: &str, text: &str) -> Vec<String> {
    let items = jigsat_qprop::parse(&Source::new(name, text), 0).expect("it was read before");
    let begun = |item: &Item| {
        let Item::Form { what, names, .. } = item else { return Vec::new() };
        let begins = match what.name.as_str() {
            "address" => "https://puzz.link/p?",
            "saved" => "pzprv3/",
            _ => return Vec::new(),
        };
        names.iter().map(|name| format!("{begins}{}/5/5/", name.name.replace('_', "-"))).collect()
    };
    items.iter().flat_map(begun).collect()
}

/// A genre that comes with jigsat is known by its name and a look at its page; what that says is what the whole page says.
#[test]
fn known_genres_are_as_their_pages_say() {
    let genres = genres();
    let beginnings_of = |genre: &GenreFamily| beginnings(&genre.info().name, genre.page().text());
    let all: Vec<String> = genres.iter().flat_map(beginnings_of).collect();
    for known in &genres {
        let (name, text) = (known.info().name.to_string(), known.page().text().to_owned());
        assert_eq!(known.page().name, name);
        assert!(text.lines().count() <= 60, "{name} is too long for a page");
        let page = Page::read(Source::new(format!("{name}.qprop"), text.as_str()));
        let page = page.unwrap_or_else(|error| panic!("{}", error.render(false)));
        let read = GenreFamily::new(Arc::new(page), known.info().example.to_string());
        assert_eq!(format!("{:?}", known.info()), format!("{:?}", read.info()));
        let own = beginnings(&name, &text);
        for board in &all {
            let recognised = [known.recognises(board), read.recognises(board)];
            assert!(
                recognised[0] == recognised[1] && (recognised[0] || !own.contains(board)),
                "{name}: {board}"
            );
        }
    }
}

/// Each assert has a sentence, and a printed page can be read again.
#[test]
fn pages_read_well() {
    for genre in genres() {
        let name = &genre.page().name;
        let items = jigsat_qprop::parse(&Source::new(name.as_str(), genre.page().text()), 0)
            .expect("it was read before");
        for item in &items {
            if let Item::Assert { name: assert, sentence, .. } = item {
                assert!(sentence.is_some(), "{name}: assert {} has no sentence", assert.name);
            }
        }
        let printed: String = items.iter().map(|item| format!("{item}\n")).collect();
        let again = jigsat_qprop::parse(&Source::new(name.as_str(), printed.as_str()), 0);
        let again = again.unwrap_or_else(|error| panic!("{}", error.render(false)));
        let again: String = again.iter().map(|item| format!("{item}\n")).collect();
        assert_eq!(again, printed, "{name}");
    }
}

/// Every puzzle that comes with jigsat has one solution.
#[test]
fn puzzles_have_one_solution() {
    for genre in genres() {
        let name = &genre.page().name;
        let folder = format!("{}/../../puzzles/{name}", env!("CARGO_MANIFEST_DIR"));
        let mut puzzles = 0;
        for file in std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder}: {error}")) {
            let path = file.expect("the folder is read").path();
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{folder}: {error}"));
            let path = path.display().to_string();
            let boards = genre.read(Text::of_string(path.as_str(), text), &NoOptions::default(), &NoFiles);
            for entry in boards.unwrap_or_else(|error| panic!("{}", error.render(false))) {
                let board = entry.unwrap_or_else(|error| panic!("{}", error.render(false))).puzzle;
                let options = BuildOptions::default();
                let mut session = Session::new(&board, Encoding::Model, &options, &Solver::Batsat, None)
                    .unwrap_or_else(|error| panic!("{path}: {error}"));
                let count = session.count(2, &Limits::default()).expect("it is solved").found;
                assert_eq!(count, 1, "{path}");
                puzzles += 1;
            }
        }
        assert!(puzzles >= 8, "{name} has {puzzles} puzzles");
    }
}

/// A page is one text, which is parsed once for all of its boards.
#[test]
fn a_page_includes_nothing() {
    let text = "genre g \"G\"\nboard near\ninclude \"other.qprop\"\n";
    let error = Page::read(Source::new("g.qprop", text)).unwrap_err().to_string();
    assert_eq!(error, "g.qprop:3:9: 'other.qprop': a page of a genre includes nothing");
}
