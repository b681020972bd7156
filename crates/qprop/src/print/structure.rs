//! Sums, and statements about graphs and sequences, as text.

use std::fmt::{self, Display, Formatter};

use super::Operand;
use crate::syntax::{Expr, Fold, Rooted, Selection, Shape, Structure};

impl Display for Fold {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_product { "product " } else { "sum " })?;
        super::write_list(&self.binders, f)?;
        write_guard(self.guard.as_ref(), f)?;
        write!(f, " . {}", Operand(&self.body, 4))
    }
}

impl Display for Structure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Structure { shape, binder, guard, body } = self;
        match shape {
            Shape::Connected { along } => write!(f, "connected {binder} along {along}")?,
            Shape::Acyclic { along } => write!(f, "acyclic {binder} along {along}")?,
            Shape::Closed { along } => write!(f, "closed {binder} along {along}")?,
            Shape::Loop { along } => write!(f, "loop {binder} along {along}")?,
            Shape::Matching { along, with } => write!(f, "matching {binder} along {along} with {with}")?,
            Shape::Paths { along, ends, by } => {
                write!(f, "paths {binder} along {along} ends {ends} by {}", Operand(by, 4))?;
            }
            Shape::Regions { along, root, rooted, size } => {
                write!(f, "regions {binder} along {along}")?;
                let (word, before_size) = match rooted {
                    Rooted::Any => ("of", "size"),
                    Rooted::One => ("root", "size"),
                    Rooted::Two => ("pair", "between"),
                };
                root.iter().try_for_each(|root| write!(f, " {word} {root}"))?;
                size.iter().try_for_each(|size| write!(f, " {before_size} {}", Operand(size, 4)))?;
            }
            Shape::Runs { nth, guard: nth_guard, length } => {
                write!(f, "runs {binder}")?;
                write_guard(guard.as_ref(), f)?;
                write!(f, " . {} are {nth}", Operand(body, 1))?;
                write_guard(nth_guard.as_ref(), f)?;
                return write!(f, " . {}", Operand(length, 4));
            }
        }
        write_guard(guard.as_ref(), f)?;
        write!(f, " . {body}")
    }
}

impl Display for Selection {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.binder)?;
        self.guard.iter().try_for_each(|guard| write!(f, " | {}", Operand(guard, 1)))
    }
}

fn write_guard(guard: Option<&Expr>, f: &mut Formatter<'_>) -> fmt::Result {
    guard.iter().try_for_each(|guard| write!(f, " | {guard}"))
}
