//! What addresses of puzz.link and boards saved by pzpr have in common.

use jigsat_input::{
    Part, Source,
    pzpr::{Address, Cursor, Item, Saved, number4, number16},
};
use proptest::prelude::*;

fn cursor(address: &str) -> Cursor<'_> {
    Cursor::new(Part::line("f", 1, address))
}

fn items(largest: u32) -> impl Strategy<Value = Vec<Item>> {
    let number = prop_oneof![0..16_u32, 0..=largest].prop_map(move |number| number.min(largest));
    let item =
        prop_oneof![6 => Just(Item::Nothing), 1 => Just(Item::Unknown), 2 => number.prop_map(Item::Number)];
    proptest::collection::vec(item, 0..120)
}

proptest! {
    #[test]
    fn numbers_are_read_as_written(items in items(number16::LARGEST)) {
        let text = number16::encode(items.iter().copied()).unwrap();
        let mut cursor = cursor(&text);
        let read = number16::decode(&mut cursor, items.len(), "cells", 0..=number16::LARGEST).unwrap();
        prop_assert_eq!(read, items);
        prop_assert!(cursor.end().is_ok());
    }

    #[test]
    fn small_numbers_are_read_as_written(items in items(4)) {
        let text = number4::encode(&items).unwrap();
        let mut cursor = cursor(&text);
        prop_assert_eq!(number4::decode(&mut cursor, items.len()).unwrap(), items);
        prop_assert!(cursor.end().is_ok());
    }
}

#[test]
fn numbers_are_written_as_pzpr_does() {
    let items =
        [Some(15), None, Some(16), Some(255), Some(256), Some(4095), Some(4096), Some(8191), Some(8192)];
    let items = items.into_iter().map(Item::from).chain([Item::Unknown]).chain([Item::Nothing; 21]);
    assert_eq!(number16::encode(items).as_deref(), Ok("fg-10-ff+100+fff=000=fff%000.zg"));
    assert_eq!(number16::encode([Item::Number(number16::LARGEST + 1)]), Err(number16::LARGEST + 1));
    let items = [Some(1), None, None, None, Some(4), None, Some(0)].map(Item::from);
    let items = [&items[..], &[Item::Unknown], &[Item::Nothing; 21]].concat();
    assert_eq!(number4::encode(&items).as_deref(), Ok("bg90.zg"));
    assert_eq!(number4::encode(&[Item::Number(5)]), Err(5));
}

#[test]
fn mistakes_have_their_place() {
    let error = |address: &str, places, range| {
        let mut cursor = cursor(address);
        let read = number16::decode(&mut cursor, places, "cells", range);
        read.and_then(|_| cursor.end()).unwrap_err().to_string()
    };
    assert_eq!(error("g3", 4, 0..=9), "f:1:3: the address ends after 2 of 4 cells");
    assert_eq!(error("g3/1", 4, 0..=9), "f:1:3: the address ends after 2 of 4 cells");
    assert_eq!(error("g-1f", 4, 0..=9), "f:1:2: found the number 31, expected a number from 0 to 9");
    assert!(error("g!", 2, 0..=9).starts_with("f:1:2: found '!', expected a hexadecimal digit"));
    assert_eq!(error("-1x", 2, 0..=99), "f:1:3: found 'x', expected a hexadecimal digit");
    assert_eq!(error("-1", 2, 0..=99), "f:1:3: found the end of the address, expected a hexadecimal digit");
    assert_eq!(
        error("1234/", 2, 0..=9),
        "f:1:3: found '34/' after the board, expected the end of the address"
    );
    assert_eq!(
        number4::decode(&mut cursor("1f"), 9).unwrap_err().to_string().split(',').next(),
        Some("f:1:2: found 'f'")
    );
    assert_eq!(
        number4::decode(&mut cursor("a/1"), 9).unwrap_err().to_string(),
        "f:1:2: the address ends after 3 of 9 cells"
    );
}

