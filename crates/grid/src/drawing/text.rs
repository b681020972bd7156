use std::fmt::Write;

use anstyle::{Ansi256Color, AnsiColor, Style};

use super::{
    Charset, Drawing, Fill, Ink,
    argued::line_style,
    layout::{Piece, lines, width},
};

/// The colours of the SVG's palette (Okabe and Ito), approximated by the 256 colours of a terminal.
const PALETTE: [u8; 8] = [214, 117, 36, 228, 32, 202, 175, 250];

impl Drawing {
    /// The picture as plain text: title, board, caption and notes, each line with its end.
    #[must_use]
    pub fn to_text(&self, charset: Charset) -> String {
        self.write(charset, |line, text, _| line.push_str(text))
    }

    /// The picture as text with ANSI colours; the caller decides whether they stay.
    #[must_use]
    pub fn to_ansi(&self, charset: Charset) -> String {
        self.write(charset, |line, text, piece| {
            let style = style(piece);
            let _ = write!(line, "{style}{text}{style:#}");
        })
    }

    fn write(&self, charset: Charset, push: impl Fn(&mut String, &str, &Piece)) -> String {
        let mut out = String::new();
        if let Some(title) = &self.title {
            out.push_str(title);
            out.push('\n');
        }
        for line in lines(self, charset, width(self)) {
            let start = out.len();
            for (text, piece) in line.pieces() {
                push(&mut out, text, piece);
            }
            out.truncate(start + out[start..].trim_end().len());
            out.push('\n');
        }
        for note in self.caption.iter().chain(&self.notes) {
            out.push_str(note);
            out.push('\n');
        }
        out
    }
}

fn style(piece: &Piece) -> Style {
    if let Some(mark) = piece.mark {
        let style = piece.color.map_or(mark.style(), line_style);
        return if piece.ink == Some(Ink::Given) { style.bold() } else { style };
    }
    let style = match piece.ink {
        None => Style::new(),
        Some(Ink::Given) => Style::new().bold(),
        Some(Ink::Deduced) => AnsiColor::Cyan.on_default(),
        Some(Ink::Wrong) => AnsiColor::Red.on_default().bold().underline(),
    };
    match piece.fill {
        Fill::None | Fill::Tile(_) => style,
        Fill::Wall | Fill::Shaded => AnsiColor::BrightBlack.on_default(),
        Fill::Marked => style.invert(),
        // Black is readable on all of them, whatever the terminal's own colours are.
        Fill::Color(number) => style
            .fg_color(Some(Ansi256Color(16).into()))
            .bg_color(Some(Ansi256Color(PALETTE[number % PALETTE.len()]).into())),
    }
}
