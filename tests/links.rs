//! The README, the guide and the course link to things that exist: files, headings, pieces of source.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Component, Path, PathBuf},
};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

const SCHEMES: [&str; 3] = ["http://", "https://", "mailto:"];

/// A text in Markdown, with its parts.
struct Page {
    path: PathBuf,
    text: String,
    /// The names of its headings in the form of links.
    anchors: BTreeSet<String>,
    links: Vec<String>,
    /// The blocks of Rust.
    rust: Vec<String>,
}

#[test]
fn links_lead_somewhere() {
    let pages = pages();
    let mut dead = Vec::new();
    for page in pages.values() {
        for link in page.links.iter().filter(|link| !SCHEMES.iter().any(|scheme| link.starts_with(scheme))) {
            if let Err(why) = follow(page, link, &pages) {
                dead.push(format!("{}: {link}: {why}", page.path.display()));
            }
        }
    }
    assert!(dead.is_empty(), "dead links:\n{}", dead.join("\n"));
}

#[test]
fn what_is_included_exists() {
    let mut missing = Vec::new();
    for page in pages().values() {
        for include in includes(&page.text) {
            if let Err(why) = included(&page.path, include) {
                missing.push(format!("{}: {include}: {why}", page.path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "includes that find nothing:\n{}", missing.join("\n"));
}

#[test]
fn every_page_of_the_book_is_in_its_summary() {
    let pages = pages();
    let summary = &pages[Path::new("docs/src/SUMMARY.md")];
    let listed: BTreeSet<PathBuf> =
        summary.links.iter().map(|link| Path::new("docs/src").join(link)).collect();
    let book = pages.keys().filter(|path| path.starts_with("docs/src") && **path != summary.path);
    let lost: Vec<_> = book.filter(|path| !listed.contains(*path)).collect();
    assert!(lost.is_empty(), "pages that SUMMARY.md lacks: {lost:?}");
}

/// Rust in the docs is a piece of a file that is compiled, or a doctest; anything else would go out of date.
#[test]
fn no_rust_floats_freely() {
    let tested = doctested();
    let mut free = Vec::new();
    for page in pages().values().filter(|page| !tested.contains(&page.path)) {
        for block in &page.rust {
            let own = block.lines().find(|line| !line.trim().is_empty() && includes(line).is_empty());
            free.extend(own.map(|line| format!("{}: {line}", page.path.display())));
        }
    }
    assert!(free.is_empty(), "Rust that is neither included nor a doctest:\n{}", free.join("\n"));
}

/// The checks themselves find mistakes.
#[test]
fn what_is_wrong_is_found() {
    let text = "# A b, *c*!\n\n## A b, c\n\n[x](nowhere.md) ![y](none.svg) [z](#a-b-c-1) [w](#d)\n\n\
        <p>\n<img src=\"gone.svg\" alt=\"v\">\n</p>\n\n\
        {{#include Cargo.toml:none}} {{#include Cargo.toml:9999:}} {{#include gone.rs}}\n\n```rust\nfn free() {}\n```\n";
    let page = Page::new("README.md".into(), text.into());
    assert_eq!(page.anchors, BTreeSet::from(["a-b-c".to_owned(), "a-b-c-1".to_owned()]));
    assert_eq!(page.rust, ["fn free() {}\n"]);
    let pages = BTreeMap::new();
    let leads = |link: &str| follow(&page, link, &pages).is_ok();
    assert_eq!(
        page.links.iter().map(|link| leads(link)).collect::<Vec<_>>(),
        [false, false, true, false, false]
    );
    assert_eq!(includes(text), ["Cargo.toml:none", "Cargo.toml:9999:", "gone.rs"]);
    assert!(includes(text).iter().all(|include| included(&page.path, include).is_err()));
}

fn follow(page: &Page, link: &str, pages: &BTreeMap<PathBuf, Page>) -> Result<(), String> {
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let target = if file.is_empty() { page.path.clone() } else { beside(&page.path, file) };
    if !target.exists() {
        return Err("there is no such file".into());
    }
    if page.path.starts_with("docs/src") && !target.starts_with("docs/src") {
        return Err("this is outside of the book".into());
    }
    let Some(anchor) = anchor else { return Ok(()) };
    let anchors =
        if target == page.path { Some(&page.anchors) } else { pages.get(&target).map(|page| &page.anchors) };
    match anchors {
        Some(anchors) if anchors.contains(anchor) => Ok(()),
        _ => Err("there is no such heading".into()),
    }
}

/// A file's path relative to another one's folder, with `..` resolved.
fn beside(from: &Path, file: &str) -> PathBuf {
    let mut path = from.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(file).components() {
        match part {
            Component::ParentDir => assert!(path.pop(), "{file} leads out of the project"),
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    path
}

/// The includes of mdBook in a text: `file` or `file:anchor`.
fn includes(text: &str) -> Vec<&str> {
    let after = text.split("{{#include ").skip(1);
    after.filter_map(|rest| rest.split_once("}}")).map(|(include, _)| include.trim()).collect()
}

fn included(page: &Path, include: &str) -> Result<(), String> {
    let (file, anchor) =
        include.split_once(':').map_or((include, None), |(file, anchor)| (file, Some(anchor)));
    let text = fs::read_to_string(beside(page, file)).map_err(|error| error.to_string())?;
    let Some(anchor) = anchor else { return Ok(()) };
    // Lines from some number on, up to some number or the end.
    let mut lines = anchor.splitn(2, ':').map(str::parse::<usize>);
    if let Some(Ok(start)) = lines.next() {
        let end = lines.next().and_then(Result::ok).unwrap_or(usize::MAX).min(text.lines().count());
        return if start <= end { Ok(()) } else { Err(format!("the file has no line {start}")) };
    }
    let line_with =
        |mark: &str| text.lines().position(|line| line.trim_end().ends_with(&format!("{mark}: {anchor}")));
    match (line_with("ANCHOR"), line_with("ANCHOR_END")) {
        (Some(start), Some(end)) if start + 1 < end => Ok(()),
        _ => Err(format!("the file has no piece '{anchor}' between ANCHOR and ANCHOR_END")),
    }
}

/// The README, the changelog and everything in docs/src, by their paths.
fn pages() -> BTreeMap<PathBuf, Page> {
    let mut paths = vec![PathBuf::from("README.md"), PathBuf::from("CHANGELOG.md")];
    paths.extend(files(Path::new("docs/src"), "md"));
    let page = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path.clone(), Page::new(path, text))
    };
    paths.into_iter().map(page).collect()
}

/// The files with that extension in a folder and below it.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|known| known == extension) {
            found.push(path);
        }
    }
    found
}

/// The pages whose blocks are doctests, because a crate includes them as its documentation.
fn doctested() -> BTreeSet<PathBuf> {
    let mut pages = BTreeSet::new();
    for file in files(Path::new("crates"), "rs") {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let parts = text.split("doc = include_str!(\"").skip(1);
        pages.extend(parts.filter_map(|rest| rest.split_once('"')).map(|(page, _)| beside(&file, page)));
    }
    pages
}

impl Page {
    fn new(path: PathBuf, text: String) -> Page {
        let (mut anchors, mut links, mut rust) = (BTreeSet::new(), Vec::new(), Vec::new());
        let (mut heading, mut block) = (None::<String>, None::<String>);
        let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
        for event in Parser::new_ext(&text, options) {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let name = slug(&heading.take().unwrap_or_default());
                    let numbered = (1..).map(|number| format!("{name}-{number}"));
                    let free =
                        std::iter::once(name.clone()).chain(numbered).find(|name| !anchors.contains(name));
                    anchors.extend(free);
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    links.push(dest_url.to_string());
                }
                Event::Html(html) | Event::InlineHtml(html) => links.extend(in_html(&html)),
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language)))
                    if language.starts_with("rust") =>
                {
                    block = Some(String::new());
                }
                Event::End(TagEnd::CodeBlock) => rust.extend(block.take()),
                Event::Text(words) | Event::Code(words) => {
                    for open in [&mut heading, &mut block].into_iter().flatten() {
                        open.push_str(&words);
                    }
                }
                _ => {}
            }
        }
        Page { path, text, anchors, links, rust }
    }
}

/// The targets of links and images in HTML within a text.
fn in_html(html: &str) -> Vec<String> {
    let after = ["src=\"", "href=\""].into_iter().flat_map(|name| html.split(name).skip(1));
    after.filter_map(|rest| rest.split_once('"')).map(|(link, _)| link.to_owned()).collect()
}

/// A heading in the form of links: lower case, blanks as hyphens, without other signs.
fn slug(heading: &str) -> String {
    let sign = |sign: char| match sign {
        ' ' => Some('-'),
        '-' | '_' => Some(sign),
        other => other.is_alphanumeric().then_some(other),
    };
    heading.trim().to_lowercase().chars().filter_map(sign).collect()
}
