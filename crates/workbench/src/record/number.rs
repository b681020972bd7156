//! Numbers that readers of JSON may round are written as text.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde::Serializer;

/// The schema of such a number.
pub fn number_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["integer", "string"], "minimum": 0, "pattern": "^[0-9]+$" })
}

/// Writes a number below 2^53 as a number, and a larger one as text.
///
/// # Errors
///
/// Those of the serializer.
pub fn number<S: Serializer>(value: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    match u64::try_from(*value) {
        Ok(small) if small < 1 << 53 => serializer.serialize_u64(small),
        _ => serializer.serialize_str(&value.to_string()),
    }
}

/// As [`number`], for a number that may be missing.
///
/// # Errors
///
/// Those of the serializer.
#[allow(clippy::ref_option, reason = "serde passes a reference to the field")]
pub fn maybe_number<S: Serializer>(value: &Option<u128>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => number(value, serializer),
        None => serializer.serialize_none(),
    }
}
