"""Archives that are the same octets each time: sorted, with fixed owners, modes and times."""

import gzip
import hashlib
import io
import tarfile
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Entry:
    """A file of an archive."""

    content: bytes
    is_program: bool = False

    @property
    def mode(self) -> int:
        """Its permissions."""
        return 0o755 if self.is_program else 0o644


Entries = dict[str, Entry]


def tar_gz(path: Path, entries: Entries, moment: int) -> None:
    """Write a tar archive, packed with gzip."""
    folders = {str(folder) for name in entries for folder in Path(name).parents if str(folder) != "."}
    unpacked = io.BytesIO()
    with tarfile.open(fileobj=unpacked, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name in sorted(folders | entries.keys()):
            info = tarfile.TarInfo(name)
            info.mtime = moment
            info.uname = info.gname = "root"
            if name in folders:
                info.type, info.mode = tarfile.DIRTYPE, 0o755
                tar.addfile(info)
            else:
                info.mode, info.size = entries[name].mode, len(entries[name].content)
                tar.addfile(info, io.BytesIO(entries[name].content))
    path.write_bytes(gzip_of(unpacked.getvalue(), moment))


def gzip_of(octets: bytes, moment: int = 0) -> bytes:
    """Pack octets; without a name in the header."""
    return gzip.compress(octets, compresslevel=9, mtime=moment)


def zip_archive(path: Path, entries: Entries, moment: int) -> None:
    """Write a zip archive, in the order of the entries."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, entry in entries.items():
            info = zipfile.ZipInfo(name, time.gmtime(moment)[:6])
            info.create_system = 3  # Unix, which has permissions
            info.external_attr = (0o100000 | entry.mode) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, entry.content, compresslevel=9)


def put(folder: Path, entries: Entries) -> None:
    """Write the files below a folder."""
    for name, entry in entries.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(entry.content)
        path.chmod(entry.mode)


def sums(paths: list[Path]) -> str:
    """The SHA-256 of files, as sha256sum writes and checks it."""
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(paths))
