//! Levels and plans as text: what is read, what is rejected and where, and that nothing gets lost.

use jigsat_grid::Cell;
use jigsat_input::Source;
use jigsat_sokoban::{
    Level, Plan, Reason, Sokoban, Square, check, check_reason, looks_like_levels, parse, parse_one,
    parse_plan,
};
use proptest::prelude::*;

fn read(text: &str) -> Level {
    parse_one(&Source::new("f", text)).unwrap()
}

fn error(text: &str) -> String {
    parse_one(&Source::new("f", text)).unwrap_err().to_string()
}

const COLLECTION: &str = "; Collection: Tests\n\nfirst one\n\n#####\n#@$.#\n#####\nAuthor: me\n\nSolution/Moves:\nR\n\n#####\n#.$@#\n#####\nTitle: 2\n\n; third\n3#|#@#|3#\n";

#[test]
fn a_collection_with_titles_notes_and_solutions() {
    let entries = parse(&Source::new("f", COLLECTION)).unwrap();
    let levels: Vec<Level> = entries.into_iter().map(|entry| entry.level.unwrap()).collect();
    let titles: Vec<&str> = levels.iter().map(|level| level.title.as_str()).collect();
    assert_eq!(titles, ["first one", "Tests 2", "third"]);
    assert_eq!(levels[0].notes, ["Author: me"]);
    assert_eq!(levels[0].stored[0].moves, "R");
    assert_eq!(levels[0].stored[0].name, "Solution/Moves");
    assert_eq!(levels[2].size.to_string(), "3x3");
}

#[test]
fn floor_and_squares_in_all_their_forms() {
    let level = read("#######\n#@-_$.#\n#+*   #\n#######".replace('@', " ").as_str());
    assert_eq!(level.player, Cell::new(2, 1));
    assert_eq!(level.square(Cell::new(2, 1)), Square::Goal);
    assert_eq!(level.square(Cell::new(2, 2)), Square::BoxOnGoal);
    assert_eq!(level.square(Cell::new(1, 4)), Square::Box);
    assert_eq!(read("5#|#@$.#|5#"), read("#####\n#@$.#\n#####"));
    assert_eq!(read("#3(#)#|#@$.#|5#"), read("#####\n#@$.#\n#####"));
}

#[test]
fn what_is_no_level() {
    assert_eq!(error("####\n# .$\n####"), "f:1:1: found no player in this level, expected one @ or +");
    let two = error("#####\n#@$@#\n#####\nTitle: T\n");
    assert_eq!(
        two,
        "f:2:4: level 'T': found a second player; the first is in line 2, column 2, expected one player"
    );
    assert!(error("#####\n#@x.#\n#####").starts_with("f:2:3: found 'x', expected # wall"));
    assert!(error("#####\n#@ .\n#####").contains("the level is open"));
    assert!(error("######\n#@$$.#\n######").contains("there are 2 boxes but 1 goal: each"));
    assert!(error("no level here").contains("found no level"));
    assert!(error("999999999#|#@#").contains("found more than"));
    assert!(error("###\n#@#\n###\n\n###\n#@#\n###").contains("found a second level"));
}

#[test]
fn an_error_names_the_level() {
    let text = "###\n#@#\n###\nTitle: A\n\n####\n#@x#\n####\nTitle: B\n";
    let entries = parse(&Source::new("f", text)).unwrap();
    assert!(entries[0].level.is_ok());
    let error = entries[1].level.as_ref().unwrap_err().to_string();
    assert!(error.starts_with("f:7:3: level 'B': found 'x'"), "{error}");
}

#[test]
fn what_lies_outside_of_the_room_is_allowed() {
    let level = read("# $ #\n#####\n#@$.#  *\n#####\n    .");
    assert_eq!(level.boxes().count(), 3);
    let puzzle = Sokoban::new(level.clone());
    assert_eq!(puzzle.contradiction(), Some(Reason::DeadBox(Cell::new(0, 2))));
    let fine = read("#####\n#@$.#  *\n#####");
    assert_eq!(Sokoban::new(fine).contradiction(), None);
    assert!(level.warning().is_none());
    assert!(read("#####\n#@$.#\n#  .#\n#####").warning().unwrap().contains("2 goals for 1 boxes"));
}

#[test]
fn yaml_with_places() {
    let level = read("kind: sokoban\ntitle: T\nlevel: |\n  #####\n  #@$.#\n  #####\nsolutions: [R]\n");
    assert_eq!((level.title.as_str(), level.stored[0].moves.as_str()), ("T", "R"));
    assert_eq!(read(&level.to_yaml().unwrap()), level);
    let error = error("kind: sokoban\nlevel: |\n  #####\n  #@x.#\n  #####\n");
    assert!(error.starts_with("f:4:5: level: found 'x'"), "{error}");
    assert!(self::error("kind: sokoban\nlevl: x\n").contains("levl"));
}

