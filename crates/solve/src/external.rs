//! Solver programs that read DIMACS and are run again for each solve.

mod run;

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::Path,
    process::Command,
};

use jigsat_cnf::{Clauses, Lit, Printed, SolverVerdict, Var, write_dimacs};

use self::run::{Outcome, with_stderr};
use crate::{Error, Limits, Sat, SolverStats, Stop, Verdict};

/// A solver program as a [`Sat`]. [`crate::Solver::External`] describes the command.
///
/// Assumptions become unit clauses, so the core is all of them. Every model is checked against the clauses,
/// because a program is not trusted as much as a linked solver. Counters stay 0.
pub struct External {
    command: String,
    words: Vec<String>,
    vars: u32,
    clauses: Clauses,
    model: Vec<bool>,
    core: Vec<Lit>,
}

impl External {
    /// Splits the command into words. The first run shows whether the program exists.
    ///
    /// # Errors
    ///
    /// [`Error::External`] if there is no word or a quote is not closed.
    pub fn new(command: &str) -> Result<Self, Error> {
        let words = split(command).unwrap_or_default();
        if words.is_empty() {
            let message = match command.trim() {
                "" => "there is no command; write for instance 'external:kissat -q'",
                _ => "a quote is not closed",
            };
            return Err(Error::External { command: command.into(), message: message.into() });
        }
        Ok(Self {
            command: command.into(),
            words,
            vars: 0,
            clauses: Clauses::default(),
            model: Vec::new(),
            core: Vec::new(),
        })
    }

    fn mentions(&self, placeholder: &str) -> bool {
        self.words.iter().any(|word| word.contains(placeholder))
    }

    fn meet(&mut self, lits: &[Lit]) {
        let met = lits.iter().map(|lit| lit.vidx32() + 1).max().unwrap_or(0);
        self.vars = self.vars.max(met);
    }

    /// The command with its placeholders replaced.
    fn command(&self, cnf: &Path, result: &Path, limits: &Limits) -> Result<Command, String> {
        let not_utf8 = || "the name of the folder for temporary files is not UTF-8".to_owned();
        let (cnf, result) = (cnf.to_str().ok_or_else(not_utf8)?, result.to_str().ok_or_else(not_utf8)?);
        if limits.conflicts.is_some() && !self.mentions("{conflicts}") {
            return Err("it needs to know the limit on conflicts; say where in the command, \
                        as in 'cadical -q -c {conflicts}'"
                .into());
        }
        // The largest number that such options take is as good as no limit.
        let most = i32::MAX.unsigned_abs().into();
        let conflicts = limits.conflicts.map_or(most, |conflicts| conflicts.min(most)).to_string();
        let mut words = self.words.iter().map(|word| {
            word.replace("{cnf}", cnf).replace("{result}", result).replace("{conflicts}", &conflicts)
        });
        let mut command = Command::new(words.next().ok_or("there is no command")?);
        command.args(words);
        if !self.mentions("{cnf}") {
            command.arg(cnf);
        }
        Ok(command)
    }

    fn write(&self, path: &Path, assumptions: &[Lit]) -> io::Result<()> {
        let mut file = BufWriter::new(File::create_new(path)?);
        write_dimacs(self.vars, &self.clauses, assumptions, &mut file)?;
        file.flush()
    }

