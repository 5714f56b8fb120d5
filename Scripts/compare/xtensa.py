"""Random instructions for Xtensa, and QEMU, which says what they do."""

import random
import struct
from collections import Counter
from collections.abc import Iterator

from processors import Case
from qemu_xtensa import BR, CODE, DATA, DATA_SIZE, LBEG, LCOUNT, LEND, REGISTERS, SAR, SCOMPARE1, Before, operation, run, with_immediate

# Instructions that run together in QEMU.
BATCH = 20_000
ILLEGAL = 1
# Registers that are no stack pointer of any window.
NO_STACKS = [number for number in range(16) if number % 4 != 1]
# Operations on three registers, by the one field and their places in the other.
FAMILIES = {
    0: "- and or xor - - - - add addx2 addx4 addx8 sub subx2 subx4 subx8",
    1: "slli slli srai srai srli - - - src - - - mul16u mul16s - -",
    2: "andb andbc orb orbc xorb - - - mull - - - quou quos remu rems",
    3: "- - sext clamps min max minu maxu moveqz movnez movltz movgez movf movt - -",
    4: 16 * "extui ",
    5: 16 * "extui ",
    10: "add.s sub.s mul.s - madd.s msub.s - - round.s trunc.s floor.s ceil.s float.s ufloat.s - -",
    11: "- un.s oeq.s ueq.s olt.s ult.s ole.s ule.s moveqz.s movnez.s movltz.s movgez.s movf.s movt.s - -",
}
OPERATIONS = {(second, first): name for first, names in FAMILIES.items() for second, name in enumerate(names.split()) if name != "-"}
# What only an operating system does, and what the processors of QEMU and of an ESP32 do not have alike.
OTHERS = {(0, 0), (4, 0), (5, 0), (7, 0), (6, 1), (7, 1), (15, 1), (6, 2), (7, 2), (10, 2), (11, 2), (0, 3), (1, 3), (14, 3), (15, 3)}
NAMES = sorted(set(OPERATIONS.values()))
# What has fields with one value: all fields, and whether they are drawn.
FIXED = (
    ("neg", (6, 0, None, 0, None)), ("abs", (6, 0, None, 1, None)), ("ssr", (4, 0, 0, None, 0)), ("ssl", (4, 0, 1, None, 0)),
    ("ssa8l", (4, 0, 2, None, 0)), ("ssa8b", (4, 0, 3, None, 0)), ("ssai", (4, 0, 4, None, 0)), ("ssai", (4, 0, 4, None, 1)),
    ("nsa", (4, 0, 14, None, None)), ("nsau", (4, 0, 15, None, None)), ("srl", (9, 1, None, 0, None)),
    ("sll", (10, 1, None, None, 0)), ("sra", (11, 1, None, 0, None)), ("any4", (0, 0, 8, 4, None)),
    ("all4", (0, 0, 9, 8, None)), ("any8", (0, 0, 10, 8, None)), ("all8", (0, 0, 11, 0, None)), ("rsil", (0, 0, 6, 1, None)),
    ("rotw", (4, 0, 8, 0, None)), ("jx", (0, 0, 0, None, 10)), ("ret", (0, 0, 0, 0, 8)), ("retw", (0, 0, 0, 0, 9)),
    ("movsp", (0, 0, 1, None, None)), ("memw", (0, 0, 2, 0, 12)), ("isync", (0, 0, 2, 0, 0)), ("extw", (0, 0, 2, 0, 13)),
    ("mov.s", (15, 10, None, None, 0)), ("abs.s", (15, 10, None, None, 1)), ("rfr", (15, 10, None, None, 4)),
    ("wfr", (15, 10, None, None, 5)), ("neg.s", (15, 10, None, None, 6)), ("rur", (14, 3, None, 14, 7)),
    ("wur", (15, 3, 14, 7, None)),
    *((f"callx{4 * size}", (0, 0, 0, None, 12 + size)) for size in range(4)),
)  # fmt: skip
# Loads and stores, by the field that says which.
ACCESSES = (
    (0, "l8ui"), (1, "l16ui"), (2, "l32i"), (4, "s8i"), (5, "s16i"), (6, "s32i"), (9, "l16si"), (11, "l32ai"), (14, "s32c1i"), (15, "s32ri"),
)  # fmt: skip
FLOATS = (0.0, -0.0, 1.5, -2.25, 3e9, -3e9, 1e-3, 1e-40, float("inf"), float("nan"))


