"""Logs of which every record is written here: what no simulated host does.

generate.py writes them beside its own; README.md explains them. Run alone, it writes them into a folder:

    written.py OUTPUT_DIRECTORY
"""

import struct
import sys
from pathlib import Path

START_US = 1_700_000_000_000_000
BTSNOOP_EPOCH_US = 0x00DCDDB30F2F8000
H4, MONITOR = 1002, 2001

SENSOR = bytes.fromhex("f0f1f2f3f4f5")
RESOLVABLE = bytes.fromhex("52a94dcd71e1"), bytes.fromhex("627c7af5df95")
BOTH = "02010603030f1803030d18"
NAMED = "020106030382fd0d0953656e736f722d3132333435"
ACTIVE = "01a000a0000000"
SERVICE = {"180d": "0d18ffff", "180f": "0f18ffff", "fd82": "82fdffff", "180a": "0a18ffff"}
INTERVAL = 200_000


class Log:
    """A btsnoop file, with a clock that moves only when told to."""

    def __init__(self, link: int = H4) -> None:
        self.link = link
        self.now = 0
        self.octets = b"btsnoop\0" + struct.pack(">II", 1, link)

    def add(self, packet: bytes, flags: int) -> None:
        """Write a record; the next one comes a millisecond later."""
        stamp = START_US + self.now + BTSNOOP_EPOCH_US
        self.octets += struct.pack(">IIIIQ", len(packet), len(packet), flags, 0, stamp) + packet
        self.now += 1000

    def packet(self, kind: int, body: bytes) -> None:
        """Write an HCI command or event."""
        if self.link == H4:
            self.add(bytes([kind]) + body, 2 if kind == 1 else 3)
        else:
            self.add(body, 2 if kind == 1 else 3)

    def command(self, opcode: int, parameters: str = "", status: int = 0) -> None:
        """Send a command and complete it."""
        octets = bytes.fromhex(parameters)
        self.packet(1, struct.pack("<HB", opcode, len(octets)) + octets)
        self.packet(4, b"\x0e\x04\x01" + struct.pack("<HB", opcode, status))

    def manage(self, opcode: int, parameters: str = "", returned: str = "", status: int = 0) -> None:
        """Send a management command and complete it."""
        self.add(b"\1\0\0\0" + struct.pack("<H", opcode) + bytes.fromhex(parameters), 16)
        self.add(b"\1\0\0\0\1\0" + struct.pack("<HB", opcode, status) + bytes.fromhex(returned), 17)

    def hear(
        self, data: str, count: int = 1, address: bytes = SENSOR, response: str | None = None, rssi: int = -60
    ) -> None:
        """Receive advertising events."""
        for _ in range(count):
            self.now += INTERVAL
            for kind, octets in ((0, data), (4, response)):
                if octets is None:
                    continue
                value = bytes.fromhex(octets)
                report = bytes([1, kind, 1]) + address[::-1] + bytes([len(value)]) + value + struct.pack("b", rssi)
                self.packet(4, bytes([0x3E, len(report) + 1, 2]) + report)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += int(seconds * 1_000_000)

    def scan(self, starts: bool = True, parameters: str = ACTIVE) -> None:
        """Start or stop scanning."""
        if starts:
            self.command(0x200B, parameters)
        self.command(0x200C, "0100" if starts else "0000")

    def filter(self, service: str, index: int) -> None:
        """Set one of Android's filters."""
        self.command(0xFD57, f"0300{index:02x}{SERVICE[service]}")
        self.command(0xFD57, f"0100{index:02x}0400111101800000000000000000")

    def everything(self, index: int = 1) -> None:
        """Set a filter that lets everything pass."""
        self.command(0xFD57, f"0100{index:02x}0000111101800000000000000000")

    def unfilter(self, index: int) -> None:
        """Remove a filter."""
        self.command(0xFD57, f"0101{index:02x}")

    def start(self) -> None:
        """Begin as a phone does that was switched on."""
        self.command(0x0C03)
        self.command(0xFD57, "0001")


def heard_by_another(log: Log) -> None:
    """Receive the sensor by another app's filter: what is known of it is from here."""
    log.filter("180f", 4)
    log.scan()
    log.hear(BOTH, 24)
    log.scan(starts=False)
    log.unfilter(4)


