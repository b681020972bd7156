//! Solvers by name.

use jigsat_solve::{Error, Solver};

#[test]
fn names_round_trip() {
    for solver in Solver::built_in() {
        assert_eq!(solver.to_string().parse::<Solver>().unwrap(), *solver);
        assert_eq!(solver.info().name, solver.to_string());
        assert!(
            solver.info().version.is_some_and(|version| version.to_lowercase().contains(&solver.to_string()))
        );
    }
    if Solver::built_in().contains(&Solver::Cadical) {
        assert_eq!("cadical-sat".parse::<Solver>().unwrap(), Solver::CadicalSat);
        assert_eq!(Solver::CadicalSat.info().version, Solver::Cadical.info().version);
    } else {
        assert!(matches!("cadical-sat".parse::<Solver>(), Err(Error::NotBuiltIn { .. })));
    }
    assert_eq!("counting".parse::<Solver>().unwrap(), Solver::Counting);
    let external = Solver::External("kissat -q".into());
    assert_eq!(external.to_string().parse::<Solver>().unwrap(), external);
    assert_eq!(external.info().version, None);
    assert_eq!(Solver::default(), Solver::built_in()[0]);
}

#[test]
fn unknown_solvers_are_refused_with_the_names_of_the_known() {
    let error = "minisatt".parse::<Solver>().unwrap_err().to_string();
    assert!(error.contains("'minisatt'") && error.contains("batsat") && error.contains("external:COMMAND"));
    for command in ["external:", "external:  ", "external:kissat 'x"] {
        assert!(matches!(command.parse::<Solver>(), Err(Error::External { .. })), "{command}");
    }
}

#[test]
fn solvers_left_out_of_the_build_say_so() {
    for solver in Solver::ALL.iter().filter(|solver| !Solver::built_in().contains(solver)) {
        assert!(matches!(solver.to_string().parse::<Solver>(), Err(Error::NotBuiltIn { .. })));
        assert!(matches!(solver.start(), Err(Error::NotBuiltIn { .. })));
        assert_eq!(solver.info().version, None);
    }
}
