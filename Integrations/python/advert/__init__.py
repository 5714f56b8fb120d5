"""Bluetooth LE advertising: what devices send, what is wrong with it, and which scanners miss it.

Each function runs the program `advert`, and yields its rows: dictionaries as `advert schema` describes them, with their
types in `advert.rows`. Inputs are captures, folders of captures, manifests, files of layouts in hex, and firmware
images. They are recognised by their content.

    import advert

    for finding in advert.lint("btsnoop_hci.log", device="Helmet", service="180d"):
        print(finding["severity"], finding["message"])
"""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from typing import IO, TYPE_CHECKING, Union

from ._program import AdvertError, StrPath, options, program, rows
from ._table import table

if TYPE_CHECKING:
    from .rows import InspectRow, LintRow, ReachRow, WatchRow

__all__ = ["AdvertError", "inspect", "lint", "program", "reach", "table", "watch"]

Texts = Union[str, Sequence[str], None]


def lint(
    *inputs: StrPath,
    adv: bytes | None = None,
    scan_response: bytes | None = None,
    device: Texts = None,
    service: Texts = None,
    scanners: Texts = None,
    config: StrPath | None = None,
    more: Sequence[str] = (),
) -> Generator[LintRow, None, None]:
    """Yield what is wrong with what is sent, the notes too.

    Args:
        inputs: What is judged. Without any, and without `adv` and `scan_response`, the layouts of the manifest in use.
        adv: Advertising data of a layout.
        scan_response: Scan response data of it. With `adv` alone, the scan response is empty.
        device: Only these devices, by address, beginning of an address, name, or pattern of a name. Each must be there.
        service: Services that must be in the advertising data, by UUID or assigned name.
        scanners: The scanners that must discover the devices, by the ids of `advert profiles`.
        config: The manifest to use.
        more: Further options of the command.

    Raises:
        AdvertError: when an input cannot be read; the others are judged first. Damage within a capture is a finding.
    """
    given = options(
        adv=adv, scan_response=scan_response, device=device, service=service, for_=scanners, config=_text(config)
    )
    return rows(["lint", "--format=jsonl", "--notes", *given, *more, "--", *inputs])


def inspect(*captures: StrPath, device: Texts = None, more: Sequence[str] = ()) -> Generator[InspectRow, None, None]:
    """Yield who was heard: each device, with its layouts, capture by capture.

    Args:
        captures: Captures, or folders of captures.
        device: Only these devices, as for `lint`.
        more: Further options of the command.

    Raises:
        AdvertError: when a capture cannot be read, or the device is in none; the others come first.
    """
    return rows(["inspect", "--format=jsonl", *options(device=device), *more, "--", *captures])


def reach(
    *inputs: StrPath,
    adv: bytes | None = None,
    scan_response: bytes | None = None,
    device: Texts = None,
    service: Texts = None,
    scanners: Texts = None,
    config: StrPath | None = None,
    more: Sequence[str] = (),
) -> Generator[ReachRow, None, None]:
    """Yield which scanners discover what is sent, and why not: a row for each device, question and scanner.

    Args:
        inputs: As for `lint`.
        adv: As for `lint`.
        scan_response: As for `lint`.
        device: Only these devices, as for `lint`.
        service: The services that an app filters for. Without any, each service of the device.
        scanners: The scanners to ask, by the ids of `advert profiles`; all by default.
        config: The manifest to use.
        more: Further options of the command.

    Raises:
        AdvertError: when an input cannot be read; the others come first.
    """
    given = options(
        adv=adv, scan_response=scan_response, device=device, service=service, for_=scanners, config=_text(config)
    )
    return rows(["reach", "--format=jsonl", *given, *more, "--", *inputs])


def watch(
    source: StrPath | int | IO[bytes],
    *,
    device: Texts = None,
    service: Texts = None,
    scanners: Texts = None,
    follow: bool = False,
    retry: bool = False,
    more: Sequence[str] = (),
) -> Generator[WatchRow, None, None]:
    """Yield what happens while devices are heard, until the source ends or the caller takes no more.

    Args:
        source: A file, a named pipe or `tcp:HOST:PORT`; or an open file or file descriptor that gives a capture.
        device: Only these devices, as for `lint`.
        service: The services in question.
        scanners: The scanners that matter, by the ids of `advert profiles`.
        follow: Whether to wait for more at the end of a file.
        retry: Whether to open a source again that ends, or is not there yet.
        more: Further options of the command.

    Raises:
        AdvertError: when the source fails.
    """
    given = options(device=device, service=service, for_=scanners, follow=follow, retry=retry)
    command: list[StrPath] = ["watch", "--format=jsonl", *given, *more, "--"]
    if isinstance(source, (str, os.PathLike)):
        return rows([*command, source])
    return rows([*command, "-"], stdin=source)


def _text(path: StrPath | None) -> str | None:
    return None if path is None else os.fspath(path)
