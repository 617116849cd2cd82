#include "tests/support/random_program.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "heddle/actor/actor.h"
#include "heddle/actor/call.h"
#include "heddle/actor/node.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/registry.h"
#include "heddle/actor/table.h"
#include "heddle/actor/timer.h"
#include "heddle/base/random.h"
#include "heddle/spec/check.h"
#include "tests/support/cell.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

struct A {
  std::uint32_t n = 0;
};
struct B {
  std::uint32_t n = 0;
};
struct Ask {
  using Reply = std::uint32_t;
};

// What the tasks of one execution share.
struct World {
  std::vector<Pid> pids;
  Node far;
  Cell<std::uint32_t> cells[2];
  Table<std::uint32_t, std::uint32_t> table{"table", {.equal_writes_commute = true}};
  Timer timer;
};

struct Scene {
  World& world;
  std::uint32_t me;
  Pid other;            // any task, perhaps oneself
  std::uint32_t value;  // small
  Ref& monitored;
};

std::string show(const AnyMessage& m) {
  if (const A* a = m.get_if<A>()) return fmt::format("A{}", a->n);
  if (const B* b = m.get_if<B>()) return fmt::format("B{}", b->n);
  if (const Down* down = m.get_if<Down>()) return "down " + down->reason.text;
  if (const Exit* exit = m.get_if<Exit>()) return "exit " + exit->reason.text;
  return std::string(m.type());
}

std::string show(std::optional<std::uint32_t> value) { return value ? std::to_string(*value) : "none"; }

using Step = std::string (*)(const Scene&);

std::string receive_anything(Duration patience) {
  return receive(on_any([](const AnyMessage& m) { return show(m); }), after(patience, [] { return std::string("none"); }));
}

constexpr Step kMessages[] = {
    [](const Scene& s) { return send(s.other, A{s.value}), std::string(); },
    [](const Scene& s) { return send(s.other, B{s.value}), std::string(); },
    [](const Scene&) { return std::string(receive<A>(0s) ? "A" : "none"); },
    [](const Scene&) { return std::string(receive<B>(1s) ? "B" : "none"); },
    [](const Scene& s) {
      return std::string(receive<A>(0s, [v = s.value](const A& a) { return a.n == v; }) ? "wanted" : "none");
    },
    [](const Scene&) { return receive_anything(0s); },
    [](const Scene&) { return receive_anything(2s); },
    [](const Scene&) { return std::to_string(receive<A>().n); },
    [](const Scene&) { return std::to_string(mailbox_length()); },
    [](const Scene&) { return std::to_string(flush<A>()); },
    [](const Scene& s) {
      try {
        return show(call(s.other, Ask{}, 1s));
      } catch (const CallFailed& failed) {
        return failed.reason().text;
      }
    },
    [](const Scene& s) {
      return receive(on<Call<Ask>>([&](const Call<Ask>& c) { return reply(c.from, s.value), std::string("answered"); }),
                     after(0s, [] { return std::string("none"); }));
    },
};

constexpr Step kMemory[] = {
    [](const Scene& s) { return std::to_string(s.world.cells[s.value].read()); },
    [](const Scene& s) { return s.world.cells[s.value].write(s.me), std::string(); },
    [](const Scene& s) { return std::to_string(s.world.cells[0].update([](std::uint32_t v) { return v + 1; })); },
    [](const Scene& s) { return show(s.world.table.lookup(s.value)); },
    [](const Scene& s) { return s.world.table.insert(s.value, 7), std::string(); },
    [](const Scene& s) { return s.world.table.insert(s.value, s.me), std::string(); },
    [](const Scene& s) { return std::string(s.world.table.insert_new(s.value, s.me) ? "new" : "old"); },
    [](const Scene& s) { return show(s.world.table.take(s.value)); },
    [](const Scene& s) { return std::string(s.world.table.erase(s.value) ? "erased" : "none"); },
    [](const Scene& s) { return std::to_string(s.world.table.update_counter(s.value, 1, 0)); },
    [](const Scene& s) { return std::string(s.world.table.compare_and_swap(s.value, 7, 8) ? "swapped" : "no"); },
    [](const Scene& s) { return std::to_string(s.world.table.size()); },
    [](const Scene& s) { return s.world.table.clear(), std::string(); },
};

