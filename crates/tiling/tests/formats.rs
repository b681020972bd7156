//! Forms of puzzles and solutions: round trips, and texts that must not crash the reader.

use std::io::Write as _;

use jigsat_grid::{Charset, Picture};
use jigsat_input::Source;
use jigsat_solve::Limits;
use jigsat_tiling::{
    Board, Cover, Cut, Freedom, Rotate, Tiling, Way, cut_at_random, draw, parse, parse_solution,
    parse_xmpuzzle, search::count_bitboard,
};
use proptest::prelude::*;

use crate::common::{puzzle, read, small};

fn everything() -> Vec<Tiling> {
    let files =
        ["soma.yaml", "two-boards.yaml", "given.txt", "one-sided-3x30.yaml", "pentominoes-8x8-hole.yaml"];
    small().into_iter().chain(files.into_iter().map(puzzle)).collect()
}

#[test]
fn yaml_is_read_again() {
    for tiling in everything() {
        let text = tiling.to_yaml().unwrap();
        assert_eq!(read(&text), tiling, "{text}");
    }
}

#[test]
fn xmpuzzle_is_read_again() {
    for tiling in everything() {
        let Ok(bytes) = tiling.to_xmpuzzle() else { continue };
        let again = parse_xmpuzzle("test", bytes, Rotate::AsGiven).unwrap().remove(0);
        assert_eq!(again.spec().boards, tiling.spec().boards);
        assert_eq!(again.spec().cover, tiling.spec().cover);
        let shapes = |tiling: &Tiling| -> Vec<_> {
            tiling
                .spec()
                .pieces
                .iter()
                .map(|piece| (piece.name.clone(), piece.shape.clone(), piece.min))
                .collect()
        };
        assert_eq!(shapes(&again), shapes(&tiling));
        assert_eq!(again.placements().len(), tiling.placements().len(), "{}", tiling.spec().title);
    }
}

/// BurrTools turns pieces in space: on a flat board, they may lie on either side. In space, none is mirrored.
#[test]
fn pieces_of_an_xmpuzzle_turn_as_in_burrtools() {
    let xml = |size: &str, marks: &str, piece: &str| {
        format!(
            "<puzzle version=\"2\"><gridType type=\"0\"/><shapes><voxel {piece}</voxel><voxel {size} type=\"0\">{marks}</voxel></shapes>\
             <problems><problem><shapes><shape id=\"0\" count=\"1\"/></shapes><result id=\"1\"/></problem></problems></puzzle>"
        )
    };
    let read = |xml: String, rotate| parse_xmpuzzle("test", xml.into_bytes(), rotate).unwrap().remove(0);
    let (l, screw) =
        ("x=\"3\" y=\"2\" z=\"1\" type=\"0\">####__", "x=\"2\" y=\"2\" z=\"2\" type=\"0\">##_#___#");
    let flat = |marks: &str, rotate| read(xml("x=\"3\" y=\"2\" z=\"1\"", marks, l), rotate);
    // L, J, and both upside down.
    for marks in ["####__", "###__#", "__####", "#__###"] {
        assert_eq!(flat(marks, Rotate::AsGiven).placements().len(), 1, "{marks}");
    }
    assert_eq!(flat("++++++", Rotate::AsGiven).placements().len(), 4);
    assert_eq!(flat("++++++", Rotate::Never).placements().len(), 1);
    let cube = read(xml("x=\"2\" y=\"2\" z=\"2\"", "++++++++", screw), Rotate::AsGiven);
    assert_eq!(cube.placements().len(), 12, "24 rotations, two of which look the same each");
}

