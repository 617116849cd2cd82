#!/usr/bin/env python3
"""Finds failures of random programs with one binary, and replays their schedules with another.

usage: check_replay.py FINDER REPLAYER AT_LEAST [finder's options...]
At least so many programs must fail.
Every failure must have replayed three times of three where it was found, and must come again, the same word for word and with
no departure from its schedule, in the other binary.
"""
import json, subprocess, sys, tempfile
from pathlib import Path

finder, replayer, at_least, options = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
with tempfile.TemporaryDirectory() as folder:
    schedules, found_file, again_file = (Path(folder) / name for name in ("schedules", "found.json", "again.json"))
    subprocess.run([finder, "--seed=11", "--quiet", f"--save-to={schedules}", f"--json={found_file}", *options],
                   stdout=subprocess.DEVNULL, check=False)
    found = {test["name"]: test["failures"] for test in json.loads(found_file.read_text())["tests"]}
    failing = {name: failures[0] for name, failures in found.items() if failures}
    subprocess.run([replayer, "--quiet", f"--regressions={schedules}", f"--json={again_file}"],
                   stdout=subprocess.DEVNULL, check=False)
    again = {test["name"].split("/")[0]: test for test in json.loads(again_file.read_text())["tests"]}

wrong = []
for name, failure in failing.items():
    if failure["replays"] != failure["attempts"]:
        wrong.append(f"{name}: did not replay where it was found")
    other = again.get(name)
    if not other or not other["failures"]:
        wrong.append(f"{name}: no failure in the other binary")
    elif other["failures"][0]["message"] != failure["message"] or other["replay"]["departed"]:
        wrong.append(f"{name}: {failure['message']!r} became {other['failures'][0]['message']!r}, "
                     f"departed: {other['replay']['departed']}")
print(f"{len(found)} programs, {len(failing)} fail, {len(failing) - len(wrong)} replay exactly")
for line in wrong[:20]:
    print(line)
sys.exit(1 if wrong or len(failing) < at_least else 0)
