//! horizons (prototype)
use std::time::Instant;

use jigsat_cnf::{Choice, Flavours};
use jigsat_solve::{Answer, Build, Error, Limits, Session, Solver};

use crate::{How, Plan, Sokoban, encode::{Writer, pushes}};

#[doc(hidden)]
pub fn prototype(puzzle: &Sokoban, solver: &Solver, amo: &str, fresh: bool, limits: &Limits, log: bool) -> Result<Answer<Plan>, Error> {
    let a = puzzle.analysis();
    let Some(bound) = &a.bound else { println!("no bound"); return Ok(Answer::Unknown(jigsat_solve::Stop::GaveUp)) };
    let flavours = Flavours { amo: jigsat_cnf::Amo::named(amo).unwrap_or_default(), ..Flavours::default() };
    let build = Build { flavours, ..Build::default() };
    let parity = if a.board.boxes.len() == a.board.goals.len() { 2 } else { 1 };
    let mut steps = bound.pushes as u16;
    if log { println!("  lb {steps} cells {} live {} pairs {} triples {} after {}", a.board.len(), a.live.iter().filter(|l| **l).count(), a.deadlocks.pairs.len(), a.deadlocks.triples.len(), a.deadlocks.after.len()); }
    if fresh {
        loop {
            let this = puzzle.clone().with_steps(steps);
            let started = Instant::now();
            let mut session = Session::new(&this, How::Pushes, &build, solver, None)?;
            let answer = session.solve(limits)?;
            if log { println!("  T={steps} clauses {} conflicts {} {:.2?}", session.encoding().clauses().len(), session.effort().conflicts, started.elapsed()); }
            match answer {
                Answer::Impossible(_) => steps += parity,
                other => return Ok(other),
            }
        }
    }
    let this = puzzle.clone().open().with_steps(steps);
    let a = this.analysis();
    let mut session = Session::new(&this, How::Pushes, &build, solver, None)?;
    let mut done = steps;
    loop {
        let started = Instant::now();
        while done < steps {
            pushes::step(&mut Writer::new(a, session.grow()), done);
            done += 1;
        }
        let w = Writer::new(a, session.grow());
        let mut assumed = pushes::goal_literals(&w, steps);
        assumed.extend(pushes::waste_literal(&w, steps));
        let before = session.effort().conflicts;
        let answer = session.solve_assuming(&assumed, limits)?;
        if log { println!("  T={steps} clauses {} conflicts {} {:.2?}", session.encoding().clauses().len(), session.effort().conflicts - before, started.elapsed()); }
        match answer {
            Answer::Impossible(_) => steps += parity,
            other => return Ok(other),
        }
    }
}
