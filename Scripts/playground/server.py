"""A web server with the playground, and with pages that only its check needs."""

from __future__ import annotations

import json
from http.server import SimpleHTTPRequestHandler
from typing import Any

from shared import ROOT

PLAYGROUND = ROOT / "Playground"

# A page that does nothing but ask a worker: what the browser takes by itself. The sheet is the one that all wait for.
LEAST = {
    "/least/": (
        "text/html",
        b'<!DOCTYPE html><title>x</title><link rel="icon" href="data:,"><link rel="stylesheet" href="../playground.css">'
        b'<script src="least.js" defer></script><div id="answer"></div>',
    ),
    "/least/least.js": (
        "text/javascript",
        b"const text = 'onmessage = () => postMessage(1)';"
        b"const worker = new Worker(URL.createObjectURL(new Blob([text])));"
        b"const answer = document.getElementById('answer');"
        b"worker.onmessage = () => { answer.innerHTML = '<p elementtiming=\"answer\">An answer';"
        b" answer.dataset.state = 'shown' };"
        b"worker.postMessage(0);",
    ),
}


class Files(SimpleHTTPRequestHandler):
    """The folder; the same below /trap/ with a program that stops at some requests, and below /gone/ without one; LEAST."""

    # As servers do: one connection for many files, and no file waits until the one before it was received.
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    asked: list[str] = []
    # Another one can stand for it.
    program = PLAYGROUND / "advert.wasm"

    def __init__(self, *arguments: Any) -> None:
        """Serve the folder."""
        super().__init__(*arguments, directory=str(PLAYGROUND))

    def do_GET(self) -> None:
        """Give a file."""
        Files.asked.append(self.path)
        if self.path == "/gone/advert.wasm":
            self.send_error(404)
        elif self.path == "/trap/advert.wasm":
            self.give("application/wasm", trapping_program())
        elif self.path in LEAST:
            self.give(*LEAST[self.path])
        else:
            self.path = self.path.removeprefix("/trap").removeprefix("/gone")
            if self.path == "/advert.wasm":
                self.give("application/wasm", Files.program.read_bytes())
            else:
                super().do_GET()

    def give(self, kind: str, octets: bytes) -> None:
        """Give what is no file."""
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(octets)))
        self.end_headers()
        self.wfile.write(octets)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def trapping_program() -> bytes:
    """Write a program in WebAssembly that traps when the request has an odd number of octets, or asks for plans."""

    def number(value: int) -> bytes:
        octets = bytearray()
        while True:
            part, value = value & 0x7F, value >> 7
            done = (value == 0 and not part & 0x40) or (value == -1 and part & 0x40)
            octets.append(part if done else part | 0x80)
            if done:
                return bytes(octets)

    def vector(*items: bytes) -> bytes:
        return number(len(items)) + b"".join(items)

    def section(kind: int, content: bytes) -> bytes:
        size, octets = len(content), bytearray()
        while size > 0x7F:
            octets.append(size & 0x7F | 0x80)
            size >>= 7
        return bytes([kind, *octets, size]) + content

    def named(name: str, kind: int, index: int) -> bytes:
        return bytes([len(name)]) + name.encode() + bytes([kind, index])

    answer = json.dumps({"schema": "advert.playground/1", "problem": None, "lint": {"findings": []}}).encode()
    # The last part names the documents; only that with plans ends with "s".
    functions = [
        # if (size & 1) unreachable; end = 4096 + size; return 4096
        b"\x00\x20\x00\x41\x01\x71\x04\x40\x00\x0b\x20\x00\x41" + number(4096) + b"\x6a\x24\x00\x41" + number(4096) + b"\x0b",
        # if (*(end - 2) == 's') unreachable; return the length
        b"\x00\x23\x00\x41\x02\x6b\x2d\x00\x00\x41" + number(ord("s")) + b"\x46\x04\x40\x00\x0b"
        b"\x41" + number(len(answer)) + b"\x0b",
        b"\x00\x41" + number(1024) + b"\x0b",
    ]
    return b"\0asm\1\0\0\0" + b"".join([
        section(1, vector(b"\x60\x01\x7f\x01\x7f", b"\x60\x00\x01\x7f")),
        section(3, vector(b"\x00", b"\x01", b"\x01")),
        section(5, vector(b"\x00\x02")),
        section(6, vector(b"\x7f\x01\x41\x00\x0b")),
        section(7, vector(
            named("memory", 2, 0), named("advert_input", 0, 0), named("advert_answer", 0, 1), named("advert_output", 0, 2),
        )),
        section(10, vector(*(bytes([len(code)]) + code for code in functions))),
        section(11, vector(b"\x00\x41" + number(1024) + b"\x0b" + bytes([len(answer)]) + answer)),
    ])  # fmt: skip