#[test]
fn an_xmpuzzle_is_not_written_of_pieces_that_turn_in_other_ways() {
    let written = |board: &str, shape: &str, rotate: bool, mirror: bool| {
        let shape = shape.replace('\n', "\n    ");
        let text = format!(
            "kind: tiling\nboard: {board}\ncover: some\nrotate: {rotate}\nmirror: {mirror}\npieces:\n- name: P\n  shape: |\n    {shape}\n"
        );
        read(&text).to_xmpuzzle().map(|_| ())
    };
    let (l, tee, square) = ("###\n#..", "###\n.#.", "##\n##");
    let refused = |reason: &str| Err(reason.to_owned());
    assert_eq!(written("4x4", l, true, true), Ok(()));
    assert_eq!(
        written("4x4", l, true, false),
        refused("BurrTools turns flat pieces over, but P may not be turned over")
    );
    assert_eq!(written("4x4", tee, true, false), Ok(()), "a T looks the same from below");
    assert_eq!(
        written("4x4", tee, false, true),
        refused("BurrTools rotates all pieces, but P may not be rotated")
    );
    assert_eq!(written("4x4", square, false, false), Ok(()));
    assert_eq!(written("2x4x4", l, true, false), Ok(()));
    assert_eq!(written("2x4x4", l, true, true), Ok(()), "rotations in space turn it over anyway");
    let (tripod, screw) = ("##\n#.\n\n#.\n..", "##\n.#\n\n..\n.#");
    assert_eq!(written("2x4x4", tripod, true, true), Ok(()), "its mirror image is a rotation of it");
    assert_eq!(written("2x4x4", screw, true, false), Ok(()));
    assert_eq!(
        written("2x4x4", screw, true, true),
        refused("BurrTools mirrors no pieces, but P may be mirrored")
    );
}

/// The reader of XML is recursive: deeply nested elements would exhaust its stack.
#[test]
fn an_xmpuzzle_nested_deep_is_refused() {
    let deep = 14_000;
    let error = |xml: String| {
        parse_xmpuzzle("p.xmpuzzle", xml.into_bytes(), Rotate::AsGiven).unwrap_err().to_string()
    };
    let nested =
        |open: &str, close: &str| format!("<puzzle>\n{}{}</puzzle>", open.repeat(deep), close.repeat(deep));
    assert_eq!(
        error(nested("<a>", "</a>")),
        "p.xmpuzzle:2:298: found elements nested deeper than 100 levels"
    );
    // Text that looks like an end tag and is none.
    for open in [
        "<a><!--</a>-->",
        "<a><![CDATA[</a>]]>",
        "<a><?p </a>?>",
        "<a b=\"/>\">",
        "<a b='</a>'>",
        "<a b='\"' c=\"/>\">",
    ] {
        assert!(error(nested(open, "</a>")).contains("nested deeper"), "{open}");
    }
    let attributes: String = (0..100_000).map(|number| format!(" a{number}=''")).collect();
    assert_eq!(
        error(format!("<puzzle{attributes}/>")),
        "p.xmpuzzle:1:1: found a tag of more than 16384 characters"
    );
    // Many elements that are not deep, and text that is not an element.
    for flat in ["<a/>", "<a b='x>y'/>", "<a></a>", "<!-- <a> -->", "<![CDATA[<a>]]>", "<?p <a> ?>"] {
        let xml = format!("<puzzle>{}</puzzle>", flat.repeat(deep));
        assert_eq!(
            error(xml),
            "p.xmpuzzle:1:1: found no problem, expected <problems> with <problem>",
            "{flat}"
        );
    }
    for broken in ["<", "<a", "<a b='", "<!--", "<![CDATA[", "<?", "</"] {
        assert!(error(broken.into()).contains("found broken XML"), "{broken}");
        assert!(error(format!("<puzzle>{broken}")).contains("found broken XML"), "{broken}");
    }
    let entity = "<!DOCTYPE a [<!ENTITY b '<c>'>]><a>&b;</a>";
    assert!(error(entity.into()).contains("found the definition of an entity"));
}

