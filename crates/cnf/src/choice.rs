use std::fmt;

/// A value that a user chooses by name: an encoding, a flavour, an engine.
///
/// ```
/// use jigsat_cnf::{Amo, Choice};
/// assert_eq!(Amo::named("ladder"), Some(Amo::Ladder));
/// assert_eq!(Amo::names(), "pairwise, ladder, bitwise, commander, product, bimander");
/// // Where there is nothing to choose:
/// assert_eq!(<()>::names(), "only");
/// ```
pub trait Choice: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// All values, in the order in which help and tables list them; the first is the default.
    const ALL: &'static [Self];

    /// The name on the command line and in output: lower case, words joined by hyphens.
    fn name(self) -> &'static str;

    /// The value with this name.
    #[must_use]
    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|choice| choice.name() == name)
    }

    /// The names of all values, in their order.
    #[must_use]
    fn all_names() -> Vec<&'static str> {
        Self::ALL.iter().map(|choice| choice.name()).collect()
    }

    /// All names, separated by commas, for error messages.
    #[must_use]
    fn names() -> String {
        Self::all_names().join(", ")
    }
}

/// Implements [`Choice`] for enums that derive strum's `VariantArray` and `IntoStaticStr`, which know the names. An enum that is
/// also in JSON derives its names there by the same case.
///
/// ```
/// use jigsat_cnf::{Choice, choice};
///
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
/// #[strum(serialize_all = "kebab-case")]
/// enum Encoding {
///     Course,
///     TwoLevel,
/// }
///
/// choice!(Encoding);
///
/// assert_eq!(Encoding::names(), "course, two-level");
/// ```
#[macro_export]
macro_rules! choice {
    ($($choice:ty),+) => {
        $(impl $crate::Choice for $choice {
            const ALL: &'static [Self] = <Self as ::strum::VariantArray>::VARIANTS;

            fn name(self) -> &'static str {
                self.into()
            }
        })+
    };
}

/// The encoding of a puzzle that has only one.
impl Choice for () {
    const ALL: &'static [Self] = &[()];

    fn name(self) -> &'static str {
        "only"
    }
}