def cleared_before_stop() -> Log:
    """Return a log whose host removes its filter just before it stops the scan that heard nothing."""
    log = Log()
    log.start()
    heard_by_another(log)
    log.filter("180d", 3)
    log.scan()
    log.wait(2)
    log.unfilter(3)
    log.wait(0.02)
    log.scan(starts=False)
    return log


def set_before_log() -> Log:
    """Return a log that begins while filters are set, which it removes later."""
    log = Log()
    log.scan()
    log.wait(10)
    log.scan(starts=False)
    log.command(0xFD57, "010200")
    log.command(0xFD57, "0001")
    heard_by_another(log)
    return log


def received_before_log() -> Log:
    """Return a log that begins while filters are set, one of which lets the sensor pass."""
    log = Log()
    log.scan()
    log.hear(BOTH, 12)
    log.unfilter(3)
    log.scan(starts=False)
    return log


def scanning() -> Log:
    """Begin a log whose host scans for all devices."""
    log = Log()
    log.start()
    log.everything()
    log.scan()
    return log


def short_and_long() -> Log:
    """Return a log with a short scan that received, and a long one with a filter that did not."""
    log = scanning()
    log.hear(BOTH, 25)
    log.scan(starts=False)
    log.unfilter(1)
    log.filter("180d", 3)
    log.scan()
    log.wait(60)
    log.scan(starts=False)
    return log


def other_apps() -> Log:
    """Return a log whose filter stays while another app sets and removes its own, with Android's scan parameters."""
    log = Log()
    log.start()
    log.everything()
    # Active; interval and window of 100 ms in four octets each; own address, filter policy.
    log.command(0xFD5A, "01 a0000000 a0000000 00 00")
    log.command(0x200C, "0100")
    log.wait(1)
    log.filter("180a", 5)
    log.wait(1)
    log.hear(BOTH, 12)
    log.unfilter(5)
    log.wait(1)
    log.scan(starts=False)
    return log


def only_flags() -> Log:
    """Return a log of a device without anything to filter on, heard twice."""
    log = scanning()
    log.hear("020106", 2)
    log.scan(starts=False)
    return log


def address_changed(others: int = 0) -> Log:
    """Return a log of a device that changes its address, beside others that do so at the same time."""
    log = Log()
    log.start()
    log.filter("fd82", 3)
    log.scan()
    later, earlier = RESOLVABLE
    addresses = [(earlier, later)] + [
        (bytes([0x60 + n]) + earlier[1:], bytes([0x40 + n]) + later[1:]) for n in range(others)
    ]
    for _ in range(12):
        for one, _ in addresses:
            log.hear(NAMED, address=one)
    log.scan(starts=False)
    log.unfilter(3)
    log.filter("180a", 4)
    log.scan()
    for _ in range(24):
        for _, one in addresses:
            log.hear(NAMED, address=one)
    log.scan(starts=False)
    return log


def connected() -> Log:
    """Return a log whose host is connected to the sensor while it scans for it."""
    log = Log()
    log.start()
    heard_by_another(log)
    complete = "3e130100 4000 00 01".replace(" ", "") + SENSOR[::-1].hex() + "1800 0000 f401 01".replace(" ", "")
    log.packet(4, bytes.fromhex(complete))
    log.filter("180d", 3)
    log.scan()
    log.wait(2)
    log.scan(starts=False)
    log.packet(4, bytes.fromhex("0504 00 4000 16".replace(" ", "")))
    return log


def received_and_connected() -> Log:
    """Return a log whose host receives the sensor and connects to it."""
    log = Log()
    log.start()
    log.filter("180d", 3)
    log.scan()
    log.hear(BOTH, 12)
    log.scan(starts=False)
    failed = "3e13013e 4000 00 01".replace(" ", "") + SENSOR[::-1].hex() + "1800 0000 f401 01".replace(" ", "")
    log.packet(4, bytes.fromhex(failed))
    complete = "3e1f0a00 4000 00 01".replace(" ", "") + SENSOR[::-1].hex() + "00" * 12 + "18000000f40101"
    log.packet(4, bytes.fromhex(complete))
    log.wait(1)
    log.packet(4, bytes.fromhex("0504 00 4000 13".replace(" ", "")))
    return log


def connection_failed() -> Log:
    """Return a log whose host receives the sensor and cannot connect to it."""
    log = Log()
    log.start()
    log.filter("180d", 3)
    log.scan()
    log.hear(BOTH, 12)
    log.scan(starts=False)
    for _ in range(2):
        log.wait(1)
        failed = "3e13013e 4000 00 01".replace(" ", "") + SENSOR[::-1].hex() + "1800 0000 f401 01".replace(" ", "")
        log.packet(4, bytes.fromhex(failed))
    return log


