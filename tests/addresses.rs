//! Links to puzzles as people pass them on: each form is read as the address is, on the command line, from files and pipes,
//! with and without the family, in a batch and by a server.

mod common;

use std::fmt::Write;

use common::{code, jigsat, stderr, stdout};

const KIND: &str = "nurikabe";
const BOARD: &str = "5/5/g5k2o1k3g";

/// The forms of an address that are one word or one line.
fn forms() -> Vec<String> {
    let plain = format!("https://puzz.link/p?{KIND}/{BOARD}");
    let encoded = plain.replace(':', "%3A").replace('/', "%2F").replace('?', "%3F");
    let twice = encoded.replace('%', "%25");
    let mut forms: Vec<String> =
        ["_edit", "_play"].map(|mode| format!("puzz.link/p?{KIND}{mode}/{BOARD}")).into();
    let hosts = ["pzv.jp/p.html", "pzplus.tck.mn/p", "pzprxs.vercel.app/p.html", "localhost:8000/p.html"];
    forms.extend(hosts.map(|host| format!("http://{host}?{KIND}/{BOARD}")));
    forms.extend(["/", "//", "/12", "?x=1", "#x", "&x=1", "."].map(|end| format!("{plain}{end}")));
    forms.extend([
        plain.replace("p?", "p?type=edit&"),
        format!("<{plain}>"),
        format!("\"{plain}\","),
        format!("[a puzzle]({plain})"),
        format!("- [a puzzle]({plain} \"title\"), by me"),
        format!("[{plain}]({plain})"),
        format!("| 1 | {plain} | easy |"),
        format!("Try {plain}, it is nice!"),
        format!("<p><a href=\"{plain}\">here</a></p>"),
        format!("https://www.google.com/url?q={encoded}&sa=D"),
        format!("https://example.com/l.php?u={twice}&h=A"),
        format!("https://swaroopg92.github.io/penpa-edit/?p={plain}"),
        format!("{KIND}_edit/{BOARD}"),
        encoded,
    ]);
    forms
}

