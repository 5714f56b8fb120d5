"""`python -m advert` is the program."""

import os
import sys

from ._program import AdvertError, program

try:
    os.execv(program(), ["advert", *sys.argv[1:]])
except (AdvertError, OSError) as error:
    print(f"advert: {error}", file=sys.stderr)
    sys.exit(2)
