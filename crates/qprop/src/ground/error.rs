//! Errors that stop grounding, with their places and the values of the variables.

use jigsat_input::ParseError;

use super::{MAX_PARTS, MAX_STEPS, Program, Stop, arith::FEW, enumerate::Grounder};
use crate::{
    load::Sources,
    theory::{Assert, Meaning, Theory, Undefined, Var, Why},
};

/// Why a fact has no table.
pub(super) fn of_fact(theory: &Theory, sources: &Sources, number: usize, stop: &Stop) -> ParseError {
    let fact = &theory.facts[number];
    match stop {
        Stop::Undefined(undefined) => of_undefined(theory, sources, *undefined),
        Stop::TooLong => {
            let vars = match &fact.meaning {
                Meaning::Computed { vars, .. } => vars.as_slice(),
                Meaning::Listed(_) => &[],
            };
            sources.error(fact.span, too_long(theory, &format!("fact '{}'", fact.name), vars))
        }
        // A condition of facts has neither parts to keep nor searched values.
        Stop::TooLarge | Stop::TooWide | Stop::TooMixed(..) | Stop::GivenUp(_) | Stop::Decided => {
            let message = format!("the sorts of fact '{}' have more than 2^64 combinations", fact.name);
            sources.error(fact.span, message)
        }
    }
}

/// Why an assert can't be grounded.
pub(super) fn of_assert(
    grounder: &Grounder<'_>,
    sources: &Sources,
    assert: &Assert,
    stop: &Stop,
    program: &Program,
) -> ParseError {
    let theory = grounder.theory;
    let name = format!("assert '{}'", assert.name);
    match stop {
        Stop::Undefined(undefined) => {
            let error = of_undefined(theory, sources, *undefined);
            let values = assert
                .vars
                .iter()
                .map(|var| format!("{} = {}", var.name, theory.sorts[var.sort].show(grounder.env[var.slot])));
            let values = values.collect::<Vec<_>>().join(", ");
            if values.is_empty() { error } else { error.with_help(format!("in {name} for {values}")) }
        }
        Stop::TooLong => sources.error(assert.span, too_long(theory, &name, &assert.vars)),
        Stop::TooLarge => {
            let message = format!("with {name} the model grounds to {} clauses or more", program.size);
            let help = "a counting statement is one clause here, however it is encoded; leave cases out with a guard of \
                facts and comparisons, or allow more with --max-clauses";
            sources
                .error(assert.span, message)
                .expecting(format!("at most {}", program.max_size))
                .with_help(help)
        }
        &Stop::TooMixed(span, combinations) => {
            let message = format!("{combinations} combinations of searched values are compared here");
            let help = "a sum of multiples of functions, or a product of functions, can be longer; for another part, \
                declare a function that is equal to it, and compare that";
            sources.error(span, message).expecting(format!("at most {FEW}")).with_help(help)
        }
        Stop::GivenUp(_) | Stop::Decided | Stop::TooWide => {
            let message = format!("one ground constraint of {name} has more than {MAX_PARTS} parts");
            let help =
                "divide it into several by an outer 'forall', or leave cases out with a guard of facts";
            sources.error(assert.span, message).with_help(help)
        }
    }
}

fn too_long(theory: &Theory, name: &str, vars: &[Var]) -> String {
    let sizes = vars.iter().map(|var| theory.sorts[var.sort].len() as u128);
    let all = sizes.fold(1, u128::saturating_mul);
    let names: Vec<&str> = vars.iter().map(|var| var.name.as_str()).collect();
    let names = names.join(", ");
    format!("grounding {name} takes more than {MAX_STEPS} steps; {names} have {all} values together")
}

fn of_undefined(theory: &Theory, sources: &Sources, undefined: Undefined) -> ParseError {
    let (message, expected) = match undefined.why {
        Why::Argument { value, sort, place } => {
            let sort = &theory.sorts[sort];
            let message = format!("argument {} is {value} here", place + 1);
            (message, Some(format!("a value of sort {}, {}", sort.name, sort.describe())))
        }
        Why::Outside { value, sort } => {
            let sort = &theory.sorts[sort];
            (
                format!("found {value} here"),
                Some(format!("a value of sort {}, {}", sort.name, sort.describe())),
            )
        }
        Why::NoValue { fact } | Why::NoArgument { fact } => {
            (format!("function '{}' has no value here", theory.facts[fact].name), None)
        }
        Why::NoSearchedValue => ("this function has no value here".to_owned(), None),
        Why::DivisionByZero => ("this divides by 0".to_owned(), None),
        Why::Overflow => ("this number is too large".to_owned(), None),
        Why::NegativeCount(count) => (format!("this counts to {count}"), Some("0 or more".to_owned())),
    };
    let error = sources.error(undefined.span, message);
    match expected {
        Some(expected) => error.expecting(expected),
        None => error,
    }
}
