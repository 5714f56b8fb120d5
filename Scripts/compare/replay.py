"""Runs programs of firmware again in Unicorn, as `advert` ran them, and reads what they hand to a SoftDevice.

A trace (Tests/Programs/AdvertFirmwareTests/RunTrace.swift) says where a run began and what was changed in it from outside, by the number
of executed instructions before it. Everything between is Unicorn's: instructions, memory, and here the SoftDevice and the peripherals.

Unicorn 2.1.4 differs from a processor in some ways, which would change what runs. A function of Python that is called for memory in an
IT block makes it take the code behind the block for a part of it: peripherals are mapped, and memory is there from the beginning. An
instruction at which memory is made counts twice. What a condition leaves out does not count, so it does not in a trace. The two lowest
bits of the stack pointer keep what is written, and an instruction that waits for an interrupt ends the run. With a thousand parts of
memory, peripherals are no longer asked. An exclusive store compares what it reads once more, which a peripheral says otherwise.
"""

import base64
import io
import struct
import zlib
from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

PAGE, ADDRESSES = 0x1000, 1 << 32
# Numbers of supervisor calls (nRF5 SDK 11 to 17, ble.h and ble_gap.h), and what they answer.
ENABLE, ERASE, WRITE, EVENT, DATA = 0x10, 0x28, 0x29, 0x61, 0x72
START, SET_APPEARANCE, APPEARANCE, SET_NAME, NAME = 0x73, 0x78, 0x79, 0x7C, 0x7D
NOT_FOUND, INVALID_PARAMETER = 5, 7
# An operation on flash was done.
SUCCEEDED = 2
LONGEST_NAME, LONGEST_DATA = 248, 1650
# An instruction that does nothing.
NOTHING = b"\x00\xbf"
# How many different things are caught in a run, and the octets of an IT block behind its first instruction.
LONGEST_CAUGHT, LONGEST_IT_BLOCK = 64, 16

# Flash, and Nordic's registers that are flash: erased with these seeds.
ERASED = (0, 3, 6)
# With these, peripherals say ones for so many readings.
HIGH, HIGH_READINGS = (10, 14, 15), 12
FLASH = (range(0x32000, 0x02000000), range(0x08000000, 0x0A000000), range(0x10001000, 0x10002000))
# Nordic's registers for the size of a page of flash and the number of pages.
SIZES = ({0x10000010: 0x1000, 0x10000014: 0x80}, {0x10000010: 0x400, 0x10000014: 0x100}, {0x10000010: 0x1000, 0x10000014: 0x100})

# Peripherals of the device and of the processor.
PERIPHERALS = (range(0x40000000, 0x60000000), range(0xE0000000, 0xE0100000))
# The register that says which exception is active: none is.
INTERRUPT_STATE, ACTIVE_EXCEPTION = 0xE000ED04, 0x1FF
# The register that resets the processor, with its key.
RESET, RESET_KEY, RESET_REQUEST = 0xE000ED0C, 0x05FA, 4
# Nordic's register for the reasons of the latest reset: none in a device that is new and switched on.
RESET_REASONS = 0x40000400
# The priority of the interrupt with which a SoftDevice tells of its events, and what the SoftDevice sets it to.
EVENT_PRIORITY, LOWEST_PRIORITY = 0xE000E416, 0xC0
# What a type of advertising is, by its number: before SoftDevice 6, and from it on (ble_gap.h, BLE_GAP_ADV_TYPES).
OLD_TYPES = ({"connectable", "scannable"}, {"connectable", "directed"}, {"scannable"}, set(), {"connectable", "directed"})
TYPES = (
    None, {"connectable", "scannable"}, {"connectable", "directed"}, {"connectable", "directed"}, {"scannable"}, set(),
    {"extended", "connectable"}, {"extended", "connectable", "directed"}, {"extended", "scannable"},
    {"extended", "scannable", "directed"}, {"extended"}, {"extended", "directed"},
)  # fmt: skip
# Why functions need not be alike, by what they execute.
LOST = "Unicorn lost its place in an IT block"
STACK_POINTER = "it reads or sets the stack pointer of exceptions or of tasks: here is one stack"
UNALIGNED = "its exclusive transfer is not aligned: a processor refuses it, and so does Unicorn"
EXCLUSIVE_PERIPHERAL = "its exclusive store is to a peripheral: Unicorn reads it once more"
EVEN = "it jumps to an even address: a processor refuses it, and so does Unicorn"
# How much memory is made before there is a new device.
MOST_PAGES = 512
# The bit of the status register that says that code is Thumb.
THUMB = 1 << 24
# The bits of the status register that say where in an IT block the program is.
IT_STATE = 0x0600FC00


