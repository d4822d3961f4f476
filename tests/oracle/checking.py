"""For the tests of check.py: a stream made by hand, checked in this process."""

import contextlib
import io
import json
import sys

import check


def run_check(lines, *args):
    """The exit code and all output of check.py for these lines (dictionaries, or text as it is)."""
    text = "\n".join(x if isinstance(x, str) else json.dumps(x) for x in lines)
    stdin, sys.stdin = sys.stdin, io.StringIO(text)
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = check.main(["--quiet", *args])
    finally:
        sys.stdin = stdin
    return code, out.getvalue()
