#include "studies/gproc/registry.h"

#include <algorithm>
#include <utility>

namespace gproc {

using namespace heddle;

namespace {

std::vector<std::string> names(const std::vector<NameTable::Row>& rows) {
  std::vector<std::string> result;
  for (const auto& row : rows) result.push_back(row.first);
  return result;
}

// Calls f with the message as the one of the types that it is.
template <class... Types>
void visit_message(const AnyMessage& message, auto f) {
  const auto try_as = [&]<class T>(std::type_identity<T>) {
    const T* const as = message.get_if<T>();
    if (as) f(*as);
    return as != nullptr;
  };
  check((try_as(std::type_identity<Types>{}) || ...), "the registry does not know {}", message.text());
}

}  // namespace

Registry::Registry(std::vector<Node> candidates, NameTable table, Bugs bugs)
    : GenLeader(std::move(candidates), bugs.election), table_(std::move(table)), bugs_(bugs) {}

void Registry::serve(const AnyMessage& message) {
  visit_message<Call<Change>, Forwarded, ForwardedAnswer, Update, AddEntries, RemoveEntries, ProcessDown, Down,
                Call<GetLeader>, Call<Sync>, InitiateSync, SyncRequest, SyncReply, SyncDone>(
      message, [this](const auto& m) { on(m); });
}

// --- elections ---

Entries Registry::entries() {
  Entries all;
  for (const auto& row : table_.rows()) all.push_back(row.second);
  return all;
}

void Registry::lead() { send_again(); }

// The leader knows best, except about processes of this node.
void Registry::follow(const Entries& leaders_entries) {
  const Node here = self().node;
  const auto mine = table_.match([here](const std::string&, const Entry& entry) { return entry.owner.node == here; });
  table_.erase_if([here](const std::string&, const Entry& entry) { return entry.owner.node != here; });
  AddEntries only_mine;
  RemoveEntries only_the_leaders;
  const auto is_mine = [&](const Entry& entry) {
    return std::ranges::any_of(mine, [&](const auto& row) { return row.first == entry.name; });
  };
  for (const Entry& entry : leaders_entries) {
    if (entry.owner.node != here || (!bugs_.reverts_others && !is_mine(entry)))
      insert(entry);
    else if (!is_mine(entry))
      only_the_leaders.names.push_back(entry.name);
  }
  for (const auto& [name, entry] : mine)
    if (std::ranges::find(leaders_entries, name, &Entry::name) == leaders_entries.end())
      only_mine.entries.push_back(entry);
  if (!only_mine.entries.empty()) tell_server(here, only_mine);
  if (!only_the_leaders.names.empty()) tell_server(here, only_the_leaders);
  send_again();
}

void Registry::drop(Node node) {
  for (auto round = rounds_.begin(); round != rounds_.end();) {
    const SyncClient client = round++->first;
    on(SyncReply{client, node});
  }
  erase_everywhere(names(table_.match([node](const std::string&, const Entry& e) { return e.owner.node == node; })));
}

// --- names ---

void Registry::on(const Call<Change>& call) {
  if (election().leads()) return reply(call.from, change(call.request));
  const Ref ref = make_ref();
  forwarded_.insert({ref, {call.from, call.request}});
  forward(call.request, ref);
}

void Registry::forward(const Change& change, Ref ref) { send(election().leader().pid, Forwarded{ref, self(), change}); }

void Registry::on(const Forwarded& forwarded) {
  if (!passed_on(forwarded)) send(forwarded.from.pid, ForwardedAnswer{forwarded.ref, change(forwarded.change)});
}

void Registry::on(const ForwardedAnswer& message) {
  const auto waiting = forwarded_.extract(message.ref);
  if (waiting) reply(waiting.mapped().client, message.answer);
}

Answer Registry::change(const Change& change) {
  const Entry& wanted = change.entry;
  const std::optional<Entry> found = table_.lookup(wanted.name);
  const bool of_another = found && found->owner != wanted.owner;
  switch (change.kind) {
    case Change::Kind::reg:
      if (found) return of_another || found->value != wanted.value ? Answer::refused : Answer::done;
      break;
    case Change::Kind::ensure:
      if (of_another) return Answer::refused;
      break;
    case Change::Kind::unreg:
      if (!found || of_another) return Answer::refused;
      erase_everywhere({wanted.name});
      return Answer::done;
  }
  insert(wanted);
  tell_followers({.insert = {wanted}, .erase = {}});
  return found ? Answer::updated : Answer::done;
}

void Registry::insert(const Entry& entry) {
  table_.insert(entry.name, entry);
  if (monitored_.insert(entry.owner.pid).second) monitor(entry.owner.pid);
}

void Registry::tell_followers(const Update& update, Location where) { tell_all(election().watched(), update, where); }

void Registry::erase_everywhere(const std::vector<std::string>& names) {
  if (names.empty()) return;
  for (const std::string& name : names) table_.erase(name);
  tell_followers({.insert = {}, .erase = names});
}

void Registry::on(const Update& update) {
  for (const Entry& entry : update.insert) insert(entry);
  for (const std::string& name : update.erase) table_.erase(name);
}

void Registry::on(const AddEntries& message) {
  if (passed_on(message)) return;
  for (const Entry& entry : message.entries) insert(entry);
  tell_followers({.insert = message.entries, .erase = {}});
}

void Registry::on(const RemoveEntries& message) {
  if (passed_on(message)) return;
  for (const std::string& name : message.names) table_.erase(name);
}

void Registry::on(const Down& down) {
  monitored_.erase(down.pid);
  tell_server(self().node, ProcessDown{down.pid});
}

void Registry::on(const ProcessDown& message) {
  if (passed_on(message)) return;
  const Pid pid = message.pid;
  erase_everywhere(names(table_.match([pid](const std::string&, const Entry& e) { return e.owner.pid == pid; })));
}

void Registry::on(const Call<GetLeader>& call) { reply(call.from, election().leader().node); }

// --- sync: the leader asks all that are alive, and an answer says that whatever it had told them before has come ---

void Registry::on(const Call<Sync>& call) {
  syncing_.insert(call.from);
  on(InitiateSync{call.from, self()});
}

void Registry::on(const InitiateSync& message) {
  if (passed_on(message)) return;
  const std::set<Node> others = election().others_alive();
  rounds_[message.client] = {message.from, others};
  tell_all(others, SyncRequest{message.client});
  if (others.empty()) synced(message.client);
}

void Registry::on(const SyncRequest& message) { tell_server(self().node, SyncReply{message.client, self().node}); }

void Registry::on(const SyncReply& message) {
  if (passed_on(message)) return;
  const auto round = rounds_.find(message.client);
  if (round == rounds_.end()) return;
  round->second.missing.erase(message.from);
  if (round->second.missing.empty()) synced(message.client);
}

void Registry::synced(const SyncClient& client) {
  const Process server = rounds_.extract(client).mapped().server;
  if (server == self())
    on(SyncDone{client});
  else
    send(server.pid, SyncDone{client});
}

void Registry::on(const SyncDone& message) {
  if (syncing_.erase(message.client) > 0) reply(message.client, true);
}

// --- the leader ---

template <class T>
bool Registry::passed_on(const T& message, Location where) {
  if (election().leads()) return false;
  send(election().leader().pid, message, where);
  return true;
}

// There is another leader: what the last one had to do may be lost.
void Registry::send_again() {
  if (bugs_.lost_requests) return;
  for (const SyncClient& client : std::set(syncing_)) on(InitiateSync{client, self()});
  for (const auto& [ref, waiting] : std::map(forwarded_)) {
    if (election().leads())
      on(ForwardedAnswer{ref, change(waiting.change)});
    else
      forward(waiting.change, ref);
  }
}

}  // namespace gproc
