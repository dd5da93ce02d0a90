// SPDX-License-Identifier: GPL-3.0-or-later
// The errors that the runtime throws, and Result<T> for files and user input.
// Not here: how an error travels through tasks (engine/failures.h).
#pragma once

#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace runahead {

/// Misuse of the runtime, in the form "[dot] inner sizes 3 and 4 differ".
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Memory that does not suffice, with the bytes that were asked for.
class MemoryError : public Error {
 public:
  using Error::Error;
};

/// In words also where there was no memory, which names itself by its type alone.
inline std::string reason_of(const std::exception& error) {
  const bool memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  return memory ? "the system has no memory left" : error.what();
}

/// Thrown by submit, waits and statement gates after stop(). Not an error of the program.
class Stopped : public std::exception {
 public:
  const char* what() const noexcept override { return "the run was stopped"; }
};

/// Why something that a user gave could not be used: one line, in the user's words.
struct Failure {
  std::string message;
  bool cancelled = false;  ///< nothing went wrong: the user did not want it any more
};

/// A value, or the reason why there is none, of which error() and cancelled() speak if it is a Failure.
template <class T, class Reason = Failure>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Reason reason) : state_(std::move(reason)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& value() { return std::get<0>(state_); }
  const T& value() const { return std::get<0>(state_); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const std::string& error() const { return failure().message; }
  const Reason& failure() const { return std::get<1>(state_); }
  /// There is no value because the user wanted none any more.
  bool cancelled() const { return !ok() && failure().cancelled; }

 private:
  std::variant<T, Reason> state_;
};

/// Success, or the reason why not.
using Status = Result<std::monostate>;
inline Status success() {
  return Status(std::monostate{});
}

}  // namespace runahead
