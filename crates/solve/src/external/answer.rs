use std::io::{self, BufReader, Read};

/// Maximum length of a word of an answer. Longer words are cut, and are then not numbers.
const LONGEST_WORD: usize = 24;

/// The output of a solver program.
#[derive(Debug, PartialEq)]
pub struct Answer {
    /// Its verdict, if it gave one.
    pub status: Option<Status>,
    /// The value of each variable; false if the program named none.
    pub values: Vec<bool>,
    /// Whether it named the value of a variable, or said that there is none to name.
    pub has_values: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Status {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

/// The lines that contain the values.
#[derive(Clone, Copy, PartialEq)]
pub enum Form {
    /// `s` and `v` lines, as in the SAT competitions; other lines are ignored.
    Competition,
    /// These, or `SAT` and then the literals on a line of their own, as MiniSat writes them.
    ResultFile,
}

/// Reads the answer about a formula with `vars` variables, in memory that does not depend on the answer's
/// length. Unlike a file for [`jigsat_cnf::read_solver_output`], the output of a running program may never
/// end.
///
/// # Errors
///
/// If reading fails, or ([`io::ErrorKind::InvalidData`]) if an `s` or `v` line is malformed.
pub fn read(input: impl Read, vars: u32, form: Form) -> io::Result<Answer> {
    let answer = Answer { status: None, values: vec![false; vars as usize], has_values: false };
    let mut reader = Reader { known: vec![false; answer.values.len()], answer, form, line: Line::Start };
    let mut word = Vec::with_capacity(LONGEST_WORD);
    for byte in BufReader::new(input).bytes() {
        let byte = byte?;
        if !byte.is_ascii_whitespace() {
            if word.len() < LONGEST_WORD {
                word.push(byte);
            }
            continue;
        }
        if !word.is_empty() {
            reader.word(&word)?;
            word.clear();
        }
        if byte == b'\n' {
            reader.line = Line::Start;
        }
    }
    if !word.is_empty() {
        reader.word(&word)?;
    }
    Ok(reader.answer)
}

struct Reader {
    answer: Answer,
    /// By variable: whether it has named the value.
    known: Vec<bool>,
    form: Form,
    line: Line,
}

#[derive(Clone, Copy)]
enum Line {
    Start,
    Status,
    Values,
    Other,
}

impl Reader {
    fn word(&mut self, word: &[u8]) -> io::Result<()> {
        let word = str::from_utf8(word).unwrap_or("\u{fffd}");
        match self.line {
            Line::Start => self.first_word(word),
            Line::Status => {
                self.line = Line::Other;
                let status = status(word).ok_or_else(|| invalid(format!("'s {word}' is not a verdict")))?;
                self.set_status(status)
            }
            Line::Values => self.value(word),
            Line::Other => Ok(()),
        }
    }

    fn first_word(&mut self, word: &str) -> io::Result<()> {
        self.line = match word {
            "s" => Line::Status,
            "v" => Line::Values,
            _ if self.form == Form::ResultFile && word.parse::<i32>().is_ok() => {
                self.line = Line::Values;
                return self.value(word);
            }
            _ => Line::Other,
        };
        match status(word) {
            Some(status) => self.set_status(status),
            None => Ok(()),
        }
    }

    fn set_status(&mut self, status: Status) -> io::Result<()> {
        match self.answer.status.replace(status) {
            Some(earlier) if earlier != status => Err(invalid("it gave two contradictory verdicts".into())),
            _ => Ok(()),
        }
    }

    fn value(&mut self, word: &str) -> io::Result<()> {
        let lit: i32 =
            word.parse().map_err(|_| invalid(format!("'{word}' among its values is not a literal")))?;
        self.answer.has_values = true;
        // Literals beyond those of the formula are ignored.
        let index = (lit.unsigned_abs() as usize).checked_sub(1);
        let Some(index) = index.filter(|&index| index < self.known.len()) else { return Ok(()) };
        let earlier = std::mem::replace(&mut self.answer.values[index], lit > 0);
        if std::mem::replace(&mut self.known[index], true) && earlier != (lit > 0) {
            return Err(invalid(format!("it gave both {lit} and {} as values", -lit)));
        }
        Ok(())
    }
}

fn status(word: &str) -> Option<Status> {
    match word {
        "SAT" | "SATISFIABLE" => Some(Status::Satisfiable),
        "UNSAT" | "UNSATISFIABLE" => Some(Status::Unsatisfiable),
        "INDET" | "INDETERMINATE" | "UNKNOWN" => Some(Status::Unknown),
        _ => None,
    }
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(text: &str, form: Form) -> io::Result<Answer> {
        read(text.as_bytes(), 3, form)
    }

    fn satisfiable(values: [bool; 3]) -> Answer {
        Answer { status: Some(Status::Satisfiable), values: values.into(), has_values: true }
    }

    #[test]
    fn competition_output() {
        let text = "c 1 2 3\r\ns SATISFIABLE\r\nv 1 -2\nc between\nv 3 4 0\n";
        assert_eq!(parse(text, Form::Competition).unwrap(), satisfiable([true, false, true]));
    }

    #[test]
    fn minisat_result_file() {
        let answer = parse("SAT\n-1 2 -3 0", Form::ResultFile).unwrap();
        assert_eq!(answer, satisfiable([false, true, false]));
        assert_eq!(parse("UNSAT\n", Form::ResultFile).unwrap().status, Some(Status::Unsatisfiable));
        assert_eq!(parse("INDET\n", Form::ResultFile).unwrap().status, Some(Status::Unknown));
    }

    #[test]
    fn numbers_outside_value_lines_are_chatter_on_the_output() {
        let answer = parse("1 2 3 0\ns UNKNOWN\n| 1 2\n", Form::Competition).unwrap();
        assert_eq!(
            answer,
            Answer { status: Some(Status::Unknown), values: vec![false; 3], has_values: false }
        );
    }

    #[test]
    fn what_is_no_answer() {
        for text in [
            "s MAYBE\n",
            "s SATISFIABLE\ns UNSATISFIABLE\n",
            "v 1 x 0",
            "s SATISFIABLE\nv 1 2\nv -1 0\n",
            "v 99999999999 0",
            "v 1111111111111111111111111111 0",
        ] {
            assert_eq!(
                parse(text, Form::Competition).unwrap_err().kind(),
                io::ErrorKind::InvalidData,
                "{text}"
            );
        }
        assert_eq!(parse("", Form::Competition).unwrap().status, None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_an_answer_or_an_error(bytes: Vec<u8>) {
            let _ = read(bytes.as_slice(), 3, Form::ResultFile);
        }

        #[test]
        fn values_survive_any_line_breaks(values: [bool; 3], breaks: [bool; 3]) {
            let mut text = String::from("s SATISFIABLE\nv");
            for (index, (value, newline)) in values.into_iter().zip(breaks).enumerate() {
                if newline {
                    text += "\nv";
                }
                text += if value { " " } else { " -" };
                text += &(index + 1).to_string();
            }
            text += " 0\n";
            prop_assert_eq!(parse(&text, Form::Competition).unwrap(), satisfiable(values));
        }
    }
}
