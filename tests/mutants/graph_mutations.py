"""Mutations of the search over graphs: heddle/search/graph_*."""

from mutation import Edit, Mutation, mutation

MUTATIONS = [
    # Which of all graphs that lead to the same one does it?
    mutation("everything_revisits", "what is taken back need not have been the first of its possibilities",
             "graph_revisit.cc", "    if (!first_choice(i, causes, fresh)) return;\n", ""),
    mutation("first_when_added", "what was first is judged by what was there when it was added, not by what led to the "
             "new one as well", "graph_revisit.cc", "return other < at || has(causes, id);", "return other < at;"),
    mutation("updates_end_late", "the write of an update is added after what came about before it",
             "graph_repeat.cc", "fresh_.insert(fresh_.begin() + static_cast<std::ptrdiff_t>(place), {j, task, i});",
             "static_cast<void>(place), fresh_.push_back({j, task, i});"),
    mutation("any_answer_is_first", "a choice that is taken back may have had any answer",
             "graph_revisit.cc", "return node.from == node.detail;", "return true;"),
    mutation("any_read_is_first", "a read that is taken back may have seen any write",
             "graph_revisit.cc", "return node.from == nodes[writes[i]].id;", "return true;"),
    mutation("any_place_is_first", "a write that is taken back may have stood at any place",
             "graph_revisit.cc", "if (there(writes[i], at, causes, fresh)) return false;", ""),
    mutation("write_seen_before_is_first", "a write is taken back although an older read sees it",
             "graph_revisit.cc", "if (read < at && nodes[read].from == node.id) return false;", ""),
    mutation("send_taken_before_is_first", "a send is taken back although an older receive took it",
             "graph_revisit.cc", "return taker == kNone || taker > at;", "return true;"),
    mutation("time_out_is_not_first", "a receive may have taken something although it could have given up",
             "graph_revisit.cc", "if (nodes[at].may_expire && possible(at, kNone, part)) return false;", ""),
    mutation("time_out_is_last", "a receive that gave up is never taken back",
             "graph_revisit.cc", "if (node.from == kNone) return true;\n      return there",
             "if (node.from == kNone) return false;\n      return there"),
    mutation("lowest_message_is_first", "a receive would have taken the lowest message, whether it could or not",
             "graph_revisit.cc",
             "return std::ranges::none_of(earlier_, [&](Position message) { return possible(at, message, part); });",
             "return earlier_.empty();"),
    mutation("any_message_is_first", "a receive that is taken back may have taken any message",
             "graph_revisit.cc", " && first_message(at, causes, fresh);", ";"),
    mutation("message_need_not_be_there", "a receive is first although what it took will be gone",
             "graph_revisit.cc", "return there(index_.at(node.from), at, causes, fresh) && first", "return first",
             survives="equivalent: the message would be taken back before, and an older receive took it"),

    # Who is revisited?
    mutation("only_the_newest_is_revisited", "a new write or message revisits only the last that could have got it",
             "graph_revisit.cc", "    candidates_.pop_back();\n", "    return;\n"),
    mutation("writes_do_not_revisit", "a read never sees a write that came later",
             "graph_read.cc", "if (nodes[at].kind == NodeKind::send || nodes[at].kind == NodeKind::write)\n      look_back",
             "if (nodes[at].kind == NodeKind::send)\n      look_back"),
    mutation("sends_do_not_revisit", "a receive never takes what was sent later",
             "graph_read.cc", "if (nodes[at].kind == NodeKind::send || nodes[at].kind == NodeKind::write)\n      look_back",
             "if (nodes[at].kind == NodeKind::write)\n      look_back"),

    # Two updates of the same value.
    mutation("no_springboard", "two updates that saw the same are given up at once",
             "graph_search.cc", "    append_rival(rival);\n", ""),
    mutation("no_springboard_after_a_run", "the same, of updates that are known only when they have run",
             "graph_repeat.cc", "  append_rival(overwritten_by(graph().nodes.back()));\n", ""),
    mutation("springboard_for_all", "two updates that saw the same revisit also what is newer than both",
             "graph_revisit.cc", "if (rival == kNone || i <= rival) {", "if (true) {",
             survives="equivalent: both updates are still there then, and such a graph is dropped before it is run"),
    mutation("rivals_are_not_met", "an update runs on although another saw the same",
             "graph_repeat.cc", "        if (part.update) return meet_rival();\n", ""),

    # Where does a write stand?
    Mutation("places_before_the_revisit", "a write revisits from each of its places, and keeps that place", (
        Edit("graph_search.cc", "  offer_places(item);\n", ""),
        Edit("graph_search.cc", "  index_anew();\n  return lead(index_.at(item.node), false);",
             "  index_anew();\n  std::vector<std::uint32_t> causes;\n"
             "  close_over_causes(index_.at(item.node), causes);\n"
             "  look_back(index_.at(item.node), kNone, causes.data());\n"
             "  return lead(index_.at(item.node), false);"))),
    mutation("no_places_after_the_revisit", "a write that revisits is always the last one",
             "graph_search.cc", "  offer_places(item);\n", ""),
    mutation("one_place_too_few", "a write never goes right before the last one",
             "graph_append.cc", "for (std::size_t i = lowest; i < count; ++i)\n    if (!graph()",
             "for (std::size_t i = lowest; i + 1 < count; ++i)\n    if (!graph()"),

    # What else could have been?
    mutation("one_write_too_few", "a read never sees the last write that is before it for sure",
             "graph_append.cc", "lowest == 0 ? 0 : lowest - 1;", "lowest;"),
    mutation("first_value_is_forgotten", "a read never sees that nothing was written, if something was",
             "graph_append.cc", "if (count > 0 && lowest == 0) offer", "if (false) offer"),
    mutation("no_time_out_instead", "a receive that could take something does not give up",
             "graph_append.cc", "if (in_time) others_.push_back(kNone);", ""),
    mutation("no_other_message", "a receive takes nothing but what it took at first",
             "graph_append.cc", "    if (first) others_.push_back(id);\n", ""),

    # What comes before what?
    mutation("reads_are_not_before_the_next_write", "an order may put a write before who saw the one before it",
             "graph_index.h", "        if (in(r, part)) f(r);\n", "        {}\n"),
    mutation("untaken_messages_are_unordered", "a message that was passed over need not come after what was taken",
             "graph_index.h", "f(from == kNone ? receive : from);", "if (from == kNone) f(receive);"),
    mutation("time_outs_are_unordered", "a message may come before a receive that gave up without it",
             "graph_index.h", "f(from == kNone ? receive : from);", "if (from != kNone) f(from);"),
    mutation("matches_are_kept", "after a revisit, receives are still matched with messages that are gone",
             "graph_search.cc", "stays(m.receive) && stays(m.message)) graph", "true) graph"),
    mutation("every_message_is_tried", "a receive is tried with messages that came after others that it could take",
             "graph_append.cc", "    if (first) others_.push_back(id);\n", "    others_.push_back(id);\n",
             survives="equivalent: no execution has such a graph, and it is dropped before it is run"),
    mutation("later_parts_stay", "what an event did elsewhere stays when somebody gets what it did here",
             "graph_revisit.cc", "        clocks[clock + task_of(source.id)] = place_of(source.id) + 1;", "       "),
    mutation("batches_race_with_writes", "several writes of one event may go before or behind others, each as it likes",
             "graph_read.cc", " && !races_with_writes(at, event);", ";"),
]
