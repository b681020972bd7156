use std::{any::Any, fmt, sync::Arc};

use jigsat_solve::Checked;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// A solution of any family, behind one type: it serialises like the family's own type, without a copy in between.
///
/// The [`Instance`](crate::Instance) that it belongs to makes its pictures and text.
#[derive(Clone)]
pub struct Solution(Arc<dyn Typed>);

/// A solution whose type is only known to its family.
trait Typed: erased_serde::Serialize + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn json(&self) -> Box<RawValue>;
}

impl<S: Serialize + Send + Sync + 'static> Typed for S {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn json(&self) -> Box<RawValue> {
        serde_json::value::to_raw_value(self).expect("a solution has a JSON form")
    }
}

impl Solution {
    /// A solution that its referee accepted.
    pub(crate) fn new<S: Serialize + Send + Sync + 'static>(solution: Checked<S>) -> Self {
        Solution(Arc::new(solution.into_inner()))
    }

    /// A solution that no referee accepted, as the record states.
    pub(crate) fn unchecked<S: Serialize + Send + Sync + 'static>(solution: S) -> Self {
        Solution(Arc::new(solution))
    }

    /// The solution as JSON. Its type is fully known here, which makes this several times faster than serializing it.
    #[must_use]
    pub fn to_json(&self) -> Box<RawValue> {
        self.0.json()
    }

    /// The solution in its family's type; `None` if it belongs to another family.
    pub(crate) fn typed<S: 'static>(&self) -> Option<&S> {
        self.0.as_any().downcast_ref()
    }
}

impl Serialize for Solution {
    fn serialize<T: Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        erased_serde::serialize(&*self.0, serializer)
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).unwrap_or_default())
    }
}
