// One replica of one row, as far as lightweight transactions go: Paxos once for each change of the row. Plain rules,
// without messages.
#pragma once

#include <compare>
#include <optional>
#include <ostream>

namespace lwt {

// Each client has ballots of its own, which grow.
struct Ballot {
  int round = 0;
  int client = 0;
  friend auto operator<=>(const Ballot&, const Ballot&) = default;
};

using Value = char;
inline constexpr Value kInitial = 'i';

// A value that was accepted, or committed; none yet if it has no value.
struct Labelled {
  Ballot ballot;
  std::optional<Value> value;
  friend bool operator==(const Labelled&, const Labelled&) = default;
};

// What a replica says to a ballot.
struct Promise {
  bool promised = false;  // it will accept nothing older
  Labelled in_progress;   // accepted before, and not known to be committed
  Labelled committed;
};

// The ballot under which a replica reports a value that it has accepted.
enum class Label : std::uint8_t {
  promised,  // the newest that it has promised, though the value is older: the bug
  accepted,  // that under which it has accepted the value
};

class Replica {
 public:
  explicit Replica(Label label) : label_(label) {}

  Promise prepare(Ballot ballot);
  bool propose(Ballot ballot, Value value);  // true: accepted
  void commit(Ballot ballot, Value value);
  Labelled read() const { return data_; }

 private:
  Label label_;
  Ballot promised_;
  Labelled proposal_;
  Labelled committed_;
  Labelled data_{{}, kInitial};
};

inline std::ostream& operator<<(std::ostream& out, const Ballot& b) { return out << b.round << '.' << b.client; }

inline std::ostream& operator<<(std::ostream& out, const Labelled& l) {
  return l.value ? out << *l.value << " of " << l.ballot : out << "nothing up to " << l.ballot;
}

inline std::ostream& operator<<(std::ostream& out, const Promise& p) {
  return out << (p.promised ? "promised" : "refused") << ", in progress " << p.in_progress << ", committed "
             << p.committed;
}

}  // namespace lwt