def is_priority(address: int) -> bool:
    """Whether an address is one of the priorities of interrupts, which are remembered like memory."""
    return 0xE000E400 <= address < 0xE000E600 or 0xE000ED18 <= address < 0xE000ED24


@dataclass
class Places:
    """Addresses that a run of an image comes to. Unicorn must know them before the run."""

    # Numbers of pages. Unicorn counts an instruction twice at which memory is made.
    pages: set[int] = field(default_factory=set)
    # Instructions that do nothing here (`is_idle`).
    idle: set[int] = field(default_factory=set)

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.pages) + len(self.idle)

    def take(self, other: "Places") -> bool:
        """Add the places of another run; return whether there are new ones."""
        is_new = not (other.pages <= self.pages and other.idle <= self.idle)
        self.pages |= other.pages
        self.idle |= other.idle
        return is_new


def shown_interval(units: int) -> dict[str, list[int]]:
    """Return the interval, where it is one."""
    return {"interval": [625 * units] * 2} if 0x20 <= units <= 0xFFFFFF else {}


def is_idle(instruction: int) -> bool:
    """Whether an instruction waits for an interrupt, at which Unicorn ends."""
    return instruction in (0xBF20, 0xBF30)


def is_of_stack_pointer(first: int, second: int) -> bool:
    """Whether an instruction reads or writes the stack pointer of exceptions or of tasks, or says which of them counts (MRS, MSR)."""
    return (first == 0xF3EF and second >> 12 == 8 or first >> 4 == 0xF38 and second >> 8 == 0x88) and second & 0xFF in (8, 9, 20)


def exclusive_size(first: int, second: int) -> int:
    """Return how many octets an exclusive load or store has; 0 for other instructions."""
    if first >> 4 == 0xE84 or first >> 4 == 0xE85 and second & 0xF00 == 0xF00:
        return 4
    is_short = first >> 4 == 0xE8C and second & 0xFE0 == 0xF40 or first >> 4 == 0xE8D and second & 0xFEF == 0xF4F
    return 1 + (second >> 4 & 1) if is_short else 0


