#!/usr/bin/env python3
"""Replays a kept schedule with the program that has its test.

usage: check_regression.py SCHEDULE [--expect-failure=TEST]... PROGRAM...
The test must pass: the bug is gone, and with it perhaps the way that the schedule went. One that is expected to fail must fail
as it did when the schedule was kept: the same kind, message and task, and no decision that differs.
"""
import json, re, subprocess, sys, tempfile
from pathlib import Path

schedule, rest = sys.argv[1], sys.argv[2:]
shown = [word.partition("=")[2] for word in rest if word.startswith("--expect-failure=")]
programs = [word for word in rest if not word.startswith("--")]

name = re.search(r"^test: (.*)$", Path(schedule).read_text(), re.MULTILINE)
if not name:
    sys.exit(f"{schedule} names no test")
test = name[1]


def has_test(program):
    listed = subprocess.run([program, "--list"], stdout=subprocess.PIPE, check=True, text=True).stdout
    return test in (line.split()[0] for line in listed.splitlines() if line.strip())


program = next(filter(has_test, programs), None)
if not program:
    sys.exit(f"{schedule} is a schedule of {test}, which none of these has: {' '.join(programs)}")
with tempfile.TemporaryDirectory() as folder:
    report = Path(folder) / "report.json"
    run = subprocess.run([program, f"--replay={schedule}", f"--json={report}"], check=False)
    if run.returncode not in (0, 1):
        sys.exit(f"{program} ended with {run.returncode}")
    replayed = json.loads(report.read_text())["tests"][0]

failures, replay = replayed["failures"], replayed["replay"]
if test not in shown:
    sys.exit(1 if failures else 0)
if replay["departed"]:
    sys.exit(f"the run left the schedule at {replay['departed']}")
words = ("kind", "message", "task")
if not failures or not replay["saved_for"] or any(failures[0][w] != replay["saved_for"][w] for w in words):
    sys.exit("not the failure that the schedule was kept for")
