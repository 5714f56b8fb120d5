"""Advertising data that commands set."""

from dataclasses import replace

from tshark.frames import Frame
from tshark.report import Report


class CommandReader:
    """Collects the advertising data that commands set."""

    def __init__(self) -> None:
        self.blocks: dict[bytes, tuple[int, bool]] = {}
        self.parts: dict[tuple, bytes] = {}

    def note(self, frame: Frame) -> None:
        """Take the data from one command, joined with that of the commands it continues."""
        length = frame.first("bthci_cmd.param_length")
        if length is None:
            return
        opcode, parameters = frame.shown("bthci_cmd.opcode"), frame.octets[length.start + 1 :]
        if opcode in (0x2008, 0x2009):
            self.keep(frame, parameters[1 : 1 + parameters[0]])
        elif opcode in (0x2037, 0x2038, 0x203F):
            at = 2 if opcode == 0x203F else 3
            key = (frame.shown("hci_mon.adapter_id"), opcode, parameters[0])
            before = self.parts.get(key, b"") if parameters[1] in (0, 2) else b""
            self.parts[key] = before + parameters[at + 1 : at + 1 + parameters[at]]
            self.keep(frame, self.parts[key])
        elif opcode == 0xFD54 and parameters[0] in (2, 3):
            # 34 octets with a length, 33 without.
            data = parameters[2 : 2 + parameters[1]] if len(parameters) == 34 else parameters[1:32]
            self.keep(frame, data, is_android=True)

    def keep(self, frame: Frame, data: bytes, is_android: bool = False) -> None:
        """Remember who set a block first."""
        self.blocks.setdefault(data, (frame.number, is_android))

    def report(self, ours: Report) -> Report | None:
        """Return what tshark has of a report that advert took from commands: the data, once they were set."""
        frame, is_android = self.blocks.get(ours.data, (0, False))
        if frame == 0 or frame > ours.frame:
            return None
        return replace(ours, facts=frozenset({"android-command"} if is_android else ()))
