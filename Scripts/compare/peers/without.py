"""Why a format has no peer that runs here. Its vectors then rest on the source that Reference/Formats.md names."""

import json
import re

from shared import PEERS, ROOT

ADVLIB = "advlib, the one decoder of it, is no Python package"
SUITE = "only a version of ble_monitor that is newer than its parser's package reads it"
NAMES = "decoders recognise it and read no value of it"
MAKER = "no Python package reads it; the layout is that of its maker's specification or of public sources in other languages"

WITHOUT = {
    "alexa": MAKER,
    "audioRoles": MAKER,
    "blustream": SUITE,
    "chipolo": NAMES,
    "connectedDevices": NAMES,
    "efento": ADVLIB,
    "fastPair": MAKER,
    "findMyAccessory": NAMES,
    "grundfos": SUITE,
    "hibouAir": ADVLIB,
    "holyIOT": SUITE,
    "hormann": SUITE,
    "iTag": NAMES,
    "laird": ADVLIB,
    "matter": MAKER,
    "meshProxy": MAKER,
    "michelin": SUITE,
    "minew": ADVLIB,
    "minewConnect": ADVLIB,
    "mocreo": SUITE,
    "pebblebee": NAMES,
    "relsibThermometer": SUITE,
    "samsungFind": NAMES,
    "senssun": SUITE,
    "sidewalk": MAKER,
    "smartTag": NAMES,
    "smartTagUnregistered": NAMES,
    "swiftPair": MAKER,
    "switchBotAddress": "it is an address, which decoders have from elsewhere",
    "teltonika": SUITE,
    "tile": NAMES,
    "unwantedTracking": MAKER,
    "wiliot": "it is encrypted, and only Wiliot opens it",
    "wiliotManufacturer": "it is encrypted, and only Wiliot opens it",
}


def unsettled() -> list[str]:
    """Formats without a peer and a reason, and reasons of formats that have a peer or are none, in words."""
    page = (ROOT / "Reference" / "Formats.md").read_text("utf-8")
    known = set(re.findall(r"^\| [^|]+ \| `(\w+)` \|", page, re.MULTILINE))
    alone = known - set(json.loads(PEERS.read_text("utf-8")))
    return [f"{name} has no peer, and peers/without.py no reason" for name in sorted(alone - set(WITHOUT))] + [
        f"peers/without.py: {name} has a peer, or is no format" for name in sorted(set(WITHOUT) - alone)
    ]
