"""Check that the JSON Schema of manifests, which editors use, agrees with the program.

Both accept the manifests under Fixtures; both refuse those in Fixtures/manifests/bad; those in
Fixtures/manifests/beyond-schema are refused by the program alone, for what a schema cannot say.
"""

import json
import re
import subprocess
from typing import Any

from shared import ROOT, expect

# How YAML 1.2 tells numbers and truth values from text, as editors do (core schema).
YAML_RESOLVERS = [
    ("tag:yaml.org,2002:null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("tag:yaml.org,2002:bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("tag:yaml.org,2002:int", r"^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$", list("-+0123456789")),
    (
        "tag:yaml.org,2002:float",
        r"^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)$",
        list("-+0123456789."),
    ),
]


def yaml_reader() -> Any:
    """Return a function that reads YAML as editors do."""
    import yaml

    class Loader(yaml.SafeLoader):
        yaml_implicit_resolvers: dict[str, Any] = {}

    for tag, pattern, first in YAML_RESOLVERS:
        Loader.add_implicit_resolver(tag, re.compile(pattern), first)
    # `012` is twelve in YAML 1.2; PyYAML would read it in base eight.
    Loader.add_constructor(
        "tag:yaml.org,2002:int",
        lambda loader, node: int(node.value, 0) if node.value[:2].lower() in ("0x", "0o") else int(node.value),
    )
    Loader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: float(node.value))
    return lambda text: yaml.load(text, Loader)  # noqa: S506 (a SafeLoader)


def check(program: str) -> int:
    """Compare the JSON Schema with the program; return 0, as a difference raises Broken."""
    import jsonschema

    schema = json.loads((ROOT / "Reference" / "advert.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    read = yaml_reader()
    folder = ROOT / "Fixtures" / "manifests"
    cases = [(path, True, True) for path in (ROOT / "Fixtures").glob("*/advert.yml")]
    for name, by_schema, by_program in (("good", True, True), ("bad", False, False), ("beyond-schema", True, False)):
        cases += [(path, by_schema, by_program) for path in sorted((folder / name).glob("*.yml"))]
    for path, by_schema, by_program in cases:
        name = path.relative_to(ROOT)
        error = next(validator.iter_errors(read(path.read_text("utf-8"))), None)
        expect((error is None) == by_schema, f"{name}: the schema {error.message if error else 'accepts it'}")
        judged = subprocess.run(
            [program, "lint", "--fail-on", "never", "--config", path, "--adv", "020106"],
            cwd=ROOT, capture_output=True, text=True,
        )  # fmt: skip
        accepted = judged.returncode == 0
        expect(accepted == by_program, f"{name}: advert {judged.stderr.strip() or 'accepts it'}")
        expect(accepted or "line " in judged.stderr, f"{name}: advert does not say where: {judged.stderr.strip()}")
    expect(len(cases) >= 20, "too few manifests to prove anything")
    print(f"{len(cases)} manifests: the schema and the program agree")
    return 0
