//! The boards of pzpr's own tests: an address for each genre, finished boards, and wrong ones with their mistakes.
//!
//! `JIGSAT_PZPR_BOARDS` is the path of the file `boards.jsonl`; without it the tests are skipped.

use jigsat_genres::GenreFamily;
use jigsat_input::Source;
use jigsat_kit::{Family, NoFiles, NoOptions, Text, only};
use jigsat_qprop::Encoding;
use jigsat_solve::{BuildOptions, Limits, Session, Solver};
use serde_json::Value;

use crate::common::named_by_pzpr;

/// For a genre and pzpr's name of a mistake: the asserts that it breaks.
const MEANINGS: &[(&str, &str, &str)] = &[
    ("akari", "nmAkariNe", "clue"),
    ("akari", "akariDup", "apart"),
    ("akari", "ceDark", "lit"),
    ("aquarium", "brNoShade", "line"),
    ("aquarium", "csNoSupport", "fall"),
    ("aquarium", "csNoLevel", "level"),
    ("aquarium", "bkNoLevel", "level"),
    ("aquarium", "exShadeNe", "line"),
    ("battleships", "csPieceExtra", "line"),
    ("battleships", "csMismatch", "end"),
    ("battleships", "bankGt", "singles"),
    ("battleships", "bankInvalid", "corner"),
    ("battleships", "bankLt", "singles"),
    ("battleships", "shDiag", "corner"),
    ("battleships", "exShadeNe", "line"),
    ("galaxies", "bdPassStar", "star"),
    ("galaxies", "bkNoStar", "galaxy"),
    ("galaxies", "bkNotSymSt", "turn"),
    ("galaxies", "bkPlStar", "star"),
    ("kakuro", "nmDupRow", "differ"),
    ("kakuro", "nmSumRowNe", "sum"),
    ("kakuro", "ceNoNum", "digit"),
    ("tapa", "brNoShade", "runs"),
    ("tapa", "cs2x2", "pool"),
    ("tapa", "ceTapaNe", "length"),
    ("tapa", "csDivide", "wall"),
    ("heyawake", "csAdjacent", "apart"),
    ("heyawake", "cuDivideRB", "white"),
    ("heyawake", "bkShadeNe", "room"),
    ("heyawake", "bkUnshadeConsecGt3", "line"),
    ("hitori", "csAdjacent", "apart"),
    ("hitori", "cuDivideRB", "white"),
    ("hitori", "nmDupRow", "row"),
    ("hashi", "nmLineGt", "island"),
    ("hashi", "lcDivided", "connected"),
    ("hashi", "nmLineLt", "island"),
    ("kurodoko", "csAdjacent", "apart"),
    ("kurodoko", "cuDivideRB", "white"),
    ("kurodoko", "nmSumViewNe", "view"),
    ("lits", "cs2x2", "pool"),
    ("lits", "bkShadeGt4", "four"),
    ("lits", "bkShadeDivide", "piece"),
    ("lits", "bsSameShape", "differ"),
    ("lits", "csDivide", "sea"),
    ("lits", "bkNoShade", "four"),
    ("lits", "bkShadeLt4", "four"),
    ("minesweeper", "nmMinesNe", "around"),
    ("norinori", "csGt2", "pair"),
    ("norinori", "bkShadeGt2", "region"),
    ("norinori", "csLt2", "pair"),
    ("norinori", "bkShadeLt2", "region"),
    ("norinori", "bkNoShade", "region"),
    // Lines that don't join equal numbers by paths.
    ("numberlink", "lnBranch", "lines"),
    ("numberlink", "lnCross", "lines"),
    ("numberlink", "lcTripleNum", "lines"),
    ("numberlink", "nmConnDiff", "lines"),
    ("numberlink", "lcOnNum", "lines"),
    ("numberlink", "lnDeadEnd", "lines"),
    ("numberlink", "lcIsolate", "lines"),
    ("numberlink", "nmNoLine", "lines"),
    ("ripple-effect", "bkDupNum", "room"),
    ("ripple-effect", "nmSmallGap", "ripple"),
    // A cell without number.
    ("ripple-effect", "ceNoNum", "digit"),
    ("skyscrapers", "nmDupRow", "once"),
    ("skyscrapers", "nmSightNe", "sight"),
    ("skyscrapers", "ceNoNum", "height"),
    ("yajilin", "lnBranch", "loop"),
    ("yajilin", "lnCross", "loop"),
    ("yajilin", "lnOnShade", "all"),
    ("yajilin", "csAdjacent", "apart"),
    ("yajilin", "anShadeNe", "arrow"),
    ("yajilin", "lnDeadEnd", "loop"),
    ("yajilin", "lnPlLoop", "loop"),
    ("yajilin", "ceEmpty", "all"),
    ("yajilin", "shInside", "loop"),
    // Lines that branch, cross or end are not a loop.
    ("masyu", "lnBranch", "loop"),
    ("masyu", "lnCross", "loop"),
    ("masyu", "mashuWCurve", "white"),
    ("masyu", "mashuBStrig", "black"),
    ("masyu", "mashuBCvNbr", "straight"),
    ("masyu", "mashuWStNbr", "bend"),
    ("masyu", "mashuOnLine", "white"),
    ("masyu", "lnDeadEnd", "loop"),
    ("masyu", "lnPlLoop", "loop"),
    ("nonogram", "exNoMatch", "runs"),
    ("nurikabe", "cs2x2", "pool"),
    ("nurikabe", "bkNoNum", "islands"),
    ("nurikabe", "csDivide", "sea"),
    ("nurikabe", "bkNumGe2", "islands"),
    ("nurikabe", "bkSizeNe", "islands"),
    ("shikaku", "bkNoNum", "areas"),
    ("shikaku", "bkNumGe2", "areas"),
    ("shikaku", "bkNotRect", "straight"),
    ("shikaku", "bkSizeNe", "areas"),
    ("shikaku", "bdDeadEnd", "straight"),
    ("star-battle", "starAround", "apart"),
    ("star-battle", "bkStarGt", "region"),
    ("star-battle", "bkStarLt", "region"),
    ("star-battle", "lnStarNe", "row"),
    ("aqre", "bkShadeNe", "room"),
    ("aqre", "csDivide", "connected"),
    ("aqre", "cs3", "shaded"),
    ("aqre", "cu3", "unshaded"),
    ("canal-view", "cs2x2", "pool"),
    ("canal-view", "nmShadeViewNe", "view"),
    ("canal-view", "csDivide", "connected"),
    ("chocona", "csNotRect", "rectangle"),
    ("chocona", "bkShadeNe", "room"),
    ("country-road", "lnBranch", "loop"),
    ("country-road", "lnCross", "loop"),
    ("country-road", "bkPassTwice", "once"),
    ("country-road", "bkLineNe", "number"),
    ("country-road", "bkNoLine", "once"),
    ("country-road", "cbNoLine", "beside"),
    ("country-road", "lnDeadEnd", "loop"),
    ("country-road", "lnPlLoop", "loop"),
    ("paint-area", "bkMixed", "whole"),
    ("paint-area", "csDivide", "connected"),
    ("paint-area", "cs2x2", "block"),
    ("paint-area", "nmShadeNe", "number"),
    ("paint-area", "cu2x2", "block"),
    ("shimaguni", "cbShade", "apart"),
    ("shimaguni", "bkShadeDivide", "island"),
    ("shimaguni", "bkShadeNe", "number"),
    ("shimaguni", "bsEqShade", "sizes"),
    ("shimaguni", "bkNoShade", "some"),
    ("simple-loop", "lnBranch", "loop"),
    ("simple-loop", "lnCross", "loop"),
    ("simple-loop", "lnDeadEnd", "loop"),
    ("simple-loop", "ceNoLine", "all"),
    ("suguru", "bkDupNum", "room"),
    ("suguru", "nmAround", "apart"),
    ("suguru", "ceNoNum", "digit"),
    ("nurimisaki", "brNoShade", "block"),
    ("nurimisaki", "cs2x2", "block"),
    ("nurimisaki", "cu2x2", "block"),
    ("nurimisaki", "cuDivide", "connected"),
    ("nurimisaki", "nmSumViewNe", "view"),
    ("nurimisaki", "circleNotPromontory", "cape"),
    ("nurimisaki", "nonCirclePromontory", "inland"),
    ("yin-yang", "ms2x2", "block"),
    ("yin-yang", "mu2x2", "block"),
    ("yin-yang", "msDivide", "connected"),
    ("yin-yang", "muDivide", "connected"),
    ("yin-yang", "ceNoNum", "colour"),
    ("cave", "cuDivide", "cave"),
    ("cave", "csConnOut", "outside"),
    ("cave", "nmSumViewNe", "view"),
    ("regional-yajilin", "bkShadeNe", "room"),
    ("regional-yajilin", "lnBranch", "loop"),
    ("regional-yajilin", "lnCross", "loop"),
    ("regional-yajilin", "lnDeadEnd", "loop"),
    ("regional-yajilin", "lnPlLoop", "loop"),
    ("regional-yajilin", "csAdjacent", "apart"),
    ("regional-yajilin", "ceEmpty", "all"),
    ("snake", "csDivide", "connected"),
    ("snake", "shBranch", "path"),
    ("snake", "cs2x2", "touch"),
    ("snake", "exShadeNe", "line"),
    ("snake", "circleUnshade", "middle"),
    ("snake", "shLoop", "ends"),
    ("snake", "shEndpoint", "end"),
    ("snake", "shMidpoint", "middle"),
    ("snake", "shDiag", "touch"),
    ("koburin", "lnBranch", "loop"),
    ("koburin", "lnCross", "loop"),
    ("koburin", "lnPlLoop", "loop"),
    ("koburin", "lnDeadEnd", "loop"),
    ("koburin", "csAdjacent", "apart"),
    ("koburin", "anShadeNe", "number"),
    ("koburin", "ceEmpty", "all"),
    ("moon-or-sun", "lnBranch", "loop"),
    ("moon-or-sun", "lnCross", "loop"),
    ("moon-or-sun", "lnDeadEnd", "loop"),
    ("moon-or-sun", "lnPlLoop", "loop"),
    ("moon-or-sun", "bkPassTwice", "once"),
    ("moon-or-sun", "bkNoLine", "once"),
    ("moon-or-sun", "bkBothMarksPassed", "one"),
    ("moon-or-sun", "bkMSPassedGt2", "turns"),
    ("moon-or-sun", "bkMUPassedGt2", "turns"),
    ("moon-or-sun", "bkNotAllMUPassed", "all"),
    ("moon-or-sun", "bkNotAllMSPassed", "all"),
    ("moon-or-sun", "bkNoMarksPassed", "some"),
    ("double-back", "lnBranch", "loop"),
    ("double-back", "lnCross", "loop"),
    ("double-back", "lnDeadEnd", "loop"),
    ("double-back", "lnPlLoop", "loop"),
    ("double-back", "ceNoLine", "all"),
    ("double-back", "bkNotPassTwice", "twice"),
    ("geradeweg", "lnBranch", "loop"),
    ("geradeweg", "lnCross", "loop"),
    ("geradeweg", "lnDeadEnd", "loop"),
    ("geradeweg", "lnPlLoop", "loop"),
    ("geradeweg", "numNoLine", "visit"),
    ("geradeweg", "segDiff", "equal"),
    ("geradeweg", "segShort", "length"),
    ("geradeweg", "segLong", "length"),
    ("nanro", "nm2x2", "block"),
    ("nanro", "cbSameNum", "apart"),
    ("nanro", "bkPlNum", "count"),
    ("nanro", "nmCountGt", "count"),
    ("nanro", "nmCountLt", "count"),
    ("nanro", "nmDivide", "connected"),
    ("nanro", "bkNoNum", "some"),
    ("tents", "nmTentNone", "pairs"),
    ("tents", "nmTreeNone", "pairs"),
    ("tents", "nmTentLt", "pairs"),
    ("tents", "nmTentGt", "pairs"),
    ("tents", "tentAround", "apart"),
    ("tents", "exTentNe", "line"),
    ("putteria", "bkNoNum", "one"),
    ("putteria", "bkNumGe2", "one"),
    ("putteria", "bkSizeNe", "size"),
    ("putteria", "nmAdjacent", "apart"),
    ("putteria", "nmDupRow", "line"),
    ("easy-as-abc", "nmDupRow", "once"),
    ("easy-as-abc", "nmMissRow", "once"),
    ("easy-as-abc", "nmSightNe", "first"),
    ("kurotto", "nmSumSizeNe", "groups"),
    ("araf", "bkLessThan2Num", "areas"),
    ("araf", "bkMoreThan2Num", "areas"),
    ("araf", "bkArafEqual", "areas"),
    ("araf", "bkArafTooSmall", "areas"),
    ("araf", "bkArafTooBig", "areas"),
    ("araf", "bdDeadEnd", "borders"),
    ("four-cells", "bkSizeLt4", "regions"),
    ("four-cells", "bkSizeGt4", "regions"),
    ("four-cells", "nmBorderNe", "number"),
    ("four-cells", "bdDeadEnd", "ends"),
    ("slant", "slLoop", "loop"),
    ("slant", "crConnSlNe", "number"),
    ("slant", "ceNoSlash", "slant"),
    ("tilepaint", "bkMixed", "whole"),
    ("tilepaint", "asShadeNe", "line"),
    ("creek", "crShadeGt", "number"),
    ("creek", "crShadeLt", "number"),
    ("creek", "cuDivide", "connected"),
    ("doppelblock", "ceNoNum", "digit"),
    ("doppelblock", "nmDupRow", "once"),
    ("doppelblock", "ceTooManyBlocks", "blocks"),
    ("doppelblock", "nmSum", "sum"),
    ("castle-wall", "brNoLine", "loop"),
    ("castle-wall", "lnBranch", "loop"),
    ("castle-wall", "lnCross", "loop"),
    ("castle-wall", "lnDeadEnd", "loop"),
    ("castle-wall", "lnPlLoop", "loop"),
    ("castle-wall", "anLineLt", "arrow"),
    ("castle-wall", "anLineGt", "arrow"),
    ("castle-wall", "shInside", "outside"),
    ("castle-wall", "cuOutside", "inside"),
    ("castle-wall", "anNoArrow", "pointed"),
    ("nurimaze", "bkMixed", "whole"),
    ("nurimaze", "objShaded", "sign"),
    ("nurimaze", "cuDivide", "connected"),
    ("nurimaze", "cs2x2", "block"),
    ("nurimaze", "cu2x2", "loop"),
    ("nurimaze", "cuLoop", "loop"),
    ("nurimaze", "routeIgnoreCP", "way"),
    ("nurimaze", "routePassDeadEnd", "way"),
    ("kropki", "nmDupRow", "row"),
    ("kropki", "nmSubNe1", "white"),
    ("kropki", "nmSubEq1", "none"),
    ("kropki", "nmDivNe2", "black"),
    ("kropki", "nmDivEq2", "none"),
    ("kropki", "ceNoNum", "digit"),
    ("shakashaka", "nmTriangleGt", "number"),
    // Cells where nothing is drawn are open.
    ("shakashaka", "nmTriangleLt", "half"),
    ("shakashaka", "cuNotRectx", "angle"),
    ("magnets", "nmAdjacent", "apart"),
    ("magnets", "bkNumLt2", "whole"),
    ("magnets", "bkNumGt2", "two"),
    ("magnets", "exPlusNe", "line"),
    ("magnets", "exMinusNe", "line"),
];

