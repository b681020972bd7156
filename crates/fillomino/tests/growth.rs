//! The picture of times on the guide's page is that of the rows beside it.

#[path = "../benches/common/mod.rs"]
mod common;
#[path = "../benches/growth/plot.rs"]
mod plot;
#[path = "../benches/growth/rows.rs"]
mod rows;

use std::{fs, path::Path};

#[test]
fn the_picture_is_drawn_from_its_rows() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/guide");
    let text = fs::read_to_string(guide.join("fillomino-growth.jsonl")).expect("the rows are there");
    let rows = rows::read(&text).expect("they are rows");
    assert_eq!(rows::write(&rows), text);
    let made = rows::plot(&rows).to_svg();
    let picture = guide.join("fillomino-growth.svg");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&picture, &made).expect("it can be written");
    }
    let kept = fs::read_to_string(&picture).expect("the picture is there");
    assert!(
        kept == made,
        "fillomino-growth.svg is out of date: UPDATE_DOCS=1 cargo test -p jigsat-fillomino growth"
    );
}