def weak_signal() -> Log:
    """Return a log of five scans, of which one received the sensor once."""
    log = Log()
    log.start()
    log.filter("180d", 3)
    for number in range(5):
        log.scan()
        log.wait(5)
        if number == 3:
            log.hear(BOTH, rssi=-97)
        log.wait(5)
        log.scan(starts=False)
        log.wait(20)
    return log


def extended() -> Log:
    """Return a log of a sensor that sends extended advertising."""
    log = scanning()
    for _ in range(12):
        log.wait(0.2)
        value = bytes.fromhex(BOTH)
        # One report: not connectable, not scannable, random address, 1M and 2M, set 1, no transmit power.
        report = bytes([1, 0, 0, 1]) + SENSOR[::-1] + bytes.fromhex("01 02 01 7f c4 0000 00") + bytes(6)
        log.packet(4, bytes([0x3E, len(report) + len(value) + 2, 0x0D]) + report + bytes([len(value)]) + value)
    log.scan(starts=False)
    return log


def heard_once() -> Log:
    """Return a log of a sensor that lists its service in one of two hundred advertisements."""
    log = scanning()
    log.hear("020106", 100)
    log.hear(BOTH)
    log.hear("020106", 99)
    log.scan(starts=False)
    return log


def managed() -> Log:
    """Begin a log of Linux with the socket of the program that sends management commands."""
    log = Log(MONITOR)
    log.add(bytes.fromhex("01000000 0200 01 1600 01000000 0b".replace(" ", "")) + b"bluetoothd\0", 14)
    return log


def uuid128(number: int) -> str:
    """Return a service of 16 octets, as in the air."""
    return "fb349b5f80000080001000 00".replace(" ", "") + struct.pack("<H", number).hex() + "0000"


def pattern(ad_type: int, value: str) -> str:
    """Return a pattern of an advertisement monitor."""
    octets = bytes.fromhex(value)
    return f"{ad_type:02x}00{len(octets):02x}" + octets.hex().ljust(62, "0")


def linux(service: int) -> Log:
    """Return a log of Linux: a discovery of a service, then a monitor of a name."""
    log = managed()
    log.manage(0x0053, "0000", "0000")
    log.command(0x0C03)
    log.manage(0x003A, "067f0100" + uuid128(service), "06")
    log.scan()
    log.hear("020106", 12, response=BOTH[6:])
    log.manage(0x0024, "06", "06")
    log.scan(starts=False)
    log.manage(0x003A, "067f0100" + uuid128(0x180A), "06", status=10)
    log.manage(0x0052, "01" + pattern(0x09, b"Heart".hex()), "0100")
    log.scan(parameters="00600030000000")
    log.wait(3)
    log.manage(0x0056, "c4 0a00 b0 0a00 00".replace(" ", "") + "01" + pattern(0x03, "0a18"), "0200")
    log.wait(3)
    log.manage(0x0053, "0100", "0100")
    log.wait(3)
    log.scan(starts=False)
    return log


def bursts() -> Log:
    """Return a log whose host sets fifty filters one after the other while it scans."""
    log = Log()
    log.start()
    log.scan()
    for index in range(50):
        log.filter("180a", index)
    log.wait(2)
    log.hear(BOTH, 3)
    for index in range(50):
        log.unfilter(index)
    log.scan(starts=False)
    return log


LOGS = {
    "cleared-before-stop": cleared_before_stop,
    "set-before-log": set_before_log,
    "received-before-log": received_before_log,
    "short-and-long": short_and_long,
    "other-apps": other_apps,
    "only-flags": only_flags,
    "address-changed": address_changed,
    "addresses-changed": lambda: address_changed(others=9),
    "connected": connected,
    "received-and-connected": received_and_connected,
    "connection-failed": connection_failed,
    "weak-signal": weak_signal,
    "heard-once": heard_once,
    "extended": extended,
    "linux": lambda: linux(0x180D),
    "linux-another": lambda: linux(0x180A),
    "bursts": bursts,
}


def write(output: Path) -> None:
    """Write all of them into a folder."""
    for name, make in LOGS.items():
        (output / f"{name}.btsnoop").write_bytes(make().octets)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: written.py OUTPUT_DIRECTORY")
    write(Path(sys.argv[1]))
