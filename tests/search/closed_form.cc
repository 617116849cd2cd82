#include "tests/search/closed_form.h"

#include <memory>
#include <vector>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "tests/support/cell.h"

namespace heddle::testing {
namespace {

using Cells = std::shared_ptr<std::vector<std::unique_ptr<Cell<int>>>>;

Cells cells(int count) {
  const Cells made = std::make_shared<std::vector<std::unique_ptr<Cell<int>>>>();
  for (int i = 0; i < count; ++i) made->push_back(std::make_unique<Cell<int>>());
  return made;
}

Cell<int>& at(const Cells& all, int i) { return *(*all)[static_cast<std::size_t>(i)]; }

void task(UniqueFunction body) { Trial::current().spawn("task", std::move(body)); }

struct Number {
  int n;
};

}  // namespace

Program readers(int n) {
  return [n] {
    const Cells x = cells(1);
    task([x] { at(x, 0).write(1); });
    for (int i = 0; i < n; ++i) task([x] { at(x, 0).read(); });
  };
}

// Flanagan and Godefroid's: n tasks count up from their neighbour's word, one looks for the last zero.
Program last_zero(int n) {
  return [n] {
    const Cells x = cells(n + 1);
    task([x, n] {
      for (int i = n; at(x, i).read() != 0;) --i;
    });
    for (int i = 1; i <= n; ++i) task([x, i] { at(x, i).write(at(x, i - 1).read() + 1); });
  };
}

Program writers(int n) {
  return [n] {
    const Cells x = cells(1);
    for (int i = 0; i < n; ++i) task([x, i] { at(x, 0).write(i + 1); });
  };
}

Program messages(int n, bool by_name) {
  return [n, by_name] {
    const Pid test = self();
    for (int i = 0; i < n; ++i) spawn("sender", [test, i] { send(test, Number{i}); });
    for (int i = 0; i < n; ++i) {
      if (by_name)
        receive<Number>([i](const Number& number) { return number.n == i; });
      else
        receive<Number>();
    }
  };
}

Program first_of_many(int n, int k) {
  return [n, k] {
    const Pid test = self();
    for (int i = 0; i < n; ++i) spawn("sender", [test, i] { send(test, Number{i}); });
    for (int i = 0; i < k; ++i) receive<Number>();
  };
}

}  // namespace heddle::testing
