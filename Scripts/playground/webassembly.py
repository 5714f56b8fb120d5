"""Smaller programs in WebAssembly: equal functions once, and similar ones next to each other.

Compilers make a function anew for each kind of value, and many of these are equal or almost equal, in different places of
the program. A packer looks for repetitions only nearby: gzip within 32 KB.
"""

import zlib
from collections import Counter, defaultdict

# Octets that a packer looks back on.
WINDOW = 32 << 10
# How many octets make a piece, and which part of the pieces is compared: one in that many.
PIECE, SAMPLE = 6, 8
# Pieces in more functions than that say nothing.
COMMON = 64
# Functions that get the shortest numbers, because they are called most.
CALLED_MOST = 120

TYPE, FUNCTION, EXPORT, START, ELEMENT, CODE = 1, 3, 7, 8, 9, 10

Body = tuple[bytes | int, ...]


class Unknown(Exception):
    """Something that is not read here."""


class Reader:
    """Reads what a part of a program is made of."""

    def __init__(self, octets: bytes, place: int = 0) -> None:
        """Starts at a place."""
        self.octets = octets
        self.place = place

    def number(self) -> int:
        """A whole number (LEB128), without its sign."""
        value = shift = 0
        while True:
            octet = self.octets[self.place]
            self.place += 1
            value |= (octet & 0x7F) << shift
            shift += 7
            if octet < 0x80:
                return value

    def take(self, count: int) -> bytes:
        """Octets as they are."""
        self.place += count
        return self.octets[self.place - count : self.place]

    def numbers(self, count: int) -> None:
        """Passes numbers."""
        for _ in range(count):
            self.number()

    def is_over(self) -> bool:
        """Whether nothing is left."""
        return self.place >= len(self.octets)


def number(value: int) -> bytes:
    """A whole number as LEB128."""
    octets = bytearray()
    while value > 0x7F:
        octets.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*octets, value])


def body_of(octets: bytes) -> Body:
    """The code of a function: octets, and the numbers of functions between them."""
    reader = Reader(octets)
    for _ in range(reader.number()):
        reader.number()
        reader.take(1)
    parts: list[bytes | int] = []
    start = 0
    while not reader.is_over():
        code = reader.octets[reader.place]
        reader.place += 1
        if code in (0x10, 0x12, 0xD2):
            parts.append(octets[start : reader.place])
            parts.append(reader.number())
            start = reader.place
        else:
            pass_operands(reader, code)
    return (*parts, octets[start:])


def pass_operands(reader: Reader, code: int) -> None:
    """Passes what follows the code of an instruction."""
    if code <= 0x01 or code in (0x05, 0x0B, 0x0F, 0x1A, 0x1B, 0xD1) or 0x45 <= code <= 0xC4:
        return
    if code in (0x02, 0x03, 0x04, 0x0C, 0x0D, 0xD0, 0x3F, 0x40, 0x41, 0x42) or 0x20 <= code <= 0x26:
        reader.number()
    elif code in (0x11, 0x13) or 0x28 <= code <= 0x3E:
        reader.numbers(2)
    elif code in (0x0E, 0x1C):
        reader.numbers(reader.number() + (code == 0x0E))
    elif code in (0x43, 0x44):
        reader.take(4 if code == 0x43 else 8)
    elif code == 0xFC:
        more = reader.number()
        if more > 17:
            raise Unknown(f"instruction fc {more:02x}")
        reader.numbers((0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1)[max(more - 7, 0)])
    else:
        raise Unknown(f"instruction {code:02x}")


def folded(bodies: list[Body], types: list[int]) -> list[int]:
    """For each function the first that is equal, where equal functions are called for equal."""
    first = list(range(len(bodies)))
    while True:
        met: dict[tuple[int, Body], int] = {}
        found = []
        for index, body in enumerate(bodies):
            key = (types[index], tuple(first[part] if isinstance(part, int) else part for part in body))
            found.append(met.setdefault(key, index))
        if found == first:
            return first
        first = found


def pieces(body: Body) -> set[int]:
    """Some of the short sequences of a function."""
    octets = b"".join(part for part in body if isinstance(part, bytes))
    sums = (zlib.crc32(octets[at : at + PIECE]) for at in range(len(octets) - PIECE + 1))
    return {value for value in sums if value % SAMPLE == 0}


