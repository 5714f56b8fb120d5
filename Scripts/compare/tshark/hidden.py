"""The services that are only in scan responses: found in the reports of these scripts, and told by three commands."""

import re
from pathlib import Path

from shared import document
from tshark.report import Report

# AD types of lists of services, and the octets of each service in them.
LISTS = {0x02: 2, 0x03: 2, 0x04: 4, 0x05: 4, 0x06: 16, 0x07: 16}
BASE = "-0000-1000-8000-00805f9b34fb"
SCANNABLE = {"ADV_IND", "ADV_SCAN_IND"}

Hidden = set[tuple[str | None, str, str]]


def services(data: bytes) -> set[str]:
    """Return the services of all lists in advertising data, as advert writes them."""
    found = set()
    offset = 0
    while offset + 1 < len(data) and data[offset] != 0:
        structure = data[offset + 1 : offset + 1 + data[offset]]
        size = LISTS.get(structure[0])
        for start in range(1, len(structure) - size + 1, size) if size else ():
            digits = structure[start : start + size][::-1].hex()
            if size == 16:
                digits = "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
                digits = digits.removesuffix(BASE)
            found.add(digits.removeprefix("0000") if len(digits) == 8 else digits)
        offset += 1 + data[offset]
    return found


def hidden_in(reports: list[Report]) -> Hidden:
    """Return the services that devices sent only in answers to their own legacy advertisements."""
    advertised: dict[tuple, set[str]] = {}
    answered: dict[tuple, set[str]] = {}
    for report in reports:
        if report.facts & {"bad-crc", "cut", "invalid-type"}:
            continue
        device = (report.adapter, report.address, report.address_type)
        if report.type in SCANNABLE:
            advertised.setdefault(device, set()).update(services(report.data))
        elif report.type == "SCAN_RSP" and device in advertised:
            answered.setdefault(device, set()).update(services(report.data))
    return {(device[1], device[2], one) for device, found in answered.items() for one in found - advertised[device]}


def told(advert: str, path: Path) -> dict[str, Hidden]:
    """Return what inspect, lint and reach say that the devices of a capture hide. Its host is not among the reports."""
    advertisers = document(advert, "inspect", path)["advertisers"]
    hosts = {(entry["address"], entry["addressType"]) for entry in advertisers if entry["origin"] == "host"}
    inspect = {
        (entry["address"], entry["addressType"], one["service"])
        for entry in advertisers
        if entry["origin"] != "host"
        for one in entry["hiddenServices"]
    }
    lint = {
        (source["advertiser"], source["addressType"], service)
        for finding in document(advert, "lint", "--notes", path)["findings"]
        if finding["rule"] == "service-uuid-only-in-scan-response"
        for source in [finding["source"]]
        if (source["advertiser"], source["addressType"]) not in hosts
        for service in re.findall(r"^service ([0-9a-f-]+)", finding["message"])
    }
    reached = document(advert, "reach", "--for", "windows", path)
    # Unknown where service data of the advertising data have the service too.
    missed = {
        entry["class"] for entry in reached["classes"] if any(v["verdict"] != "discovered" for v in entry["verdicts"])
    }
    reach = {
        (entry["advertiser"], entry["addressType"], answer["question"]["value"])
        for entry in reached["devices"]
        for answer in entry["answers"]
        if answer["class"] in missed
    }
    return {"inspect": inspect, "lint": lint, "reach": reach}


def untold(advert: str, path: Path, reports: list[Report]) -> tuple[int, list[str]]:
    """Return the number of hidden services in reports, and a line for each that a command does not tell, or tells besides.

    `reach` also says who misses a service for other reasons, so nothing is too much there.
    """
    hidden = hidden_in(reports)
    lines = []
    for command, found in told(advert, path).items():
        for address, _, service in sorted(hidden - found, key=str):
            lines.append(f"{path.name}: {address} hides {service}: not told by {command}")
        for address, _, service in sorted(found - hidden if command != "reach" else (), key=str):
            lines.append(f"{path.name}: {address} does not hide {service}: told by {command}")
    return len(hidden), lines