class XtensaOracle:
    """Xtensa: 32 registers from the beginning of the window on, the counter, the processor's state, special registers and floating-point
    registers. The processor is a Diamond 233 with its floating-point unit, which has half of the registers of an ESP32.
    """

    name = "xtensa"

    def __init__(self, data: bytes) -> None:
        # Most of the data are addresses, so that saved registers are too.
        source = random.Random(data)
        self.data = data[:1024] + struct.pack("<768I", *(self.address(source) for _ in range(768)))

    @staticmethod
    def address(source: random.Random) -> int:
        """Draw an address around which there are data."""
        return DATA + 4 * source.randrange(320, 700)

    def cases(self, source: random.Random, names: Counter, count: int) -> Iterator[Case]:
        """Return cases for the test."""
        while count > 0:
            drawn = [self.draw(source) for _ in range(min(BATCH, count + count // 4 + 100))]
            for (name, before), after in zip(drawn, run([before for _, before in drawn], self.data), strict=True):
                # Other exceptions are about memory, division by zero, what only an operating system does, or a later instruction.
                is_reserved = after.cause == ILLEGAL and before.count == 1 and after.counter == CODE
                if after.cause != 0 and not is_reserved or count == 0:
                    continue
                count -= 1
                names["(reserved)" if is_reserved else name] += 1
                words = [*before.registers, CODE, before.state, *before.special, *before.floats]
                left = [*after.registers, after.counter, after.state, *after.special, *after.floats]
                yield Case(before.code, 0, words, words, {}) if is_reserved else Case(before.code, before.count, words, left, after.changed)

    def draw(self, source: random.Random) -> tuple[str, Before]:
        """Draw an instruction, or a call with what follows it, and what is in the registers."""
        registers = [
            self.address(source) if index % 4 == 1 else source.choice((source.getrandbits(32), source.randrange(64), 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, self.address(source)))
            for index in range(REGISTERS)
        ]  # fmt: skip
        base, increment = source.randrange(8), source.randrange(4)
        special = [base, 1 << base | source.getrandbits(8) & source.getrandbits(8), source.randrange(33), CODE, 0, 0, source.getrandbits(16), source.getrandbits(32)]
        floats = struct.unpack("<16I", struct.pack("<16f", *(source.choice((*FLOATS, source.uniform(-1e6, 1e6))) for _ in range(16))))
        name, code, count = self.draw_call(source, registers) if source.random() < 0.15 else self.draw_one(source, registers, special)
        if count == 1 and name not in ("wsr", "xsr") and source.random() < 0.15:
            # A loop ends behind it. What changes loops takes effect later.
            special[3:6] = [CODE + source.randrange(0, 64), CODE + len(code), source.choice((0, 1, 5))]
        return name, Before(code, count, 0x4_0000 | increment << 16, special, list(floats), registers)

    def draw_call(self, source: random.Random, registers: list[int]) -> tuple[str, bytes, int]:
        """Draw a call, the beginning of the function, an instruction of it, and its end."""
        size = source.choice((1, 2, 3))
        call = 5 | size << 4
        entry = 0x36 | 1 << 8 | source.randrange(1, 8) << 12
        name, inner, _ = self.draw_plain(source)
        code = call.to_bytes(3, "little") + b"\0" + entry.to_bytes(3, "little") + inner + b"\x1d\xf0"
        registers[1] = self.address(source)
        return f"call{4 * size} {name}", code, source.choice((1, 2, 3, 4))

    def draw_plain(self, source: random.Random) -> tuple[str, bytes, int]:
        """Draw an instruction that only computes."""
        r, s, t = source.randrange(16), source.randrange(16), source.randrange(16)
        if source.random() < 0.7:
            name = source.choice(NAMES)
            second, first = source.choice([fields for fields, other in OPERATIONS.items() if other == name])
            if name == "slli" and t | second == 0:
                # Shifts by 32 are undefined.
                t = 1
            return name, operation(second, first, r, s, t).to_bytes(3, "little"), 1
        code = source.choice((10, 11, 12, 13)) | t << 4 | s << 8 | r << 12
        if code & 15 == 12:
            code &= ~0x80
        if code & 15 == 13:
            code &= 0x0FFF
        return {10: "add.n", 11: "addi.n", 12: "movi.n", 13: "mov.n"}[code & 15], code.to_bytes(2, "little"), 1

    def draw_one(self, source: random.Random, registers: list[int], special: list[int]) -> tuple[str, bytes, int]:
        """Draw one instruction, and put into the registers what it needs."""
        # What is drawn for s and t replaces no stack pointer: registers are saved there, and only the data are the same for all cases.
        r, s, t, immediate = source.randrange(16), source.choice(NO_STACKS), source.choice(NO_STACKS), source.randrange(256)
        kind = source.random()
        if kind < 0.35:
            return self.draw_plain(source)
        if kind < 0.5:
            name, fields = source.choice(FIXED)
            if name.startswith("retw"):
                registers[0] = source.randrange(4) << 30 | CODE + source.randrange(64)
            elif name in ("jx", "ret"):
                registers[s if name == "jx" else 0] = CODE + source.randrange(64)
            elif name.startswith("callx"):
                registers[s] = CODE + 4 * source.randrange(16)
            return name, operation(*(value if field is None else field for field, value in zip(fields, (0, 0, r, s, t), strict=True))).to_bytes(3, "little"), 1
        if kind < 0.66:
            return self.draw_access(source, registers, special, s, t, immediate)
        if kind < 0.84:
            return self.draw_branch(source, registers, r, s, t, immediate)
        if kind < 0.87:
            # A place before the code, where the data are.
            place = source.randrange(DATA_SIZE // 4)
            return "l32r", (1 | t << 4 | ((DATA + 4 * place - CODE) >> 2 & 0xFFFF) << 8).to_bytes(3, "little"), 1
        if kind < 0.9:
            r, name = source.choice(((10, "movi"), (12, "addi"), (13, "addmi")))
            return name, with_immediate(r, t, s, immediate).to_bytes(3, "little"), 1
        if kind < 0.94:
            number = source.choice((LBEG, LEND, LCOUNT, SAR, BR, SCOMPARE1))
            way, name = source.choice(((operation(0, 3, 0, 0, t), "rsr"), (operation(1, 3, 0, 0, t), "wsr"), (operation(6, 1, 0, 0, t), "xsr")))
            return name, (way | number << 8).to_bytes(3, "little"), 1
        if kind < 0.97:
            return "entry", (0x36 | source.randrange(5) << 8 | source.randrange(1, 9) << 12).to_bytes(3, "little"), 1
        # Whatever it is, of the families in which some are reserved.
        first, second = source.choice((0, 1, 2, 3, 6, 7, 11)), source.randrange(16)
        if (second, first) in OTHERS or (second, first, t) == (0, 1, 0):
            return self.draw_plain(source)
        return f"(any of {first})", operation(second, first, r, s, t).to_bytes(3, "little"), 1

    def draw_access(self, source: random.Random, registers: list[int], special: list[int], s: int, t: int, immediate: int) -> tuple[str, bytes, int]:
        """Draw a load or a store of data."""
        registers[s] = DATA + 4 * source.randrange(0, 700)
        form = source.random()
        if form < 0.2:
            code, name = source.choice(((8, "l32i.n"), (9, "s32i.n")))
            return name, (code | t << 4 | s << 8 | source.randrange(16) << 12).to_bytes(2, "little"), 1
        if form < 0.3:
            registers[s] = self.address(source)
            second, name = source.choice(((0, "l32e"), (4, "s32e")))
            return name, operation(second, 9, source.randrange(16), s, t).to_bytes(3, "little"), 1
        if form < 0.4:
            r, name = source.choice(((0, "lsi"), (4, "ssi")))
            return name, (with_immediate(r, t, s, immediate) + 1).to_bytes(3, "little"), 1
        if form < 0.5 and s != t:
            registers[t] = 4 * source.randrange(256)
            second, name = source.choice(((0, "lsx"), (4, "ssx")))
            return name, operation(second, 8, source.randrange(16), s, t).to_bytes(3, "little"), 1
        r, name = source.choice(ACCESSES)
        if name == "s32c1i" and source.random() < 0.5:
            place = registers[s] + 4 * immediate - DATA
            special[7] = int.from_bytes(self.data[place : place + 4], "little")
        return name, with_immediate(r, t, s, immediate).to_bytes(3, "little"), 1

    @staticmethod
    def draw_branch(source: random.Random, registers: list[int], r: int, s: int, t: int, immediate: int) -> tuple[str, bytes, int]:
        """Draw a branch, a jump, a call or a loop. Many compare what is alike."""
        if source.random() < 0.3:
            registers[s] = registers[t] if source.random() < 0.5 else source.choice((0, 1, 0xFFFFFFFF, 16, 0x8000, 0x10000))
        form = source.random()
        if form < 0.4:
            return "b", (7 | t << 4 | s << 8 | r << 12 | immediate << 16).to_bytes(3, "little"), 1
        if form < 0.5:
            return "beqz.n", (12 | 8 << 4 | (t & 7) << 4 | s << 8 | r << 12).to_bytes(2, "little"), 1
        if form < 0.6:
            return "call", (5 | source.randrange(4) << 4 | source.randrange(64) << 6).to_bytes(3, "little"), 1
        if form < 0.65:
            return "j", (6 | source.getrandbits(10) << 6 | source.choice((0, 0xFF)) << 16).to_bytes(3, "little"), 1
        if form < 0.75:
            return "loop", (0x76 | s << 8 | source.choice((0, 1, 8, 9, 10)) << 12 | immediate << 16).to_bytes(3, "little"), 1
        n, m = source.choice([(n, m) for n in (1, 2, 3) for m in range(4) if n < 3 or m > 1])
        return "bi", (6 | n << 4 | m << 6 | s << 8 | r << 12 | immediate << 16).to_bytes(3, "little"), 1

