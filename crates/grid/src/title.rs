//! Titles above pictures.

/// Maximum font size of a title, and the size down to which letters shrink before the picture grows to hold a
/// long title.
const LARGEST: i32 = 16;
const LEGIBLE: i32 = 11;
/// Maximum width to which a picture grows because of its title.
const WIDEST: i32 = 420;

/// The width that a picture with a title needs, and the font size of the title. `board` is the width of what
/// is drawn below it, in the picture's own units. Long titles first shrink, then widen the picture, and
/// shrink again if it would get too wide. Letters are assumed to have the usual shape.
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