def behind_stack_changes(start: int, octets: bytes) -> list[int]:
    """Return the addresses behind instructions that move a register to the stack pointer, or add or subtract one."""
    places = []
    words = struct.unpack(f"<{len(octets) // 2}H", octets[: len(octets) // 2 * 2])
    for index, (first, second) in enumerate(zip(words, (*words[1:], 0))):
        if first & 0xFF87 in (0x4485, 0x4685):
            places.append(start + 2 * index + 2)
        elif first >> 9 == 0b1110101 and second >> 8 & 15 == 13:
            places.append(start + 2 * index + 4)
    return places


class Outside:
    """What memory and peripherals hold that no image decides: other contents for each seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def scattered(self, number: int) -> int:
        """Return a number that looks random: the finalizer of MurmurHash3."""
        value = (number + self.seed * 0x9E3779B9) & 0xFFFFFFFF
        value = (value ^ value >> 16) * 0x85EBCA6B & 0xFFFFFFFF
        value = (value ^ value >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
        return value ^ value >> 16

    def memory(self, start: int, count: int) -> bytes:
        """Return what memory holds that nothing filled."""
        if start >= 0xE0000000:
            return bytes(count)
        if self.seed in ERASED and any(start in flash for flash in FLASH):
            return b"\xff" * count
        words = {**SIZES[self.seed % 3]}
        return b"".join(struct.pack("<I", words.get(start + 4 * word, self.scattered(start + 4 * word))) for word in range(count // 4))

    def reading(self, word: int, count: int) -> int:
        """Return what a peripheral says when it is read again."""
        if word == RESET_REASONS and self.seed in ERASED:
            return 0
        if self.seed in HIGH and count < HIGH_READINGS:
            return 0xFFFFFFFF
        return (1, 0, 0xFFFFFFFF, self.scattered((word + count) & 0xFFFFFFFF))[(count // 3 + self.seed) % 4]

    @property
    def name(self) -> bytes:
        """A name that no program has set."""
        return bytes(0x61 + octet % 26 for octet in self.memory(0x10000000, 16)[: 5 + self.seed % 8])

    @property
    def address(self) -> bytes:
        """The address of the device."""
        return self.memory(0x100000A4, 8)[:6]


class Device:
    """A processor with memory, peripherals and a SoftDevice."""

    def __init__(self, segments: list[dict], seed: int, known: Places) -> None:
        import unicorn
        from unicorn import arm_const as arm

        self.unicorn, self.outside = unicorn, Outside(seed)
        self.machine = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS)
        self.machine.ctl_set_cpu_model(arm.UC_CPU_ARM_CORTEX_M4)
        self.registers = [arm.UC_ARM_REG_R0 + number for number in range(13)] + [arm.UC_ARM_REG_SP, arm.UC_ARM_REG_LR, arm.UC_ARM_REG_PC]
        self.status = arm.UC_ARM_REG_XPSR
        self.masks = [arm.UC_ARM_REG_PRIMASK, arm.UC_ARM_REG_BASEPRI, arm.UC_ARM_REG_FAULTMASK]
        self.places = Places()
        self.forget()
        self.flash = []
        for segment in segments:
            start, octets = segment["address"], base64.b64decode(segment["octets"])
            if not segment["isWritable"]:
                self.flash.append(range(start, start + len(octets)))
            self.fill(start, len(octets))
            self.machine.mem_write(start, octets)
            for place in behind_stack_changes(start, octets):
                self.machine.hook_add(unicorn.UC_HOOK_CODE, self.align_stack, begin=place, end=place)
            for place in range(start, start + len(octets) - 1, 2):
                if is_idle(int.from_bytes(octets[place - start : place - start + 2], "little")):
                    self.machine.hook_add(unicorn.UC_HOOK_CODE, self.come_to_idle, begin=place, end=place)
        for place in known.idle:
            self.machine.mem_write(place, NOTHING)
        for page in known.pages:
            self.fill(page * PAGE, PAGE)
        for part in self.flash:
            first = part.start // PAGE * PAGE
            self.machine.mem_protect(first, (part.stop + PAGE - 1) // PAGE * PAGE - first, unicorn.UC_PROT_READ | unicorn.UC_PROT_EXEC)
        self.machine.hook_add(unicorn.UC_HOOK_MEM_WRITE_PROT, self.write_flash)
        self.machine.hook_add(unicorn.UC_HOOK_MEM_UNMAPPED, self.missing)
        # Not by hooks: those, too, lose the place in an IT block.
        for addresses in PERIPHERALS:
            self.machine.mmio_map(addresses.start, len(addresses), self.read_peripheral, addresses.start, self.write_peripheral, addresses.start)
        self.machine.hook_add(unicorn.UC_HOOK_INTR, self.interrupt)

    def forget(self) -> None:
        """Let there be nothing that a program has asked for."""
        self.readings: defaultdict[int, int] = defaultdict(int)
        self.priorities: dict[int, int] = {}
        # Whether the program has reset its device.
        self.is_reset = False
        # Whether memory was made in an IT block: Unicorn 2.1.4 then takes the code behind the block for a part of it.
        self.is_lost = False
        # Whether the latest instruction was none that the processor knows.
        self.is_refused = False
        # Whether the program has jumped to an even address: code of another set of instructions.
        self.has_left_thumb = False
        # The SoftDevice.
        self.name = self.outside.name
        self.appearance = 0
        self.bases: list[bytes] = []
        self.operations = 0
        self.is_telling = False
        self.data: dict[str, list[int]] = {}
        self.parameters: dict | None = None
        self.is_old = False
        # Whether the numbers of calls are those of SoftDevice 5 and later.
        self.has_later_numbers = False
        # The device's address, once the program has set it, and whether it is a public one.
        self.address: bytes | None = None
        self.is_public = False
        self.sent: list[dict] = []

    def align_stack(self, machine, _address: int, _size: int, _data) -> None:
        """Let the stack pointer have no part of a word, as in the processor. Unicorn 2.1.4 keeps what is written."""
        pointer = machine.reg_read(self.registers[13])
        if pointer & 3:
            machine.reg_write(self.registers[13], pointer & ~3)

    def come_to_idle(self, _machine, address: int, _size: int, _data) -> None:
        """Note that an instruction must do nothing."""
        self.places.idle.add(address)

    def fill(self, start: int, count: int) -> None:
        """Make memory where none is yet."""
        for number in range(start // PAGE, (start + count - 1) // PAGE + 1):
            page = number % (ADDRESSES // PAGE)
            if page not in self.places.pages and not any(page * PAGE in addresses for addresses in PERIPHERALS):
                self.places.pages.add(page)
                self.machine.mem_map(page * PAGE, PAGE)
                self.machine.mem_write(page * PAGE, self.outside.memory(page * PAGE, PAGE))

    def missing(self, machine, access: int, address: int, size: int, _value: int, _data) -> bool:
        """Make the memory that a program uses."""
        if access == self.unicorn.UC_MEM_FETCH_UNMAPPED:
            return False
        self.is_lost |= machine.reg_read(self.status) & IT_STATE != 0
        self.fill(address, size)
        return True

    def write_flash(self, machine, _access: int, address: int, size: int, value: int, _data) -> bool:
        """Let nothing happen where a program writes to the image as to memory. Its last pages can hold more than the image."""
        self.is_lost |= machine.reg_read(self.status) & IT_STATE != 0
        self.put(value.to_bytes(8, "little", signed=value < 0)[:size], address)
        return True

    def read_peripheral(self, _machine, offset: int, size: int, start: int) -> int:
        """Let a peripheral answer."""
        address = start + offset
        if is_priority(address):
            return sum(self.priorities.get(address + place, 0) << 8 * place for place in range(size))
        word = address & ~3
        self.readings[word] += 1
        value = self.outside.reading(word, self.readings[word] - 1)
        if word == INTERRUPT_STATE:
            value &= ~ACTIVE_EXCEPTION
        return value >> 8 * (address & 3) & ((1 << 8 * size) - 1)

    def write_peripheral(self, machine, offset: int, size: int, value: int, start: int) -> None:
        """Remember priorities; nothing else takes part in the run."""
        if start + offset == RESET and value >> 16 == RESET_KEY and value & RESET_REQUEST:
            self.is_reset = True
            machine.emu_stop()
        if is_priority(start + offset):
            self.priorities |= {start + offset + place: value >> 8 * place & 0xFF for place in range(size)}

    def octets(self, address: int, count: int) -> bytes:
        """Read memory."""
        if count:
            self.fill(address, count)
        return bytes(self.machine.mem_read(address, count))

    def code(self, address: int) -> bytes:
        """Read a short instruction: none where a program has gone to a peripheral."""
        place = address % ADDRESSES & ~1
        return bytes(2) if any(place in addresses for addresses in PERIPHERALS) else self.octets(place, 2)

    def put(self, octets: bytes, address: int) -> None:
        """Write memory, but not the image."""
        for place, octet in enumerate(octets, address):
            if not any(place in part for part in self.flash):
                self.fill(place, 1)
                self.machine.mem_write(place, bytes([octet]))

    def interrupt(self, machine, number: int, _data) -> None:
        """Answer a supervisor call."""
        counter = machine.reg_read(self.registers[15])
        if number != 2:
            # What the processor does not know: the trace says how it goes on.
            self.is_refused = True
            machine.emu_stop()
            return
        arguments = [machine.reg_read(register) for register in self.registers[:4]]
        machine.reg_write(self.registers[0], self.answer(self.octets(counter - 2, 1)[0], arguments))

    def answer(self, number: int, arguments: list[int]) -> int:
        """Do what a supervisor call asks for; return its result."""
        first, second, third, fourth = arguments
        if number == EVENT:
            return NOT_FOUND
        if number == ENABLE:
            self.priorities[EVENT_PRIORITY] = LOWEST_PRIORITY
        elif number == ERASE:
            size = SIZES[self.outside.seed % 3][0x10000010]
            self.program(first * size, b"\xff" * size, is_erased=True)
        elif number == WRITE:
            self.program(first, self.octets(second, 4 * third) if third <= 1024 else b"", is_erased=False)
        elif self.is_telling and 0x42 <= number <= 0x58 and first >= PAGE:
            if not self.operations:
                self.is_telling = False
                return NOT_FOUND
            self.operations -= 1
            self.put(struct.pack("<I", SUCCEEDED), first)
            return 0
        if 0x62 <= number <= 0x65 and min(first, second) >= PAGE:
            # These numbers moved by one, and the others stayed.
            self.has_later_numbers = number % 2 == 0
        if number in (0x62, 0x63) and min(first, second) >= PAGE:
            base = self.octets(first, 16)
            known = [place for place, other in enumerate(self.bases) if base[:12] + base[14:] == other[:12] + other[14:]]
            if not known and len(self.bases) < 16:
                known = [len(self.bases)]
                self.bases.append(base)
            if known:
                self.put(bytes([known[0] + 2]), second)
        elif number in (0x64, 0x65) and min(first, second) >= PAGE:
            short, kind = struct.unpack("<2sB", self.octets(first, 3))
            if kind != 1:
                if not 2 <= kind < 2 + len(self.bases):
                    return INVALID_PARAMETER
                base = self.bases[kind - 2]
                short = base[:12] + short + base[14:]
            self.put(bytes([len(short)]), second)
            if third:
                self.put(short, third)
        elif number == DATA:
            self.take(first, second, third, fourth)
        elif number == START:
            if first >= PAGE and self.is_old and (kind := self.octets(first, 1)[0]) < len(OLD_TYPES):
                interval = struct.unpack("<H", self.octets(first + 10, 2))[0] if self.has_later_numbers else 0
                self.parameters = {"kind": sorted(OLD_TYPES[kind]), **shown_interval(interval)}
            self.note()
        elif number == SET_APPEARANCE:
            self.appearance = first & 0xFFFF
        elif number == APPEARANCE:
            self.put(struct.pack("<H", self.appearance), first)
        elif number == SET_NAME:
            self.name = self.octets(second, min(third & 0xFFFF, LONGEST_NAME))
        elif number == NAME:
            room = struct.unpack("<H", self.octets(second, 2))[0]
            if first:
                self.put(self.name[:room], first)
            self.put(struct.pack("<H", len(self.name)), second)
        elif number in (0x6D, 0x71) and first >= PAGE:
            kind = 0 if self.is_public else 1
            self.put(bytes([kind << 1 if number == 0x6D else kind]) + (self.address or self.outside.address), first)
        elif number == 0x6C or number == 0x70 and first < PAGE:
            self.set_address(first if number == 0x6C else second, is_new=number == 0x6C)
        elif number == 0x70 and self.octets(first, 1)[0] == 1:
            self.is_public = self.octets(first + 1, 1)[0] == 0
        elif number == 0x70:
            self.is_public = False
        return 0

    def set_address(self, place: int, *, is_new: bool) -> None:
        """Take the device's address, behind its type; private ones are the stack's."""
        if place >= PAGE:
            kind = self.octets(place, 1)[0] >> is_new
            self.is_public = kind == 0
            if kind < 2:
                self.address = self.octets(place + 1, 6)

    def program(self, address: int, octets: bytes, *, is_erased: bool) -> None:
        """Write flash."""
        self.operations += 1
        if octets and any(address in flash and address + len(octets) - 1 in flash for flash in FLASH):
            before = self.octets(address, len(octets))
            self.machine.mem_write(address, octets if is_erased else bytes(old & new for old, new in zip(before, octets)))

    def take(self, first: int, second: int, third: int, fourth: int) -> None:
        """Take advertising data: addresses and lengths, or from SoftDevice 6 on a handle and structures of both and of parameters."""
        self.is_old = second <= 0xFF and (second > 0 or third < PAGE)
        if self.is_old:
            self.put_data("advertising", first, second & 0xFF)
            self.put_data("scanResponse", third, fourth & 0xFF)
        else:
            self.put(b"\0", first)
            if second:
                self.data = {}
                places = struct.unpack("<IH2xIH", self.octets(second, 14))
                for role, place, count in (("advertising", *places[:2]), ("scanResponse", *places[2:])):
                    if count <= LONGEST_DATA:
                        self.put_data(role, place, count)
            if third >= PAGE:
                kind, interval = struct.unpack("<B7xI", self.octets(third, 12))
                is_known = 0 < kind < len(TYPES)
                self.parameters = {"kind": sorted(TYPES[kind]), **shown_interval(interval)} if is_known else None
        self.note()

    def put_data(self, role: str, address: int, count: int) -> None:
        """Set one payload; without an address, what was set before stays."""
        if address >= PAGE:
            self.data[role] = list(self.octets(address, count))

    def note(self) -> None:
        """Note what is sent from now on."""
        self.sent.append({"octets": dict(self.data), "parameters": self.parameters})

    def run(self, steps: int) -> None:
        """Run so many instructions."""
        counter = self.machine.reg_read(self.registers[15])
        self.is_refused = False
        try:
            self.machine.emu_start(counter | 1, 0xFFFFFFFE, count=steps)
        except self.unicorn.UcError:
            # The last one is not known, or leads to where no code is.
            self.is_refused = True
        self.has_left_thumb |= not self.machine.reg_read(self.status) & THUMB

    def change(self, change: dict) -> None:
        """Let the program go on elsewhere, outside any IT block."""
        for register, value in zip(self.registers + self.masks, change["registers"] + change["masks"]):
            self.machine.reg_write(register, value)
        self.machine.reg_write(self.status, change["flags"] << 28 | THUMB)
        self.is_telling |= change["kind"] == "interrupted"

    def skip(self) -> None:
        """Leave the function that was called before it begins: it counts as successful."""
        self.machine.reg_write(self.registers[0], 0)
        self.machine.reg_write(self.registers[15], self.machine.reg_read(self.registers[14]) & ~1)

    def replay(self, trace: dict) -> None:
        """Run what a trace says."""
        steps = 0
        # Skipped calls that come regularly are one change.
        changes = [(change["steps"] + number * change["distance"], change) for change in trace["changes"] for number in range(change["count"])]
        # A delay ends with an instruction, so it comes before other changes behind the same instruction.
        for place, change in sorted((*((delay["steps"], delay) for delay in trace["delays"]), *changes), key=lambda pair: pair[0]):
            if place > steps:
                self.run(place - steps)
                steps = place
            if "register" in change:
                self.machine.reg_write(self.registers[change["register"]], change["value"])
            elif change["kind"] == "skipped":
                self.skip()
            else:
                self.change(change)
        # Behind the last change that is noted, the program goes on as nothing says.
        if trace["steps"] > steps and not trace["isCut"]:
            self.run(trace["steps"] - steps)


# How many instructions a program has that runs as it is, and seeds for what comes from outside.
FREE_STEPS, FREE_SEEDS, MOST_RESETS = 1_000_000, (1, 2, 5), 4


def segments_of(image: bytes) -> list[dict]:
    """Return what an ELF file or a file in Intel HEX loads: addresses and octets."""
    if image[:4] == b"\x7fELF":
        from elftools.elf.elffile import ELFFile

        parts = [(segment["p_paddr"], segment.data()) for segment in ELFFile(io.BytesIO(image)).iter_segments() if segment["p_type"] == "PT_LOAD"]
        contents = {start: octets for start, octets in parts if octets}
    else:
        contents, base, last = {}, 0, None
        for line in image.splitlines():
            record = bytes.fromhex(line[1:].decode()) if line[:1] == b":" else b"\0\0\0\x01"
            start, octets = base + int.from_bytes(record[1:3], "big"), record[4:-1]
            if record[3] in (2, 4):
                base = int.from_bytes(octets, "big") << (4 if record[3] == 2 else 16)
            elif record[3] == 0 and last is not None and start == last + len(contents[last]):
                contents[last] += octets
            elif record[3] == 0:
                last = start
                contents[last] = octets
    return [
        {"address": start, "octets": base64.b64encode(octets).decode(), "isWritable": start >= 0x20000000} for start, octets in sorted(contents.items())
    ]


def beginnings(segments: list[dict]) -> list[tuple[int, int]]:
    """Return the stack pointer and the first instruction of each program, by what looks like a vector table at the beginning of a page."""
    found = []
    for segment in segments:
        first, octets = segment["address"], base64.b64decode(segment["octets"])
        for place in range(-first % PAGE, len(octets) - 64, PAGE):
            stack, *vectors = struct.unpack_from("<16I", octets, place)
            is_table = 0x20000000 < stack <= 0x20040000 and stack % 4 == 0 and all(vector & 1 for vector in vectors[:3])
            if is_table and all(first + place < vector < first + len(octets) for vector in vectors[:3]):
                found.append((stack, vectors[0]))
    return found


def run_freely(segments: list[dict], stack: int, entry: int, seed: int) -> Device:
    """Return the device that ran a program from its reset vector as it is: nothing is left, skipped or changed."""
    known = Places()
    while True:
        device = Device(segments, seed, known)
        for _ in range(MOST_RESETS):
            # A program that has set up its device resets it. Memory stays.
            device.is_reset = False
            device.machine.reg_write(device.registers[13], stack)
            device.machine.reg_write(device.registers[15], entry & ~1)
            device.machine.reg_write(device.status, THUMB)
            device.run(FREE_STEPS)
            if not device.is_reset:
                break
        if not known.take(device.places):
            return device


def matches(stated: dict[str, list[int | str | None]], sent: dict[str, list[int]]) -> bool:
    """Whether a program handed over what is stated: `None` for an octet that is not certain, and `rest` at the end for what is unknown."""
    for role, octets in stated.items():
        there = sent.get(role, [])
        rest = octets[-1:] == ["rest"]
        known = octets[:-1] if rest else octets
        if len(there) < len(known) or not rest and len(there) > len(known):
            return False
        if any(octet is not None and octet != other for octet, other in zip(known, there)):
            return False
    return True


class FunctionDevice(Device):
    """A device that runs one function after the other, each from the same state."""

    def __init__(self, segments: list[dict], seed: int) -> None:
        super().__init__(segments, seed, Places())
        for segment in segments:
            octets = base64.b64decode(segment["octets"])
            words = struct.unpack(f"<{len(octets) // 2}H", octets[: len(octets) // 2 * 2])
            for index, (first, second) in enumerate(zip(words, words[1:])):
                if is_of_stack_pointer(first, second) or exclusive_size(first, second):
                    place = segment["address"] + 2 * index
                    self.machine.hook_add(self.unicorn.UC_HOOK_CODE, self.come_to_reason, begin=place, end=place)
        self.before = {page: self.page(page) for page in self.places.pages}
        self.start = self.machine.context_save()

    def forget(self) -> None:
        """Let there be nothing that a function has done."""
        super().forget()
        # Why a function need not be alike.
        self.found_reasons: set[str] = set()

    @property
    def reasons(self) -> list[str]:
        """Why the function that was run last need not be alike."""
        return sorted({*self.found_reasons, *([LOST] if self.is_lost else []), *([EVEN] if self.has_left_thumb else [])})

    @property
    def is_full(self) -> bool:
        """Whether there is too much memory for another function."""
        return len(self.places.pages) > MOST_PAGES

    def come_to_reason(self, machine, address: int, _size: int, _data) -> None:
        """Note an instruction that does something else here."""
        first, second = struct.unpack("<2H", machine.mem_read(address, 4))
        if is_of_stack_pointer(first, second):
            self.found_reasons.add(STACK_POINTER)
        elif size := exclusive_size(first, second):
            place = machine.reg_read(self.registers[first & 15]) + (4 * (second & 0xFF) if size == 4 else 0)
            if place % size:
                self.found_reasons.add(UNALIGNED)
            elif not first & 0x10 and any(place % ADDRESSES in addresses for addresses in PERIPHERALS):
                self.found_reasons.add(EXCLUSIVE_PERIPHERAL)

    def page(self, number: int) -> bytes:
        """Return the octets of a page."""
        return bytes(self.machine.mem_read(number * PAGE, PAGE))

    def missing(self, machine, access: int, address: int, size: int, _value: int, _data) -> bool:
        """Make the memory that a function uses, and note what was there first."""
        known = set(self.places.pages)
        is_there = super().missing(machine, access, address, size, _value, _data)
        self.before |= {page: self.page(page) for page in self.places.pages - known}
        return is_there

    def changed(self) -> list[int]:
        """Return the pages that are otherwise than at the beginning."""
        # Those that the SoftDevice has made are new.
        self.before |= {page: self.outside.memory(page * PAGE, PAGE) for page in self.places.pages - self.before.keys()}
        return [page for page, octets in self.before.items() if self.page(page) != octets]

    def begin(self) -> None:
        """Go back to the beginning."""
        for page in self.changed():
            self.machine.mem_write(page * PAGE, self.before[page])
        self.machine.context_restore(self.start)
        if self.is_lost:
            # What it has translated keeps the wrong end of the block.
            self.machine.ctl_flush_tb()
        self.forget()

    def differences(self, trace: dict) -> list[str]:
        """Run what a trace says of a function, and return what differs."""
        while True:
            known = self.places.size
            self.begin()
            self.replay(trace)
            for place in self.places.idle:
                octets, offset = self.before[place // PAGE], place % PAGE
                self.before[place // PAGE] = octets[:offset] + NOTHING + octets[offset + 2 :]
                # Otherwise what is translated stays.
                self.machine.ctl_remove_cache(place, place + len(NOTHING))
            if self.places.size == known:
                break
        found = other_registers(trace, self)
        # The priorities of interrupts are no memory in Unicorn.
        pages = [page for page in trace["pages"] if not any(page["address"] in addresses for addresses in PERIPHERALS)]
        checks = {page["address"] // PAGE: page["check"] for page in pages}
        found += [f"the page at {page * PAGE:#x} is not what Unicorn has" for page, check in checks.items() if zlib.crc32(self.octets(page * PAGE, PAGE)) != check]
        found += [f"the page at {page * PAGE:#x} is changed in Unicorn only" for page in self.changed() if page not in checks]
        return found


def replayed(trace: dict, known: Places) -> Device:
    """Return the device that ran what a trace says, with all places known from the beginning."""
    while True:
        device = Device(trace["segments"], trace["seed"], known)
        device.replay(trace)
        if not known.take(device.places):
            return device


class Comparison(NamedTuple):
    """What Unicorn finds otherwise than a trace says, of each kind."""

    octets: list[str]
    parameters: list[str]
    # What could not be compared, because the trace ends before it.
    unknown: list[str]
    # Registers at the end, and what kept Unicorn from running the same.
    state: list[str]

    @property
    def kind(self) -> str:
        """The worst kind of difference, in words."""
        return next((kind for kind, found in zip(KINDS, self) if found), KINDS[-1])


KINDS = (
    "other octets",
    "the same octets, other parameters",
    "not followed to what it hands over",
    "the same octets and parameters, other registers at the end",
    "all alike",
)


def other_registers(trace: dict, device: Device) -> list[str]:
    """Return the registers at the end of a run that differ."""
    registers = [device.machine.reg_read(register) for register in device.registers]
    # Where the program was left at a supervisor call, there was no answer.
    if device.code(registers[15] - 2)[1] == 0xDF:
        registers[0] = trace["registers"][0]
    # It stops at a breakpoint, and a trace behind it.
    if device.code(registers[15])[1] == 0xBE:
        registers[15] += 2
    # So it does at what is no instruction.
    size = 4 if int.from_bytes(device.code(registers[15]), "little") >> 11 >= 0b11101 else 2
    if device.is_refused and registers[15] + size == trace["registers"][15]:
        registers[15] += size
    # Unicorn ends before the next instruction that it executes: behind those of an IT block that it does not.
    if 0 < registers[15] - trace["registers"][15] <= LONGEST_IT_BLOCK:
        registers[15] = trace["registers"][15]
    # The program counter, and behind the last instruction what it led to.
    pairs = enumerate(zip(trace["registers"], registers))
    return [f"r{number} is {here:#x}, and {there:#x} in Unicorn" for number, (here, there) in pairs if here & ~1 != there & ~1]


def compared(trace: dict, known: Places) -> Comparison:
    """Run what a trace says in Unicorn, and compare. The places are those of other runs of the same image."""
    device = replayed(trace, known)
    state = [LOST] if device.is_lost else []
    if trace["isCut"] and not device.sent:
        return Comparison([], [], [f"the trace has {len(trace['changes'])} changes, and they end before anything is handed over"], state)
    caught = [sent["octets"] for sent in trace["caught"]]
    there = [sent["octets"] for sent in device.sent]
    missing = [sent for sent in caught if sent not in there]
    if not trace["isCut"]:
        state += other_registers(trace, device)
    elif len(missing) < len(caught):
        # It was followed to some of what was handed over, and not to its end.
        missing = []
    octets = [f"{described(sent)} is not among what Unicorn finds" for sent in missing]
    if there and there[-1] and there[-1] not in caught and len(caught) < LONGEST_CAUGHT:
        octets.append(f"{described(there[-1])} is what Unicorn finds at the end")
    parameters = [
        f"{described(sent['octets'])} is sent with {sent.get('parameters')}, and not so in Unicorn"
        for sent in trace["caught"]
        if sent["octets"] in there and {"octets": sent["octets"], "parameters": sent.get("parameters")} not in device.sent
    ]
    return Comparison(octets, parameters, [], state)


def described(octets: dict[str, list[int]]) -> str:
    """Return payloads in hex."""
    return ", ".join(f"{role} {bytes(data).hex()}" for role, data in sorted(octets.items()))
