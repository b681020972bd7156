use std::{ops::Deref, sync::Arc};

/// A value that somebody else owns, or that is shared: what a session does with its puzzle. A session with a shared
/// puzzle lives as long as it is wanted and can be sent to another thread.
pub enum Held<'p, P> {
    /// Somebody else owns it.
    Borrowed(&'p P),
    /// It is shared.
    Shared(Arc<P>),
}

impl<P> Deref for Held<'_, P> {
    type Target = P;

    fn deref(&self) -> &P {
        match self {
            Held::Borrowed(value) => value,
            Held::Shared(value) => value,
        }
    }
}

impl<P> Clone for Held<'_, P> {
    fn clone(&self) -> Self {
        match self {
            Held::Borrowed(value) => Held::Borrowed(value),
            Held::Shared(value) => Held::Shared(Arc::clone(value)),
        }
    }
}

impl<'p, P> From<&'p P> for Held<'p, P> {
    fn from(value: &'p P) -> Self {
        Held::Borrowed(value)
    }
}

impl<P> From<Arc<P>> for Held<'_, P> {
    fn from(value: Arc<P>) -> Self {
        Held::Shared(value)
    }
}