def ordered(bodies: dict[int, Body]) -> list[int]:
    """The functions in an order in which each has much in common with those shortly before it."""
    own = {index: pieces(body) for index, body in bodies.items()}
    size = {index: sum(len(part) if isinstance(part, bytes) else 2 for part in body) for index, body in bodies.items()}
    having: dict[int, list[int]] = defaultdict(list)
    for index, found in own.items():
        for piece in found:
            having[piece].append(index)
    having = {piece: some for piece, some in having.items() if 1 < len(some) <= COMMON}
    left = dict.fromkeys(bodies)
    order: list[int] = []
    near: list[int] = []
    room = 0
    present: Counter[int] = Counter()
    common: dict[int, int] = {}
    while left:
        best = max(common, key=lambda index: (common[index] / (len(own[index]) + 8), -index)) if common else next(iter(left))
        del left[best]
        common.pop(best, None)
        order.append(best)
        near.append(best)
        room += size[best]
        for piece in own[best]:
            present[piece] += 1
            if present[piece] == 1:
                for index in having.get(piece, ()):
                    if index in left:
                        common[index] = common.get(index, 0) + 1
        while room > WINDOW and len(near) > 1:
            gone = near.pop(0)
            room -= size[gone]
            for piece in own[gone]:
                present[piece] -= 1
                if present[piece] == 0:
                    for index in having.get(piece, ()):
                        if index in left:
                            common[index] -= 1
                            if common[index] == 0:
                                del common[index]
    return order


def sections(octets: bytes) -> list[tuple[int, bytes]]:
    """The sections of a program, without those that only people and tools read."""
    if octets[:8] != b"\0asm\1\0\0\0":
        raise Unknown("not a program in WebAssembly")
    reader = Reader(octets, 8)
    found = []
    while not reader.is_over():
        kind = reader.take(1)[0]
        content = reader.take(reader.number())
        if kind != 0:
            found.append((kind, content))
    return found


def smaller(octets: bytes) -> bytes:
    """The same program, with its functions in another order and equal ones once."""
    content = dict(sections(octets))
    if 2 in content:
        raise Unknown("a program that asks for functions from outside")
    reader = Reader(content[FUNCTION])
    types = [reader.number() for _ in range(reader.number())]
    reader = Reader(content[CODE])
    bodies = [body_of(reader.take(reader.number())) for _ in range(reader.number())]
    first = folded(bodies, types)
    calls = Counter(first[part] for index in set(first) for part in bodies[index] if isinstance(part, int))
    most = [index for index, _ in sorted(calls.items(), key=lambda item: (-item[1], item[0]))[:CALLED_MOST]]
    rest = {index: bodies[index] for index in sorted(set(first) - set(most))}
    order = most + ordered(rest)
    place = {index: position for position, index in enumerate(order)}
    new = [place[index] for index in first]

    def vector(items: list[bytes]) -> bytes:
        return number(len(items)) + b"".join(items)

    def code(index: int) -> bytes:
        text = b"".join(number(new[part]) if isinstance(part, int) else part for part in bodies[index])
        return number(len(text)) + text

    content[FUNCTION] = vector([number(types[index]) for index in order])
    content[CODE] = vector([code(index) for index in order])
    content[EXPORT] = exports(content[EXPORT], new)
    if ELEMENT in content:
        content[ELEMENT] = elements(content[ELEMENT], new)
    if START in content:
        content[START] = number(new[Reader(content[START]).number()])
    return octets[:8] + b"".join(
        bytes([kind]) + number(len(content[kind])) + content[kind] for kind, _ in sections(octets)
    )


def exports(octets: bytes, new: list[int]) -> bytes:
    """The section of exports with other numbers of functions."""
    reader = Reader(octets)
    count = reader.number()
    made = number(count)
    for _ in range(count):
        name = reader.take(reader.number())
        kind = reader.take(1)[0]
        index = reader.number()
        made += number(len(name)) + name + bytes([kind]) + number(new[index] if kind == 0 else index)
    return made


def elements(octets: bytes, new: list[int]) -> bytes:
    """The section with the functions that are called by their address."""
    reader = Reader(octets)
    count = reader.number()
    made = number(count)
    for _ in range(count):
        start = reader.place
        # An active segment of the first table: where it begins, then its functions.
        if reader.number() != 0 or reader.take(1) != b"\x41":
            raise Unknown("a segment of elements of another kind")
        reader.number()
        if reader.take(1) != b"\x0b":
            raise Unknown("a segment of elements at a place that is computed")
        made += octets[start : reader.place]
        some = reader.number()
        made += number(some) + b"".join(number(new[reader.number()]) for _ in range(some))
    return made