/// Boards of pzpr that are of another genre than their line says, or of a variant: loops with an inside, numbers
/// without an arrow, poles that are alike where they touch; and those on which nobody says what the numbers of some cells are.
const OF_ANOTHER_GENRE: &[&str] = &[
    "pzprv3/heyawacky",
    "pzprv3/yajilin/3/3/o",
    "pzprv3/yajilin/2/3/0,1",
    "pzprv3.1/aqre/3/3/b",
    "pzprv3/nanro/1/4/",
    "pzprv3/magnets/3/3/a/",
];

/// Asserts about what pzpr does not save: the way through a maze.
const ABOUT_UNSAVED: &[(&str, &str)] = &[("nurimaze", "way"), ("nurimaze", "circle")];

fn genres() -> Vec<(GenreFamily, Value)> {
    let Ok(path) = std::env::var("JIGSAT_PZPR_BOARDS") else {
        eprintln!("skipped: JIGSAT_PZPR_BOARDS names no file with the boards of pzpr");
        return Vec::new();
    };
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line is JSON"));
    lines
        .filter_map(|line| Some((named_by_pzpr(line["genre"].as_str().unwrap_or_default())?, line)))
        .collect()
}

/// Each address can be read, has one solution, and is written unchanged.
#[test]
fn addresses() {
    for (genre, line) in genres() {
        let url = format!("https://puzz.link/{}", line["url"].as_str().expect("there is an address"));
        let text = Text::of_string("address", url.clone());
        let entry = only(&genre, text, &NoOptions::default(), &NoFiles);
        let board = entry.unwrap_or_else(|error| panic!("{}", error.render(false))).puzzle;
        let written = genre.write(&board, "plain").map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        assert_eq!(written.as_deref(), Ok(url.as_str()));
        let options = BuildOptions::default();
        let mut session =
            Session::new(&board, Encoding::Model, &options, &Solver::Batsat, None).expect("it is built");
        let count = session.count(10, &Limits::default()).expect("it is solved").found;
        assert_eq!(count, 1, "{url}");
    }
}

