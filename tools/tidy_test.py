#!/usr/bin/env python3
"""Shows that each rule of tools/tidy can fail, and that it does not fail for nothing."""

import importlib.machinery
import importlib.util
import os
import sys
import unittest

sys.dont_write_bytecode = True
_path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tidy")
_loader = importlib.machinery.SourceFileLoader("tidy", _path)
_spec = importlib.util.spec_from_loader("tidy", _loader)
tidy = importlib.util.module_from_spec(_spec)
sys.modules["tidy"] = tidy
_loader.exec_module(tidy)


def function_of(lines, opening="void f() {"):
    return opening + "\n" + "  step();\n" * (lines - 2) + "}\n"


# rule -> trees (path -> text) that break it, each in one way
BAD = {
    "include_direction": [
        {"heddle/base/a.h": '#include "heddle/engine/trial.h"\n'},
        {"heddle/engine/a.cc": '#include "heddle/strategy/pos.h"\n'},
        {"heddle/engine/a.cc": "#include <heddle/actor/actor.h>\n"},
        {"heddle/strategy/a.cc": '#include "heddle/search/search.h"\n'},
        {"heddle/strategy/a.cc": '#include "heddle/actor/actor.h"\n'},
        {"heddle/actor/a.cc": '#include "heddle/trace/trace.h"\n'},
        {"heddle/actor/a.cc": '#include "heddle/machine/machine.h"\n'},
        {"heddle/report/a.cc": '#include "heddle/strategy/pos.h"\n'},
        {"heddle/actor/a.cc": '#include "heddle/heddle.h"\n'},
        {"heddle/actor/a.cc": '#include "mailbox.h"\n'},
        {"heddle/runner/a.cc": '#include "studies/corfu/model.h"\n'},
        {"heddle/runner/a.cc": '#include "tests/support/brute_force.h"\n'},
        {"heddle/novelty/a.cc": "int x;\n"},
    ],
    "nondeterminism": [
        {f"heddle/{module}/a.cc": f"{line}\n"}
        for module, line in [
            ("base", "auto t = std::chrono::system_clock::now();"),
            ("engine", "auto t = std::chrono::steady_clock::now();"),
            ("trace", "auto t = std::chrono::high_resolution_clock::now();"),
            ("strategy", "srand(time(nullptr));"),
            ("strategy", "auto t = ::time(0);"),
            ("search", "gettimeofday(&tv, nullptr);"),
            ("actor", "clock_gettime(CLOCK_REALTIME, &ts);"),
            ("machine", "int r = rand() % 3;"),
            ("machine", "int r = std::rand();"),
            ("spec", "std::random_device device;"),
            ("engine", "std::thread t(run);"),
            ("engine", "std::mutex m;"),
            ("strategy", "std::unordered_map<int, int> m;"),
            ("strategy", "std::set<const Task*> tasks;"),
        ]
    ] + [{"heddle/engine/a_test.cc": "std::random_device device;\n"}],
    "file_length": [
        {"heddle/base/a.cc": "int x;\n" * (tidy.MAX_FILE_LINES + 1)},
        {"heddle/base/a_test.cc": "int x;\n" * (tidy.MAX_TEST_FILE_LINES + 1)},
    ],
    "function_length": [
        {"heddle/base/a.cc": function_of(tidy.MAX_FUNCTION_LINES + 1)},
        {"heddle/base/a.cc": "namespace heddle {\n" + function_of(81, "int A::f(int x) const noexcept {") + "}\n"},
        {"heddle/base/a.cc": function_of(81, "A::A(int x) : x_{x}, y_(1) {")},
        {"heddle/base/a.cc": "class A {\n public:\n" + function_of(81, "explicit A(int x = 3) {") + "};\n"},
        {"heddle/base/a.cc": function_of(81, "TEST(Suite, Name) {")},
        {"heddle/base/a.cc": function_of(81, "template <class T>\nauto f(T t) -> std::vector<T> {")},
        {"heddle/base/a.cc": "const auto f = [](int x) {\n" + "  step();\n" * 80 + "};\n"},
    ],
    "dead_files": [
        {"heddle/base/a.h": "int f();\n"},
        {"heddle/base/a.h": '#include "heddle/base/a.h"\n'},
        {"heddle/base/a.cc": "  \n"},
        {"heddle/base/a.cpp": "int x;\n"},
        {"heddle/base/x_main.cc": "int main() {}\n"},
        {"studies/a/model.cc": "int x;\n"},
        {"studies/a/model.cc": "int x;\n", "studies/a/CMakeLists.txt": "heddle_example(a_study a.cc)\n"},
        {"tools/a.cc": "int x;\n"},
        {"tests/a_test.cc": "int x;\n"},
    ],
    "machine_paths": [
        {"README.md": "see /" + "work/main\n"},
        {"heddle/base/a.cc": '// "/' + 'root/file"\n'},
        {"docs/a.md": "cd /" + "home/ann/heddle\n"},
    ],
    "allow_list": [
        {tidy.ALLOW_LIST: "file_length heddle/base/a.cc\n", "heddle/base/a.cc": "int x;\n" * 401},
        {tidy.ALLOW_LIST: "file_length heddle/base/a.cc # generated\n", "heddle/base/a.cc": "int x;\n"},
    ],
}

