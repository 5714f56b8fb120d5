import struct
import bluetooth

SERVICE = bluetooth.UUID("5f4a0001-93c2-4d0b-8a71-2e6f1c0d9b58")


def make_payload(name=None, services=None):
    payload = bytearray()

    def append(kind, value):
        nonlocal payload
        payload += struct.pack("BB", len(value) + 1, kind) + value

    append(0x01, struct.pack("B", 0x06))
    if name:
        append(0x09, name)
    if services:
        for uuid in services:
            append(0x07, bytes(uuid))
    return payload


radio = bluetooth.BLE()
radio.active(True)
radio.gap_advertise(250000, adv_data=make_payload(name="Rain gauge 12", services=[SERVICE]))