    /// Writes the formula, runs the program, and returns its verdict with the values of the variables.
    fn run(&self, assumptions: &[Lit], limits: &Limits) -> Result<(Verdict, Vec<bool>), String> {
        let folder = tempfile::Builder::new()
            .prefix("jigsat-")
            .tempdir()
            .map_err(|error| format!("no temporary folder for the formula: {error}"))?;
        let (cnf, result) = (folder.path().join("formula.cnf"), folder.path().join("result"));
        self.write(&cnf, assumptions)
            .map_err(|error| format!("the formula can't be written to {}: {error}", cnf.display()))?;
        let command = self.command(&cnf, &result, limits)?;
        let (answer, status, stderr) = match run::run(command, self.vars, limits)? {
            (Outcome::Stopped(stop), _) => return Ok((Verdict::Stopped(stop), Vec::new())),
            (Outcome::Ended(answer, status), stderr) => (answer, status, stderr),
        };
        if status.code().is_none() {
            return Err(with_stderr(&format!("it crashed ({status})"), &stderr));
        }
        let answer = if self.mentions("{result}") {
            File::open(&result)
                .map_err(|error| error.to_string())
                .and_then(|file| run::read(file, self.vars))
                .map_err(|error| with_stderr(&format!("its result file can't be read: {error}"), &stderr))?
        } else {
            answer
        };
        let verdict = self
            .verdict(&answer, assumptions, limits)?
            .ok_or_else(|| with_stderr(&format!("it gave no verdict ({status})"), &stderr))?;
        Ok((verdict, answer.values))
    }

    fn verdict(
        &self,
        answer: &Printed,
        assumptions: &[Lit],
        limits: &Limits,
    ) -> Result<Option<Verdict>, String> {
        let verdict = match answer.verdict {
            None => return Ok(None),
            Some(SolverVerdict::Unsatisfiable) => Verdict::Unsat,
            Some(SolverVerdict::Unknown) if limits.conflicts.is_some() => Verdict::Stopped(Stop::Conflicts),
            Some(SolverVerdict::Unknown) => Verdict::Stopped(Stop::GaveUp),
            Some(SolverVerdict::Satisfiable) => match self.violated(&answer.values, assumptions) {
                None => Verdict::Sat,
                Some(clause) if answer.has_values => {
                    return Err(format!("it says satisfiable, but its model violates the clause ({clause})"));
                }
                Some(_) => {
                    return Err("it says satisfiable, but gives no model; if it writes one to a file, \
                                say where in the command, as in 'minisat {cnf} {result}'"
                        .into());
                }
            },
        };
        Ok(Some(verdict))
    }

    /// The first clause or assumption that is false, in DIMACS.
    fn violated(&self, values: &[bool], assumptions: &[Lit]) -> Option<String> {
        let holds = |lit: &Lit| values[lit.vidx()] == lit.is_pos();
        let mut clauses = self.clauses.iter().chain(assumptions.chunks(1));
        let violated = clauses.find(|clause| !clause.iter().any(holds))?;
        let words: Vec<_> = violated.iter().map(|lit| lit.to_ipasir().to_string()).collect();
        Some(words.join(" "))
    }
}

impl Sat for External {
    fn reserve(&mut self, count: u32) -> Result<(), Error> {
        self.vars = self.vars.max(count);
        Ok(())
    }

    fn add(&mut self, clause: &[Lit]) -> Result<(), Error> {
        self.meet(clause);
        self.clauses.push(clause.iter().copied());
        Ok(())
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Verdict, Error> {
        self.model.clear();
        self.core.clear();
        if let Some(stop) = limits.reached() {
            return Ok(Verdict::Stopped(stop));
        }
        self.meet(assumptions);
        let (verdict, values) = self
            .run(assumptions, limits)
            .map_err(|message| Error::External { command: self.command.clone(), message })?;
        match verdict {
            Verdict::Sat => self.model = values,
            Verdict::Unsat => self.core = assumptions.to_vec(),
            Verdict::Stopped(_) => {}
        }
        Ok(verdict)
    }

    fn value(&self, var: Var) -> bool {
        self.model.get(var.idx()).is_some_and(|&value| value)
    }

    fn core(&mut self) -> Vec<Lit> {
        self.core.clone()
    }

    fn stats(&self) -> SolverStats {
        SolverStats::default()
    }
}

/// The words of a command, by the rules of a POSIX shell. In a path of Windows, a backslash is one, except between single
/// quotes, where it becomes two; the system takes them for one.
fn split(command: &str) -> Option<Vec<String>> {
    if cfg!(windows) { shlex::split(&command.replace('\\', r"\\")) } else { shlex::split(command) }
}
