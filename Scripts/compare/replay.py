"""Runs programs of firmware again in Unicorn, as `advert` ran them, and reads what they hand to a SoftDevice.

A trace (Tests/AdvertFirmwareTests/RunTrace.swift) says where a run began and what was changed in it from outside, by the number
of instructions before it. Everything between is Unicorn's: instructions, memory, and here the SoftDevice and the peripherals.
"""

import base64
import struct
from collections import defaultdict

PAGE = 0x1000
# Numbers of supervisor calls (nRF5 SDK 11 to 17, ble.h and ble_gap.h), and what they answer.
ERASE, WRITE, EVENT, DATA = 0x28, 0x29, 0x61, 0x72
SET_APPEARANCE, APPEARANCE, SET_NAME, NAME = 0x78, 0x79, 0x7C, 0x7D
NOT_FOUND, INVALID_PARAMETER = 5, 7
# An operation on flash was done.
SUCCEEDED = 2
LONGEST_NAME, LONGEST_DATA = 248, 1650

# Flash, and Nordic's registers that are flash: erased with these seeds.
ERASED = (0, 3, 6)
# With these, peripherals say ones for so many readings.
HIGH, HIGH_READINGS = (10, 14, 15), 12
FLASH = (range(0x32000, 0x02000000), range(0x08000000, 0x0A000000), range(0x10001000, 0x10002000))
# Nordic's registers for the size of a page of flash and the number of pages.
SIZES = ({0x10000010: 0x1000, 0x10000014: 0x80}, {0x10000010: 0x400, 0x10000014: 0x100}, {0x10000010: 0x1000, 0x10000014: 0x100})


def is_priority(address: int) -> bool:
    """Whether an address is one of the priorities of interrupts, which are remembered like memory."""
    return 0xE000E400 <= address < 0xE000E600 or 0xE000ED18 <= address < 0xE000ED24


