use anstyle::{Ansi256Color, AnsiColor, Style};

use crate::{Cell, Charset, Drawing, Edge};

/// The reason for marking a cell or an edge, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// A constraint is about it.
    Concerned,
    /// A possibility there is ruled out.
    RuledOut,
    /// Something is only supposed there.
    Supposed,
    /// A known fact about it is a reason.
    Known,
    /// The deduction is about it, or solutions differ there.
    Deduced,
}

impl Mark {
    /// All marks, the weakest first.
    pub const ALL: [Mark; 5] = [Mark::Concerned, Mark::RuledOut, Mark::Supposed, Mark::Known, Mark::Deduced];

    /// The characters before and after a label with this mark, in text.
    #[must_use]
    pub fn brackets(self) -> [char; 2] {
        match self {
            Mark::Concerned => [':', ':'],
            Mark::RuledOut => ['~', '~'],
            Mark::Supposed => ['?', '?'],
            Mark::Known => ['(', ')'],
            Mark::Deduced => ['[', ']'],
        }
    }

    /// The look of a label with this mark in a terminal: black on the colours of Okabe and Ito, approximated
    /// by 256 colours.
    #[must_use]
    pub fn style(self) -> Style {
        let back = match self {
            Mark::Concerned | Mark::RuledOut | Mark::Supposed => Ansi256Color(252),
            Mark::Known => Ansi256Color(117),
            Mark::Deduced => Ansi256Color(214),
        };
        AnsiColor::Black.on_default().bg_color(Some(back.into()))
    }
}

/// What a picture of an argument shows in place of marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A cell of a constraint that has this colour.
    Tint {
        /// The cell.
        cell: Cell,
        /// The number of the colour, from 0; colours repeat.
        color: usize,
    },
    /// A label that counts: a ring around it.
    Ring(Cell),
    /// What is found.
    Found(Cell),
    /// A possibility, in small.
    Candidate {
        /// Its cell.
        cell: Cell,
        /// Its name.
        label: String,
        /// Whether it is ruled out.
        is_struck: bool,
    },
    /// What rules something out: a dashed line between the two cells. Text leaves it out.
    Ray {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// An edge in a colour.
    Edge {
        /// The edge.
        edge: Edge,
        /// The number of the colour, from 0.
        color: usize,
        /// Whether it is known, found, or only supposed.
        mark: Mark,
    },
    /// An edge that is found not to be there.
    Cross(Edge),
}

impl Note {
    /// The mark that text has for it.
    #[must_use]
    pub fn mark(&self) -> Option<Mark> {
        match *self {
            Note::Tint { .. } => Some(Mark::Concerned),
            Note::Ring(_) => Some(Mark::Known),
            Note::Found(_) | Note::Cross(_) => Some(Mark::Deduced),
            Note::Candidate { is_struck, .. } => {
                Some(if is_struck { Mark::RuledOut } else { Mark::Supposed })
            }
            Note::Edge { mark, .. } => Some(mark),
            Note::Ray { .. } => None,
        }
    }

    /// The cell that it marks, if it marks one.
    #[must_use]
    pub fn cell(&self) -> Option<Cell> {
        match *self {
            Note::Tint { cell, .. } | Note::Ring(cell) | Note::Found(cell) | Note::Candidate { cell, .. } => {
                Some(cell)
            }
            Note::Edge { .. } | Note::Cross(_) | Note::Ray { .. } => None,
        }
    }
}

/// Something that can be shown: in a terminal, with colours or without, and as a picture.
pub trait Picture {
    /// As text.
    fn to_text(&self, charset: Charset) -> String;

    /// As text with ANSI colours.
    fn to_ansi(&self, charset: Charset) -> String;

    /// As an SVG document.
    fn to_svg(&self) -> String;

    /// Marks a cell of the picture. A picture without cells ignores this.
    fn mark(&mut self, _cell: Cell, _mark: Mark) {}

    /// Shows an argument in place of marks: these notes, in SVG with the rest of the board pale and the numbers of rows and
    /// columns beside it. A picture without cells ignores this.
    fn argue(&mut self, _notes: &[Note]) {}
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

    fn mark(&mut self, cell: Cell, mark: Mark) {
        Drawing::mark(self, cell, mark);
    }

    fn argue(&mut self, notes: &[Note]) {
        Drawing::argue(self, notes);
    }
}
