//! Which files of a crate need which: a file that another needs, directly or through others, may not lead back to it
//! through many files. A re-export counts as a need of the file behind it. A module that calls the files of its own folder
//! is their front door, which alone makes no cycle: in a cycle through the door, the door counts as one file with its
//! folder. But the root of a crate is no door: what its files share has a file.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use syn::{Attribute, Item, ItemUse, UseTree, Visibility, visit::Visit};

/// A module by its path from the root of its crate.
type Module = Vec<String>;

/// The contents of one file.
#[derive(Default)]
struct File {
    at: PathBuf,
    children: Vec<String>,
    defines: BTreeSet<String>,
    /// The names that `use` imports, with their paths.
    imports: BTreeMap<String, Vec<String>>,
    /// The paths that it names.
    named: BTreeSet<Vec<String>>,
}

/// The files of a crate, and what each needs of the others.
pub struct Imports {
    files: BTreeMap<Module, File>,
    needs: BTreeMap<Module, BTreeMap<Module, BTreeSet<String>>>,
}

impl Imports {
    /// Reads a crate from its `lib.rs` or `main.rs`.
    pub fn of_crate(root: &Path) -> Self {
        let read = |path: &Path| fs::read_to_string(path).ok();
        Imports::of(root, &read)
    }

    /// As [`Imports::of_crate`], from any source of texts.
    pub fn of(root: &Path, read: &dyn Fn(&Path) -> Option<String>) -> Self {
        let folder = root.parent().expect("a file lies in a folder");
        let mut files = BTreeMap::new();
        let mut open = vec![(Module::new(), root.to_owned(), folder.to_owned())];
        while let Some((module, path, folder)) = open.pop() {
            let Some(text) = read(&path) else { continue };
            let file = File::read(&text, path);
            for child in &file.children {
                let module = [&module[..], std::slice::from_ref(child)].concat();
                open.push((module, folder.join(format!("{child}.rs")), folder.join(child)));
            }
            files.insert(module, file);
        }
        let mut imports = Imports { files, needs: BTreeMap::new() };
        imports.needs =
            imports.files.keys().map(|module| (module.clone(), imports.needs_of(module))).collect();
        imports
    }

    fn needs_of(&self, module: &Module) -> BTreeMap<Module, BTreeSet<String>> {
        let mut needs: BTreeMap<Module, BTreeSet<String>> = BTreeMap::new();
        for path in &self.files[module].named {
            if let Some(other) = self.home(module, path, 0)
                && other != *module
            {
                needs.entry(other).or_default().insert(path.last().cloned().unwrap_or_default());
            }
        }
        needs
    }

    /// The module that defines the target of a path that is used in module `at`.
    fn home(&self, at: &Module, path: &[String], depth: usize) -> Option<Module> {
        let mut here = at.clone();
        let mut rest = path;
        let mut is_relative = true;
        while let Some((first, others)) = rest.split_first() {
            match first.as_str() {
                "crate" => here.clear(),
                "super" => drop(here.pop()),
                "self" => {}
                _ => break,
            }
            (rest, is_relative) = (others, false);
        }
        let child = |here: &Module, name: &String| {
            let child = [&here[..], std::slice::from_ref(name)].concat();
            self.files.contains_key(&child).then_some(child)
        };
        if let (true, Some(first)) = (is_relative, rest.first()) {
            // A child, or something imported; otherwise it belongs to another crate.
            if child(&here, first).is_none() {
                let from = self.files[at].imports.get(first).filter(|from| *from != path && depth < 16)?;
                return self.home(at, &[from, &rest[1..]].concat(), depth + 1);
            }
        }
        while let Some(next) = rest.first().and_then(|name| child(&here, name)) {
            (here, rest) = (next, &rest[1..]);
        }
        let file = self.files.get(&here)?;
        match rest.first() {
            Some(name) if !file.defines.contains(name) => match file.imports.get(name) {
                Some(from) if depth < 16 => {
                    self.home(&here, &[from, &rest[1..]].concat(), depth + 1).or(Some(here))
                }
                _ => Some(here),
            },
            _ => Some(here),
        }
    }