#[test]
fn plans_in_every_form_that_solve_prints() {
    let level = read("#####\n#@$ #\n#  .#\n#####");
    let plan = |text: &str| parse_plan(&level, &Source::new("p", text)).unwrap();
    for text in [
        "RurD",
        "rurd",
        " Ru\nrD \n",
        "R1u1rD",
        "title\n  ##\nRurD\n4 moves, 2 pushes\n",
        "{\"solution\":{\"moves\":\"RurD\",\"move_count\":4,\"push_count\":2}}\n{}",
        "moves: RurD",
    ] {
        let read = plan(text);
        // The box moves right, but the player then walks over nothing: only legality is compared here.
        assert_eq!(read.moves.to_lowercase(), "rurd", "{text}");
    }
    assert_eq!(plan("2(Rl)3d").moves, "RlRlddd");
    assert!(parse_plan(&level, &Source::new("p", "nothing 12")).is_err());
    assert!(parse_plan(&level, &Source::new("p", "99999999999R")).is_err());
    assert!(parse_plan(&level, &Source::new("p", "9999999(RRRRRRRRR)")).is_err());
}

#[test]
fn the_referee_says_what_is_wrong() {
    let level = read("######\n#@$$.#\n#  . #\n######");
    let violation = |moves: &str| check(&level, &Plan::new(moves.into())).unwrap_err().to_string();
    assert_eq!(violation("u"), "move 1 (u) runs from r2c2 into a wall");
    assert_eq!(violation("R"), "move 1 (R) pushes the box in r2c3 into the box in r2c4");
    assert_eq!(violation("drU"), "move 3 (U) pushes the box in r2c3 into a wall");
    assert_eq!(violation("dR"), "move 2 (R) from r3c2 pushes no box but is a capital letter");
    assert_eq!(violation("d"), "at the end, the box in r2c3 is on no goal");
    assert_eq!(violation("dx"), "move 2 is 'x', not one of u, r, d, l");
}

#[test]
fn reasons_and_their_referee() {
    let cases = [
        ("#####\n#$  #\n# @.#\n#####", "the box in r2c2 is stuck between walls, on no goal"),
        ("######\n# @ .#\n#  $ #\n######", "the box in r3c4 can't be pushed to any goal"),
        (
            "########\n#@ $ $.#\n# .    #\n########",
            "the boxes in r2c4, r2c6 can only be pushed to the one goal r2c7",
        ),
        (
            "########\n###    #\n#@$$   #\n###    #\n#..    #\n########",
            "the player is shut in and can push no box",
        ),
        (
            "#######\n#  .  #\n# @$$ #\n#  $$.#\n#..   #\n#######",
            "the boxes in r3c4, r3c5, r4c4, r4c5 block each other for ever, and r3c4 is on no goal",
        ),
    ];
    for (rows, sentence) in cases {
        let level = read(rows);
        let reason = Sokoban::new(level.clone()).contradiction();
        assert_eq!(reason.as_ref().map(ToString::to_string).as_deref(), Some(sentence), "{rows}");
        check_reason(&level, &reason.unwrap()).unwrap();
    }
    let level = read("#######\n#     #\n# .$. #\n#  $  #\n#  @  #\n#######");
    let boxes = vec![Cell::new(2, 3), Cell::new(3, 3)];
    for wrong in [
        Reason::DeadBox(boxes[0]),
        Reason::FewGoals { boxes: boxes.clone(), goals: vec![Cell::new(2, 2)] },
        Reason::Frozen(boxes),
        Reason::ShutIn,
    ] {
        assert!(check_reason(&level, &wrong).is_err(), "{wrong}");
    }
}

fn any_level() -> impl Strategy<Value = String> {
    let inner = prop::collection::vec(prop::sample::select(vec![' ', '#', '.', '$', '*', ' ', '.']), 12);
    inner.prop_map(|squares| {
        let rows: Vec<String> =
            squares.chunks(4).map(|row| format!("#{}#", row.iter().collect::<String>())).collect();
        format!("######\n#@   #\n{}\n######\n", rows.join("\n"))
    })
}

