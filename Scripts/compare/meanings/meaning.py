"""What an AD structure says, under the names that the comparison uses."""

import uuid
from typing import Any

Meaning = dict[str, Any]


def full_uuid(text: str | int) -> str:
    """Write a UUID of any width in its long form."""
    if isinstance(text, int):
        text = f"{text:08x}"
    text = text.lower().removeprefix("0x").replace(":", "").replace("-", "")
    if len(text) == 32:
        return str(uuid.UUID(text))
    return f"{text:0>8}-0000-1000-8000-00805f9b34fb"


def set_bits(number: int) -> list[int]:
    """List the numbers of the bits that are set."""
    return [bit for bit in range(number.bit_length()) if number >> bit & 1]
