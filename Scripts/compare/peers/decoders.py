"""Decoders of others, each behind the same function."""

import json
from collections.abc import Callable

from peers.case import ADDRESS, KEY, OCTETS, Peer, Values, uuid


def home_assistant(
    decoder: type, name: str = "", service_data: bool = True, services: tuple[str, ...] = (), key: bytes = b""
) -> Peer:
    """The values that a decoder of Home Assistant's family reads."""
    from bleak.backends.device import BLEDevice
    from habluetooth import BluetoothServiceInfoBleak

    def values(number: int, data: bytes) -> Values:
        info = BluetoothServiceInfoBleak(
            name=name, address=ADDRESS, rssi=-60, source="", connectable=True, time=0, tx_power=0, advertisement=None,
            device=BLEDevice(ADDRESS, name, {}), service_uuids=list(services),
            manufacturer_data={} if service_data else {number: data},
            service_data={uuid(number): data} if service_data else {},
        )  # fmt: skip
        update = (decoder(bindkey=key) if key else decoder()).update(info)
        read = {k.key: v.native_value for k, v in update.entity_values.items()}
        return {str(getattr(k, "value", k)): v for k, v in read.items()}

    return Peer(decoder.__module__.partition(".")[0].replace("_", "-"), values)


def aiohomekit(_: int, data: bytes) -> Values:
    """What aiohomekit reads of a HomeKit accessory."""
    from aiohomekit.controller.ble.manufacturer_data import APPLE_MANUFACTURER_ID, HomeKitAdvertisement

    read = HomeKitAdvertisement.from_manufacturer_data("", "", {APPLE_MANUFACTURER_ID: data})
    return vars(read) | {"setup_hash": read.setup_hash.hex()}


def theengs(
    service_data: bool, name: str = "", address: Callable[[bytes], str] = lambda _: ADDRESS, **more: str
) -> Peer:
    """The values that Theengs Decoder reads of data from an address, and of more that the device sends."""
    from TheengsDecoder import decodeBLE

    def values(number: int, data: bytes) -> Values:
        if service_data:
            told = {"servicedata": data.hex(), "servicedatauuid": f"{number:04x}"}
        else:
            told = {"manufacturerdata": (number.to_bytes(2, "little") + data).hex()}
        answer = decodeBLE(json.dumps(told | more | {"id": address(data)} | ({"name": name} if name else {})))
        return json.loads(answer) if answer else {}

    return Peer("TheengsDecoder", values)


def bleparser(service_data: bool, beside: bytes = b"") -> Peer:
    """The values that ble_monitor's parser reads of the same data in an event of a controller."""
    from bleparser import BleParser

    def values(number: int, data: bytes) -> Values:
        told = bytes([0x16 if service_data else 0xFF]) + number.to_bytes(2, "little") + data
        octets = beside + bytes([len(told)]) + told
        address = OCTETS[::-1]
        event = b"\x02\x01\0\0" + address + bytes([len(octets)]) + octets + b"\xc4"
        read, _ = BleParser().parse_raw_data(b"\x04\x3e" + bytes([len(event)]) + event)
        return read or {}

    return Peer("bleparser", values)


def sealing(
    nonce: Callable[[bytes], bytes], head: int, tail: int, associated: bytes
) -> Callable[[bytes], bytes]:
    """What encrypts data between their first and last octets, and puts the check behind them."""
    from cryptography.hazmat.primitives.ciphers.aead import AESCCM

    def seal(data: bytes) -> bytes:
        cipher = AESCCM(KEY, tag_length=4)
        end = len(data) - tail
        sealed = cipher.encrypt(nonce(data), data[head:end], associated)
        return data[:head] + sealed[:-4] + data[end:] + sealed[-4:]

    return seal


def whole(peer: Peer) -> Peer:
    """The peer for data that begin with what stands in the place of the company identifier."""
    return Peer(peer.name, lambda _, data: peer.read(int.from_bytes(data[:2], "little"), data[2:]))


def translated(peer: Peer, change: Callable[[Values], Values]) -> Peer:
    """The peer, whose values have the names, the units and the words of ours where they are others."""

    def values(number: int, data: bytes) -> Values:
        read = peer.read(number, data)
        return read | change(read) if read else read

    return Peer(peer.name, values)
