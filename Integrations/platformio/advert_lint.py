"""Judges what a program advertises at the end of its build. In platformio.ini:

extra_scripts = post:path/to/advert/Integrations/platformio/advert_lint.py

Findings are printed as a compiler prints warnings. They fail nothing unless custom_advert_fail_on says from which severity
on. Then the build also fails when the program could not be judged, and the program is removed, so that the next build
judges again. Options of the environment in platformio.ini:

custom_advert_program   the command; `advert` of the PATH without it
custom_advert_fail_on   error, warning, note or never (without it): from which severity on the build fails
custom_advert_options   more options of `advert lint`
"""

import os
import shlex
import shutil
import subprocess
import sys

Import("env")  # noqa: F821 (PlatformIO's)


FAIL_ON = env.GetProjectOption("custom_advert_fail_on", "never")  # noqa: F821
if FAIL_ON not in ("error", "warning", "note", "never"):
    sys.exit(f"custom_advert_fail_on: expected error, warning, note or never, found {FAIL_ON!r}")


def judge(target, source, env):
    """Judge what was linked. Returns 0, or 1 to fail the build."""
    if run_advert(str(target[0]), env) == 0 or FAIL_ON == "never":
        return 0
    os.remove(str(target[0]))
    return 1


def run_advert(image, env):
    """Run advert on an image, and print what it finds. Returns its exit status."""
    program = shutil.which(env.GetProjectOption("custom_advert_program", "advert"))
    if program is None:
        print("warning: advert is not installed: what this program advertises was not judged", file=sys.stderr)
        return 127
    command = [program, "lint", "--format", "gcc", "--fail-on", FAIL_ON]
    manifest = os.path.join(env.subst("$PROJECT_DIR"), "advert.yml")
    if os.path.lexists(manifest):
        command += ["--config", manifest]
    command += shlex.split(env.GetProjectOption("custom_advert_options", ""))
    try:
        run = subprocess.run([*command, "--", image], capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        print(
            f"warning: advert did not run ({error.strerror}): what this program advertises was not judged",
            file=sys.stderr,
        )
        return 126
    # What could not be read is among the findings, too.
    sys.stderr.write(run.stdout or "".join(f"warning: {line}\n" for line in run.stderr.splitlines()))
    return run.returncode


env.AddPostAction("$BUILD_DIR/${PROGNAME}.elf", judge)  # noqa: F821