#[test]
fn an_xmpuzzle_of_two_problems() {
    let xml = "<?xml version=\"1.0\"?>\n<puzzle version=\"2\"><gridType type=\"0\"/><colors/>\n<shapes>\
        <voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">##</voxel><voxel x=\"2\" y=\"2\" z=\"1\" type=\"0\">####</voxel>\
        <voxel x=\"2\" y=\"2\" z=\"1\" type=\"0\">+++_</voxel></shapes>\n<problems>\
        <problem name=\"Two\"><shapes><shape id=\"0\" count=\"2\"/></shapes><result id=\"1\"/></problem>\
        <problem><shapes><shape id=\"0\" min=\"0\" max=\"1\"/></shapes><result id=\"2\"/></problem>\
        </problems></puzzle>";
    let puzzles = parse_xmpuzzle("test", xml.as_bytes().to_vec(), Rotate::AsGiven).unwrap();
    assert_eq!(puzzles.len(), 2);
    assert_eq!((puzzles[0].spec().title.as_str(), puzzles[0].spec().pieces[0].min), ("Two", 2));
    assert_eq!((puzzles[1].spec().cover, puzzles[1].area()), (Cover::Some, 3));
    let mixed = xml.replace("+++_", "#++_");
    let error = parse_xmpuzzle("test", mixed.into_bytes(), Rotate::AsGiven).unwrap_err().to_string();
    assert!(error.contains("cells that must and cells that may be filled"), "{error}");
}

/// Other parts that BurrTools itself writes: colours that no shape uses, weights, groups, a half-solved problem.
#[test]
fn an_xmpuzzle_with_all_that_says_nothing_about_assembling() {
    let xml = "<?xml version=\"1.0\"?>
<puzzle version=\"2\">
 <!-- drawn by hand -->
 <gridType type=\"0\"/>
 <colors><color red=\"255\" green=\"0\" blue=\"9\"/></colors>
 <shapes>
  <voxel x=\"2\" y=\"2\" z=\"1\" name=\"big corner\" weight=\"3\" type=\"0\" hx=\"0\" hy=\"0\" hz=\"0\">##<!-- row 2 -->#_</voxel>
  <voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\">#</voxel>
  <voxel x=\"2\" y=\"2\" z=\"1\" type=\"0\">####</voxel>
  <voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\">#1</voxel>
 </shapes>
 <problems>
  <problem name=\"square\" state=\"2\" assemblies=\"1\" solutions=\"1\" time=\"0\">
   <shapes>
    <shape id=\"0\" count=\"1\" group=\"1\"/>
    <shape id=\"1\" min=\"0\" max=\"2\"><group group=\"2\" count=\"1\"/></shape>
    <shape id=\"3\" count=\"0\"/>
   </shapes>
   <result id=\"2\"/>
   <bitmap><pair piece=\"1\" result=\"1\"/></bitmap>
   <solutions><solution asmNum=\"0\"><assembly>0 0 0 0 1 1 0 0</assembly></solution></solutions>
  </problem>
 </problems>
 <comment>A corner and what it leaves.</comment>
</puzzle>";
    let read = |xml: &str| parse_xmpuzzle("test", xml.as_bytes().to_vec(), Rotate::AsGiven);
    let tiling = read(xml).unwrap().remove(0);
    let names: Vec<&str> = tiling.spec().pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!((tiling.spec().title.as_str(), names), ("square", vec!["big-corner", "B"]));
    assert_eq!((tiling.spec().pieces[1].min, tiling.spec().pieces[1].max), (0, 2));
    let counted = count_bitboard(&tiling, 1, &Limits::default()).unwrap();
    assert_eq!((counted.count, counted.distinct), (4, Some(1)));
    let refused = |xml: String| read(&xml).unwrap_err().to_string();
    let coloured = refused(xml.replace("id=\"3\" count=\"0\"", "id=\"3\" count=\"1\""));
    assert!(coloured.contains("found colours"), "{coloured}");
    let holes = xml.replace("<problem ", "<problem maxHoles=\"1\" ").replace("####", "++++");
    assert!(refused(holes).contains("found maxHoles"));
    assert!(refused(xml.replace("result id=\"2\"", "result id=\"7\"")).contains("found the shape 7"));
}

