//! Models that name their data: `data "file.yaml"`.

use jigsat_input::{ParseError, Source};
use jigsat_qprop::{Data, MAX_CLAUSES, Model};

use crate::common::{count, data};

const MODEL: &str = "data \"n.yaml\"\nconst n\nsort S = 1..n\npred p(s: S)\n";

/// Reads a model; these are the files beside it.
fn read(text: &str, given: &Data, files: &[(&str, &str)]) -> Result<Model, String> {
    let open = |name: &str| {
        let file = files.iter().find(|(known, _)| *known == name);
        file.map(|(name, text)| Source::new(*name, *text))
            .ok_or_else(|| ParseError::in_file(name, "is not there"))
    };
    Model::read(Source::new("m.qprop", text), given, &open, MAX_CLAUSES).map_err(|error| error.to_string())
}

#[test]
fn the_named_file_has_the_data_unless_other_data_is_given() {
    let files = [("n.yaml", "n: 3\n")];
    assert_eq!(read(MODEL, &Data::default(), &files).map(|model| count(&model)), Ok(8));
    assert_eq!(read(MODEL, &data("n: 2\n"), &files).map(|model| count(&model)), Ok(4));
    // It is not opened then.
    assert_eq!(read(MODEL, &data("n: 2\n"), &[]).map(|model| count(&model)), Ok(4));
    let last = format!("{}data \"n.yaml\"\n", MODEL.replace("data \"n.yaml\"\n", ""));
    assert_eq!(read(&last, &Data::default(), &files).map(|model| count(&model)), Ok(8));
    let below = MODEL.replace("n.yaml", "sizes/n.yaml");
    assert_eq!(
        read(&below, &Data::default(), &[("sizes/n.yaml", "n: 1\n")]).map(|model| count(&model)),
        Ok(2)
    );
}

#[test]
fn mistakes_have_their_places() {
    let none: [(&str, &str); 0] = [];
    let error = |text: &str, files: &[(&str, &str)]| {
        read(text, &Data::default(), files).map(|_| ()).expect_err("a mistake")
    };
    assert_eq!(error(MODEL, &none), "m.qprop:1:6: 'n.yaml': is not there");
    assert!(error(MODEL, &[("n.yaml", "n: [\n")]).starts_with("n.yaml:"));
    assert!(error(MODEL, &[("n.yaml", "n: 3\nm: 3\n")]).contains("n.yaml"));
    let twice = format!("{MODEL}data \"m.yaml\"\n");
    assert_eq!(
        error(&twice, &none),
        "m.qprop:5:6: the model names a second file with data, expected only one"
    );
    for outside in ["/etc/n.yaml", "../n.yaml", ""] {
        let text = MODEL.replace("n.yaml", outside);
        assert!(
            error(&text, &none).contains("expected a file in the model's own folder or below"),
            "{outside}"
        );
    }
}

/// A model is included for its rules; which data they are about, the including model says.
#[test]
fn data_of_included_models_is_not_used() {
    let files = [("rules.qprop", MODEL), ("n.yaml", "n: 3\n"), ("m.yaml", "n: 1\n")];
    let with_own = "data \"m.yaml\"\ninclude \"rules.qprop\"\n";
    assert_eq!(read(with_own, &Data::default(), &files).map(|model| count(&model)), Ok(2));
    let without = read("include \"rules.qprop\"\n", &Data::default(), &files);
    assert!(
        without
            .map(|_| ())
            .expect_err("no data")
            .contains("constant 'n' has no value in the model, and none in the data")
    );
}

#[test]
fn the_word_is_otherwise_a_name() {
    let model =
        read("sort S = 1..2\npred data(s: S)\nassert some: exists s: S . data(s)\n", &Data::default(), &[]);
    assert_eq!(model.map(|model| count(&model)), Ok(3));
}

#[test]
fn it_is_printed_and_read_again() {
    let model = read(MODEL, &Data::default(), &[("n.yaml", "n: 3\n")]).expect("a model");
    let printed: Vec<String> = model.items().iter().map(ToString::to_string).collect();
    assert_eq!(printed[0], "data \"n.yaml\"");
}
