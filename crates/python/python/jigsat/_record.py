"""Records: what the command prints as JSON, as objects whose attributes have types."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from ._errors import Undecided

#: How a field is read from JSON, and its value if JSON leaves it out. ``...`` for a field that is always there.
Field = tuple[Callable[[Any], Any], Any]


def plain(value: Any) -> Any:
    """A value that is in Python what it is in JSON."""
    return value


def number(value: int | str) -> int:
    """A number, which JSON has as text if it is large."""
    return int(value)


def listed(item: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A list of such values."""
    return lambda values: [item(value) for value in values]


def maybe(some: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Such a value, or none."""
    return lambda value: None if value is None else some(value)


def by_name(some: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Such values by their names."""
    return lambda values: {name: some(value) for name, value in values.items()}


class Record:
    """A record. Its attributes are the keys of the JSON that the command prints; those that JSON leaves out are ``None``,
    ``False`` or empty."""

    _fields: ClassVar[dict[str, Field]] = {}

    def __init__(self, data: dict[str, Any]) -> None:
        self.__dict__["_data"] = data

    def to_dict(self) -> dict[str, Any]:
        """The record as JSON has it, without what JSON leaves out."""
        data: dict[str, Any] = self._data
        return data

    def __getattr__(self, name: str) -> Any:
        field = self._fields.get(name)
        if field is None:
            known = ", ".join(self._fields)
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}; it has: {known}")
        read, missing = field
        data = self._data
        key = name.rstrip("_")
        if key in data:
            value = read(data[key])
        elif missing is ...:
            raise AttributeError(f"this {type(self).__name__} has no {name!r}")
        else:
            value = missing() if callable(missing) else missing
        self.__dict__[name] = value
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("records cannot be changed")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._fields})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.to_dict(),)

    def __repr__(self) -> str:
        shown = ", ".join(f"{key}={value!r}" for key, value in self.to_dict().items() if key != "schema")
        return f"{type(self).__name__}({shown if len(shown) < 400 else shown[:400] + '…'})"


class Answer(Record):
    """An answer: the record of a verb, with its words and its picture.

    ``print(answer)`` shows what the command prints for people, and notebooks show the picture. As a condition, it is true if
    what was asked for exists and false if it is proved that it doesn't; if that was left open, it raises :class:`Undecided`.
    """

    def __init__(self, parts: list[Any]) -> None:
        self.__dict__["_parts"] = parts

    def __getattr__(self, name: str) -> Any:
        if name == "_data":
            text = self._parts[-1].record()
            data = json.loads(text) if text is not None else {}
            self.__dict__["_data"] = data
            return data
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "solution" and name in self._fields and "_data" not in self.__dict__:
            # What is asked for most, without the rest of the record.
            solution = self._parts[-1].solution()
            self.__dict__[name] = solution
            return solution
        return super().__getattr__(name)

    @property
    def verdict(self) -> str:
        """How the question ended: ``solved``, ``impossible``, ``unknown``."""
        status: str = self._parts[-1].status
        return status

    @property
    def words(self) -> str:
        """The answer in words, without drawings."""
        words: str = self._parts[-1].words()
        return words.strip()

    @property
    def notes(self) -> list[str]:
        """What else you should know."""
        notes: list[str] = self._parts[-1].notes()
        return notes

    @property
    def svg(self) -> str | None:
        """The picture as SVG; ``None`` if there is nothing to draw."""
        svg: str | None = self._parts[-1].svg()
        return svg

    def write(self, format: str) -> str:
        """The answer in another format: ``plain`` for solutions, ``markdown`` and ``html`` for explanations, ``csv`` for
        tables, and those of the family. Empty if the answer has no such format."""
        return "".join(part.write(format) for part in self._parts)

    def __bool__(self) -> bool:
        verdict = self.verdict
        if verdict in ("solved", "impossible"):
            return verdict == "solved"
        raise Undecided(f"neither yes nor no: {self.words or verdict}")

    def __str__(self) -> str:
        told = "\n".join(text for text in (part.told().rstrip() for part in self._parts) if text)
        return told or self.words

    def __repr__(self) -> str:
        first = self.words.partition("\n")[0]
        return f"<{type(self).__name__}: {first or self.verdict}>"

    def _repr_html_(self) -> str:
        return html(self.svg, str(self) if self.svg is None else self.words)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), ([Kept.of(part) for part in self._parts],)


class Kept:
    """A part of an answer that has been pickled: what was made of it then."""

    def __init__(self, kept: dict[str, Any]) -> None:
        self._kept = kept
        self.status: str = kept["status"]

    @classmethod
    def of(cls, part: Any) -> Kept:
        if isinstance(part, Kept):
            return part
        made = {name: getattr(part, name)() for name in ("record", "words", "notes", "told", "svg", "solution")}
        return cls({**made, "status": part.status})

    def record(self) -> str | None:
        record: str | None = self._kept["record"]
        return record

    def words(self) -> str:
        return str(self._kept["words"])

    def notes(self) -> list[str]:
        return list(self._kept["notes"])

    def told(self) -> str:
        return str(self._kept["told"])

    def svg(self) -> str | None:
        svg: str | None = self._kept["svg"]
        return svg

    def write(self, format: str) -> str:
        raise ValueError("an answer that was pickled has no other formats; ask again")


def html(svg: str | None, words: str) -> str:
    """A picture with words below it."""
    escaped = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    said = f'<pre style="white-space: pre-wrap">{escaped}</pre>' if words else ""
    return f'<div style="max-width: 32em">{svg or ""}{said}</div>'


def last(answer: type[Any], parts: Iterator[Any]) -> Any:
    """The answer that consists of these parts."""
    kept = list(parts)
    if not kept:
        raise Undecided("there is no answer")
    return answer(kept)
