"""Makes a table of pyarrow from the rows of `advert dump`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._program import StrPath, lines, listed, options

if TYPE_CHECKING:
    import pyarrow  # type: ignore[import-untyped]


def table(
    *captures: StrPath,
    fields: str | Sequence[str] = "all",
    device: str | Sequence[str] | None = None,
    more: Sequence[str] = (),
) -> pyarrow.Table:
    """Return the reports of captures as a table of pyarrow, with the types that `advert schema dump` states.

    A column has the same type whatever the captures have: also where its first rows, or all, lack a value. Only the
    members of `known` are those that occur. Times are numbers and bytes are texts in hex, as in the lines.

    Args:
        captures: Captures, or folders of captures.
        fields: The columns, as for `--fields`: keys, values of known formats (`ruuviTag.temperature`), formats with all
            their values (`ruuviTag`), and `all`.
        device: Only these devices, as for `lint`.
        more: Further options of the command, such as `--unique` for distinct layouts.

    Raises:
        AdvertError: when a capture cannot be read, or a field or device does not exist.
        ImportError: when pyarrow is not installed.
    """
    import pyarrow
    import pyarrow.json  # type: ignore[import-untyped]

    described = json.loads(b"".join(lines(["schema", "dump"])))["properties"]
    asked = [name.strip() for one in listed(fields) for name in one.split(",")]
    names = list(dict.fromkeys(name for field in asked for name in described if _includes(field, name)))
    # A member for each of more than a thousand values would cost every row kilobytes: reading adds those that occur.
    described["known"]["properties"] = {}
    schema = pyarrow.schema([(name, _type(described[name])) for name in names])
    given = options(fields=",".join(asked), device=device)
    octets = b"".join(lines(["dump", "--format=jsonl", *given, *more, "--", *captures]))
    if not octets:
        return schema.empty_table()
    return pyarrow.json.read_json(
        pyarrow.BufferReader(octets), parse_options=pyarrow.json.ParseOptions(explicit_schema=schema)
    )


def _includes(field: str, name: str) -> bool:
    """Whether a field of the command line stands for a column."""
    return name == field or name.startswith(field + ".") or (field == "all" and "." not in name)


def _type(described: dict[str, Any]) -> pyarrow.DataType:
    """Return the type of a key of a JSON Schema."""
    import pyarrow

    kinds = [described["type"]] if isinstance(described["type"], str) else described["type"]
    (kind,) = [kind for kind in kinds if kind != "null"]
    if kind == "array":
        return pyarrow.list_(_type(described["items"]))
    if kind == "object":
        return pyarrow.struct([(key, _type(member)) for key, member in described["properties"].items()])
    plain = {"string": pyarrow.string, "integer": pyarrow.int64, "number": pyarrow.float64, "boolean": pyarrow.bool_}
    return plain[kind]()
