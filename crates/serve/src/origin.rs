//! Other sites that may show the page in a frame.

use std::{fmt, str::FromStr};

/// The origin of a site, as browsers name it: `https://lectures.example:8443`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
        // Nothing else may come into the header in which it is sent.
        let is_of_host =
            |char: char| char.is_ascii_alphanumeric() || matches!(char, '-' | '.' | ':' | '[' | ']');
        if host.is_empty() || !host.chars().all(is_of_host) {
            return Err(format!("found '{text}', expected a site such as https://lectures.example"));
        }
        Ok(Origin(text.to_owned()))
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_origins_are_read() {
        for text in ["https://lectures.example", "http://localhost:8000", "https://[::1]:8443"] {
            assert_eq!(text.parse::<Origin>().map(|origin| origin.to_string()).as_deref(), Ok(text));
        }
        for text in [
            "lectures.example",
            "https://",
            "https://a.example/notes",
            "https://a.example; script-src *",
            "*",
            "https://*",
        ] {
            assert!(text.parse::<Origin>().is_err(), "{text}");
        }
    }
}