    /// The cycles of more than this many files, each with the reasons that tie it: those without front doors, and those
    /// through them.
    pub fn circles(&self, most: usize) -> Vec<String> {
        let mut told = BTreeSet::new();
        let mut circles = Vec::new();
        for through_doors in [false, true] {
            let needs = |from: &Module, to: &Module| through_doors || !is_door(from, to);
            let reached: BTreeMap<&Module, BTreeSet<&Module>> =
                self.files.keys().map(|module| (module, self.reached_from(module, &needs))).collect();
            for module in self.files.keys() {
                let is_tied = |other: &&&Module| reached[**other].contains(module);
                let circle: BTreeSet<&Module> = reached[module].iter().filter(is_tied).copied().collect();
                let is_behind = |file: &&&Module| {
                    through_doors && circle.iter().any(|door| door != *file && is_door(door, file))
                };
                let files = circle.iter().filter(|file| !is_behind(file)).count();
                if files > most && told.insert(circle.clone()) {
                    circles.push(self.tell(files, &circle, &needs));
                }
            }
        }
        circles
    }

    fn tell(
        &self,
        files: usize,
        circle: &BTreeSet<&Module>,
        needs: &dyn Fn(&Module, &Module) -> bool,
    ) -> String {
        let mut text = format!("{files} files:");
        for &from in circle {
            let ties = self.needs[from].iter();
            for (to, names) in ties.filter(|(to, _)| circle.contains(to) && needs(from, to)) {
                let [from, to] = [from, to].map(|module| self.files[module].at.display());
                let _ = write!(text, "\n  {from} needs {to}: {names:?}");
            }
        }
        text
    }

    fn reached_from<'s>(
        &'s self,
        module: &'s Module,
        needs: &dyn Fn(&Module, &Module) -> bool,
    ) -> BTreeSet<&'s Module> {
        let needed = |from: &'s Module| self.needs[from].keys().filter(move |to| needs(from, to));
        let mut reached = BTreeSet::new();
        let mut open: Vec<&Module> = needed(module).collect();
        while let Some(next) = open.pop() {
            if reached.insert(next) {
                open.extend(needed(next));
            }
        }
        reached
    }
}

/// Whether a module is the front door of the folder that another lies in.
fn is_door(module: &Module, other: &Module) -> bool {
    !module.is_empty() && other.len() > module.len() && other.starts_with(module)
}

impl File {
    fn read(text: &str, at: PathBuf) -> Self {
        let parsed = syn::parse_file(text).unwrap_or_else(|error| panic!("{}: {error}", at.display()));
        let mut file = File { at, ..File::default() };
        for item in &parsed.items {
            if let Some(name) = defined(item) {
                file.defines.insert(name);
            }
        }
        file.visit_file(&parsed);
        file
    }
}

/// The name that an item defines.
fn defined(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

fn is_test(attributes: &[Attribute]) -> bool {
    let is_test = |attribute: &Attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    };
    attributes.iter().any(is_test)
}

impl<'ast> Visit<'ast> for File {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if is_test(&module.attrs) {
            return;
        }
        match &module.content {
            Some(_) => syn::visit::visit_item_mod(self, module),
            None => self.children.push(module.ident.to_string()),
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let mut leaves = Vec::new();
        add_leaves(&item.tree, &mut Vec::new(), &mut leaves);
        for (name, path) in leaves {
            if matches!(item.vis, Visibility::Inherited) {
                self.named.insert(path.clone());
            }
            self.imports.insert(name, path);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            self.named.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        syn::visit::visit_path(self, path);
    }
}

/// Every name that a `use` imports, with its whole path.
fn add_leaves(tree: &UseTree, path: &mut Vec<String>, leaves: &mut Vec<(String, Vec<String>)>) {
    match tree {
        UseTree::Path(inner) => {
            path.push(inner.ident.to_string());
            add_leaves(&inner.tree, path, leaves);
            path.pop();
        }
        UseTree::Name(name) if name.ident == "self" => {
            leaves.push((path.last().cloned().unwrap_or_default(), path.clone()));
        }
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            leaves.push((name.clone(), [&path[..], &[name]].concat()));
        }
        UseTree::Rename(rename) => {
            leaves.push((rename.rename.to_string(), [&path[..], &[rename.ident.to_string()]].concat()));
        }
        UseTree::Glob(_) => leaves.push(("*".into(), path.clone())),
        UseTree::Group(group) => group.items.iter().for_each(|tree| add_leaves(tree, path, leaves)),
    }
}
