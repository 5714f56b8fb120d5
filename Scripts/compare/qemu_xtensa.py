"""QEMU as a processor for Xtensa: a small program that runs in it loads the registers of a case, runs some instructions of it with
its counter of instructions, and writes what they left.

The program, its vectors and their tables are octets that are made here, because no assembler of Debian's knows register windows.
"""

import struct
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

QEMU = "qemu-system-xtensa"
CODE = 0x0004_8000
DATA = 0x0004_0000
DATA_SIZE = 0x1000
# Where the program, its vectors, what the data are before each case, the cases, and what they leave lie.
PROGRAM, VECTORS, PRISTINE, CASES, OUTPUT, RESET = 0x0010_0000, 0x0011_0000, 0x0012_0000, 0x0020_0000, 0x0280_0000, 0xFE00_0000
REGISTERS = 32
FLOATS = 16

# Special registers by their numbers.
LBEG, LEND, LCOUNT, SAR, BR, SCOMPARE1, WINDOWBASE, WINDOWSTART = 0, 1, 2, 3, 4, 12, 72, 73
ATOMCTL, EPC1, EPC6, EPS6, CPENABLE, PS, VECBASE, EXCCAUSE, ICOUNT, ICOUNTLEVEL = 99, 177, 182, 198, 224, 230, 231, 232, 236, 237
# Those that keep a register, the case, what is written, what went wrong, and where the next registers lie.
KEPT, CASE, NEXT, CAUSE, PLACE = 214, 210, 211, 212, 213
# What a case has beside its registers, in the order of the words.
SPECIAL = (WINDOWBASE, WINDOWSTART, SAR, LBEG, LEND, LCOUNT, BR, SCOMPARE1)


def operation(second: int, first: int, r: int, s: int, t: int) -> int:
    """Return an instruction of three registers."""
    return second << 20 | first << 16 | r << 12 | s << 8 | t << 4


def with_immediate(r: int, t: int, s: int, immediate: int) -> int:
    """Return a load, a store, or an addition of a constant."""
    return 2 | t << 4 | s << 8 | r << 12 | (immediate & 0xFF) << 16


class Assembly:
    """Instructions, with places to branch to."""

    def __init__(self, start: int) -> None:
        self.start = start
        self.octets = bytearray()
        self.places = {}
        self.branches = []

    def add(self, *codes: int) -> None:
        """Add instructions of 24 bits."""
        for code in codes:
            self.octets += code.to_bytes(3, "little")

    def mark(self, name: str) -> None:
        """Name the place of the next instruction."""
        self.places[name] = self.start + len(self.octets)

    def fill(self, place: int) -> None:
        """Go on at a place."""
        if place < len(self.octets):
            raise ValueError(f"{len(self.octets) - place} octets too many")
        self.octets += bytes(place - len(self.octets))

    def set(self, register: int, number: int) -> None:
        """Load a number that lies behind a jump over it."""
        self.octets += (b"", b"\xf0\x20\x00\x3d\xf0", b"\x3d\xf0", b"\xf0\x20\x00")[-len(self.octets) % 4]
        self.octets += b"\x06\x01\x00\x00" + struct.pack("<I", number)
        # Three octets from here, and up to a multiple of four.
        self.add(1 | register << 4 | (-1 & 0xFFFF) << 8)

    def move(self, register: int, number: int) -> None:
        """Load a number of 12 bits."""
        self.add(with_immediate(10, register, number >> 8 & 15, number))

    def get_special(self, register: int, number: int) -> None:
        """Read a special register."""
        self.add(operation(0, 3, number >> 4, number & 15, register))

    def set_special(self, number: int, register: int) -> None:
        """Write a special register."""
        self.add(operation(1, 3, number >> 4, number & 15, register))

    def load(self, register: int, base: int, place: int) -> None:
        """Load a word."""
        self.add(with_immediate(2, register, base, place >> 2))

    def store(self, register: int, base: int, place: int) -> None:
        """Store a word."""
        self.add(with_immediate(6, register, base, place >> 2))

    def branch(self, name: str, code: int = 6, bits: tuple[int, int] = (6, 18)) -> None:
        """Go to a named place: a jump, or a branch."""
        self.branches.append((len(self.octets), name, bits))
        self.add(code)

    def finished(self) -> bytes:
        """Return the octets."""
        for place, name, (shift, bits) in self.branches:
            distance = (self.places[name] - self.start - place - 4) & ((1 << bits) - 1)
            code = int.from_bytes(self.octets[place : place + 3], "little") | distance << shift
            self.octets[place : place + 3] = code.to_bytes(3, "little")
        return bytes(self.octets)


