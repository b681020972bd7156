//! `cargo bench -p jigsat-workbench --bench grades -- COUNT [SEED]`: how well `rate` agrees with the grades of another
//! explainer on generated 9x9 Sudokus, for consecutive seeds without exception, and how often a step of `explain` is what that
//! explainer calls the easiest technique there.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::float_cmp,
    clippy::manual_midpoint,
    clippy::type_complexity,
    clippy::manual_is_power_of_two,
    reason = "a bench prints, and grades are equal or not"
)]

#[allow(dead_code, reason = "a test uses the rest of it")]
mod explainer;

use jigsat_kit::Error;
use jigsat_workbench::{
    Context, ExplainRequest, GenerateRequest, RateRequest, family, record::StepRecord,
    verbs::generate::generate,
};

/// A puzzle with its grade and its difficulty.
struct Rated {
    grade: f64,
    difficulty: f64,
}

fn main() -> Result<(), Error> {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let Some(count) = numbers.next().and_then(|count| u32::try_from(count).ok()) else {
        println!("say how many: cargo bench -p jigsat-workbench --bench grades -- 320 1001");
        return Ok(());
    };
    let first = numbers.next().unwrap_or(1);
    let sudoku = family("sudoku").expect("there is Sudoku");
    let context = Context::default();
    let (mut all, mut steps) = (Vec::new(), <[Agreement; 2]>::default());
    let request = GenerateRequest { seed: first, count, ..GenerateRequest::default() };
    generate(sudoku, &request, &context, &mut |new| {
        let line = String::from_utf8_lossy(&new.puzzle.write("plain")?).into_owned();
        let rated = new.puzzle.ask(&RateRequest::default(), &context)?;
        if let Some(difficulty) = rated.record.rating["difficulty"].as_f64() {
            all.push(Rated { grade: explainer::grade(&line), difficulty });
        }
        let explained = new.puzzle.ask(&ExplainRequest::default(), &context)?;
        compare_steps(&line, &explained.record.steps, &mut steps);
        Ok(())
    })?;
    report(&all);
    for (what, Agreement { same, of }) in [("singles", &steps[0]), ("others", &steps[1])] {
        println!("{what}: {same} of {of} steps are the easiest ({:.0} %)", 100.0 * *same as f64 / *of as f64);
    }
    Ok(())
}

/// How many steps are the easiest.
#[derive(Default)]
struct Agreement {
    same: usize,
    of: usize,
}

/// Compares each step with the easiest technique there: of singles, and of others.
fn compare_steps(line: &str, steps: &[StepRecord], agreement: &mut [Agreement; 2]) {
    let mut board: Vec<u8> = line.bytes().take(81).collect();
    for step in steps {
        let easiest = explainer::next(&String::from_utf8_lossy(&board));
        let own = grade_of(step);
        // A last cell is any single, and a chain stands for what is refuted.
        let is_same = match easiest {
            0.0..1.1 => own.is_some_and(|own| own < 2.5),
            1.1..6.0 => own.is_some_and(|own| own <= easiest),
            _ => step.technique.is_some() && own.is_none(),
        };
        let agreement = &mut agreement[usize::from(easiest > 2.5)];
        agreement.of += 1;
        agreement.same += usize::from(is_same);
        for (cell, digit) in step.deduced.iter().filter_map(|name| placed(name)) {
            board[cell] = digit;
        }
    }
}

/// The cell and the digit of `r1c2=3`.
fn placed(name: &str) -> Option<(usize, u8)> {
    match name.as_bytes() {
        [b'r', row, b'c', col, b'=', digit] => {
            Some((9 * usize::from(row - b'1') + usize::from(col - b'1'), *digit))
        }
        _ => None,
    }
}

/// The grade of a step by its name.
fn grade_of(step: &StepRecord) -> Option<f64> {
    let last = step.argument.as_ref()?.lines.last()?;
    let rule = last.constraints.first().and_then(|constraint| constraint.rule.as_deref());
    Some(match step.technique.as_deref()? {
        "hidden single" if rule == Some("box") => 1.2,
        "hidden single" => 1.5,
        "naked single" => 2.3,
        "locked candidates, pointing" => 2.6,
        "locked candidates, claiming" => 2.8,
        "naked pair" => 3.0,
        "X-wing" => 3.2,
        "hidden pair" => 3.4,
        "naked triple" => 3.6,
        "swordfish" => 3.8,
        "hidden triple" => 4.0,
        "XY-wing" => 4.2,
        "XYZ-wing" => 4.4,
        "naked quad" => 5.0,
        "jellyfish" => 5.2,
        "hidden quad" => 5.4,
        _ => return None,
    })
}

fn report(all: &[Rated]) {
    println!("{} puzzles, rank correlation {:.2}", all.len(), correlation(&all.iter().collect::<Vec<_>>()));
    let pairs = || all.iter().enumerate().flat_map(|(index, a)| all[..index].iter().map(move |b| (a, b)));
    let differ = pairs().filter(|(a, b)| a.grade != b.grade).count();
    let agree = pairs().filter(|(a, b)| (a.grade - b.grade) * (a.difficulty - b.difficulty) > 0.0).count();
    println!(
        "of {differ} pairs with different grades, {:.0} % in the same order",
        100.0 * agree as f64 / differ as f64
    );
    for (name, least, below) in [
        ("all", 0.0, 10.0),
        ("singles", 0.0, 2.5),
        ("more than singles", 2.5, 10.0),
        ("locked candidates", 2.5, 2.9),
        ("pairs, fish, wings", 2.9, 6.0),
        ("refuted candidates", 6.0, 10.0),
    ] {
        let of_grade: Vec<&Rated> =
            all.iter().filter(|rated| (least..below).contains(&rated.grade)).collect();
        let mut found: Vec<f64> = of_grade.iter().map(|rated| rated.difficulty).collect();
        found.sort_by(f64::total_cmp);
        if let [least, .., most] = found[..] {
            // If the difficulties are equal, there is no correlation.
            let within = if least < most {
                format!("; rank correlation within {:.2}", correlation(&of_grade))
            } else {
                String::new()
            };
            println!(
                "{name}: {} puzzles, difficulty {least} to {most}, median {}{within}",
                found.len(),
                found[found.len() / 2]
            );
        }
    }
}

/// Spearman's rank correlation; ties get the mean of their ranks.
fn correlation(all: &[&Rated]) -> f64 {
    let grades = ranks(&all.iter().map(|rated| rated.grade).collect::<Vec<_>>());
    let difficulties = ranks(&all.iter().map(|rated| rated.difficulty).collect::<Vec<_>>());
    let mean = (all.len() as f64 + 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>();
    product(&grades, &difficulties)
        / (product(&grades, &grades) * product(&difficulties, &difficulties)).sqrt()
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        below as f64 + (equal as f64 + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}
