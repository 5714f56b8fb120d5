"""Random instructions, and Unicorn, which says what they do: one class for each set of instructions."""

import random
import re
import struct
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import unicorn

CODE = 0x8000
DATA = 0x2000_0000
DATA_SIZE = 0x1000
# Octets of code in a case.
CODE_SIZE = 16

# Families of instructions for Thumb of 32 bits: the fixed bits of the first half, and those that are drawn.
THUMB_FAMILIES = ((0xE800, 0x1FF), (0xEA00, 0x1FF), (0xF000, 0x5FF), (0xF200, 0x5FF), (0xF800, 0x1FF), (0xFA00, 0xFF), (0xFB00, 0xFF), (0xEC00, 0x3FF))
# Left out: exceptions, privilege and other processors' instructions; what the manual calls unpredictable; exclusive
# stores, which always succeed where nothing else runs; doubles, which the unit of Cortex-M4 has not.
THUMB_LEFT_OUT = (
    "svc", "bkpt", "udf", "cps", "msr", "mrs", "dbg", "ex", "xns", "mcr", "mrc", "cdp", "ldc", "stc", "tt", "sev", "wf", "yield",
    "hint", "blx", ".f64", "vld1", "vld2", "vld3", "vld4", "vst1", "vst2", "vst3", "vst4", "q", "fldm", "fstm", "vdup", "vext", "sel",
)
# Those that may name the program counter: loads, branches and additions.
THUMB_WITH_COUNTER = {"pop", "pop.w", "add", "mov", "bx", "tbb", "tbh", "adr", "adr.w"}


def draw_thumb(source: random.Random) -> tuple[bytes, bool]:
    """Draw an instruction, or an IT block of three; return its octets and whether it is such a block."""
    choice = source.random()
    if choice < 0.4:
        return struct.pack("<H", source.randrange(0xE800)), False
    if choice < 0.5:
        halves = [0xBF00 | source.randrange(15) << 4 | source.choice((0x4, 0xC))]
        while len(halves) < 3:
            half = source.randrange(0xB000)
            # Nothing that jumps, and no comparison with the program counter.
            if half >> 8 not in (0x44, 0x45, 0x46, 0x47) and half >> 11 != 0b01001:
                halves.append(half)
        return struct.pack("<3H", *halves), True
    fixed, drawn = source.choice(THUMB_FAMILIES)
    first, second = fixed | source.getrandbits(16) & drawn, source.getrandbits(16)
    if fixed == 0xFA00:
        second |= 0xF000
    elif fixed in (0xF000, 0xF200):
        second &= 0x7FFF
    elif fixed == 0xEC00:
        second = second & ~0xE00 | 0xA00
    return struct.pack("<HH", first, second), False


def is_left_out(instructions: list, is_block: bool) -> bool:
    """Whether Unicorn's answer says nothing about an instruction that programs have."""
    text = "; ".join(f"{instruction.mnemonic} {instruction.op_str}" for instruction in instructions)
    first = instructions[0]
    if any(part in text for part in THUMB_LEFT_OUT) or first.mnemonic.startswith("it") and not is_block:
        return True
    if "pc" in first.op_str and (first.size == 4 or first.mnemonic not in THUMB_WITH_COUNTER):
        return True
    # The stack pointer is a multiple of four.
    if first.op_str.startswith("sp") and first.mnemonic in {"mov", "add"}:
        return True
    # The stack pointer as an operand of long instructions is unpredictable in most of them.
    return first.size == 4 and re.search(r"\bsp\b", text) is not None and not re.search(r"^(ldr|str|add|sub|mov|ldm|stm|v)", text)


class Case(NamedTuple):
    """What there was before some instructions, and what they left."""

    code: bytes
    # How many instructions there are; 0 for one that the processor does not have.
    count: int
    before: list[int]
    after: list[int]
    # What is in the memory otherwise than before, by its place.
    changed: dict[int, int]

    def packed(self) -> bytes:
        """Return the octets that the test reads."""
        return b"".join((
            self.code.ljust(CODE_SIZE, b"\0"), struct.pack("<B", self.count), struct.pack(f"<{len(self.before)}I", *self.before),
            struct.pack(f"<{len(self.after)}I", *self.after), struct.pack("<H", len(self.changed)),
            *(struct.pack("<HB", *change) for change in self.changed.items()),
        ))


