// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The formats, each in the file of its name. makeExporter() chooses among them.

#pragma once

#include "core/exporters/integerexporter.h"

#include <memory>

namespace snug {

std::unique_ptr<Exporter> makeBitsAndBytes4bit(const Scheme &scheme);
std::unique_ptr<Exporter> makeBitsAndBytes8bit(const Scheme &scheme);
std::unique_ptr<Exporter> makeFloatQuantized(const Scheme &scheme);
std::unique_ptr<Exporter> makeNvfp4(const Scheme &scheme); ///< fourbitfloats.cpp
std::unique_ptr<Exporter> makeMxfp4(const Scheme &scheme); ///< fourbitfloats.cpp

std::unique_ptr<IntegerExporter> makePackQuantized(const Scheme &scheme);
std::unique_ptr<IntegerExporter> makeIntQuantized(const Scheme &scheme);
std::unique_ptr<IntegerExporter> makeGptq(const Scheme &scheme);

} // namespace snug
