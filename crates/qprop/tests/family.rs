//! Models as a family of the kit: the interface for front ends, from text to text.

use std::{
    io,
    path::{Path, PathBuf},
};

use jigsat_grid::{Charset, Lines, Picture, Size};
use jigsat_input::ParseError;
use jigsat_kit::{
    Counting, Disk, Entry, Family, Files, FormulaOptions, Goal, NoFiles, Options, Question, Run,
    SearchOptions, Text, TextFile, by_listing, only, schema_of,
};
use jigsat_qprop::{Encoding, MAX_CLAUSES, Model, QpropFamily, QpropOptions, Solution};
use jigsat_solve::{BuildOptions, End, Limits, build};
use serde_json::{Value, json};

const SQUARES: &str = include_str!("../../../puzzles/qprop/four-squares.qprop");
const SQUARES_DATA: &str = include_str!("../../../puzzles/qprop/four-squares.yaml");
const WEATHER: &str = "pred rain\npred snow\nassert wet \"it is wet\": rain or snow\n";
const F: QpropFamily = QpropFamily;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/qprop")
}

fn with_data(text: &str) -> QpropOptions {
    let data = TextFile { name: "data.yaml".into(), text: text.into() };
    QpropOptions { data: Some(data), ..QpropOptions::default() }
}

fn read(text: &str, options: &QpropOptions) -> Result<Entry<Model>, ParseError> {
    only(&F, Text::of_string("m.qprop", text.into()), options, &NoFiles)
}

fn ask(unique: bool) -> Question<QpropFamily> {
    let (formula, search) = (FormulaOptions::default(), SearchOptions::default());
    Question::new(&F, formula.into(), search.into(), QpropOptions::default(), unique).unwrap()
}

#[test]
fn a_model_is_read_again_as_it_is_written() {
    let puzzle = read(WEATHER, &QpropOptions::default()).unwrap().puzzle;
    let text = String::from_utf8(F.write(&puzzle, "plain").unwrap()).unwrap();
    let again = read(&text, &QpropOptions::default()).unwrap().puzzle;
    assert_eq!(F.write(&again, "plain").unwrap(), text.as_bytes());
    assert_eq!((again.atoms(), again.name()), (2, "m.qprop"));
    assert!(
        F.write(&puzzle, "yaml").unwrap_err().to_string().starts_with("a model cannot be written as YAML")
    );
    assert!(F.write(&puzzle, "morse").is_err());
    let formats = [F.info().puzzle_formats, F.info().solution_formats, F.info().formula_formats];
    assert!(formats.concat().is_empty());
}

#[test]
fn data_and_bounds_come_with_the_options() {
    let error = read(SQUARES, &QpropOptions::default()).err().unwrap();
    assert!(error.to_string().starts_with("m.qprop:"), "{error}");
    let error = read(SQUARES, &with_data("v: [1\n")).err().unwrap();
    assert!(error.to_string().starts_with("data.yaml:"), "{error}");
    let small = QpropOptions { max_clauses: 10, ..with_data(SQUARES_DATA) };
    let error = read(SQUARES, &small).err().unwrap();
    assert!(error.to_string().contains("10"), "{error}");
}

#[test]
fn what_a_model_includes_lies_beside_it() {
    let path = folder().join("edge-matching-first-corner.qprop");
    let text =
        || Text::new(path.display().to_string(), io::Cursor::new(std::fs::read(&path).unwrap())).unwrap();
    let data = std::fs::read_to_string(folder().join("edge-matching-3x3.yaml")).unwrap();
    let puzzle = only(&F, text(), &with_data(&data), &Disk::default()).unwrap().puzzle;
    let without =
        read(&std::fs::read_to_string(folder().join("edge-matching.qprop")).unwrap(), &with_data(&data));
    assert!(puzzle.items().len() > without.unwrap().puzzle.items().len());

    let found = |files: &dyn Files, text: &str| {
        let text = Text::of_string(format!("{}/m.qprop", folder().display()), text.into());
        only(&F, text, &QpropOptions::default(), files).err().unwrap().to_string()
    };
    let missing = found(&Disk::default(), "include \"none.qprop\"\n");
    assert!(
        missing.ends_with("'none.qprop': can't be read: No such file or directory") || cfg!(not(unix)),
        "{missing}"
    );
    let a_folder = found(&Disk::default(), "include \"wrong\"\n");
    assert!(a_folder.contains("found a folder"), "{a_folder}");
    let no_files = found(&NoFiles, "include \"queens.qprop\"\n");
    assert!(no_files.contains("can't be read: no files can be read here"), "{no_files}");
}

#[test]
fn the_schema_of_options_names_them_and_what_they_are() {
    let schema = schema_of::<QpropOptions>();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap();
    let names: Vec<&str> = properties.keys().map(String::as_str).collect();
    assert_eq!(names, ["data", "max_clauses"]);
    assert!(names.iter().all(|name| properties[*name]["description"].is_string()));
    assert_eq!(properties["max_clauses"]["default"], MAX_CLAUSES);
    assert!(properties["data"].to_string().contains("\"x-file\":true"), "{}", properties["data"]);
    let unknown = json!({ "clauses": 3 });
    assert!(QpropOptions::read(unknown.as_object().unwrap()).is_err());
    let options = with_data("n: 3\n");
    let again = QpropOptions::read(serde_json::to_value(&options).unwrap().as_object().unwrap()).unwrap();
    assert_eq!(again, options);
}

#[test]
fn data_has_a_schema() {
    let schema = (F.info().file_schema)().to_value();
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["additionalProperties"], json!({ "$ref": "#/$defs/Datum" }));
    let kinds = schema["$defs"]["Datum"]["anyOf"].as_array().unwrap();
    let kinds: Vec<&Value> = kinds.iter().map(|kind| &kind["type"]).collect();
    assert_eq!(kinds, ["integer", "string", "array"]);
}

#[test]
fn solutions_are_counted_by_a_solver_and_without_symmetries() {
    let puzzle = read(SQUARES, &with_data(SQUARES_DATA)).unwrap().puzzle;
    let wanted = Counting { limit: None, labelled: false, jobs: 1 };
    let counted = by_listing(&F, &puzzle, &ask(false), &wanted, &Run::silent(&Limits::default())).unwrap();
    assert_eq!((counted.count, counted.distinct, counted.end), (72, None, End::All));
    assert_eq!(F.auto(&puzzle, Goal::All).engine, "sat");
}

#[test]
fn a_model_has_no_board() {
    let puzzle = read(WEATHER, &QpropOptions::default()).unwrap().puzzle;
    assert!(F.resize(&puzzle, Size::new(2, 2), &Limits::default()).is_err());
    let formula = build(&puzzle, Encoding::Model, &BuildOptions::default()).unwrap();
    let explanation = F.explanation().unwrap();
    let group = formula.groups().next().unwrap();
    assert!(explanation.cells_of_group(&puzzle, &formula, group).is_empty());
    assert!(explanation.literals(&puzzle, Encoding::Model, &Solution::of(Vec::new())).is_none());
}

#[test]
fn lines_are_escaped_and_wrapped_in_svg() {
    let lines = Lines(vec!["a < b & c > d".into(), "word ".repeat(40).trim().to_owned()]);
    let svg = lines.to_svg();
    assert!(svg.contains(">a &lt; b &amp; c &gt; d</text>"), "{svg}");
    assert_eq!(svg.matches("<text ").count(), 4);
    assert_eq!(lines.to_text(Charset::Ascii).lines().count(), 2);
}