def draw_numbers(source: random.Random, count: int) -> list[int]:
    """Draw what registers hold: addresses of the data, and other numbers."""
    return [
        DATA + 4 * source.randrange(128, 700) if source.random() < 0.6 else source.choice((source.getrandbits(32), source.randrange(64), 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF))
        for _ in range(count)
    ]


class Oracle:
    """Unicorn, with the memory of a small device."""

    def __init__(self, data: bytes, machine: "unicorn.Uc", model: int) -> None:
        import unicorn

        self.error = unicorn.UcError
        self.data = data
        self.machine = machine
        # First of all: it changes what memory there is.
        self.machine.ctl_set_cpu_model(model)
        self.machine.mem_map(CODE, 0x1000)
        self.machine.mem_map(DATA, DATA_SIZE)
        self.machine.mem_write(DATA, data)

    def cases(self, source: random.Random, names: Counter, count: int) -> Iterator[Case]:
        """Return cases for the test."""
        while count > 0:
            case = self.case(source, names)
            if case:
                count -= 1
                yield case

    def case(self, source: random.Random, names: Counter) -> Case | None:
        """Return one case for the test, or nothing where there is no answer."""
        raise NotImplementedError

    def load(self, code: bytes) -> None:
        """Put code where it runs."""
        self.machine.ctl_remove_cache(CODE, CODE + 0x40)
        self.machine.mem_write(CODE, code.ljust(0x40, b"\0"))

    def take_changes(self) -> dict[int, int]:
        """Return what was written to the memory, and write what was there before."""
        now = self.machine.mem_read(DATA, DATA_SIZE)
        if now == self.data:
            return {}
        changed = {place: value for place, value in enumerate(now) if value != self.data[place]}
        self.machine.mem_write(DATA, self.data)
        return changed


class ThumbOracle(Oracle):
    """Thumb: 16 registers, the flags, and 32 floating-point registers."""

    name = "thumb"

    def __init__(self, data: bytes) -> None:
        import capstone
        import unicorn
        from unicorn import arm_const as arm

        super().__init__(data, unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS), arm.UC_CPU_ARM_CORTEX_M4)
        self.disassembler = capstone.Cs(capstone.CS_ARCH_ARM, capstone.CS_MODE_THUMB | capstone.CS_MODE_MCLASS)
        self.registers = [arm.UC_ARM_REG_R0 + number for number in range(13)]
        self.registers += [arm.UC_ARM_REG_SP, arm.UC_ARM_REG_LR, arm.UC_ARM_REG_PC]
        self.floats = [arm.UC_ARM_REG_S0 + number for number in range(32)]
        self.flags = arm.UC_ARM_REG_XPSR

    def case(self, source: random.Random, names: Counter) -> Case | None:
        """Return one case for the test, or nothing where there is no answer."""
        code, is_block = draw_thumb(source)
        instructions = list(self.disassembler.disasm(code, CODE))
        if sum(instruction.size for instruction in instructions) != len(code) or is_left_out(instructions, is_block):
            return None
        registers = [*draw_numbers(source, 13), DATA + 8 * source.randrange(100, 300), DATA + 0x801, CODE]
        flags = source.getrandbits(4) << 28
        values = (0.0, 1.5, -2.25, source.uniform(-1e6, 1e6), 3e9, -3e9, 1e-3)
        floats = struct.unpack("<32I", struct.pack("<32f", *(source.choice(values) for _ in range(32))))
        self.load(code)
        for register, value in zip(self.registers[:15] + self.floats, [*registers[:15], *floats]):
            self.machine.reg_write(register, value)
        self.machine.reg_write(self.flags, flags | 1 << 24)
        try:
            self.machine.emu_start(CODE | 1, CODE + len(code) if is_block else 0xFFFFFFF0, count=0 if is_block else 1)
        except self.error:
            self.take_changes()
            return None
        after = [self.machine.reg_read(register) for register in self.registers]
        # The two lowest bits of the stack pointer are always zero. Unicorn keeps them where the manual calls it unpredictable
        # that an instruction writes this register.
        after[13] &= ~3
        changed = self.take_changes()
        # Loads from the octets of the instruction itself say nothing more.
        if self.machine.mem_read(CODE, CODE_SIZE) != code.ljust(CODE_SIZE, b"\0") or re.search(r"\[pc|\bpc, #", f"{instructions[0].op_str}"):
            return None
        names[instructions[-1].mnemonic.removesuffix(".w")] += 1
        after[15] &= ~1
        after += [self.machine.reg_read(self.flags) & 0xF0000000, *(self.machine.reg_read(register) for register in self.floats)]
        return Case(code, len(instructions), [*registers, flags, *floats], after, changed)


