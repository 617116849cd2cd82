#!/usr/bin/env python3
"""Runs what the documentation shows.

In README.md and docs/*.md, studies/*/README.md:
  ```cpp FILE      the block must stand in FILE, line for line
  ```console       every line '$ command' is run, in one folder per document where ./NAME is bin/NAME; what it prints must be
                   what follows, up to figures that depend on the machine (times and rates). A line '...' stands for any
                   number of lines.
Other blocks are not looked at. Exits 1 and says where, if something differs.
"""
import os, re, subprocess, sys, tempfile
from pathlib import Path

SOURCE, BIN = Path(sys.argv[1]), Path(sys.argv[2])

FIGURES = [
    (re.compile(r" *\(?\d[\d,.]* ?(?:ns|us|µs|ms|s|min|h)\b"), " TIME"),  # with the blanks of a column of them
    (re.compile(r"\d[\d,.]*(?: ?[kMG])? (operations|trials)/s"), r"RATE \1"),
]


def plain(line):
    for pattern, word in FIGURES:
        line = pattern.sub(word, line)
    return line.rstrip()


def matches(shown, printed):
    """Does `printed` fit `shown`, where '...' is any number of lines?"""
    if not shown:
        return not printed
    if shown[0].strip() == "...":
        return any(matches(shown[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and plain(shown[0]) == plain(printed[0]) and matches(shown[1:], printed[1:])


def blocks(text):
    """(line number, info string, lines) of each fenced block."""
    lines, i = text.split("\n"), 0
    while i < len(lines):
        if lines[i].startswith("```") and lines[i].strip() != "```":
            info, start, body = lines[i][3:].strip(), i + 1, []
            i += 1
            while i < len(lines) and not lines[i].startswith("```"):
                body.append(lines[i])
                i += 1
            yield start, info, body
        i += 1


def commands(body):
    current, shown = None, []
    for line in body:
        if line.startswith("$ "):
            if current:
                yield current, shown
            current, shown = line[2:], []
        else:
            shown.append(line)
    if current:
        yield current, shown


def check(document):
    problems, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for program in BIN.iterdir():
            if os.access(program, os.X_OK) and program.is_file():
                os.symlink(program, Path(folder) / program.name)
        for number, info, body in blocks(document.read_text()):
            where = f"{document.relative_to(SOURCE)}:{number}"
            if info.startswith("cpp ") :
                count += 1
                source = (SOURCE / info.split()[1]).read_text()
                if "\n".join(body) not in source:
                    problems.append(f"{where}: this code does not stand in {info.split()[1]}")
            elif info == "console":
                for command, shown in commands(body):
                    count += 1
                    run = subprocess.run(["bash", "-c", command], cwd=folder, stdout=subprocess.PIPE,
                                         stderr=subprocess.STDOUT, text=True, timeout=300,
                                         env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1"})
                    printed = run.stdout.rstrip("\n").split("\n") if run.stdout.strip() else []
                    while shown and not shown[-1].strip():
                        shown.pop()
                    if not matches(shown, printed):
                        problems.append(f"{where}: '{command}' prints\n" + "\n".join("    " + l for l in printed))
    return problems, count


def main():
    documents = [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md")), *sorted(SOURCE.glob("studies/*/README.md"))]
    problems, total = [], 0
    for document in documents:
        found, count = check(document)
        problems += found
        total += count
    print(f"{total} commands and programs in {len(documents)} documents")
    for problem in problems:
        print(problem)
    return 1 if problems or total == 0 else 0


sys.exit(main())