/// Right boards are accepted; wrong ones are rejected by the matching assert, or as unfinished.
#[test]
fn boards() {
    for (genre, line) in genres() {
        let mut right = 0;
        for board in line["boards"].as_array().expect("there are boards") {
            let (rule, text) = (board["rule"].as_str(), board["board"].as_str().unwrap_or_default());
            if OF_ANOTHER_GENRE.iter().any(|other| text.starts_with(other)) {
                continue;
            }
            let read = Text::of_string("board", text.to_owned());
            let entry = only(&genre, read, &NoOptions::default(), &NoFiles);
            let puzzle = match (entry, rule) {
                (Ok(entry), _) => entry.puzzle,
                // A text that is no board is rejected as such.
                (Err(_), Some(_)) => continue,
                (Err(error), None) => panic!("{}", error.render(false)),
            };
            let solution = genre
                .read_solution(&puzzle, &Source::new("board", text), &Limits::default())
                .unwrap_or_else(|error| panic!("{}", error.render(false)));
            let broken = puzzle.broken(&solution, true, &Limits::default()).expect("there are no limits");
            let names: Vec<&str> = broken.iter().map(|(name, _)| name.as_str()).collect();
            let name = &genre.info().name;
            let Some(rule) = rule else {
                let broken: Vec<_> = broken
                    .iter()
                    .filter(|(assert, _)| !ABOUT_UNSAVED.contains(&(name.as_ref(), assert.as_str())))
                    .collect();
                assert!(broken.is_empty(), "{name}: {text} is right, but: {broken:?}");
                right += 1;
                // Without what is not saved, the solution is unfinished, and its blank cells are open.
                if ABOUT_UNSAVED.iter().any(|(genre, _)| genre == name) {
                    continue;
                }
                let again = genre.write_solution(&puzzle, &solution, "pzprv3").expect("it is saved");
                let again = genre
                    .read_solution(&puzzle, &Source::new("again", again), &Limits::default())
                    .expect("it is read");
                assert_eq!(again, solution, "{name}: {text}");
                continue;
            };
            let meaning = MEANINGS.iter().find(|(genre, known, _)| genre == name && *known == rule);
            let (_, _, assert) =
                meaning.unwrap_or_else(|| panic!("{name}: what does {rule} mean? {broken:?}"));
            assert!(names.contains(assert), "{name}: {rule} is {assert}, found {names:?} in {text}");
        }
        assert!(right > 0, "{}", genre.info().name);
    }
}