# The lowest seven bits of instructions for RISC-V: the families of RV32IMA, and with them some that are reserved.
RISCV_FAMILIES = (0x37, 0x17, 0x6F, 0x67, 0x63, 0x03, 0x03, 0x23, 0x23, 0x13, 0x13, 0x33, 0x33, 0x33, 0x2F, 0x2F, 0x0F)
# The highest seven bits of operations on two registers.
RISCV_OPERATIONS = (0, 0, 1, 1, 0x20)
RISCV_ATOMIC = (0x00, 0x01, 0x04, 0x08, 0x0C, 0x10, 0x14, 0x18, 0x1C)


def draw_riscv(source: random.Random) -> tuple[bytes, int]:
    """Draw an instruction, or a reservation with what needs it; return its octets and the number of instructions."""
    choice = source.random()
    if choice < 0.4:
        half = source.getrandbits(16)
        while half & 3 == 3:
            half = source.getrandbits(16)
        return struct.pack("<H", half), 1
    if choice < 0.44:
        # The second one has the same address, or another one.
        place, other = source.randrange(1, 32), source.randrange(1, 32)
        first = 0x1000202F | place << 15 | other << 7
        second = 0x1800202F | source.randrange(32) << 20 | source.choice((place, place, source.randrange(32))) << 15 | source.randrange(32) << 7
        return struct.pack("<II", first, second), 2
    code = source.getrandbits(32) & ~0x7F | source.choice(RISCV_FAMILIES) if choice < 0.97 else source.getrandbits(32) | 3
    if source.random() < 0.9:
        if code & 0x7F == 0x33:
            code = code & 0x01FFFFFF | source.choice(RISCV_OPERATIONS) << 25
        elif code & 0x7F == 0x2F:
            code = code & 0x07FF8FFF | source.choice(RISCV_ATOMIC) << 27 | 0x2000
        elif code & 0x307F == 0x1013:
            code = code & 0x01FFFFFF | source.choice((0, 0x20)) << 25
    return struct.pack("<I", code), 1


class RISCVOracle(Oracle):
    """RISC-V with 32 bits: 32 registers, and the program counter. The processor is an RV32IMAC."""

    name = "riscv"

    def __init__(self, data: bytes) -> None:
        import capstone
        import unicorn
        from unicorn import riscv_const as riscv

        super().__init__(data, unicorn.Uc(unicorn.UC_ARCH_RISCV, unicorn.UC_MODE_RISCV32), riscv.UC_CPU_RISCV32_SIFIVE_E31)
        self.disassembler = capstone.Cs(capstone.CS_ARCH_RISCV, capstone.CS_MODE_RISCV32 | capstone.CS_MODE_RISCVC)
        self.registers = [riscv.UC_RISCV_REG_X0 + number for number in range(32)]
        self.counter = riscv.UC_RISCV_REG_PC
        self.illegal = unicorn.UC_ERR_EXCEPTION

    def case(self, source: random.Random, names: Counter) -> Case | None:
        """Return one case for the test, or nothing where there is no answer."""
        code, count = draw_riscv(source)
        instructions = list(self.disassembler.disasm(code, CODE))
        # Calls of the environment, and the registers of the processor, which differ between processors; short instructions of
        # the floating-point unit, which Unicorn runs on all.
        if code[0] & 0x7F == 0x73 or code == b"\x02\x90" or instructions and instructions[0].mnemonic.startswith("c.f"):
            return None
        registers = [0, *draw_numbers(source, 31)]
        self.load(code)
        self.machine.reg_write_batch(list(zip(self.registers, registers)))
        before = [*registers, CODE]
        try:
            self.machine.emu_start(CODE, 0xFFFFFFF0, count=count)
        except self.error as error:
            self.take_changes()
            # An address that no word has is an exception as well.
            if error.errno != self.illegal or code[0] & 0x7F == 0x2F and registers[int.from_bytes(code[:4], "little") >> 15 & 31] & 3:
                return None
            names["(reserved)"] += 1
            return Case(code, 0, before, before, {})
        names[instructions[-1].mnemonic if instructions else "(hint)"] += 1
        after = list(self.machine.reg_read_batch([*self.registers, self.counter]))
        return Case(code, count, before, after, self.take_changes())


ORACLES = (ThumbOracle, RISCVOracle)
