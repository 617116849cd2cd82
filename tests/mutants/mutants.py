#!/usr/bin/env python3
"""Can the comparison of searches with brute force fail? Each mutation of a search must make it.

usage: mutants.py --build FOLDER --driver PROGRAM --engine graphs|sequences [--only NAME,...] [--jobs N] [--trust-driver]
       mutants.py --record FILE COMMAND...

For each mutation in ENGINE_mutations.py: copies heddle/search, changes it, compiles what changed as the build in
FOLDER does, links it in the place of the library's own, and runs the driver's tests of that engine. They must fail,
crash or not end; and they must pass without a mutation, which --trust-driver takes for granted. --record runs the
command that links the driver and keeps it in FILE, so that mutants are linked in the same way.
"""

import argparse
import concurrent.futures
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing of ours among the sources
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TIMEOUT_S = 240  # all comparisons take some 20 s


def record(file, command):
    with open(file, "w", encoding="utf-8") as out:
        json.dump({"directory": os.getcwd(), "command": command}, out)
    return subprocess.call(command)


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)


def must(command, what, **options):
    result = run(command, **options)
    if result.returncode != 0:
        raise SystemExit(f"{what}\n{shlex.join(command)}\n{result.stdout}")


def compiled_from(search, changed):
    """The sources in a folder that include one of these files, or are among them."""
    files = {}
    for name in os.listdir(search):
        with open(os.path.join(search, name), encoding="utf-8") as file:
            files[name] = file.read()
    reached = set(changed)
    while True:
        more = {name for name, text in files.items() if any(f'"heddle/search/{header}"' in text for header in reached)}
        if more <= reached:
            return sorted(name for name in reached if name.endswith(".cc") and not name.endswith("_test.cc"))
        reached |= more


def mutate(mutation, search):
    """Applies a mutation to a copy of heddle/search. Returns what must be compiled."""
    changed = set()
    for edit in mutation.edits:
        path = os.path.join(search, edit.file)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(edit.text, edit.replacement))
        changed.add(edit.file)
    return compiled_from(search, changed)


def check_texts(mutations):
    """All of them, also those that are not run: one that changes nothing would go unnoticed until somebody runs it."""
    for mutation in mutations:
        for edit in mutation.edits:
            with open(os.path.join(ROOT, "heddle", "search", edit.file), encoding="utf-8") as file:
                count = file.read().count(edit.text)
            if count != 1:
                raise SystemExit(f"{mutation.name}: this must be in heddle/search/{edit.file} exactly once, but is there "
                                 f"{count} times; bring the mutation up to date\n{edit.text}")


def compile_one(build, source, folder):
    """Compiles folder/heddle/search/SOURCE as the build compiles the original. Returns the object."""
    original = os.path.join(ROOT, "heddle", "search", source)
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entry = next(e for e in json.load(file) if os.path.samefile(e["file"], original))
    command = shlex.split(entry["command"])
    result = os.path.join(folder, source + ".o")
    command[command.index("-o") + 1] = result
    command[command.index("-c") + 1] = os.path.join(folder, "heddle", "search", source)
    # Its headers go first; what a mutation leaves unused is no error.
    command.insert(next(i for i, word in enumerate(command) if word.startswith("-I")), "-I" + folder)
    must(command + ["-w", "-g0"], f"{source} does not compile", cwd=entry["directory"])
    return result


def link(driver, objects, program):
    """Objects that come first win over those of the library that define the same."""
    with open(driver + ".link", encoding="utf-8") as file:
        recorded = json.load(file)
    command = recorded["command"]
    at = command.index("-o")
    command = command[:at] + objects + ["-o", program] + command[at + 2:]
    must(command, "it does not link", cwd=recorded["directory"])


def verdict(program, engine):
    """None: all comparisons hold. Else what happened."""
    try:
        result = run([program, f"--gtest_filter={engine.capitalize()}.*"], timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return "does not end"
    if "[ RUN " not in result.stdout:
        raise SystemExit(f"{program} ran no test\n{result.stdout}")
    if result.returncode == 0:
        return None
    if result.returncode < 0:
        return f"dies of signal {-result.returncode}"
    traces = [line.split(": ", 1)[-1].strip() for line in result.stdout.splitlines() if ": program " in line]
    return "differs" + (f" at {traces[0]}" if traces else "")


def try_mutation(mutation, arguments):
    with tempfile.TemporaryDirectory() as folder:
        search = os.path.join(folder, "heddle", "search")
        shutil.copytree(os.path.join(ROOT, "heddle", "search"), search)
        objects = [compile_one(arguments.build, source, folder) for source in mutate(mutation, search)]
        program = os.path.join(folder, "driver")
        link(arguments.driver, objects, program)
        return verdict(program, arguments.engine)


def load(engine):
    sys.path.insert(0, HERE)
    name = {"graphs": "graph_mutations", "sequences": "sequence_mutations"}[engine]
    return __import__(name).MUTATIONS


def main():
    if sys.argv[1:2] == ["--record"]:
        return record(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True)
    parser.add_argument("--driver", required=True)
    parser.add_argument("--engine", required=True, choices=["graphs", "sequences"])
    parser.add_argument("--only", type=lambda text: text.split(","))
    parser.add_argument("--trust-driver", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    known = load(arguments.engine)
    check_texts(known)
    mutations = [m for m in known if not arguments.only or m.name in arguments.only]
    if len(mutations) < len(arguments.only or []):
        raise SystemExit("--only names a mutation that there is not")

    broken = None if arguments.trust_driver else verdict(arguments.driver, arguments.engine)
    if broken:
        print(f"without any mutation, the comparison {broken}")
        return 1
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for mutation, said in zip(mutations, pool.map(lambda m: try_mutation(m, arguments), mutations)):
            as_expected = (said is None) == bool(mutation.survives)
            wrong += not as_expected
            print(f"{'' if as_expected else 'WRONG: '}{mutation.name}: {said or 'is not noticed'} "
                  f"({mutation.survives or mutation.breaks})", flush=True)
    print(f"{arguments.engine}: {len(mutations)} mutations, {wrong} not as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
