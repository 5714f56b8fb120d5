"""In what tshark and advert differ, and what is known of tshark."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tshark.report import Report


@dataclass(frozen=True)
class Difference:
    """One thing in which the two disagree about one report."""

    field: str  # a field of Report, or "listed": only one of the two has this report
    theirs: Report | None
    ours: Report | None

    def values(self) -> tuple[object, object]:
        """What each of the two says."""
        if self.field == "listed":
            return tuple("not listed" if report is None else report.summary() for report in (self.theirs, self.ours))
        return getattr(self.theirs, self.field), getattr(self.ours, self.field)

    def only_theirs(self, *facts: str) -> bool:
        """Whether tshark alone lists the report, and any of `facts` holds for it."""
        return (
            self.field == "listed"
            and self.ours is None
            and self.theirs is not None
            and not self.theirs.facts.isdisjoint(facts)
        )

    def unlisted(self, fact: str) -> bool:
        """Whether these scripts alone have the report, not from tshark but through `fact`."""
        return self.field == "listed" and self.theirs is not None and fact in self.theirs.facts


def is_wrapped(theirs: str | None, ours: str | None) -> bool:
    """Whether a time before 1970 has its seconds subtracted from 2^32."""
    if theirs is None or ours is None or not ours.startswith("-"):
        return False
    (their_seconds, their_fraction), (seconds, fraction) = theirs.split("."), ours.split(".")
    return int(their_seconds) == -(2**32) - int(seconds) and their_fraction == fraction


# What tshark gets wrong or leaves out, and the differences that this explains. Scripts/compare/README.md describes each by name.
# Where tshark shows less than there is, these scripts decode the octets, and the result is compared.
LIMITS: dict[str, Callable[[Difference], bool]] = {
    "bad-crc-shown": lambda d: d.only_theirs("bad-crc"),
    "cut-short-shown": lambda d: d.only_theirs("cut"),
    "invalid-type-shown": lambda d: d.only_theirs("invalid-type"),
    "pieces-not-joined": lambda d: d.unlisted("joined") or (d.field == "structures" and "joined" in d.theirs.facts),
    "directed-addresses-swapped": lambda d: (
        d.field in ("address", "address_type")
        and "directed" in d.theirs.facts
        and d.theirs.other_address == (d.ours.address, d.ours.address_type)
    ),
    "malformed-hides-structures": lambda d: (
        d.field == "structures"
        and "malformed" in d.theirs.facts
        and d.theirs.structures[: len(d.ours.structures)] == d.ours.structures[: len(d.theirs.structures)]
    ),
    "periodic-data-undecoded": lambda d: (
        d.field == "structures" and "periodic" in d.theirs.facts and not d.theirs.structures
    ),
    "extended-pdu-kind": lambda d: (
        d.field == "type"
        and "kind-unknown" in d.theirs.facts
        and d.theirs.type == "ADV_EXT_IND"
        and d.ours.type in ("AUX_ADV_IND", "AUX_SCAN_RSP")
    ),
    "time-before-1970": lambda d: d.field == "time" and is_wrapped(d.theirs.time, d.ours.time),
    "user-link-type": lambda d: d.unlisted("user-link-type"),
    "ppi-field-undecoded": lambda d: (
        d.field in ("rssi", "channel")
        and "ppi-field" in d.theirs.facts
        and d.ours.channel == d.theirs.ppi_channel
        and d.ours.rssi == d.theirs.ppi_rssi
    ),
    "apple-event-undecoded": lambda d: d.unlisted("apple-event"),
    "android-command-undecoded": lambda d: d.unlisted("android-command"),
    "container-unknown": lambda d: d.unlisted("container-unknown"),
}


def differences(theirs: Report | None, ours: Report | None) -> Iterator[Difference]:
    """Yield all in which two reports differ."""
    if theirs is None or ours is None:
        yield Difference("listed", theirs, ours)
        return
    if theirs.facts & {"joined", "user-link-type", "apple-event", "android-command", "container-unknown"}:
        yield Difference("listed", theirs, ours)
    if "address shown elsewhere" in theirs.facts:
        yield Difference("facts", theirs, ours)
    for name in Report.COMPARED:
        if name == "adapter" and theirs.adapter is None:
            continue
        if getattr(theirs, name) != getattr(ours, name):
            yield Difference(name, theirs, ours)
