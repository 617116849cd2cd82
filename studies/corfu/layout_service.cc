#include "studies/corfu/layout_service.h"

#include <string>

#include "heddle/heddle.h"

using namespace heddle;

namespace corfu {
namespace {

// --- as a server ---

struct ReadLayout {
  Pid from;
  Ref tag;
};
struct WriteLayout {
  Pid from;
  Ref tag;
  Layout layout;
};
struct TheLayout {
  Ref tag;
  Layout layout;
};
struct LayoutWritten {
  Ref tag;
  bool ok;
};

void serve_layout(Layout current) {
  for (;;) {
    remember_only(current);
    receive(on<ReadLayout>([&](const ReadLayout& r) { send(r.from, TheLayout{r.tag, current}); }),
            on<WriteLayout>([&](const WriteLayout& r) {
              const bool newer = r.layout.epoch > current.epoch;
              if (newer) current = r.layout;
              send(r.from, LayoutWritten{r.tag, newer});
            }));
  }
}

class LayoutServer final : public LayoutService {
 public:
  explicit LayoutServer(const Layout& first) : pid_(spawn("layout", [first] { serve_layout(first); })) {}

  Layout read() override {
    const Ref tag = make_ref();
    send(pid_, ReadLayout{self(), tag});
    return receive<TheLayout>([tag](const TheLayout& reply) { return reply.tag == tag; }).layout;
  }

  bool write(const Layout& layout) override {
    const Ref tag = make_ref();
    send(pid_, WriteLayout{self(), tag, layout});
    return receive<LayoutWritten>([tag](const LayoutWritten& reply) { return reply.tag == tag; }).ok;
  }

 private:
  Pid pid_;
};

// --- as one cell ---

class LayoutCell final : public LayoutService {
 public:
  explicit LayoutCell(const Layout& first) { table_.insert("current", first); }

  Layout read() override { return table_.lookup("current").value(); }

  // Not atomic, and need not be: there is one repairer.
  bool write(const Layout& layout) override {
    if (layout.epoch <= read().epoch) return false;
    table_.insert("current", layout);
    return true;
  }

 private:
  Table<std::string, Layout> table_{"layout"};
};

// --- as two keys ---

class LayoutKeys final : public LayoutService {
 public:
  explicit LayoutKeys(const Layout& first) { put(first); }

  // As published: looks at both, uses the epoch that the layout says itself. To put the two answers together would be a
  // bug, since the repairer may come between them: a client that takes chain 3 for that of epoch 2 breaks method 3.
  Layout read() override {
    current_epoch();
    return table_.lookup("layout").value();
  }

  bool write(const Layout& layout) override {
    if (layout.epoch <= current_epoch()) return false;
    put(layout);
    return true;
  }

 private:
  int current_epoch() { return table_.lookup("epoch").value().epoch; }
  void put(const Layout& layout) { table_.insert({{"epoch", {layout.epoch, {}, {}}}, {"layout", layout}}); }

  Table<std::string, Layout> table_{"layout"};
};

}  // namespace

std::unique_ptr<LayoutService> start_layout_service(LayoutKind kind, const Layout& first) {
  switch (kind) {
    case LayoutKind::server:
      return std::make_unique<LayoutServer>(first);
    case LayoutKind::cell:
      return std::make_unique<LayoutCell>(first);
    case LayoutKind::keys:
      return std::make_unique<LayoutKeys>(first);
  }
  return nullptr;
}

}  // namespace corfu
