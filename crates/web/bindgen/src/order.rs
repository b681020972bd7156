//! The order of a module's functions. Instances of one generic function are similar, and gzip finds similar text only
//! within 32 KiB: side by side they take an eighth less.

use std::convert::Infallible;

use wasm_encoder::{
    CodeSection, FunctionSection, Module,
    reencode::{self, Reencode, utils},
};
use wasmparser::{
    BinaryReaderError, CodeSectionReader, CustomSectionReader, FunctionBody, FunctionSectionReader,
    KnownCustom, Name, Parser, Payload, TypeRef,
};

type Error = reencode::Error<Infallible>;

/// The module with its functions in the order of their names, and without the names.
///
/// # Errors
///
/// Bytes that are not a module.
pub fn by_name(module: &[u8]) -> Result<Vec<u8>, Error> {
    let mut ordered = Module::new();
    let mut order = Order::of(module)?;
    order.parse_core_module(&mut ordered, Parser::new(0), module)?;
    Ok(ordered.finish())
}

/// The new place of each function. Imported functions come first, and keep their places.
struct Order {
    imported: u32,
    /// The functions that the module defines, by their old places, in their new order.
    old: Vec<usize>,
    /// The new place for each old one.
    new: Vec<u32>,
}

impl Order {
    fn of(module: &[u8]) -> Result<Self, BinaryReaderError> {
        let mut imported = 0;
        let mut sizes = Vec::new();
        let mut names = Vec::new();
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::CodeSectionEntry(body) => sizes.push(body.range().len()),
                Payload::CustomSection(section) => {
                    let KnownCustom::Name(all) = section.as_known() else { continue };
                    for part in all {
                        let Name::Function(of_functions) = part? else { continue };
                        for naming in of_functions {
                            let naming = naming?;
                            names.push((naming.index, common(naming.name)));
                        }
                    }
                }
                _ => {}
            }
        }
        let mut keys: Vec<(&str, usize)> = sizes.into_iter().map(|size| ("", size)).collect();
        for (index, name) in names {
            if let Some(key) = index.checked_sub(imported).and_then(|place| keys.get_mut(place as usize)) {
                key.0 = name;
            }
        }
        let mut old: Vec<usize> = (0..keys.len()).collect();
        old.sort_by_key(|&place| keys[place]);
        let mut new = vec![0; keys.len()];
        for (place, &from) in (0..).zip(&old) {
            new[from] = place;
        }
        Ok(Order { imported, old, new })
    }
}

/// The common part of the names of a function's instances, or of implementations of a trait's function: the name
/// without the type of the implementation, and without the hash that follows.
fn common(name: &str) -> &str {
    let name = name.rsplit_once("::h").map_or(name, |(name, _)| name);
    name.rsplit_once(" as ").map_or(name, |(_, name)| name)
}

impl Reencode for Order {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, Error> {
        let moved = index.checked_sub(self.imported).map(|place| self.imported + self.new[place as usize]);
        Ok(moved.unwrap_or(index))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for &place in &self.old {
            functions.function(types[place]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error> {
        let bodies = section.into_iter().collect::<Result<Vec<FunctionBody<'_>>, _>>()?;
        for place in self.old.clone() {
            self.parse_function_body(code, bodies[place].clone())?;
        }
        Ok(())
    }

    fn parse_custom_section(
        &mut self,
        module: &mut Module,
        section: CustomSectionReader<'_>,
    ) -> Result<(), Error> {
        if matches!(section.as_known(), KnownCustom::Name(_)) {
            return Ok(());
        }
        utils::parse_custom_section(self, module, section)
    }
}
