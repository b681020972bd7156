#!/usr/bin/env python3
"""Links the module for Pyodide with the linker that comes with Rust.

Rust hands over what it would tell emcc. A module that Pyodide loads takes little of that: all of C's library is in Pyodide already, so
what is not found here is imported from there.

If JIGSAT_BINDGEN names the program of crates/web/bindgen, it writes the functions in the order that compresses best.
"""

import os
import subprocess
import sys
from pathlib import Path

OPTIONS = [
    "-shared",
    "--experimental-pic",
    "--import-memory",
    "--unresolved-symbols=import-dynamic",
    "--gc-sections",
    "--strip-all",
    "--export=PyInit__jigsat",
    "--export-if-defined=__wasm_apply_data_relocs",
    "--export-if-defined=__wasm_call_ctors",
]


def rust_lld() -> Path:
    """The linker of the Rust that compiles."""
    sysroot = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True).stdout.strip()
    found = sorted(Path(sysroot).glob("lib/rustlib/*/bin/rust-lld*"))
    if not found:
        sys.exit("this Rust has no rust-lld")
    return found[0]


def main(arguments: list[str]) -> int:
    """Links what these arguments of emcc name, and returns the exit code."""
    objects = [word for word in arguments if word.endswith((".o", ".rlib", ".a")) and not word.startswith("-")]
    output = arguments[arguments.index("-o") + 1]
    linked = subprocess.run([rust_lld(), "-flavor", "wasm", *OPTIONS, "-o", output, *objects], check=False).returncode
    bindgen = os.environ.get("JIGSAT_BINDGEN")
    if linked or not bindgen:
        return linked
    return subprocess.run([bindgen, output, "order", output], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