proptest! {
    #[test]
    fn reading_never_panics(text in "[#@$.*+ |0-9()\\n:;a-zA-Z-]{0,200}") {
        let source = Source::new("f", text.as_str());
        if let Ok(entries) = parse(&source) {
            for level in entries.into_iter().filter_map(|entry| entry.level.ok()) {
                let _ = Sokoban::new(level.clone()).contradiction();
                prop_assert_eq!(&read(&level.to_xsb()).squares, &read(&level.to_word()).squares);
                let _ = parse_plan(&level, &source);
            }
        }
        let _ = looks_like_levels(&text);
    }

    #[test]
    fn what_is_written_is_read_again(text in any_level(), title in "[a-z][a-z ]{0,10}[a-z]", moves in "[lurdLURD]{1,9}") {
        let Ok(level) = parse_one(&Source::new("f", text)) else { return Ok(()) };
        let stored = vec![jigsat_sokoban::Stored { name: "Solution".into(), moves }];
        let level = Level { title, notes: vec!["Author: somebody".into()], stored, ..level };
        prop_assert_eq!(&read(&level.to_sok(None)), &level);
        let from_yaml = read(&level.to_yaml().unwrap());
        prop_assert_eq!((&from_yaml.squares, from_yaml.player, &from_yaml.title), (&level.squares, level.player, &level.title));
    }
}

#[test]
fn letters_of_sok_files() {
    let signs = read("#######\n#+$*. #\n#######");
    for letters in ["#######\n#PbB. #\n#######", "#######\n#+bB.-#\n#######", "#######\r\n#P$B.b#\r\n#######"]
    {
        let level = read(letters);
        assert_eq!(level.player, signs.player, "{letters}");
        assert_eq!(level.squares[8..12], signs.squares[8..12], "{letters}");
    }
    assert!(looks_like_levels("#####\n#pb.#\n#####\n") && looks_like_levels("#####\n#P.B#\n#####\n"));
    assert!(!looks_like_levels("# by a person\n# box: 3x3\nkind: x\n"));
    assert_eq!(
        error("#####\n#@B.#\n#####"),
        "f:2:3: found 'B' in a level without 'b': it may be a box on a goal or on none, expected $ for a box, * for a box on a goal"
    );
    for text in ["#####\n#P$.#\n#####", "######\n#PB .#\n######", "#####\n#pB #\n#####"] {
        assert!(error(text).contains("in a level without 'b'"), "{}", error(text));
    }
    let yaml = error("kind: sokoban\nlevel: |\n  #####\n  #P$.#\n  #####\n");
    assert!(yaml.starts_with("f:4:4: level: found 'P' in a level without 'b'"), "{yaml}");
}

#[test]
fn slc_collections() {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SokobanLevels xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n\
                <Title>Tests</Title>\n<LevelCollection Copyright=\"A. N.\" MaxWidth=\"6\" MaxHeight=\"3\">\n\
                <Level Id=\"1\" Width=\"5\" Height=\"3\">\n<L>#####</L>\n<L>#@$.#</L>\n<L>#####</L>\n</Level>\n\
                <Level Id=\"Corner\" Width=\"6\" Height=\"4\"><L>  ####</L><L>###  #</L><L>#@$ .#</L><L>######</L></Level>\n\
                <Level Id=\"3\"><L>###</L><L>#x#</L></Level>\n<Level Id=\"4\"/>\n</LevelCollection>\n</SokobanLevels>\n";
    assert!(looks_like_levels(text));
    for text in [text.to_owned(), format!("\u{feff}{}", text.replace('\n', "\r\n"))] {
        let entries = parse(&Source::new("f", text)).unwrap();
        let first = entries[0].level.as_ref().unwrap();
        assert_eq!(
            (first.title.as_str(), first.notes.as_slice()),
            ("Tests 1", &["Copyright: A. N.".to_owned()][..])
        );
        assert_eq!(first.to_xsb(), "#####\n#@$.#\n#####\n");
        assert_eq!(entries[1].level.as_ref().unwrap().to_xsb(), "  ####\n###  #\n#@$ .#\n######\n");
        assert_eq!(entries[1].level.as_ref().unwrap().title, "Corner");
        let errors: Vec<String> =
            entries[2..].iter().map(|entry| entry.level.as_ref().unwrap_err().to_string()).collect();
        assert!(
            errors[0].starts_with("f:11:29: level 'Tests 3': found 'x', expected # wall"),
            "{}",
            errors[0]
        );
        assert_eq!(errors[1], "f:12:1: found a level without rows, expected <L> with squares");
        assert_eq!(entries.iter().map(|entry| entry.line).collect::<Vec<_>>(), [5, 10, 11, 12]);
    }
    assert!(error("<SokobanLevels><Level>").starts_with("f:1:"));
    assert!(error("<SokobanLevels/>").contains("found no level"));
}
