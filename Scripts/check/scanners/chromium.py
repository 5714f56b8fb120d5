"""Debian's Chromium with a bus of its own, driven by its DevTools protocol: what a page's request for a device shows."""

from __future__ import annotations

import asyncio
import contextlib
import http.server
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import threading
import urllib.request
from pathlib import Path
from typing import Any

import websockets
from bluez_mock import MockBlueZ

# Seconds for one thing on a machine that is busy.
SECONDS = 120
# A bus that starts no other service.
BUS = """<busconfig><type>session</type><listen>unix:dir={directory}</listen><auth>EXTERNAL</auth><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
"""


class Page(http.server.BaseHTTPRequestHandler):
    """An empty page on localhost, which counts as secure."""

    def do_GET(self) -> None:  # noqa: N802
        """Send it."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<title>bench</title>")

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


class Chromium:
    """The browser, its bus with a stand-in for BlueZ, and one page."""

    def __init__(self) -> None:
        """Prepare nothing yet."""
        self.bluez = MockBlueZ()
        self.numbers = itertools.count(1)
        self.waiting: dict[int, asyncio.Future[Any]] = {}
        self.prompts: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.stack = contextlib.AsyncExitStack()

    async def __aenter__(self) -> Chromium:
        """Start everything."""
        try:
            await self.start()
        except BaseException:
            await self.stack.aclose()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        """End everything."""
        await self.stack.aclose()

    async def start(self) -> None:
        """Start the page's server, the bus, BlueZ's stand-in and the browser."""
        directory = Path(tempfile.mkdtemp(prefix="chromium"))
        self.stack.callback(shutil.rmtree, directory, ignore_errors=True)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.stack.callback(server.shutdown)
        (directory / "bus.conf").write_text(BUS.format(directory=directory), "utf-8")
        command = ["dbus-daemon", f"--config-file={directory / 'bus.conf'}", "--nofork", "--print-address"]
        bus = self.run(command, stdout=subprocess.PIPE, text=True)
        address = bus.stdout.readline().strip()
        await self.bluez.start(address)
        environment = os.environ | {"DBUS_SYSTEM_BUS_ADDRESS": address, "DBUS_SESSION_BUS_ADDRESS": address}
        profile = directory / "profile"
        command = [
            "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--remote-debugging-port=0", f"--user-data-dir={profile}", "--enable-features=WebBluetooth",
            "--enable-experimental-web-platform-features", f"http://localhost:{server.server_port}/",
        ]  # fmt: skip
        self.run(command, stdout=subprocess.DEVNULL, env=environment)
        port = await self.until(lambda: (profile / "DevToolsActivePort").read_text().split()[0])
        listed = f"http://127.0.0.1:{port}/json"
        page = await self.until(lambda: next(one for one in json.load(urllib.request.urlopen(listed)) if one["title"] == "bench"))
        self.socket = await websockets.connect(page["webSocketDebuggerUrl"], max_size=None)
        reader = asyncio.create_task(self.read())
        self.stack.callback(reader.cancel)
        self.version = (await self.call("Browser.getVersion"))["product"].partition("/")[2]
        await self.call("DeviceAccess.enable")

    def run(self, command: list[Any], **how: Any) -> subprocess.Popen[Any]:
        """Start a program that ends with this one."""
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, **how)
        self.stack.callback(process.wait)
        self.stack.callback(process.terminate)
        return process

    async def until(self, attempt: Any) -> Any:
        """Try until something is there."""
        for _ in range(SECONDS * 10):
            with contextlib.suppress(OSError, LookupError, StopIteration):
                return attempt()
            await asyncio.sleep(0.1)
        raise TimeoutError("Chromium does not start")

    async def read(self) -> None:
        """Take what the browser says."""
        async for text in self.socket:
            said = json.loads(text)
            if "id" in said:
                self.waiting.pop(said["id"]).set_result(said)
            elif said["method"] == "DeviceAccess.deviceRequestPrompted":
                self.prompts.put_nowait(said["params"])

    async def call(self, method: str, **parameters: Any) -> Any:
        """Call a method of the protocol."""
        number = next(self.numbers)
        self.waiting[number] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        said = await asyncio.wait_for(self.waiting[number], SECONDS)
        if "error" in said:
            raise RuntimeError(f"{method}: {said['error']}")
        return said["result"]

    async def request_device(self, options: str, last: str) -> tuple[set[str], str]:
        """Have the page ask for a device: the addresses that the browser shows, or the error that the page gets.

        `last` is the address of the device that BlueZ reports last and that every request finds.
        """
        async with asyncio.timeout(SECONDS):
            while True:
                shown, error = await self.request_once(options, last)
                # The click is made by the protocol, and a page that is still being shown can lose it.
                if "user gesture" not in error:
                    return shown, error
                await asyncio.sleep(0.2)

    async def request_once(self, options: str, last: str) -> tuple[set[str], str]:
        """Ask once."""
        await self.bluez.forget()
        while not self.prompts.empty():
            self.prompts.get_nowait()
        expression = f"navigator.bluetooth.requestDevice({options}).then(() => '', String)"
        request = asyncio.create_task(
            self.call("Runtime.evaluate", expression=expression, userGesture=True, awaitPromise=True, returnByValue=True)
        )
        while True:
            prompt = asyncio.create_task(self.prompts.get())
            await asyncio.wait([request, prompt], return_when=asyncio.FIRST_COMPLETED)
            if request.done():
                prompt.cancel()
                return set(), request.result()["result"]["value"]
            shown = {device["id"] for device in prompt.result()["devices"]}
            if last in shown:
                await self.call("DeviceAccess.cancelPrompt", id=prompt.result()["id"])
                await request
                return shown, ""