/// A file with everything that BurrTools keeps in one, packed in its way: several shapes, problems, multiplicities,
/// bounds, colours, comments. Each problem is written to a file of its own, from which the same puzzle is read.
#[test]
fn a_packed_xmpuzzle_of_three_problems_goes_through_writing_and_reading() {
    let xml = "<?xml version=\"1.0\"?>
<puzzle version=\"2\">
 <gridType type=\"0\"/>
 <!-- red marks what must match -->
 <colors><color red=\"255\" green=\"0\" blue=\"9\"/></colors>
 <shapes>
  <voxel x=\"3\" y=\"2\" z=\"1\" name=\"L &amp; co\" type=\"0\">####__</voxel>
  <voxel x=\"2\" y=\"2\" z=\"2\" name=\"branch\" weight=\"2\" type=\"0\">###_#___</voxel>
  <voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">##</voxel>
  <voxel x=\"4\" y=\"3\" z=\"1\" name=\"tray\" type=\"0\">####<!-- a hole below -->#__#
####</voxel>
  <voxel x=\"2\" y=\"2\" z=\"2\" name=\"cube\" type=\"0\">########</voxel>
  <voxel x=\"3\" y=\"1\" z=\"1\" name=\"shelf\" type=\"0\">+++</voxel>
  <voxel x=\"2\" y=\"1\" z=\"1\" name=\"painted\" type=\"0\">#1#</voxel>
 </shapes>
 <problems>
  <problem name=\"Tray &lt;1&gt;\" state=\"0\">
   <shapes><shape id=\"0\" min=\"0\" max=\"2\"/><shape id=\"2\" count=\"3\"/></shapes>
   <result id=\"3\"/><bitmap/>
  </problem>
  <problem name=\"Cube\" state=\"1\" assemblies=\"8\">
   <shapes><shape id=\"1\"/><shape id=\"1\" count=\"1\" group=\"3\"/></shapes>
   <result id=\"4\"/><bitmap/>
  </problem>
  <problem name=\"Shelf\"><shapes><shape id=\"2\" count=\"1\"/></shapes><result id=\"5\"/></problem>
 </problems>
 <comment popup=\"1\">Three trays &amp; a cube</comment>
</puzzle>";
    let puzzles = parse_xmpuzzle("test", packed(xml), Rotate::AsGiven).unwrap();
    let titles: Vec<&str> = puzzles.iter().map(|tiling| tiling.spec().title.as_str()).collect();
    assert_eq!(titles, ["Tray <1>", "Cube", "Shelf"]);
    let tray = puzzles[0].spec();
    let pieces: Vec<_> =
        tray.pieces.iter().map(|piece| (piece.name.as_str(), piece.min, piece.max)).collect();
    assert_eq!(pieces, [("L-&-co", 0, 2), ("B", 3, 3)]);
    assert_eq!((tray.boards[0].area(), tray.cover, puzzles[2].spec().cover), (10, Cover::All, Cover::Some));
    let counts: Vec<u128> =
        puzzles.iter().map(|tiling| count_bitboard(tiling, 1, &Limits::default()).unwrap().count).collect();
    // The frame with an L of four at each of its corners, and with dominoes; a cube of two tripods; a domino at either
    // end.
    assert_eq!(counts, puzzles.iter().map(brute_force).collect::<Vec<_>>());
    for tiling in puzzles {
        let again = parse_xmpuzzle("again", tiling.to_xmpuzzle().unwrap(), Rotate::AsGiven).unwrap();
        assert_eq!(again, [tiling]);
    }
    let refused = |from: &str, to: &str| {
        assert!(xml.contains(from), "{from}");
        parse_xmpuzzle("test", packed(&xml.replacen(from, to, 1)), Rotate::AsGiven).unwrap_err().to_string()
    };
    for (from, to, message) in [
        ("id=\"2\" count=\"3\"", "id=\"6\" count=\"3\"", "found colours, which say where pieces may lie"),
        ("gridType type=\"0\"", "gridType type=\"1\"", "found the grid type 1, expected 0, cubes"),
        ("+++", "#++", "found a result with cells that must and cells that may be filled"),
        ("id=\"1\"/>", "id=\"1\" count=\"two\"/>", "found 'two' as count"),
        ("x=\"4\" y=\"3\"", "x=\"4\" y=\"4\"", "found 12 cells in a shape, expected 16"),
        ("##</voxel>", "#?</voxel>", "found '?' in a shape"),
        ("<result id=\"3\"/>", "", "found no <result>"),
    ] {
        let error = refused(from, to);
        assert!(error.contains(message), "{message}: {error}");
    }
}

