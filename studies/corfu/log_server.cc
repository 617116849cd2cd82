#include "studies/corfu/log_server.h"

using namespace heddle;

namespace corfu {

LogServer::LogServer(Server me, Layout layout) : me_(me), epoch_(layout.epoch) {}

Answer LogServer::set_layout(const Layout& layout) {
  if (layout.epoch <= epoch_) return {Status::bad_epoch};
  epoch_ = layout.epoch;
  wedged_ = false;
  accepted_.reset();
  split_ = layout.chain == Chain{me_} && !layout.repairing.empty();
  return {Status::ok};
}

// A client that is ahead tells the server that it has missed a layout: it must not serve anybody until it has it.
std::optional<Status> LogServer::refuse(int epoch) {
  if (epoch < epoch_) return Status::bad_epoch;
  if (epoch > epoch_) wedged_ = true;
  if (wedged_) return Status::wedged;
  return std::nullopt;
}

Answer LogServer::read(int epoch, Role role) {
  if (const auto refused = refuse(epoch)) return {*refused};
  const bool visible = role == Role::head || !accepted_;
  if (!stored_ || !visible) return {Status::not_written};
  return {Status::ok, stored_};
}

Answer LogServer::write(int epoch, Value value, Role role, bool clobber) {
  if (const auto refused = refuse(epoch)) return {*refused};
  if (role == Role::head) {
    if (stored_ || accepted_) return {Status::written};
    stored_ = accepted_ = value;
    return {Status::ok};
  }
  const bool awaited = split_ && accepted_;  // the head has it, the tail is to confirm it
  if (stored_ && !clobber && !awaited) return {Status::written};
  if (accepted_ && *accepted_ != value) return {Status::bad_value};
  stored_ = value;
  accepted_.reset();
  return {Status::ok};
}

void LogServer::fingerprint(Fingerprint& print) const {
  print.add(me_).add(epoch_).add(wedged_).add(split_).add(stored_).add(accepted_);
}

void serve_log(Server me, const Layout& layout) {
  LogServer server(me, layout);
  for (;;) {
    remember_only(server);
    receive(on<SetLayout>([&](const SetLayout& r) { send(r.from, Reply{r.tag, server.set_layout(r.layout)}); }),
            on<Read>([&](const Read& r) { send(r.from, Reply{r.tag, server.read(r.epoch, r.role)}); }),
            on<Write>([&](const Write& r) {
              send(r.from, Reply{r.tag, server.write(r.epoch, r.value, r.role, r.clobber)});
            }));
  }
}

std::ostream& operator<<(std::ostream& out, const SetLayout& request) {
  return out << "set layout to " << request.layout;
}

std::ostream& operator<<(std::ostream& out, const Read& request) {
  return out << "read in epoch " << request.epoch << (request.role == Role::head ? " (head)" : "");
}

std::ostream& operator<<(std::ostream& out, const Write& request) {
  return out << "write " << request.value << " in epoch " << request.epoch
             << (request.role == Role::head ? " (head)" : "") << (request.clobber ? " (clobber)" : "");
}

std::ostream& operator<<(std::ostream& out, const Reply& reply) {
  if (reply.answer.value) return out << *reply.answer.value;
  switch (reply.answer.status) {
    case Status::ok:
      return out << "ok";
    case Status::not_written:
      return out << "not written";
    case Status::written:
      return out << "already written";
    case Status::bad_value:
      return out << "bad value";
    case Status::bad_epoch:
      return out << "bad epoch";
    case Status::wedged:
      return out << "wedged";
  }
  return out;
}

}  // namespace corfu
