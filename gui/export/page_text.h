// SPDX-License-Identifier: GPL-3.0-or-later
// What a user or another program wrote, so that a page holds it as text and nothing else: the only ways
// into a page.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <initializer_list>
#include <utility>

namespace runahead::gui {

/// For text and for attributes in double quotes; without the control characters that HTML forbids.
QByteArray escaped(QString text);
/// An element that holds this text.
QByteArray element(const QByteArray& name, const QString& text, const QByteArray& attributes = {});
QByteArray attributes(std::initializer_list<std::pair<const char*, QString>> pairs);
/// A script element that no browser runs, with the data in base64, deflated: sentences repeat themselves, and
/// answers cannot be read there.
QByteArray dataElement(const QJsonObject& data, const QByteArray& attributes = {});

}  // namespace runahead::gui
