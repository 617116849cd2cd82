#!/usr/bin/env python3
"""Runs all tests of a program with --check-determinism; fails if one of them is not deterministic.

usage: check_determinism.py PROGRAM [OPTION...]
Failures of any other kind do not matter here: some tests are there to fail. Exit code 1: something is wrong with a test.
"""
import json, subprocess, sys, tempfile
from pathlib import Path

program, options = sys.argv[1], sys.argv[2:]
with tempfile.TemporaryDirectory() as folder:
    report = Path(folder) / "report.json"
    run = subprocess.run([program, "--check-determinism", "--keep-going", "--quiet", "--seed=1", f"--save-to={folder}",
                          f"--json={report}", *options], stdout=subprocess.DEVNULL, check=False)
    if run.returncode not in (0, 1):
        sys.exit(f"{program} ended with {run.returncode}")  # which is exit code 1 too
    tests = json.loads(report.read_text())["tests"]

wrong = [f"{test['name']}: {test['error']}" for test in tests if test["error"]]
wrong += [f"{test['name']}: not one trial" for test in tests if not test["trials"]]
for test in tests:
    for failure in test["failures"]:
        if failure["kind"] == "nondeterminism" or failure["replays"] != failure["attempts"]:
            wrong.append(f"{test['name']}: {failure['message']}\n{failure['detail'] or ''}")
print(f"{len(tests)} tests, {sum(test['trials'] for test in tests)} trials, each run twice more")
print("\n".join(wrong))
sys.exit(1 if wrong or not tests else 0)
