use jigsat_cnf::choice;
use strum::{IntoStaticStr, VariantArray};

/// The encoding is the model's own text; there is no other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Encoding {
    /// The asserts, grounded.
    #[default]
    Model,
}

choice!(Encoding);
