//! Titles above pictures.

/// How large a title's letters are at most, and down to which size a picture grows to hold a long title.
const LARGEST: i32 = 16;
const LEGIBLE: i32 = 11;
/// No picture grows beyond this width for the sake of its title.
const WIDEST: i32 = 420;

/// How wide a picture with a title has to be, and the font size of the title; `board` is the width of what is drawn
/// below it, in the picture's own units. Long titles shrink, then widen the picture, and shrink again where that would
/// get too wide; letters are taken to be of usual shape.
///
/// ```
/// use jigsat_grid::title_room;
///
/// assert_eq!(title_room("Soma", 120), (120, 16));
/// let (width, font) = title_room("The 2 in the corner is shut in", 120);
/// assert!(width > 120 && font == 11);
/// ```
#[must_use]
pub fn title_room(title: &str, board: i32) -> (i32, i32) {
    let letters = i32::try_from(title.chars().count()).unwrap_or(i32::MAX).max(1);
    // A letter is about 4/7 as wide as it is high.
    let needed = letters.saturating_mul(LEGIBLE * 4) / 7 + 1;
    let room = board.max(needed.min(WIDEST));
    (room, (room.saturating_mul(7) / letters.saturating_mul(4)).clamp(5, LARGEST))
}
