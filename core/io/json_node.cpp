// SPDX-License-Identifier: GPL-3.0-or-later
// A text as a document: nlohmann's SAX parser into a JsonTree.
#include "core/io/json_node.h"

#include "core/io/json_tree.h"

namespace runahead {
namespace {

class TreeReader {
 public:
  TreeReader(std::uint64_t text_bytes, std::uint64_t offset) : offset_(offset), tree_(text_bytes, kDeepest) {}
  nlohmann::json take() {
    if (!begun_) fail("not an object");
    return tree_.take();
  }

  // What nlohmann's SAX parser calls.
  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) { return add(value); }
  bool number_float(double value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(nlohmann::json::binary_t&) { return false; }
  bool start_object(std::size_t) { return begin(nlohmann::json::object()); }
  bool start_array(std::size_t) { return begin(nlohmann::json::array()); }
  bool end_object() { return end(); }
  bool end_array() { return end(); }
  bool key(std::string& name) {
    tree_.key(name);
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) { fail("not JSON"); }

 private:
  [[noreturn]] void fail(const char* what) const { throw BadTrace(offset_, std::string("this is ") + what); }
  bool begin(nlohmann::json container) {
    if (!begun_ && !container.is_object()) fail("not an object");
    begun_ = true;
    tree_.begin(offset_, std::move(container));
    return true;
  }
  bool end() {
    tree_.end();
    return true;
  }
  bool add(nlohmann::json value) {
    if (!begun_) fail("not an object");
    tree_.add(offset_, std::move(value));
    return true;
  }

  const std::uint64_t offset_;
  JsonTree tree_;
  bool begun_ = false;
};

}  // namespace

nlohmann::json parse_document(std::string_view text, std::uint64_t offset) {
  TreeReader reader(text.size(), offset);
  nlohmann::json::sax_parse(text.begin(), text.end(), &reader);
  return reader.take();
}

}  // namespace runahead
