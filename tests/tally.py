"""Counts the checks of a script and says the failed ones: for scripts whose checks go on after a failure."""

passed = failed = 0


def check(ok, *words):
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    if not ok:
        print("FAIL", *words)
    return ok


def result():
    """Prints the last line, "N passed, N failed"; the exit code."""
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
