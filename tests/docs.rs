//! Every command that the README and the docs show is run, and prints what they say it prints.

#[test]
fn commands_in_the_docs() {
    trycmd::TestCases::new().case("README.md").case("docs/src/**/*.md").case("tests/cmd/*.md");
}
