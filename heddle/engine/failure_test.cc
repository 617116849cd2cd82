#include "heddle/engine/failure.h"

#include <gtest/gtest.h>

#include "heddle/engine/board.h"

namespace heddle {
namespace {

TEST(Failure, AddressesInItsTextAreTheSame) {
  EXPECT_EQ(without_addresses(""), "");
  EXPECT_EQ(without_addresses("seen 0x55d0c0ffee10 at 0x7ffd1234, code 0x1f, 0x"),
            "seen an address at an address, code 0x1f, 0x");
  EXPECT_EQ(without_addresses("0xabcdef"), "an address");
  EXPECT_EQ(without_addresses("0xabcdeg"), "0xabcdeg");
}

TEST(Failure, IsTheSameIfItSaysTheSame) {
  const Failure one{FailureKind::assertion, "seen 0x55d0c0ffee10", "a.cc", 7, "test", "here"};
  Failure other = one;
  other.message = "seen 0x55d0c0ffee90";
  other.detail = "there";
  EXPECT_TRUE(one.same_as(other));
  other.message = "seen nothing";
  EXPECT_FALSE(one.same_as(other));
  other = one;
  other.line = 8;
  EXPECT_FALSE(one.same_as(other));
  other = one;
  other.task = "reader";
  EXPECT_FALSE(one.same_as(other));
  other = one;
  other.kind = FailureKind::crash;
  EXPECT_FALSE(one.same_as(other));
}

TEST(Failure, AnEndlessLoopIsTheSameWhereverOneLooks) {
  const Failure one{FailureKind::stuck, "no end", "a.cc", 7, "test", ""};
  Failure other = one;
  other.line = 8;
  EXPECT_TRUE(one.same_as(other));
}

TEST(FailureNote, GoesOnBehindANul) {
  FailureNote note;
  note.write(FailureKind::assertion, std::string_view("a\0b", 3), "a.cc", 7, "test");
  EXPECT_EQ(note.read().message, "a\\0b");
  note.write(FailureKind::assertion, std::string(sizeof note.message, '\0'), "a.cc", 7, "test");
  EXPECT_EQ(note.read().message.size(), sizeof note.message - 1);
  EXPECT_TRUE(note.read().message.ends_with("\\0..."));
}

TEST(Failure, WhatANoteHasNoRoomForIsSeenToBeMissing) {
  FailureNote note;
  note.write(FailureKind::assertion, std::string(3000, 'x'), "a.cc", 7, "test");
  EXPECT_EQ(note.read().message, std::string(sizeof note.message - 4, 'x') + "...");
  EXPECT_EQ(note.read().file, "a.cc");
}

}  // namespace
}  // namespace heddle
