#!/bin/sh
# Prints the Python that has the modules of the tests: Debian's own if there is one.
if [ -x /usr/bin/python3 ]; then echo /usr/bin/python3; else command -v python3 || echo python3; fi
