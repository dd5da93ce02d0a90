// SPDX-License-Identifier: GPL-3.0-or-later
// Text and the beginnings of its pieces, in columns that only grow.
#include "core/scenario/output.h"

#include "core/base/chunked_column.h"

namespace runahead {

struct OutputData {
  struct Piece {
    StatementId statement;
    std::size_t begin;
  };
  ChunkedColumn<Piece, 1024> pieces;
  ChunkedColumn<char> text;
};

StatementId Output::statement(std::size_t piece) const {
  return data_->pieces[piece].statement;
}

std::size_t Output::begin(std::size_t piece) const {
  return piece < pieces_ ? data_->pieces[piece].begin : bytes_;
}

std::string Output::text(std::size_t from, std::size_t to) const {
  std::string text;
  text.reserve(to - from);
  for (std::size_t i = from; i < to; ++i) text += data_->text[i];
  return text;
}

bool Output::operator==(const Output& other) const {
  if (pieces_ != other.pieces_ || bytes_ != other.bytes_) return false;
  if (data_ == other.data_) return true;
  for (std::size_t i = 0; i < pieces_; ++i) {
    if (statement(i) != other.statement(i) || begin(i) != other.begin(i)) return false;
  }
  return text() == other.text();
}

OutputWriter::OutputWriter() : data_(std::make_shared<OutputData>()) {}

void OutputWriter::add(StatementId statement, std::string_view text) {
  if (text.empty()) return;
  auto& pieces = data_->pieces;
  const std::size_t before = pieces.size();
  if (before == 0 || pieces[before - 1].statement != statement) {
    pieces.emplace_back(statement, data_->text.size());
  }
  for (const char one : text) data_->text.emplace_back(one);
}

Output OutputWriter::output() const {
  Output output;
  output.data_ = data_;
  // The text first: a piece is there before its text is.
  output.bytes_ = data_->text.size();
  output.pieces_ = data_->pieces.size();
  while (output.pieces_ > 0 && data_->pieces[output.pieces_ - 1].begin >= output.bytes_) --output.pieces_;
  return output;
}

}  // namespace runahead