/// Sites ignore what follows the board, and people put marks behind addresses.
#[test]
fn other_text_may_follow_the_board() {
    for end in ["", "/", "//34/", "?x=1", "#x", "&x=1", ".", ",", "!", ")"] {
        let address = format!("12{end}");
        let mut cursor = cursor(&address);
        let read = number16::decode(&mut cursor, 2, "cells", 0..=9);
        assert_eq!(read.and_then(|_| cursor.end()), Ok(()), "{address}");
    }
}

#[test]
fn addresses_have_many_forms() {
    let read = |text: &'static str| {
        let address = Address::read(Part::line("f", 1, text))?;
        let mut board = address.board();
        board.skip_settings();
        Some((address.kind(), board.size(99).ok(), board.segment().text().to_owned()))
    };
    for text in [
        "https://puzz.link/p?mashu/3/2/10",
        "http://pzv.jp/p.html?mashu/3/2/10",
        "https://puzz.link/p?mashu_edit/3/2/10/",
        "p?mashu_play/v:/3/2/10",
        "  https://puzz.link/p?type=edit&mashu/3/2/10 ",
        "https://example.com/?url=https://puzz.link/p?mashu/3/2/10",
        "mashu/3/2/10",
    ] {
        assert_eq!(read(text), Some(("mashu", Some((2, 3)), "10".into())), "{text}");
    }
    let kind = |text: &'static str| read(text).map(|(kind, ..)| kind);
    assert_eq!(kind("p?pearl_edit/3/2/10"), Some("pearl"), "which genre has this name is the genre's to say");
    assert_eq!(kind("p?statuepark-aux_edit/3/2/10"), Some("statuepark-aux"));
    assert_eq!(kind("p?nurikabe/3"), Some("nurikabe"));
    for text in ["1/2/3", "p?1/2/3", "mashu/10", "no/such/file", "a p?mashu/3/2/10", "p?mashu", "?x=1&y=2"] {
        assert_eq!(kind(text), None, "{text}");
    }
    // Of two addresses without a blank between them, the first is read, and its board has an end that is wrong.
    assert_eq!(kind("p?mashu/3/2/10https://puzz.link/p?lits/3/2/10"), Some("mashu"));
}

#[test]
fn the_size_may_come_after_settings() {
    for (address, size) in [("3/2/rest", (2, 3)), ("v:/3/2/rest", (2, 3))] {
        let mut cursor = cursor(address);
        cursor.skip_settings();
        assert_eq!(cursor.size(3).unwrap(), size);
        assert_eq!(cursor.segment().text(), "rest");
        assert_eq!(cursor.next_char(), None);
    }
    let error = cursor("3/4").size(3).unwrap_err().to_string();
    assert_eq!(error, "f:1:3: found '4', expected the number of rows, a number from 1 to 3");
}

#[test]
fn saved_boards_have_slashes_or_lines() {
    for text in ["pzprv3/name/2/3/. 1 /7/f", " \npzprv3\nname\n2\n3\n. 1 \n7\nf\n"] {
        let source = Source::new("f", text);
        assert!(Saved::is_one(text));
        assert_eq!(Saved::genre_of(text), Some("name"));
        let mut saved = Saved::new(&source);
        assert!(!saved.is_later());
        assert_eq!(saved.size(9).unwrap(), (2, 3));
        let words = saved.words(2).unwrap();
        assert_eq!(words.iter().map(|(_, word)| *word).collect::<Vec<_>>(), [".", "1"]);
        assert_eq!(words[1].0, source.position(text.find(". 1").unwrap() + 2));
        assert_eq!(saved.number().unwrap(), 7);
        assert!(!saved.takes("g") && saved.takes("f"));
        assert!(saved.number().unwrap_err().to_string().contains("end of text, expected a number"));
    }
    let source = Source::new("f", "pzprv3.1/name/2/x");
    let mut saved = Saved::new(&source);
    assert!(saved.is_later());
    let error = saved.size(9).unwrap_err().to_string();
    assert_eq!(error, "f:1:17: found 'x', expected the number of columns, a number from 1 to 9");
}
