use std::{
    any::{Any, TypeId},
    fmt,
    sync::Arc,
};

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::{Answer, Checked};

/// A solution of any puzzle behind one type. It serialises like the puzzle's own type, without a copy in between.
#[derive(Clone)]
pub struct Solution(Arc<dyn Typed>);

/// A solution whose type only its puzzle knows: any type that has a JSON form.
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
    /// Hides the type of a solution.
    pub fn of<S: Serialize + Send + Sync + 'static>(solution: S) -> Self {
        debug_assert_ne!(TypeId::of::<S>(), TypeId::of::<Solution>(), "its type is hidden already");
        Solution(Arc::new(solution))
    }

    /// The solution as JSON. Its type is fully known here, which makes this several times faster than serializing it.
    #[must_use]
    pub fn to_json(&self) -> Box<RawValue> {
        self.0.json()
    }

    /// The solution in its own type; `None` if it has another one.
    #[must_use]
    pub fn typed<S: 'static>(&self) -> Option<&S> {
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

impl<S: Serialize + Send + Sync + 'static> Checked<S> {
    /// Hides the type of the solution. The guarantee stays.
    pub fn erased(self) -> Checked<Solution> {
        self.map(Solution::of)
    }
}

impl Checked<Solution> {
    /// The solution in its own type, with its guarantee; `None` if it has another type.
    #[must_use]
    pub fn typed<S: Clone + 'static>(&self) -> Option<Checked<S>> {
        let typed = Solution::typed::<S>(self)?.clone();
        Some(self.clone().map(|_| typed))
    }
}

impl<S: Serialize + Send + Sync + 'static> Answer<S> {
    /// Hides the type of the solution.
    pub fn erased(self) -> Answer<Solution> {
        match self {
            Answer::Solved(solution) => Answer::Solved(solution.erased()),
            Answer::Impossible(by) => Answer::Impossible(by),
            Answer::Unknown(stop) => Answer::Unknown(stop),
            Answer::Refused { solution, violation } => {
                Answer::Refused { solution: solution.map(Solution::of), violation }
            }
        }
    }
}

impl Answer<Solution> {
    /// The same answer with the solution in its own type.
    ///
    /// # Panics
    ///
    /// If the solution has another type: it is that of another puzzle.
    #[must_use]
    pub fn typed<S: Clone + 'static>(self) -> Answer<S> {
        const OWN: &str = "a solution has the type of its puzzle";
        match self {
            Answer::Solved(solution) => Answer::Solved(solution.typed().expect(OWN)),
            Answer::Impossible(by) => Answer::Impossible(by),
            Answer::Unknown(stop) => Answer::Unknown(stop),
            Answer::Refused { solution, violation } => {
                let typed = |solution: Solution| solution.typed::<S>().expect(OWN).clone();
                Answer::Refused { solution: solution.map(typed), violation }
            }
        }
    }
}
