// A service for the platform: a counter that clients add to. A client that repeats a request, because the primary died
// before it answered, is counted once.
#pragma once

#include <map>

#include "studies/fabric/service.h"

namespace fabric {

class Counter final : public Service {
 public:
  static Data add(int client, int number, int amount) { return {client, number, amount}; }  // number: 1, 2, ...

  void open(Platform& platform) override { platform_ = &platform; }
  void change_role(Role) override {}
  Data copy_state(const Data& context) const override;
  void apply_copy(const Data& state) override;
  void apply(const Data& operation) override;
  void on_request(RequestId request, const Data& add) override;

 private:
  struct Last {  // that a client has added
    int number = 0;
    int total = 0;  // then
  };

  Platform* platform_ = nullptr;
  int total_ = 0;
  std::map<int, Last> clients_;
};

}  // namespace fabric
