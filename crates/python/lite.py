"""JupyterLite with jigsat in it, for any static host: ``python lite.py WHEEL PYODIDE FOLDER``.

WHEEL is the one for Pyodide, PYODIDE the folder of its npm package. The kernel's packages are put beside it, so that opening a notebook
asks no other host; what else a notebook imports comes from where Pyodide has it.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path
from typing import Any

import notebooks

#: What the kernel of JupyterLite imports, and what installs it.
KERNEL = ["micropip", "piplite", "ipykernel", "pyodide-kernel", "comm", "jedi", "ipython"]

#: Where Pyodide keeps the packages that are not put beside it.
OTHERS = "https://cdn.jsdelivr.net/pyodide/v{version}/full/"

#: The kernel's part of JupyterLite: its own wheels are in there.
EXTENSION = "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def needed(packages: dict[str, Any]) -> list[str]:
    """The kernel's packages and what they depend on, as far as the lock file has them."""
    known = {canonical(name): name for name in packages}
    found: list[str] = []
    waiting = [canonical(name) for name in KERNEL]
    while waiting:
        name = waiting.pop()
        if name in known and known[name] not in found:
            found.append(known[name])
            waiting += [canonical(one) for one in packages[known[name]]["depends"]]
    return found


def download(requirements: list[str], folder: Path) -> list[Path]:
    """Wheels in pure Python."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    pure = ["--only-binary=:all:", "--python-version", "3.14", "--implementation", "py", "--abi", "none", "--platform", "any"]
    subprocess.run([*pip, *pure, "--dest", str(folder), *requirements], check=True)
    return sorted(folder.glob("*.whl"))


def entry(wheel: Path, imports: list[str], depends: list[str]) -> dict[str, Any]:
    """The entry of a wheel in a lock file of Pyodide."""
    name, version = wheel.name.split("-")[:2]
    return {
        "name": canonical(name),
        "version": version,
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": imports,
        "depends": depends,
        "unvendored_tests": False,
    }


def pyodide(source: Path, wheel: Path, folder: Path) -> None:
    """Pyodide with jigsat and the kernel's packages in its lock file."""
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("*.map", "*.html", "*.d.ts"))
    lock = json.loads((source / "pyodide-lock.json").read_text(encoding="utf-8"))
    version = json.loads((source / "package.json").read_text(encoding="utf-8"))["version"]
    packages = lock["packages"]
    ours = needed(packages)
    with tempfile.TemporaryDirectory() as temporary:
        wheels = download(["comm", *(f"{name}=={packages[name]['version']}" for name in ours)], Path(temporary))
        own = next(file for file in metadata.files("jupyterlite-pyodide-kernel") or [] if EXTENSION in file.as_posix())
        wheels += [file for file in Path(own.locate()).resolve().parent.glob("*.whl") if not file.name.startswith("widgets")]
        made = [(wheel, entry(wheel, ["jigsat"], []))]
        for file in wheels:
            known = packages.get(next((name for name in ours if canonical(name) == canonical(file.name.split("-")[0])), ""), {})
            made.append((file, entry(file, known.get("imports", []), known.get("depends", []))))
        for package in packages.values():
            package["file_name"] = OTHERS.format(version=version) + package["file_name"]
        for file, package in made:
            shutil.copyfile(file, folder / file.name)
            packages.pop(next((name for name in packages if canonical(name) == package["name"]), ""), None)
            packages[package["name"]] = package
    (folder / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")


def build(wheel: Path, source: Path, folder: Path) -> None:
    """Writes JupyterLite with the notebooks of the book."""
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as temporary:
        site = Path(temporary)
        notebooks.write(site / "files")
        pyodide(source, wheel, site / "static" / "pyodide")
        kernel = {"loadPyodideOptions": {"packages": KERNEL}}
        settings = {
            "jupyter-config-data": {
                "appName": "jigsat in JupyterLite",
                "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
            }
        }
        (site / "jupyter-lite.json").write_text(json.dumps({"jupyter-lite-schema-version": 0, **settings}), encoding="utf-8")
        lite = [sys.executable, "-m", "jupyterlite_core", "build", "--no-sourcemaps", "--no-unused-shared-packages"]
        subprocess.run([*lite, "--lite-dir", str(site), "--output-dir", str(folder)], check=True, cwd=site)


if __name__ == "__main__":
    build(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve())
