"""Run what `advert emit` writes in Python, with stand-ins for the modules of MicroPython and CircuitPython.

The stand-ins do what the documentation of aioble and of _bleio says: bytes are sent as they are, and aioble makes
structures of its other arguments, in an order of its own and of at most 30 bytes a block.
"""

import asyncio
import struct
import sys
import types
import uuid
from collections.abc import Iterable, Sequence
from typing import Any

# A block of advertising data and one of scan response data.
Blocks = tuple[bytes, bytes]


class UUID:
    """A UUID as MicroPython makes it of a number, a text or octets."""

    def __init__(self, value: int | str | bytes) -> None:
        """Take the octets in the order in which they are sent."""
        if isinstance(value, int):
            self.octets = struct.pack("<H", value)
        elif isinstance(value, str):
            self.octets = uuid.UUID(value).bytes[::-1]
        else:
            self.octets = value


def composed(
    limited_disc: bool, br_edr: bool, services: Iterable[UUID], name: str | None, appearance: int, manufacturer: Any
) -> Blocks:
    """Make the structures of arguments, and put each into the first block that has room."""
    structures = [(0x01, bytes([(1 if limited_disc else 2) + (0x18 if br_edr else 4)]))]
    lists = {2: 0x03, 4: 0x05, 16: 0x07}
    for width, kind in lists.items():
        octets = b"".join(one.octets for one in services if len(one.octets) == width)
        if octets:
            structures.append((kind, octets))
    if name:
        structures.append((0x09, name.encode()))
    if appearance:
        structures.append((0x19, struct.pack("<H", appearance)))
    if manufacturer:
        structures.append((0xFF, struct.pack("<H", manufacturer[0]) + manufacturer[1]))
    blocks = [b"", b""]
    for kind, value in structures:
        structure = bytes([len(value) + 1, kind]) + value
        block = next(index for index in (0, 1) if len(blocks[index]) + len(structure) <= 30)
        blocks[block] += structure
    return blocks[0], blocks[1]


def run_python(code: str, form: str) -> list[Blocks]:
    """Run emitted code, and give the blocks of each of its calls in their order."""
    sent: list[Blocks] = []

    async def advertise(
        interval_us: int,
        adv_data: bytes | None = None,
        resp_data: bytes | None = None,
        limited_disc: bool = False,
        br_edr: bool = False,
        name: str | None = None,
        services: Sequence[UUID] = (),
        appearance: int = 0,
        manufacturer: Any = None,
    ) -> None:
        if interval_us <= 0:
            raise ValueError(interval_us)
        if adv_data or resp_data:
            sent.append((adv_data or b"", resp_data or b""))
        else:
            sent.append(composed(limited_disc, br_edr, services, name, appearance, manufacturer))

    def start_advertising(data: bytes, *, scan_response: bytes | None = None, interval: float = 0.1) -> None:
        if not 0.02 <= interval <= 10.24:
            raise ValueError(interval)
        sent.append((data, scan_response or b""))

    modules = {name: types.ModuleType(name) for name in ("aioble", "bluetooth", "_bleio", "dbus")}
    modules["aioble"].__dict__["advertise"] = advertise
    modules["bluetooth"].__dict__["UUID"] = UUID
    modules["_bleio"].__dict__["adapter"] = types.SimpleNamespace(start_advertising=start_advertising)
    for name in ("String", "Boolean", "Byte", "UInt16", "UInt32", "Array", "Dictionary"):
        modules["dbus"].__dict__[name] = lambda value, **_: tuple(value) if isinstance(value, list) else value
    before = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    try:
        names: dict[str, Any] = {}
        exec(compile(code, form, "exec"), names)
        for name, function in names.items():
            if name.startswith("advertise"):
                asyncio.run(function())
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module
    return sent
