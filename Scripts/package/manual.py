"""Manual pages, made from what advert says of its own commands and from Packaging/manual.toml."""

import json
import re
import subprocess
import textwrap
import tomllib
from pathlib import Path
from typing import Any

from shared import ROOT

TEXTS = ROOT / "Packaging" / "manual.toml"

Object = dict[str, Any]


def commands(program: Path) -> Object:
    """What the program says of itself: its commands with their arguments."""
    said = subprocess.run([program, "--experimental-dump-help"], check=True, capture_output=True, text=True)
    return json.loads(said.stdout)["command"]


def escaped(text: str) -> str:
    """Text as roff takes it: nothing in it is a request or an escape."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = text.replace("^", "\\(ha").replace("~", "\\(ti").replace('"', "\\(dq")
    text = "".join(letter if letter.isascii() else f"\\[u{ord(letter):04X}]" for letter in text)
    return re.sub(r"^\.", "\\&.", text, flags=re.MULTILINE)


def prose(text: str) -> str:
    """A paragraph; what stands between backquotes is bold."""
    parts = re.split(r"`([^`]+)`", " ".join(text.split()))
    words = "".join(f"\\fB{escaped(part)}\\fR" if index % 2 else escaped(part) for index, part in enumerate(parts))
    # Names of options stay on one line: only spaces break.
    return "\n".join(textwrap.wrap(words, 79, break_long_words=False, break_on_hyphens=False))


def paragraphs(text: str) -> str:
    """Paragraphs, and what is indented as it stands."""
    blocks = []
    for block in text.strip("\n").split("\n\n"):
        if all(line.startswith("    ") for line in block.split("\n")):
            blocks.append(example(textwrap.dedent(block)))
        else:
            blocks.append(f".PP\n{prose(block)}")
    # A section starts with a paragraph anyway.
    return "\n".join(blocks).removeprefix(".PP\n")


def example(text: str) -> str:
    """Lines as they are typed."""
    return f".RS 4\n.nf\n{escaped(text)}\n.fi\n.RE"


def spelling(name: Object) -> str:
    """An option as it is typed."""
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def term(argument: Object) -> str:
    """How an argument is written, as a heading of its description."""
    value = f"\\fI{escaped(argument['valueName'])}\\fR"
    if argument["kind"] == "positional":
        return value
    names = sorted(argument["names"], key=lambda name: name["kind"] == "long")
    told = ", ".join(f"\\fB{escaped(spelling(name))}\\fR" for name in names)
    return told if argument["kind"] == "flag" else f"{told} {value}"


def shown(command: Object) -> list[Object]:
    """The arguments that are not secret."""
    return [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]]


def synopsis(command: Object, name: str) -> str:
    """The command line in short: every option, then the arguments."""
    parts = []
    for argument in shown(command):
        if argument["kind"] == "positional":
            continue
        spelled = f"\\fB{escaped(spelling(argument['preferredName']))}\\fR"
        if argument["kind"] == "option":
            spelled += f"\\ \\fI{escaped(argument['valueName'])}\\fR"
        more = "\\ ..." if argument["isRepeating"] else ""
        parts.append(f"[{spelled}]{more}" if argument["isOptional"] else f"{spelled}{more}")
    for argument in shown(command):
        if argument["kind"] == "positional":
            word = f"\\fI{escaped(argument['valueName'])}\\fR" + ("\\ ..." if argument["isRepeating"] else "")
            parts.append(f"[{word}]" if argument["isOptional"] else word)
    if command.get("subcommands"):
        parts.append("\\fIcommand\\fR [\\fIargument\\fR\\ ...]")
    return f"\\fB{escaped(name)}\\fR\n" + "\n".join(parts)


def described(argument: Object) -> str:
    """What the help says of an argument, with its values and its default."""
    text = argument.get("abstract", "")
    if values := argument.get("allValues"):
        text += f" One of {', '.join(f'`{value}`' for value in values)}."
    if "defaultValue" in argument and argument["kind"] != "flag":
        text += f" The default is `{argument['defaultValue']}`."
    return f".TP\n{term(argument)}\n{prose(text)}"


def page(command: Object, name: str, texts: Object, version: str, date: str, others: list[str]) -> str:
    """One page."""
    title = name.replace(" ", "-")
    abstract = command["abstract"].rstrip(".")
    own = texts["pages"].get(command["commandName"], {})
    unknown = texts["pages"].keys() - {"advert"} - set(others)
    if unknown:
        raise LookupError(f"{TEXTS.name}: nothing is called {', '.join(sorted(unknown))}")
    lines = [
        f'.TH "{escaped(title.upper())}" "1" "{date}" "advert {version}" "advert"\n.nh\n.ad l',
        f".SH NAME\n{escaped(title)} \\-\n{prose(abstract[0].lower() + abstract[1:])}",
        f".SH SYNOPSIS\n{synopsis(command, name)}",
    ]
    if discussion := own.get("description", command.get("discussion", "")):
        lines.append(f".SH DESCRIPTION\n{paragraphs(discussion)}")
    if command.get("subcommands"):
        told = [sub for sub in command["subcommands"] if sub["commandName"] != "help" and sub["shouldDisplay"]]
        rows = [f".TP\n\\fB{escaped(name)} {escaped(sub['commandName'])}\\fR\n{prose(sub['abstract'])}" for sub in told]
        lines.append(".SH COMMANDS\n" + "\n".join(rows))
    options = [argument for argument in shown(command) if argument["kind"] == "positional"]
    options += [argument for argument in shown(command) if argument["kind"] != "positional"]
    lines.append(".SH OPTIONS\n" + "\n".join(map(described, options)))
    status = own.get("status", texts["status"])
    lines.append(
        ".SH EXIT STATUS\n" + "\n".join(f".TP\n\\fB{number}\\fR\n{prose(text)}" for number, text in status.items())
    )
    for heading, table in (("ENVIRONMENT", "environment"), ("FILES", "files")):
        rows = own.get(table, texts[table])
        lines.append(f".SH {heading}\n" + "\n".join(f".TP\n\\fB{escaped(k)}\\fR\n{prose(v)}" for k, v in rows.items()))
    if examples := own.get("examples"):
        lines.append(".SH EXAMPLES\n" + "\n.PP\n".join(f"{prose(e['about'])}\n{example(e['line'])}" for e in examples))
    else:
        raise LookupError(f"{TEXTS.name}: no examples for {command['commandName']}")
    also = ["advert"] * (name != "advert") + [f"advert-{other}" for other in others if f"advert {other}" != name]
    lines.append(".SH SEE ALSO\n" + ",\n".join(f"\\fB{escaped(word)}\\fR(1)" for word in also))
    return "\n".join(lines) + "\n"


def pages(program: Path, version: str, date: str) -> dict[str, str]:
    """All pages, by the names of their files."""
    root = commands(program)
    texts = tomllib.loads(TEXTS.read_text("utf-8"))
    told = [sub for sub in root["subcommands"] if sub["commandName"] != "help" and sub["shouldDisplay"]]
    others = sorted(sub["commandName"] for sub in told)
    made = {"advert.1": page(root, "advert", texts, version, date, others)}
    for sub in told:
        name = f"advert {sub['commandName']}"
        made[f"{name.replace(' ', '-')}.1"] = page(sub, name, texts, version, date, others)
    return made