def vectors() -> bytes:
    """Return what saves and restores registers, as the calling convention says, and what ends a case."""
    made = Assembly(VECTORS)

    def access(second: int, register: int, base: int, place: int) -> None:
        made.add(operation(second, 9, (place + 64) >> 2, base, register))

    for size in (1, 2, 3):
        for second, back in ((4, 0x003400), (0, 0x003500)):
            made.fill(0x80 * (size - 1) + (0x40 if second == 0 else 0))
            # The rest lies at the end of the stack of the function before. Its own registers are all there is for the address.
            free = 0 if second else 4 * size - 1
            access(second, 0, 4 * size + 1, -16)
            if second and size > 1:
                access(0, free, 1, -12)
            for register in (1, 2, 3):
                access(second, register, 4 * size + 1, 4 * register - 16)
            if not second and size > 1:
                access(0, free, 1, -12)
            for register in range(4, 4 * size):
                access(second, register, free, 4 * (register - 4) - 16 * size)
            made.add(back)
    for vector in (0x280, 0x300, 0x340, 0x3C0):
        made.fill(vector)
        made.set_special(KEPT, 0)
        if vector == 0x280:
            made.move(0, 0)
        else:
            made.get_special(0, EPC1)
            made.set_special(EPC6, 0)
            made.get_special(0, EXCCAUSE)
            made.add(with_immediate(12, 0, 0, 1))
        made.set_special(CAUSE, 0)
        made.set(0, PROGRAM)
        made.load(0, 0, 0)
        made.add(0x0000A0)
    return made.finished()


