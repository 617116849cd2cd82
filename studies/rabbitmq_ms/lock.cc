#include "studies/rabbitmq_ms/lock.h"

#include <deque>
#include <optional>

using namespace heddle;

namespace rabbitmq_ms {
namespace {

struct Acquire {
  using Reply = void;
};
struct Release {
  using Reply = void;
};

class LockServer {
 public:
  void wait(From<void> from) {
    waiting_.push_back(from);
    if (!holder_) grant();
  }

  void release() {
    demonitor(*holder_, Flush::yes);
    next();
  }

  void died(Ref ref) {
    if (ref == holder_) next();
  }

 private:
  void next() {
    holder_.reset();
    if (!waiting_.empty()) grant();
  }

  // Whoever has died while waiting is heard of at once.
  void grant() {
    const From<void> from = waiting_.front();
    waiting_.pop_front();
    holder_ = monitor(from.pid);
    reply(from);
  }

  std::deque<From<void>> waiting_;
  std::optional<Ref> holder_;
};

void serve_lock() {
  daemon();
  LockServer lock;
  ServerLoop server;
  server.on_call_later<Acquire>([&](const Acquire&, From<void> from) { lock.wait(from); });
  server.on_call<Release>([&](const Release&) { lock.release(); });
  server.on_info<Down>([&](const Down& down) { lock.died(down.ref); });
  server.run();
}

}  // namespace

Lock::Lock(const std::string& name) : server_(spawn(name, serve_lock)) {}

void Lock::acquire() const { call(server_, Acquire{}, kForever); }
void Lock::release() const { call(server_, Release{}, kForever); }

}  // namespace rabbitmq_ms
