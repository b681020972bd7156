//! Forms of puzzles and solutions: round trips, and texts that must not bring anything down.

mod common;

use common::{puzzle, read, small};
use jigsat_grid::{Charset, Picture};
use jigsat_input::Source;
use jigsat_tiling::{
    Board, Cover, Cut, Freedom, Rotate, Tiling, Way, cut_at_random, draw, parse, parse_solution,
    parse_xmpuzzle,
};
use proptest::prelude::*;

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
fn the_plain_form_is_read_again() {
    let tiling = puzzle("shape-fitting.txt");
    assert_eq!(read(&tiling.to_plain().unwrap()), tiling);
    assert!(puzzle("soma.yaml").to_plain().is_err());
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
    }
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
