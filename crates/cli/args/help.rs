//! The help of the whole program, its commands in groups.

use clap::Command;
use jigsat_workbench::families;

use super::call::puzzle_commands;

/// The groups in the order of the help, with the commands that are no verbs.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Solve", &[]),
    ("Understand", &[]),
    ("Make", &["puzzles"]),
    ("Formulas", &[]),
    ("Many puzzles, many machines", &["batch", "report", "submit", "run-task", "gather"]),
    ("Tools", &["serve", "check-proof", "schema", "solvers", "completions", "man"]),
];

/// The commands of each group.
fn groups() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let verbs = puzzle_commands();
    GROUPS.into_iter().map(move |(title, tools)| {
        let of_group = verbs.iter().filter(|verb| verb.main().about.group == title);
        (title, of_group.map(|verb| verb.name).chain(tools.iter().copied()).collect())
    })
}

/// Lists the commands in groups, and hides the options of `solve`, which has a help of its own; `own` has the options
/// that stay.
pub fn grouped(command: Command, own: &Command) -> Command {
    let width = command.get_subcommands().map(|inner| inner.get_name().len()).max().unwrap_or_default();
    let about = |name: &str| {
        let about = command.find_subcommand(name).and_then(Command::get_about);
        about.map(ToString::to_string).unwrap_or_default()
    };
    let list = |names: &mut dyn Iterator<Item = &str>| {
        names.map(|name| format!("  {name:width$}  {}\n", about(name))).collect::<String>()
    };
    let groups = groups().map(|(title, names)| format!("{title}:\n{}\n", list(&mut names.into_iter())));
    let groups: String = groups.collect();
    let families: Vec<&str> = families().map(|family| family.info().name.as_ref()).collect();
    let families = format!("Families:\n{}\n", list(&mut families.into_iter()));
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{families}\
         Options:\n{{options}}{{after-help}}"
    );
    let kept: Vec<String> = own.get_arguments().map(|arg| arg.get_id().to_string()).collect();
    command
        .help_template(template)
        .mut_args(|arg| if kept.iter().any(|id| arg.get_id() == id.as_str()) { arg } else { arg.hide(true) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args;

    #[test]
    fn every_command_is_in_one_group() {
        let mut listed: Vec<&str> = groups().flat_map(|(_, names)| names).collect();
        listed.extend(families().map(|family| family.info().name.as_ref()));
        listed.sort_unstable();
        let command = args::command();
        let shown = command.get_subcommands().filter(|inner| !inner.is_hide_set());
        let mut shown: Vec<&str> = shown.map(Command::get_name).collect();
        shown.sort_unstable();
        assert_eq!(listed, shown);
    }
}