constexpr Step kLife[] = {
    [](const Scene& s) { return exit(s.other, kKill), std::string(); },
    [](const Scene& s) { return exit(s.other, "bad"), std::string(); },
    [](const Scene& s) { return exit(s.other, kNormal), std::string(); },
    [](const Scene&) -> std::string { exit("leaving"); },
    [](const Scene&) { return std::string(trap_exits() ? "did" : "did not"); },
    [](const Scene& s) { return link(s.other), std::string(); },
    [](const Scene& s) { return unlink(s.other), std::string(); },
    [](const Scene& s) { return s.monitored = monitor(s.other), std::string(); },
    [](const Scene& s) { return std::string(demonitor(s.monitored, s.value ? Flush::yes : Flush::no) ? "removed" : "gone"); },
    [](const Scene& s) { return std::string(is_alive(s.other) ? "alive" : "dead"); },
    [](const Scene&) { return spawn("child", [] {}), std::string(); },
    [](const Scene& s) { return std::string(register_name("n", s.other) ? "registered" : "refused"); },
    [](const Scene&) { return std::string(unregister_name("n") ? "removed" : "nobody"); },
    [](const Scene&) { return std::string(whereis("n") ? "found" : "nobody"); },
    [](const Scene& s) -> std::string {
      try {
        send("n", A{s.value});
        return "sent";
      } catch (const NoSuchName&) {
        return "nobody";
      }
    },
};

constexpr Step kTime[] = {
    [](const Scene&) { return sleep(1s), std::string(); },
    [](const Scene&) { return sleep(0s), std::string(); },
    [](const Scene& s) { return send_after(1s, s.other, A{s.value}), std::string(); },
    [](const Scene& s) { return std::string(s.world.timer.cancel() ? "cancelled" : "fired"); },
    [](const Scene& s) { return std::string(s.world.timer.read() ? "waits" : "fired"); },
};

constexpr Step kNodes[] = {
    [](const Scene& s) { return this_node() == s.world.far ? std::string() : (stop_node(s.world.far), std::string("stopped")); },
    [](const Scene& s) { return restart_node(s.world.far), std::string(); },
    [](const Scene& s) {
      if (s.world.far != Node{}) disconnect(Node{}, s.world.far);
      return std::string();
    },
    [](const Scene& s) { return connect(Node{}, s.world.far), std::string(); },
    [](const Scene& s) { return std::string(is_up(s.world.far) ? "up" : "down"); },
    [](const Scene& s) { return monitor_node(s.world.far), std::string(); },
    [](const Scene&) { return std::to_string(nodes().size()); },
};

struct Line {
  Step step;
  std::uint32_t other, value;
};

void run(World& world, std::uint32_t me, const std::vector<Line>& lines) {
  Ref monitored;
  std::uint32_t number = 0;
  for (const Line& line : lines) {
    const std::string said =
        line.step(Scene{world, me, world.pids[line.other % world.pids.size()], line.value, monitored});
    outcome("{}.{} {}", me, ++number, said);
  }
}

}  // namespace

Program random_program(std::uint64_t seed, const RandomShape& shape) {
  Random random(combine(seed, 0x70726f67ull));
  const auto one_of = [&](const auto& steps) { return steps[random.below(std::size(steps))]; };
  const auto draw = [&]() -> Step {
    switch (random.below(shape.nodes ? 12 : 11)) {
      case 0: case 1: case 2: case 3:
        return one_of(kMessages);
      case 4: case 5:
        return one_of(kMemory);
      case 6: case 7: case 8:
        return one_of(kLife);
      case 9:
        return one_of(kTime);
      case 10:
        return shape.choices ? [](const Scene&) { return std::to_string(choose(2)); } : one_of(kMessages);
      default:
        return one_of(kNodes);
    }
  };
  // A few kinds of steps, about a few objects, so that tasks have something to do with one another.
  std::vector<Step> palette;
  for (int i = 0; i < 4; ++i) palette.push_back(draw());
  const std::uint64_t about = 1 + random.below(3), first = random.below(16);
  std::vector<std::vector<Line>> scripts(shape.tasks + 1);
  for (std::vector<Line>& script : scripts)
    for (std::uint64_t i = 1 + random.below(shape.operations); i > 0; --i)
      script.push_back({one_of(palette), static_cast<std::uint32_t>(first + random.below(about)),
                        static_cast<std::uint32_t>(random.below(2))});
  const bool far = shape.nodes && random.below(2) == 0;
  return [scripts, far] {
    const auto world = std::make_shared<World>();
    if (far) world->far = start_node("far");
    world->pids.push_back(self());
    // The first one lives on the other node, if there is one. From here to the first line of the test's own script there
    // is no operation: nobody runs before everybody is known.
    for (std::uint32_t i = 1; i < scripts.size(); ++i) {
      const auto body = [world, i, &script = scripts[i]] { run(*world, i, script); };
      world->pids.push_back(far && i == 1 ? spawn(world->far, "task", body) : spawn("task", body));
    }
    world->timer = send_after(1s, self(), B{9});
    run(*world, 0, scripts[0]);
  };
}

}  // namespace heddle::testing
