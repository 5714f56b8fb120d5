"""The types of the rows that advert prints, for type checkers of Python: made of its schemas.

The module has nothing that runs. It is for Python 3.9 and later.
"""

import json
import keyword
from typing import Any

HEAD = '''"""The rows that advert prints, as `advert schema` describes them. Made of the schemas by make-dist."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # Before Python 3.11, typing has no NotRequired. It is for type checkers only.
    from typing_extensions import Literal, NotRequired, TypedDict
else:
    from typing import TypedDict
'''
# The type of a row, and the schema.
ROWS = {"InspectRow": "inspect-rows", "LintRow": "lint-rows", "ReachRow": "reach-rows", "WatchRow": "watch"}
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


class Rows:
    """The module, class by class."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.classes: list[str] = []

    def name(self, schema: dict[str, Any], title: str, about: str) -> str:
        """Return the type of what a schema describes; objects become classes called by their place."""
        about = str(schema.get("description", about))
        if "anyOf" in schema:
            return self.union([self.name(choice, title, about) for choice in schema["anyOf"]])
        if "enum" in schema:
            words = [json.dumps(word) for word in schema["enum"] if word is not None]
            return self.union([f"Literal[{', '.join(words)}]"] + ["None"] * (None in schema["enum"]))
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        return self.union([self.one(kind, schema, title, about) for kind in kinds]) if kinds else "Any"

    def one(self, kind: str, schema: dict[str, Any], title: str, about: str) -> str:
        """Return the type of one kind of value."""
        if kind == "array":
            return f"list[{self.name(schema.get('items', {}), title, about)}]"
        if kind != "object":
            return PLAIN[kind]
        if "properties" not in schema:
            return "dict[str, Any]"
        required = set(schema.get("required", []))
        members = []
        for key, member in schema["properties"].items():
            kind = self.name(member, title + key[0].upper() + key[1:], key)
            members.append((key, kind if key in required else f"NotRequired[{kind}]", str(member.get("description", key))))
        self.classes.append(self.described(title, about, members))
        return title

    def described(self, title: str, about: str, members: list[tuple[str, str, str]]) -> str:
        """Return a class; where a key is a word of Python, it is written as a call."""
        if any(keyword.iskeyword(key) for key, _, _ in members):
            lines = [f"{json.dumps(key)}: {json.dumps(kind)}" for key, kind, _ in members]
            return "\n".join(
                [f"{title} = TypedDict(", f'    "{title}",', "    {", *(f"        {line}," for line in lines), "    },", ")"]
                + [f'"""{self.sentence(about)}"""']
            )
        lines = [f'    {key}: {kind}\n    """{self.sentence(told)}"""' for key, kind, told in members]
        return "\n".join([f"class {title}(TypedDict):", f'    """{self.sentence(about)}"""', "", *lines])

    @staticmethod
    def sentence(text: str) -> str:
        """Return a description as a comment of Python has it."""
        return text[0].upper() + text[1:].replace("\\", "").replace('"', "'") + "."

    @staticmethod
    def union(names: list[str]) -> str:
        """Return the type of a value that can have several."""
        return " | ".join(names)


def module(schemas: dict[str, str]) -> str:
    """Return the module, of the schemas by their file names."""
    made = Rows()
    for title, name in ROWS.items():
        schema = json.loads(schemas[f"{name}.schema.json"])
        made.name(schema, title, schema["title"].removeprefix("advert: "))
    return "\n\n\n".join([HEAD.rstrip("\n"), *made.classes]) + "\n"
