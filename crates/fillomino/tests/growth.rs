//! The guide's picture of measured times is the one that is drawn from the stored measurements.

use std::{fs, path::Path};

#[path = "../benches/growth/measured.rs"]
mod measured;
#[path = "../benches/growth/plot.rs"]
mod plot;

#[test]
fn the_picture_of_the_guide_is_current() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/guide");
    let text = fs::read_to_string(guide.join("fillomino-growth.csv")).expect("the measurements are stored");
    let measured = measured::from_csv(&text);
    assert_eq!(measured::to_csv(&measured), text, "nothing is lost");
    let drawn = measured::plot(&measured).to_svg().expect("it can be drawn");
    let file = guide.join("fillomino-growth.svg");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&file, &drawn).expect("it can be written");
    }
    assert!(fs::read_to_string(file).is_ok_and(|kept| kept == drawn), "UPDATE_DOCS=1 draws it again");
}
