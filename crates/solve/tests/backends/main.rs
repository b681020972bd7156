//! The solvers behind `Sat`: the same tests for each, and special features of some.

/// Makes one `#[test]` of each function for each built-in solver, and for the default one behind a permutation.
/// The functions take a `fn() -> Box<dyn Sat>`.
macro_rules! every_solver {
    ($($test:ident)*) => {
        #[cfg(feature = "minisat")]
        tests_of! { minisat jigsat_solve::Solver::Minisat.start().unwrap(), $($test)* }
        #[cfg(feature = "glucose")]
        tests_of! { glucose jigsat_solve::Solver::Glucose.start().unwrap(), $($test)* }
        #[cfg(feature = "cadical")]
        tests_of! { cadical jigsat_solve::Solver::Cadical.start().unwrap(), $($test)* }
        #[cfg(feature = "cadical")]
        tests_of! { cadical_sat jigsat_solve::Solver::CadicalSat.start().unwrap(), $($test)* }
        tests_of! { counting jigsat_solve::Solver::Counting.start().unwrap(), $($test)* }
        tests_of! { batsat jigsat_solve::Solver::Batsat.start().unwrap(), $($test)* }
        tests_of! { permuted Box::new(jigsat_solve::Permuted::new(jigsat_solve::Solver::default().start().unwrap(), 7)), $($test)* }
    };
}

macro_rules! tests_of {
    ($module:ident $start:expr, $($test:ident)*) => {
        mod $module {
            fn start() -> Box<dyn jigsat_solve::Sat> {
                $start
            }

            $(#[test]
            fn $test() {
                super::$test(start);
            })*
        }
    };
}

mod answers;
#[cfg(unix)]
mod external;
mod formulas;
mod limits;
mod names;
mod permute;
