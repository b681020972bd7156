//! What an SMT solver prints for the script: `sat`, then the values of `(get-value …)`, or of
//! `(get-model)`: `((n_0 3) (n_1 1))`, `(define-fun n_0 () Int 3)`.

use jigsat_input::{ParseError, Position, Reader, Source, quote};

use crate::{Fillomino, Solution};

/// A token: a parenthesis, a word, or a text in quotes, of which nothing is needed.
enum Token {
    Open,
    Close,
    Word(String),
    Quoted,
}

/// Reads the numbers from the output of an SMT solver that has found some; `None` if it is not that.
///
/// # Errors
///
/// A cell without a number, with two, or with one that no cell can have; a cell that the puzzle doesn't have.
pub fn parse_model(puzzle: &Fillomino, source: &Source) -> Result<Option<Solution>, ParseError> {
    let tokens = tokens(source);
    // As an answer to `(set-option …)`, if it was asked for.
    let is_success = |token: &&(Token, Position)| matches!(&token.0, Token::Word(word) if word == "success");
    match tokens.iter().find(|token| !is_success(token)) {
        Some((Token::Word(word), _)) if word == "sat" => {}
        Some((Token::Open, _)) if source.text().contains("n_") => {}
        _ => return Ok(None),
    }
    numbers(puzzle, source, &tokens).map(Some)
}

/// The numbers of all cells.
fn numbers(
    puzzle: &Fillomino,
    source: &Source,
    tokens: &[(Token, Position)],
) -> Result<Solution, ParseError> {
    let cells = puzzle.size.area();
    let mut numbers = vec![0_u16; cells];
    for (at, (token, position)) in tokens.iter().enumerate() {
        let Token::Word(word) = token else { continue };
        let Some(cell) = word.strip_prefix("n_").and_then(|digits| digits.parse::<usize>().ok()) else {
            continue;
        };
        let before = at.checked_sub(1).map(|before| &tokens[before].0);
        let value = match before {
            Some(Token::Open) => at + 1,
            // Its parameters, of which there are none, and its sort come first.
            Some(Token::Word(word)) if word == "define-fun" => at + 4,
            _ => continue,
        };
        if cell >= cells {
            let expected = format!("n_0 to n_{} for a board of {}", cells - 1, puzzle.size);
            return Err(source.error(*position, format!("found {word}")).expecting(expected));
        }
        let expected = || format!("a number from 1 to {cells}");
        let (found, position) = match tokens.get(value) {
            Some((Token::Word(word), position)) => (word.as_str(), *position),
            Some((Token::Open, position)) => ("(", *position),
            _ => {
                return Err(source
                    .error(*position, format!("found no value of {word}"))
                    .expecting(expected()));
            }
        };
        let number = found.parse().ok().filter(|number: &u16| (1..=cells).contains(&usize::from(*number)));
        let wrong = || source.error(position, format!("{word}: found {}", quote(found)));
        let number = number.ok_or_else(|| wrong().expecting(expected()))?;
        if numbers[cell] != 0 && numbers[cell] != number {
            return Err(wrong().expecting(format!("{}, as before", numbers[cell])));
        }
        numbers[cell] = number;
    }
    if let Some(cell) = numbers.iter().position(|&number| number == 0) {
        let error = ParseError::in_file(source.name(), format!("found no value of n_{cell}"));
        let help = "the script's last line, (get-value …), makes the solver print them";
        return Err(error.expecting(format!("those of n_0 to n_{}", cells - 1)).with_help(help));
    }
    Ok(Solution::from_numbers(puzzle.size, &numbers))
}

fn tokens(source: &Source) -> Vec<(Token, Position)> {
    let mut reader = Reader::new(source);
    let mut tokens = Vec::new();
    loop {
        reader.skip_blanks();
        let position = reader.position();
        let Some(char) = reader.next_char() else { return tokens };
        let token = match char {
            ';' => {
                reader.rest_of_line();
                continue;
            }
            '(' => Token::Open,
            ')' => Token::Close,
            '"' => {
                while reader.next_char().is_some_and(|char| char != '"') {}
                Token::Quoted
            }
            first => {
                let mut word = String::from(first);
                while let Some(char) = reader
                    .peek()
                    .filter(|char| !char.is_whitespace() && !matches!(char, '(' | ')' | '"' | ';'))
                {
                    word.push(char);
                    reader.next_char();
                }
                // A name may stand between bars.
                Token::Word(word.trim_matches('|').to_owned())
            }
        };
        tokens.push((token, position));
    }
}