#[test]
fn every_form_of_an_address_is_read() {
    let plain = jigsat(&["show", &format!("https://puzz.link/p?{KIND}/{BOARD}")], "");
    let seen = stdout(&plain);
    assert!(code(&plain) == 0 && seen.contains('5'), "{}", stderr(&plain));
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (number, form) in forms().iter().enumerate() {
        std::fs::write(folder.path().join(format!("{number:02}.txt")), form).expect("it is written");
        let ways = [(&["show", "--", form][..], ""), (&["show", "-"], form), (&[KIND, "show", "-"], form)];
        for (words, input) in ways {
            let output = jigsat(words, input);
            assert_eq!((code(&output), stdout(&output)), (0, seen.clone()), "{words:?}: {}", stderr(&output));
        }
    }
    let output = jigsat(&["batch", folder.path().to_str().expect("it is text"), "--no-times"], "");
    let solved = stdout(&output).lines().filter(|line| line.contains(r#""family":"nurikabe""#)).count();
    assert_eq!((code(&output), solved), (0, forms().len()), "{}", stderr(&output));
}

/// All names of pzpr for a kind that jigsat has.
#[test]
fn kinds_have_several_names() {
    for (names, end) in [
        (&["hashikake", "hashi", "bridges"][..], "5/5/q11r"),
        (&["lightup", "akari", "bijutsukan"], "5/5/gggggg00gggg0gggggg.gg2gg"),
        (&["mashu", "masyu", "pearl"], "5/5/01na00390"),
        (&["numlin", "numberlink"], "3/2/1g1g2g"),
        (&["ripple", "hakyukoka"], "2/2/00g1h"),
        (&["skyscrapers", "skyscraper", "building"], "4/4/o12g341g"),
        (&["slither", "slitherlink"], "3/2/25g.1"),
        (&["tentaisho", "galaxies"], "5/5/leuaehaeve"),
        (&["mines", "minesweeper"], "5/5/h12h2g21232g02g2002g2g0"),
        (&["yajilin", "yajirin"], "5/5/aaaaa30aaaaaaaaaaaaaaaa11aa"),
    ] {
        let shown = |name: &str| {
            let output = jigsat(&["show", &format!("https://puzz.link/p?{name}/{end}")], "");
            (code(&output), stdout(&output), stderr(&output))
        };
        let first = shown(names[0]);
        for name in names {
            let edited = format!("{name}_edit");
            for name in [name, edited.as_str()] {
                assert_eq!(shown(name), first, "{name}");
            }
        }
    }
    let unknown = jigsat(&["show", "https://puzz.link/p?slalom_edit/5/5/0"], "");
    assert_eq!(code(&unknown), 2);
    assert!(stderr(&unknown).contains("no family for puzzles of the kind 'slalom'"), "{}", stderr(&unknown));
    let saved = jigsat(&["show", "pzprv3/nurikabe_edit/2/2/. 1 /. . /. . /. . /"], "");
    assert_eq!(code(&saved), 0, "{}", stderr(&saved));
}

/// In a text with words, each address is a puzzle, and a mistake has its place.
#[test]
fn texts_with_links_are_collections() {
    let mut text = "# Sunday\n\nHello,\n\nhere are some:\n".to_owned();
    for end in ["5m4p1g4i", "h3q5n2g", "j4k5p1!", "j4k5p1i"] {
        writeln!(text, "- [one](https://puzz.link/p?nurikabe/5/5/{end})").expect("text has room");
    }
    text += "\nHave fun\n--\nme\n";
    let output = jigsat(&["solve", "-", "--format", "json"], &text);
    let solved = stdout(&output).lines().filter(|line| line.contains(r#""status":"solved""#)).count();
    assert_eq!((code(&output), solved), (2, 3), "{}", stderr(&output));
    assert!(stdout(&output).contains(r#""line":8,"column":48,"#), "{}", stdout(&output));
    // A link that says where a puzzle comes from is no puzzle.
    let yaml = "kind: sudoku\nsource: https://puzz.link/p?nurikabe/5/5/g5k2o1k3g\ngivens: |\n  1...\n  ..2.\n  .3..\n  ...4\n";
    let output = jigsat(&["show", "-"], yaml);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let rows = "1...\n..2.\n.3..\n...4\n# https://puzz.link/p?nurikabe/5/5/g5k2o1k3g\n";
    assert_eq!(code(&jigsat(&["sudoku", "show", "-"], rows)), 0);
}

/// Links that can't be read say what to do, with and without a family.
#[test]
fn other_links_are_named() {
    for (link, told) in [
        ("https://sudokupad.app/abc123", "an address of SudokuPad, which jigsat cannot read"),
        ("https://tinyurl.com/2p8x", "an address of a link shortener, which jigsat cannot read"),
        ("https://www.gmpuzzles.com/blog/2024/01/x/", "an address of GMPuzzles, which jigsat cannot read"),
        (
            "https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA",
            "a link of Penpa whose data can't be decoded",
        ),
    ] {
        for words in [&["show", link][..], &["nurikabe", "show", link]] {
            let output = jigsat(words, "");
            assert_eq!(code(&output), 2, "{words:?}");
            assert!(stderr(&output).contains(told), "{words:?}: {}", stderr(&output));
            assert!(stderr(&output).contains("help"), "{words:?}: {}", stderr(&output));
        }
    }
}

/// Made by a script of its own: a 4x4 Sudoku with its boxes, a board with a space around it, and one with a circle.
const PENPA: [&str; 3] = [
    "https://swaroopg92.github.io/penpa-edit/#m=edit&p=rZFPS8NAEMXv+RRhz++wm02ys3sTtSepYCsiIUjFiGK10DaXhPazu5lJG296kN19/HjJ/GFm175sPlrk8ViChhmO1/K0vNNZvu/XTUj3uGj3b5ttSFfAtl03O9zOZnhdrXdNUmmk462TShmFVGWDGFUfu/mRLVMnfXcX+u4pVPUB3f2ENOEi9FHnoVeGVJBADHmgMjayybDFYNjJyNnIT8YB6qv9fG62C8VZH1lnrBnrMhZFZ1mvWDVrwXrD/1zHXpyFy1XIoFwOVwgVcKVQCeeYyMNrpjhJb4QMfCaUwVsmo4s45HLkMrIb2UWmkSmylwoWJNnIgPy5lkT5IejcFEkJsj8bkBDvz5WcA0kIFaeuvI2fzVjcjMXjBB54DpesOWvJ83HDymSpsk9Z5c8t/tsKfm2jMoTU/P3WyTc=",
    "https://opt-pan.github.io/penpa-edit/#m=solve&p=vZFNa8MwDIbv+RVBZx38kbjFt7Etp9FB2zGGCSMFjw3SjuXj4tD+9tpvKNkvKJIexGtZlnD/NzadZxNNr1mwjKaMQUghEDfb/wytt/nAD+Pw/dvZvGHuxtb3/FpV/NW0vc+c5FzAZZ05ksQ5qQRJ9SVsLpDi0RS2dgqf1tVnDm9Lul7SnZ0iN3Yirck6KuNFTn2YiiIJahEMBLkIqzIJ+iacmU7j8eC7HaHrB1iBCtzHRzlo8AkUYAm+oOYZfAcfwQI0qFmlsefF5p3mdf5vcr8xnFLxC+7jdXYF",
    "https://swaroopg92.github.io/penpa-edit/#m=edit&p=tZFNa8MwDIbv+RVBZx380XSpb2NbTqWDtmMMY0pWPFbINuYkF4f2t09WVtLDjiuyHswrWejF7XdfB48FhS5RoKRQquSUQnCeY3voGm/yDm/77v0rmLxGDH3jW3ysKnyrm9ZnVmD+e1xmQQLmoBIkuFNcnViSLhvi2gxxZ6w7YnyaruV03ZiBuDIDKAnGQkEPMc1B0CyoSZgtkiAnoWBBn4Ujwmf/8erDBnjqC03VglqovD+EfeN3y7QXlSpuUMwtbYJRM++Zglkwl9zzwHxm3jFnzDn33CQvo9vR6Ojx0t4fu11pDavoX+S/HJf9AA==",
];

#[test]
fn boards_of_penpa_are_rows_of_numbers() {
    let [sudoku, numbers, circle] = PENPA;
    let plain = |words: &[&str]| {
        let output = jigsat(&[words, &["--format", "plain"]].concat(), "");
        (code(&output), stdout(&output).trim().to_owned(), stderr(&output))
    };
    assert_eq!(plain(&["show", sudoku]), (0, "1.....2..3.....4".into(), String::new()));
    let address = "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g";
    assert_eq!(plain(&["nurikabe", "show", numbers]), (0, address.into(), String::new()));
    let markdown = format!("[a puzzle]({numbers})");
    assert_eq!(plain(&["nurikabe", "show", &markdown]), (0, address.into(), String::new()));
    let (status, _, told) = plain(&["nurikabe", "show", circle]);
    assert_eq!(status, 2);
    assert!(told.contains("a link of Penpa with symbols, of which jigsat reads only numbers"), "{told}");
    assert!(told.contains("export the puzzle from Penpa for puzz.link"), "{told}");
}
