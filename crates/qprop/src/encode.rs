use jigsat_cnf::Choice;

/// The encoding is the model's own text; there is no other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// The asserts, grounded.
    #[default]
    Model,
}

impl Choice for Encoding {
    const ALL: &'static [Self] = &[Encoding::Model];

    fn name(self) -> &'static str {
        "model"
    }
}