def without_waits(octets: bytes) -> bytes:
    """Return code that does nothing where it would wait for an interrupt, at which Unicorn ends."""
    code = bytearray(octets)
    for place in range(0, len(code) - 1, 2):
        if code[place + 1] == 0xBF and code[place] in (0x20, 0x30):
            code[place] = 0
    return bytes(code)


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

    def __init__(self, segments: list[dict], seed: int) -> None:
        import unicorn
        from unicorn import arm_const as arm

        self.unicorn, self.outside = unicorn, Outside(seed)
        self.machine = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS)
        self.machine.ctl_set_cpu_model(arm.UC_CPU_ARM_CORTEX_M4)
        self.registers = [arm.UC_ARM_REG_R0 + number for number in range(13)] + [arm.UC_ARM_REG_SP, arm.UC_ARM_REG_LR, arm.UC_ARM_REG_PC]
        self.status = arm.UC_ARM_REG_XPSR
        self.pages: set[int] = set()
        self.readings: defaultdict[int, int] = defaultdict(int)
        self.problem = ""
        # The SoftDevice.
        self.name = self.outside.name
        self.appearance = 0
        self.bases: list[bytes] = []
        self.operations = 0
        self.is_telling = False
        self.data: dict[str, list[int]] = {}
        self.sent: list[dict[str, list[int]]] = []
        for segment in segments:
            octets = without_waits(base64.b64decode(segment["octets"]))
            self.fill(segment["address"], len(octets))
            self.machine.mem_write(segment["address"], octets)
            self.machine.hook_add(unicorn.UC_HOOK_MEM_WRITE, self.write_flash, begin=segment["address"], end=segment["address"] + len(octets) - 1)
        self.machine.hook_add(unicorn.UC_HOOK_MEM_UNMAPPED, self.missing)
        for begin, end in ((0x40000000, 0x5FFFFFFF), (0xE0000000, 0xE00FFFFF)):
            self.machine.hook_add(unicorn.UC_HOOK_MEM_READ, self.read_peripheral, begin=begin, end=end)
        self.machine.hook_add(unicorn.UC_HOOK_INTR, self.interrupt)

    def fill(self, start: int, count: int) -> None:
        """Make memory where none is yet."""
        for page in range(start // PAGE, (start + count - 1) // PAGE + 1):
            if page not in self.pages:
                self.pages.add(page)
                self.machine.mem_map(page * PAGE, PAGE)
                self.machine.mem_write(page * PAGE, self.outside.memory(page * PAGE, PAGE))

    def missing(self, _machine, access: int, address: int, size: int, _value: int, _data) -> bool:
        """Make the memory that a program uses."""
        if access == self.unicorn.UC_MEM_FETCH_UNMAPPED:
            return False
        self.fill(address, size)
        return True

    def write_flash(self, _machine, _access: int, address: int, _size: int, _value: int, _data) -> None:
        """Note that a program writes where only the flash's controller can."""
        self.problem = f"it writes to flash at {address:#x}"

    def read_peripheral(self, machine, _access: int, address: int, size: int, _value: int, _data) -> None:
        """Let a peripheral answer."""
        if is_priority(address):
            return
        for word in range(address & ~3, address + size, 4):
            self.fill(word, 4)
            machine.mem_write(word, struct.pack("<I", self.outside.reading(word, self.readings[word])))
            self.readings[word] += 1

    def octets(self, address: int, count: int) -> bytes:
        """Read memory."""
        if count:
            self.fill(address, count)
        return bytes(self.machine.mem_read(address, count))

    def put(self, octets: bytes, address: int) -> None:
        """Write memory."""
        if octets:
            self.fill(address, len(octets))
            self.machine.mem_write(address, octets)

    def interrupt(self, machine, number: int, _data) -> None:
        """Answer a supervisor call."""
        counter = machine.reg_read(self.registers[15])
        if number != 2:
            # What the processor does not know: the trace says how it goes on.
            machine.emu_stop()
            return
        arguments = [machine.reg_read(register) for register in self.registers[:4]]
        machine.reg_write(self.registers[0], self.answer(self.octets(counter - 2, 1)[0], arguments))

    def answer(self, number: int, arguments: list[int]) -> int:
        """Do what a supervisor call asks for; return its result."""
        first, second, third, fourth = arguments
        if number == EVENT:
            return NOT_FOUND
        if number == ERASE:
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
            self.put(b"\1" + self.outside.address, first)
        return 0

    def program(self, address: int, octets: bytes, *, is_erased: bool) -> None:
        """Write flash."""
        self.operations += 1
        if octets and any(address in flash and address + len(octets) - 1 in flash for flash in FLASH):
            before = self.octets(address, len(octets))
            self.put(octets if is_erased else bytes(old & new for old, new in zip(before, octets)), address)

    def take(self, first: int, second: int, third: int, fourth: int) -> None:
        """Take advertising data: addresses and lengths, or from SoftDevice 6 on a handle and a structure of both."""
        if second <= 0xFF and (second > 0 or third < PAGE):
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
        self.sent.append(dict(self.data))

    def put_data(self, role: str, address: int, count: int) -> None:
        """Set one payload; without an address, what was set before stays."""
        if address >= PAGE:
            self.data[role] = list(self.octets(address, count))

    def run(self, steps: int) -> None:
        """Run so many instructions."""
        counter = self.machine.reg_read(self.registers[15])
        try:
            self.machine.emu_start(counter | 1, 0xFFFFFFFE, count=steps)
        except self.unicorn.UcError:
            # The last one is not known, or leads to where no code is.
            pass

    def change(self, change: dict) -> None:
        """Let the program go on elsewhere, outside any IT block."""
        for register, value in zip(self.registers, change["registers"]):
            self.machine.reg_write(register, value)
        self.machine.reg_write(self.status, change["flags"] << 28 | 1 << 24)
        self.is_telling |= change["kind"] == "interrupted"


def differences(trace: dict) -> list[str]:
    """Return what Unicorn finds otherwise than a trace says."""
    device = Device(trace["segments"], trace["seed"])
    steps = 0
    for change in trace["changes"]:
        if change["steps"] > steps:
            device.run(change["steps"] - steps)
            steps = change["steps"]
        device.change(change)
    if trace["steps"] > steps:
        device.run(trace["steps"] - steps)
    found = [device.problem] if device.problem else []
    registers = [device.machine.reg_read(register) for register in device.registers]
    # Where the program was left at a supervisor call, there was no answer.
    if device.octets(registers[15] - 2, 2)[1] == 0xDF:
        registers[0] = trace["registers"][0]
    for number, (here, there) in enumerate(zip(trace["registers"], registers)):
        # The program counter, and behind the last instruction what it led to.
        if here & ~1 != there & ~1:
            found.append(f"r{number} is {here:#x}, and {there:#x} in Unicorn")
    for caught in trace["caught"]:
        if caught not in device.sent:
            found.append(f"{[bytes(octets).hex() for octets in caught.values()]} is not among what Unicorn finds")
    return found
