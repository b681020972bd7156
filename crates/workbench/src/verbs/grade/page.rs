//! The page of a submission, as HTML with pictures in it.

use std::fmt::Write as _;

use super::{
    grader::{Compared, Shown},
    record::{SubmissionRecord, Verdict},
};
use crate::{
    meaning::{Side, Told},
    words::escaped,
};

const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:48em;margin:2em auto;padding:0 1em}\
    td,th{text-align:left;padding:.2em 1em .2em 0}svg{max-width:24em;height:auto}\
    .no{color:#a00}.yes{color:#060}";

/// The page. Why it was not compared is not said if that was on a hidden instance.
pub(super) fn page(row: &SubmissionRecord, compared: Option<&Compared>, is_hidden: bool) -> String {
    let title = escaped(&row.file);
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <h1>{title}</h1>\n<p>{}",
        row.status.name(),
    );
    if row.rules.is_empty() {
        html.push_str("</p>\n");
    } else {
        put(&mut html, format_args!(", {} of {} points</p>\n", row.points, row.rules.len()));
        html.push_str("<table>\n<tr><th>rule</th><th>holds</th></tr>\n");
        for rule in &row.rules {
            let (class, word) = match (rule.holds, row.status) {
                (true, _) => ("yes", "yes"),
                (false, Verdict::Unknown) => ("", "not shown"),
                (false, _) => ("no", "no"),
            };
            put(
                &mut html,
                format_args!("<tr><td>{}</td><td class=\"{class}\">{word}</td></tr>\n", escaped(&rule.rule)),
            );
        }
        html.push_str("</table>\n");
    }
    match compared {
        // What is said of a hidden instance would show it.
        None if is_hidden => {
            html.push_str("<p>It can't be compared on a hidden instance.</p>\n");
        }
        None => {
            row.mistakes
                .iter()
                .for_each(|mistake| put(&mut html, format_args!("<pre>{}</pre>\n", escaped(mistake))));
        }
        Some(compared) => {
            if compared.of > 1 {
                let (on, of) = (compared.instances, compared.of);
                put(&mut html, format_args!("<p>Compared on {on} of {of} instances.</p>\n"));
            }
            compared.shown.iter().for_each(|shown| differences(&mut html, shown, compared.of > 1));
        }
    }
    html.push_str("</html>\n");
    html
}

/// What an instance shows; of a hidden one, the names of the rules.
fn differences(html: &mut String, shown: &Shown, has_several: bool) {
    let Shown { instance, sides: [reference, submission], meaning } = shown;
    let missing = || meaning.first_lacks.rules.iter().filter(|rule| rule.difference.is_some());
    let strong = meaning.second_lacks.difference.as_ref();
    if instance.is_hidden {
        for rule in missing() {
            let rule = escaped(&rule.rule);
            put(
                html,
                format_args!(
                    "<h2>It allows what is wrong</h2>\n<p>On a hidden instance, the rule '{rule}' does not hold.</p>\n"
                ),
            );
        }
        if strong.is_some() {
            html.push_str(
                "<h2>It forbids what is right</h2>\n<p>On a hidden instance, a solution is missing.</p>\n",
            );
        }
        return;
    }
    if has_several && meaning.is_same() == Some(false) {
        put(html, format_args!("<p>With {}:</p>\n", escaped(&instance.name)));
    }
    for told in missing().filter_map(|rule| rule.difference.as_ref()) {
        difference(html, ["allows what is wrong", "submission"], told, submission);
    }
    if let Some(told) = strong {
        difference(html, ["forbids what is right", "reference"], told, reference);
    }
}

/// A solution that only one side has, drawn by that side.
fn difference(html: &mut String, [what, whose]: [&str; 2], told: &Told, having: &Side) {
    let forbidden = match &told.forbidden[..] {
        [] => "nothing is possible".to_owned(),
        some => format!("{} can't be", escaped(&some.join(", "))),
    };
    put(
        html,
        format_args!(
            "<h2>It {what}</h2>\n<p>{forbidden}, because {}. A solution of the {whose} shows it:</p>\n",
            escaped(&told.sentences.join("; "))
        ),
    );
    if let Some(solution) = &told.solution {
        html.push_str(&having.board.draw(Some(solution)).to_svg());
        html.push('\n');
    }
}

fn put(html: &mut String, words: std::fmt::Arguments<'_>) {
    html.write_fmt(words).expect("a String takes everything");
}
