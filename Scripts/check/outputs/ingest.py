"""Read captures as the tasks of the Spark job do, without Spark, and compare the rows with those of single runs.

Among the captures are files that are damaged, and files that only have the name of a capture: none may end the job, and the
fingerprints of findings must be those of the file alone.
"""

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

from outputs.bulk import PROBLEMS, SPARK, copy, distinct, readable_files, single_runs
from shared import expect


def check(advert: str, inputs: list[Path]) -> int:
    """Run the check; return 0, as what is wrong raises Broken."""
    sys.path.insert(0, str(SPARK))
    from advert_process import read

    with tempfile.TemporaryDirectory() as name:
        captures = Path(name)
        copy(readable_files(inputs), 1, captures)
        expected, fingerprints = single_runs(advert, captures)
        contents = ((str(file), file.read_bytes()) for file in distinct(captures))
        rows: Counter[str] = Counter()
        found: list[str] = []
        problems: set[tuple[str, str]] = set()
        for line in read(contents, advert, [], ["devices", "findings", "reports"]):
            rows[line.table] += 1
            row = json.loads(line.row)
            if line.table == "findings":
                found.append(row["fingerprint"])
            if line.table == "problems":
                problems.add((Path(line.file).name, row["kind"]))
        for table, count in expected.items():
            expect(rows[table] == count, f"{table}: expected {count} rows, found {rows[table]}")
        expect(sorted(found) == fingerprints, "findings have other fingerprints than in single runs")
        missing = set(PROBLEMS) - problems
        expect(not missing, f"expected the problems {sorted(missing)} too, found {sorted(problems)}")
        print(f"{sum(expected.values())} rows, {len(found)} findings and {len(problems)} problems as in single runs")
    return 0