GOOD = {
    "heddle/heddle.h": '#include "heddle/actor/actor.h"\n#include "heddle/runner/run.h"\n',
    "heddle/base/hash.h": "// no rand(), no std::thread, not even system_clock\nint hash();\n",
    "heddle/base/hash.cc": '#include "heddle/base/hash.h"\nconst char* kText = "call rand() { std::thread";\n',
    "heddle/engine/trial.h": '#include "heddle/base/hash.h"\nTime time() const;\nint n = 1\'000\'000; int virtual_time(int);\n',
    "heddle/engine/trial_test.cc": '#include "heddle/strategy/pos.h"\n#include "heddle/engine/trial.h"\n'
                                   '#include "tests/support/brute_force.h"\nstd::unordered_set<int> seen;\n',
    "heddle/strategy/pos.h": '#include "heddle/trace/trace.h"\n#include <set>\nstd::set<TaskId> s; int operand(int);\n',
    "heddle/trace/trace.h": '#include "heddle/engine/trial.h"\n',
    "heddle/actor/actor.h": "#include <heddle/engine/trial.h>\n",
    "heddle/machine/machine.cc": '#include "heddle/actor/actor.h"\n' + function_of(tidy.MAX_FUNCTION_LINES),
    "heddle/runner/run.h": "std::mutex m; auto t = std::chrono::steady_clock::now();\n",
    "heddle/runner/main.cc": '#include "heddle/runner/run.h"\nint main() {}\n',
    "heddle/runner/gtest_bridge.cc": '#include "heddle/heddle.h"\n',
    "heddle/engine/test_main.cc": "int main() {}\n",
    "heddle/base/table.cc": "int kTable[] = {\n" + "  1,\n" * 100 + "};\nclass A {\n" + "  int x;\n" * 100 + "};\n",
    "examples/counter.cc": "#include <heddle/heddle.h>\n",
    "studies/a/CMakeLists.txt": "heddle_example(a_study model.cc)\n",
    "studies/a/model.cc": '#include "model.h"\n',
    "studies/a/model.h": "int x;\n",
    "tests/support/brute_force.h": "int x;\n",
    "tests/oracles/counts_test.cc": "int x;\n",
    "tests/fuzz/schedule_fuzz.cc": "int x;\n",
    "docs/network.md": "the framework/root/ folder, docs/work/notes, ${prefix}/root/x\n",
    "heddle/base/long.cc": "int x;\n" * 401,
    tidy.ALLOW_LIST: "# comment\nfile_length heddle/base/long.cc # a table that reads best in one piece\n",
}


class TidyTest(unittest.TestCase):
    def test_every_rule_can_fail(self):
        self.assertEqual(set(BAD), {rule.__name__ for rule in tidy.RULES} | {"allow_list"})
        for rule, trees in BAD.items():
            for tree in trees:
                with self.subTest(rule=rule, tree={path: text[:80] for path, text in tree.items()}):
                    found = {finding.rule for finding in tidy.check(tree)}
                    self.assertIn(rule, found)

    def test_good_code_passes(self):
        self.assertEqual([str(finding) for finding in tidy.check(GOOD)], [])

    def test_every_finding_says_where_and_why(self):
        for trees in BAD.values():
            for tree in trees:
                for finding in tidy.check(tree):
                    self.assertIn(finding.path, tree)
                    self.assertRegex(str(finding), r"^[\w./]+:\d+: \[\w+\] .{20,}")

    def test_an_exception_excepts_one_rule_in_one_file(self):
        tree = {"heddle/base/a.cc": "int x;\n" * 401, "heddle/base/b.cc": "int x;\n" * 401,
                tidy.ALLOW_LIST: "file_length heddle/base/a.cc # generated\n"}
        self.assertEqual([finding.path for finding in tidy.check(tree)], ["heddle/base/b.cc"])

    def test_functions_are_measured(self):
        text = "\n".join([
            "// void not_me() {",
            "namespace a {",                                # 2
            "struct S {",
            "  S() : x{1}, y(2) {",                         # 4
            "    if (x) { go(); }",
            "  }",                                          # 6
            "  std::vector<int> v = {1, 2};",
            "  int get() const { return x; }",              # 8
            "};",
            "#define M(x) do { \\",
            "    f(x); } while (0)",
            "static int f(std::string s = {}, int n = 1'000) {",  # 12
            "  return n + '{';",
            "}",                                            # 14
            "}",
        ])
        self.assertEqual(list(tidy.functions(text)), [(4, 6), (8, 8), (12, 14)])

    def test_missing_tests_is_advice(self):
        tree = {"heddle/base/a.cc": function_of(20), "heddle/base/b.cc": function_of(20),
                "heddle/base/b_test.cc": "int x;\n"}
        self.assertEqual([finding.path for finding in tidy.missing_tests(tree)], ["heddle/base/a.cc"])
        self.assertEqual(list(tidy.check(tree)), [])


if __name__ == "__main__":
    unittest.main()
