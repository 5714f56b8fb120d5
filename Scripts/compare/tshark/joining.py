"""Reports that come in several pieces, put together."""

from dataclasses import replace

from tshark.report import Piece, Report


class Joiner:
    """Joins pieces as the specification has it, without looking at what advert does."""

    EVENT_SECONDS = 0.01

    def __init__(self) -> None:
        self.pending: dict[tuple, list[Report]] = {}
        self.done: list[Report] = []

    def add(self, piece: Piece) -> None:
        """Take the next piece."""
        report = piece.report
        if not piece.is_joinable or not report.facts.isdisjoint(("cut", "bad-crc", "invalid-type")):
            self.done.append(report)
            return
        before = self.pending.get(piece.key, [])
        if before and piece.key[0] == "extended" and self.begins_anew(before, report):
            self.finish(piece.key)
            before = []
        elif "primary" in report.facts and before and "primary" in before[-1].facts:
            # Announced again on another channel. Not much later, it is the same event.
            if float(report.time or 0) - float(before[-1].time or 0) < self.EVENT_SECONDS:
                self.pending[piece.key] = [*before[:-1], replace(before[-1], facts=before[-1].facts | {"joined"})]
                return
            self.finish(piece.key)
            before = []
        if piece.goes_on:
            self.pending[piece.key] = [*before, report]
        elif before:
            self.pending[piece.key] = [*before, report]
            self.finish(piece.key)
        else:
            self.done.append(report)

    @staticmethod
    def begins_anew(before: list[Report], report: Report) -> bool:
        """Whether a link-layer packet cannot be the continuation of what came before."""
        if report.type == "AUX_ADV_IND":
            return any("primary" not in earlier.facts for earlier in before)
        return "primary" in report.facts and "primary" not in before[-1].facts

    def finish(self, key: tuple) -> None:
        """Put the pieces of one advertisement together."""
        pieces = self.pending.pop(key)
        last = pieces[-1]
        if len(pieces) == 1:
            self.done.append(last)
            return
        rssi = next((piece.rssi for piece in reversed(pieces) if piece.rssi is not None), None)
        address = next((piece for piece in reversed(pieces) if piece.address is not None), last)
        # ADV_EXT_IND says nothing of what the packet after it is called.
        body = [piece for piece in pieces if "primary" not in piece.facts] or pieces
        self.done.append(
            replace(
                last, type=body[0].type, address=address.address, address_type=address.address_type, rssi=rssi,
                data=b"".join(piece.data for piece in pieces), structures=(),
                facts=body[0].facts.union(*(piece.facts for piece in pieces)) - {"primary", "malformed"} | {"joined"},
            )
        )  # fmt: skip

    def finish_all(self) -> list[Report]:
        """Return all reports, also those whose end is missing."""
        for key in list(self.pending):
            self.finish(key)
        return self.done
