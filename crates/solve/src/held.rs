use std::{ops::Deref, sync::Arc};

/// A value that is borrowed or shared, such as the puzzle of a session. A session with a shared puzzle has no
/// lifetime bound and can be sent to another thread.
pub enum Held<'p, P> {
    /// It is borrowed.
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