/// A packed file, as made by a program.
fn packed(text: &str) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(text.as_bytes()).unwrap();
    packer.finish().unwrap()
}

/// The number of sets of placements that the referee accepts.
fn brute_force(tiling: &Tiling) -> u128 {
    fn extend(tiling: &Tiling, next: u32, chosen: &mut Vec<u32>) -> u128 {
        if next as usize == tiling.placements().len() {
            let solution = tiling.solution(chosen.iter().copied());
            return u128::from(jigsat_tiling::check(tiling, &solution).is_ok());
        }
        let cells = |placement: u32| tiling.placements().cells(placement);
        let mut found = extend(tiling, next + 1, chosen);
        if !chosen.iter().any(|&one| cells(one).iter().any(|cell| cells(next).contains(cell))) {
            chosen.push(next);
            found += extend(tiling, next + 1, chosen);
            chosen.pop();
        }
        found
    }
    extend(tiling, 0, &mut Vec::new())
}

#[test]
fn given_pieces_that_no_drawing_shows_are_listed() {
    let text = "kind: tiling\nboard: 2x4\npieces:\n- {name: long, shape: \"##\", count: 4}\ngiven:\n\
                - {piece: long, cells: [[0, 0], [1, 0]]}\n- {piece: long, cells: [[0, 1], [1, 1]]}\n";
    let tiling = read(text);
    assert_eq!(tiling.given().len(), 2);
    assert_eq!(read(&tiling.to_yaml().unwrap()), tiling);
    let wrong = |from: &str, to: &str| {
        let source = Source::new("test", text.replace(from, to));
        parse(&source, Rotate::AsGiven).unwrap_err().to_string()
    };
    assert!(wrong("piece: long, cells: [[0, 0]", "piece: short, cells: [[0, 0]").contains("found 'short'"));
    assert!(wrong("[[0, 0], [1, 0]]", "[[0, 0], [2, 0]]").contains("does not have the shape"));
    assert!(wrong("[[0, 0], [1, 0]]", "[[0, -1], [1, 0]]").contains("found the coordinate -1"));
    assert!(wrong("long, cells: [[0, 0]", "long, board: 2, cells: [[0, 0]").contains("found board 2"));
}

#[test]
fn solutions_are_read_again_from_every_form() {
    for seed in 0..4 {
        let freedom = Freedom { rotate: true, mirror: true };
        let cut = Cut { board: Board::full([6, 5, 1]), pieces: 7, way: Way::Even, freedom };
        let made = cut_at_random(&cut, seed).unwrap();
        let tiling = &made.puzzle;
        let text = draw(tiling, Some(&made.solution)).to_text(Charset::Unicode);
        let ascii = draw(tiling, Some(&made.solution)).to_text(Charset::Ascii);
        for text in [text, ascii.replace(['+', '-'], " "), made.solution.to_plain(tiling)] {
            let again = parse_solution(tiling, &Source::new("test", text.as_str())).unwrap();
            assert_eq!(jigsat_tiling::check(tiling, &again), Ok(()), "{text}");
            assert_eq!(tiling.find(&again), tiling.find(&made.solution), "{text}");
        }
    }
}

/// A title may look like a row of the drawing.
#[test]
fn titles_are_no_rows() {
    for title in ["Puzzle # 3", "No. 4 | easy", "##"] {
        let tiling = read(&format!(
            "kind: tiling\ntitle: '{title}'\nboard: 2x2\npieces:\n- {{name: a, shape: '##', count: 2}}\n"
        ));
        let solution = tiling.solution([0, 1]);
        let text = draw(&tiling, Some(&solution)).to_text(Charset::Unicode);
        let again = parse_solution(&tiling, &Source::new("test", text.as_str())).unwrap();
        assert_eq!(tiling.find(&again), [0, 1], "{text}");
    }
}

