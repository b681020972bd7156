use crate::{Charset, Drawing};

/// What can be shown: in a terminal, with colours or without, and as a picture.
pub trait Picture {
    /// As text.
    fn to_text(&self, charset: Charset) -> String;

    /// As text with ANSI colours.
    fn to_ansi(&self, charset: Charset) -> String;

    /// As an SVG document.
    fn to_svg(&self) -> String;
}

impl Picture for Drawing {
    fn to_text(&self, charset: Charset) -> String {
        Drawing::to_text(self, charset)
    }

    fn to_ansi(&self, charset: Charset) -> String {
        Drawing::to_ansi(self, charset)
    }

    fn to_svg(&self) -> String {
        Drawing::to_svg(self)
    }
}
