"""Reference/Scanners.md: its beginning, and a section for each check that runs scanners."""

from __future__ import annotations

from shared import ROOT

PAGE = ROOT / "Reference" / "Scanners.md"
HEADING = "## "


def write_section(title: str, lines: list[str], is_update: bool, is_whole: bool) -> bool:
    """Write a section, or, after a whole run, say whether it is what was run; versions may differ."""
    sections = read_sections()
    if is_update:
        sections[title] = lines
        PAGE.write_text("\n".join(text(sections)), "utf-8")
    elif is_whole and without_versions(sections.get(title, [])) != without_versions(lines):
        print(f"the section {title} of {PAGE.relative_to(ROOT)} is not what was run: --update writes it")
        return False
    return True


def read_sections() -> dict[str, list[str]]:
    """The lines of each section by its title, without the empty ones around them. The beginning has an empty title."""
    sections: dict[str, list[str]] = {"": []}
    title = ""
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith(HEADING):
            title = line.removeprefix(HEADING)
            sections[title] = []
        else:
            sections[title].append(line)
    return {title: "\n".join(lines).strip("\n").splitlines() for title, lines in sections.items()}


def text(sections: dict[str, list[str]]) -> list[str]:
    """The lines of the page."""
    lines = [*sections[""], ""]
    for title, section in sections.items():
        if title:
            lines += [HEADING + title, "", *section, ""]
    return lines


def without_versions(lines: list[str]) -> list[str]:
    """The lines, but for what is known to change by itself."""
    return [line for line in lines if not line.startswith("Versions: ")]
