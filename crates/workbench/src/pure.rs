//! Requests that anybody may make.

use jigsat_solve::Solver;

use crate::verbs::Request;

/// A request that names no file of this machine, runs no program, and takes one thread and bounded time. A server that
/// answers such requests only needs to bound memory and the size of texts besides.
#[derive(Clone, Debug, PartialEq)]
pub struct Pure(Request);

impl Pure {
    /// Bounds the time of a request, in seconds.
    ///
    /// # Errors
    ///
    /// What the request asks for and may not have, in words.
    pub fn within(mut request: Request, seconds: f64) -> Result<Self, String> {
        let needs = request.needs();
        if let Some(field) = needs.files {
            return Err(format!("a server writes and reads no files: leave out '{field}'"));
        }
        for solver in &needs.solvers {
            if let Solver::External(program) = solver {
                return Err(format!("a server runs no solver programs: '{program}'"));
            }
        }
        for (field, threads) in needs.threads {
            if threads.is_some_and(|threads| threads != 1) {
                return Err(format!(
                    "a request is answered by one process with one thread: leave out '{field}'"
                ));
            }
        }
        for limit in needs.seconds {
            *limit = Some(limit.map_or(seconds, |asked| asked.min(seconds)));
        }
        for limit in needs.at_most {
            *limit = limit.min(seconds);
        }
        Ok(Pure(request))
    }

    /// The request.
    #[must_use]
    pub fn request(&self) -> &Request {
        &self.0
    }

    /// The request.
    #[must_use]
    pub fn into_request(self) -> Request {
        self.0
    }
}