/// Many given pieces: nothing about them takes quadratic time. It once took minutes.
#[test]
fn boards_full_of_given_pieces_are_read() {
    let row = "aab".repeat(80);
    let text = format!(
        "kind: tiling\nboard: |\n{}pieces:\n- {{name: a, shape: '##', min: 0}}\n- {{name: b, shape: '#', min: 0}}\n",
        format!("  {row}\n  {}\n", "#".repeat(240)).repeat(100)
    );
    let tiling = read(&text);
    assert_eq!(tiling.given().len(), 2 * 80 * 100);
    let solution = tiling.solution(tiling.given().iter().copied());
    assert_eq!(jigsat_tiling::check(&tiling, &solution), Ok(()));
    assert_eq!(tiling.symmetries().len(), 1);
    assert_eq!(read(&tiling.to_yaml().unwrap()), tiling);
}

#[test]
fn pictures_show_layers_and_pieces() {
    let soma = puzzle("soma.yaml");
    let text = draw(&soma, None).to_text(Charset::Unicode);
    assert!(text.starts_with("The Soma cube\n") && text.contains('V'), "{text}");
    let svg = draw(&soma, Some(&soma.solution([0]))).to_svg();
    assert!(svg.contains("<polygon") && svg.trim_end().ends_with("</svg>"));
}

proptest! {
    #[test]
    fn no_text_brings_the_readers_down(text in "[ .#A-Za-z0-9:=,()\\[\\]\\-\n]{0,200}") {
        let _ = parse(&Source::new("test", text.as_str()), Rotate::AsGiven);
        let tiling = puzzle("shape-fitting.txt");
        let _ = parse_solution(&tiling, &Source::new("test", text.as_str()));
    }

    #[test]
    fn no_bytes_bring_the_xml_reader_down(bytes in proptest::collection::vec(any::<u8>(), 0..200), packed in any::<bool>()) {
        let mut bytes = bytes;
        if packed {
            bytes.splice(0..0, [0x1f, 0x8b]);
        }
        let _ = parse_xmpuzzle("test", bytes, Rotate::AsGiven);
    }

    #[test]
    fn cut_boards_are_tiled_by_their_pieces(seed in any::<u64>(), width in 1..7_usize, height in 1..7_usize, pieces in 1..9_usize) {
        let cut = Cut { board: Board::full([width, height, 1]), pieces: pieces.min(width * height), way: Way::Even, freedom: Freedom { rotate: true, mirror: false } };
        let made = cut_at_random(&cut, seed).unwrap();
        prop_assert_eq!(jigsat_tiling::check(&made.puzzle, &made.solution), Ok(()));
        prop_assert_eq!(read(&made.puzzle.to_yaml().unwrap()), made.puzzle);
    }
}

/// Drawings as people write them: a title and a blank line first, boards of `#`, rows of different lengths.
#[test]
fn drawn_boards() {
    use jigsat_kit::{Family as _, NoFiles, Text, only};
    use jigsat_tiling::{TilingFamily, TilingOptions};

    let read = |text: &str| {
        let text = Text::of_string("p", text.to_owned());
        let entry = only(&TilingFamily, text, &TilingOptions::default(), &NoFiles)
            .map_err(|error| error.to_string())?;
        Ok::<_, String>((entry.puzzle.spec().boards[0].area(), entry.warnings))
    };
    assert_eq!(read("title: A\n\n....\n....\n\nset: dominoes\n"), Ok((8, vec![])));
    assert_eq!(read("####\n####\n\nset: dominoes\n"), Ok((8, vec![])));
    let (area, warnings) = read("....\n..\n....\n\nset: dominoes\n").expect("it can be read");
    assert!(area == 10 && warnings.len() == 1, "{warnings:?}");
    assert!(warnings[0].starts_with("row 2 of the board ends after 2 of 4 columns"), "{warnings:?}");
    assert_eq!(read("....\n..##\n....\n\nset: dominoes\n"), Ok((10, vec![])));
    assert_eq!(
        read("....\n....\n"),
        Err("p:1:1: found a board without pieces, expected pieces below it, or a line such as 'set: pentominoes'".into())
    );
    for text in ["title: A\n\n....\n....\n\nset: dominoes\n", "####\n####\n\nset: dominoes\n"] {
        assert!(TilingFamily.recognises(text), "{text}");
    }
}