def program() -> tuple[bytes, int]:
    """Return the program, whose first word is where it saves registers, and where it begins."""
    made = Assembly(PROGRAM)
    made.fill(16)
    made.mark("start")
    made.set(2, 0x4001F)
    made.set_special(PS, 2)
    made.add(0x002010)
    for number, value in ((VECBASE, VECTORS), (CASE, CASES), (NEXT, OUTPUT), (CPENABLE, 0xFF), (ATOMCTL, 0x15), (ICOUNTLEVEL, 2)):
        made.set(2, value)
        made.set_special(number, 2)
    made.mark("next")
    made.get_special(2, CASE)
    made.load(3, 2, 16)
    made.branch("run", 0x56 | 3 << 8, (12, 12))
    made.branch("done")
    made.mark("run")
    made.set_special(ICOUNT, 3)
    made.set(4, CODE)
    for word in range(4):
        made.load(5, 2, 4 * word)
        made.store(5, 4, 4 * word)
    made.add(0x002000)
    made.set_special(EPC6, 4)
    # The pointer to the variables of a thread.
    made.move(5, 0)
    made.add(operation(15, 3, 14, 7, 5))
    made.load(5, 2, 20)
    made.set_special(EPS6, 5)
    for index, number in enumerate(SPECIAL[1:], 1):
        made.load(5, 2, 24 + 4 * index)
        made.set_special(number, 5)
    for number in range(FLOATS):
        made.load(5, 2, 64 + 4 * number)
        made.add(operation(15, 10, number, 5, 5))
    made.set(6, 128)
    made.add(operation(8, 0, 6, 6, 2))
    made.set_special(PLACE, 6)
    made.load(5, 2, 24)
    made.set_special(WINDOWBASE, 5)
    made.add(0x002010)
    for _ in range(REGISTERS // 16):
        made.get_special(0, PLACE)
        made.add(with_immediate(12, 1, 0, 64))
        made.set_special(PLACE, 1)
        for register in (*range(1, 16), 0):
            made.load(register, 0, 4 * register)
        made.add(operation(4, 0, 8, 0, 4))
    made.add(operation(0, 0, 3, 6, 1))
    made.mark("save")
    made.get_special(0, NEXT)
    for part in range(REGISTERS // 16):
        if part:
            made.add(operation(4, 0, 8, 0, 4))
            made.set_special(KEPT, 0)
            made.get_special(0, PLACE)
        for register in range(1, 16):
            made.store(register, 0, 128 + 4 * register)
        made.get_special(1, KEPT)
        made.store(1, 0, 128)
        if part == 0:
            for index, number in enumerate((CAUSE, EPC6, EPS6, *SPECIAL)):
                made.get_special(1, number)
                made.store(1, 0, 4 * index)
            for number in range(FLOATS):
                made.add(operation(15, 10, 1, number, 4))
                made.store(1, 0, 64 + 4 * number)
        made.add(with_immediate(12, 0, 0, 64))
        made.set_special(PLACE, 0)
    for number, value in ((WINDOWBASE, 0), (WINDOWSTART, 1)):
        made.move(2, value)
        made.set_special(number, 2)
        made.add(0x002010)
    # The words that have changed, with their addresses.
    made.get_special(6, PLACE)
    made.add(with_immediate(12, 6, 6, 64), with_immediate(12, 6, 6, 64))
    for register, number in ((3, DATA), (4, PRISTINE), (5, DATA + DATA_SIZE)):
        made.set(register, number)
    made.move(9, 0)
    made.mark("word")
    made.load(7, 3, 0)
    made.load(8, 4, 0)
    made.branch("same", 0x001007 | 7 << 8 | 8 << 4, (16, 8))
    made.store(3, 6, 0)
    made.store(7, 6, 4)
    made.store(8, 3, 0)
    made.add(with_immediate(12, 6, 6, 8), with_immediate(12, 9, 9, 1))
    made.mark("same")
    made.add(with_immediate(12, 3, 3, 4), with_immediate(12, 4, 4, 4))
    made.branch("word", 0x009007 | 3 << 8 | 5 << 4, (16, 8))
    made.get_special(7, NEXT)
    made.store(9, 7, 4 * (3 + len(SPECIAL)))
    made.set_special(NEXT, 6)
    made.get_special(2, CASE)
    made.set(3, 128 + 4 * REGISTERS)
    made.add(operation(8, 0, 2, 2, 3))
    made.set_special(CASE, 2)
    made.branch("next")
    made.mark("done")
    # Write to standard output, and end.
    made.set(4, OUTPUT)
    made.get_special(5, NEXT)
    made.add(operation(12, 0, 5, 5, 4))
    for call, first in ((4, 1), (1, 0)):
        made.move(3, first)
        made.move(2, call)
        made.add(operation(0, 0, 5, 1, 0))
    octets = made.finished()
    return struct.pack("<I", made.places["save"]) + octets[4:], made.places["start"]


def executable(entry: int, parts: list[tuple[int, bytes]]) -> bytes:
    """Return an ELF file."""
    offset, headers, body = 52 + 32 * len(parts), b"", b""
    for address, octets in parts:
        headers += struct.pack("<8I", 1, offset + len(body), address, address, len(octets), len(octets), 7, 1)
        body += octets
    head = b"\x7fELF\x01\x01\x01".ljust(16, b"\0")
    return head + struct.pack("<HHIIIIIHHHHHH", 2, 94, 1, entry, 52, 0, 0, 52, 32, len(parts), 0, 0, 0) + headers + body


class Before(NamedTuple):
    """What there is before some instructions."""

    code: bytes
    count: int
    state: int
    special: list[int]
    floats: list[int]
    # From the beginning of the window on.
    registers: list[int]


class After(NamedTuple):
    """What they leave; the cause of an exception and one, or 0."""

    cause: int
    counter: int
    state: int
    special: list[int]
    floats: list[int]
    registers: list[int]
    changed: dict[int, int]


def run(cases: list[Before], data: bytes) -> list[After]:
    """Run all cases."""
    octets, entry = program()
    table = b"".join(
        struct.pack(
            f"<16s2I{len(SPECIAL)}I8x{FLOATS}I{REGISTERS}I",
            case.code, -case.count - 1 & 0xFFFFFFFF, case.state, *case.special, *case.floats, *case.registers,
        ) for case in cases
    )  # fmt: skip
    reset = Assembly(RESET)
    reset.set(2, entry)
    reset.add(0x0002A0)
    parts = [(DATA, data), (PRISTINE, data), (PROGRAM, octets), (VECTORS, vectors()), (CASES, table + bytes(64)), (RESET, reset.finished())]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cases.elf"
        path.write_bytes(executable(entry, parts))
        options = ["-M", "sim", "-cpu", "de233_fpu", "-semihosting", "-display", "none", "-monitor", "none", "-serial", "none"]
        said = subprocess.run([QEMU, *options, "-kernel", path], stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=600).stdout
    found, place = [], 0
    while place < len(said):
        words = struct.unpack_from(f"<{32 + REGISTERS}I", said, place)
        place += 128 + 4 * REGISTERS
        changed = {}
        for _ in range(words[11]):
            address, word = struct.unpack_from("<2I", said, place)
            changed.update((address - DATA + index, octet) for index, octet in enumerate(word.to_bytes(4, "little")) if data[address - DATA + index] != octet)
            place += 8
        found.append(After(*words[:3], list(words[3:11]), list(words[16 : 16 + FLOATS]), list(words[32:]), changed))
    return found
