"""Judges what a program advertises at the end of its build. In platformio.ini:

extra_scripts = post:path/to/advert/Integrations/platformio/advert_lint.py

Findings are printed as a compiler prints warnings. Options of the environment in platformio.ini:

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


def judge(target, source, env):
    """Run advert on what was linked. Returns 0, or 1 to fail the build."""
    program = shutil.which(env.GetProjectOption("custom_advert_program", "advert"))
    if program is None:
        print("warning: advert is not installed: what this program advertises was not judged", file=sys.stderr)
        return 0
    fail_on = env.GetProjectOption("custom_advert_fail_on", "never")
    command = [program, "lint", "--format", "gcc", "--fail-on", fail_on]
    manifest = os.path.join(env.subst("$PROJECT_DIR"), "advert.yml")
    if os.path.exists(manifest):
        command += ["--config", manifest]
    command += shlex.split(env.GetProjectOption("custom_advert_options", ""))
    try:
        run = subprocess.run(
            [*command, "--", str(target[0])], capture_output=True, text=True, errors="replace", check=False
        )
    except OSError as error:
        print(
            f"warning: advert did not run ({error.strerror}): what this program advertises was not judged",
            file=sys.stderr,
        )
        return 0
    # What could not be read is among the findings, too.
    sys.stderr.write(run.stdout or "".join(f"warning: {line}\n" for line in run.stderr.splitlines()))
    return int(run.returncode == 1 and fail_on != "never")


env.AddPostAction("$BUILD_DIR/${PROGNAME}.elf", judge)  # noqa: F821
