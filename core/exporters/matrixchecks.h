// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Why a matrix does not fit a format: the sentences several formats share. All give "" where nothing is wrong.

#pragma once

#include "core/exporters/exporter.h"

namespace snug {

/// No rows or no columns.
std::string whyEmpty(const Matrix &matrix);
/// As whyEmpty(). Formats with a scale for each row or group: rows below 32 weights would be more scale than weight.
std::string whyRowsAreTooShort(const Matrix &matrix);
/// Rows that do not divide into groups, with the longest usual group below that would do.
std::string whyRowsDoNotDivide(const Matrix &matrix, std::uint64_t groupLength);
/// A number of rows or columns that words of 32 bits do not hold whole.
std::string whyWordsDoNotFill(const Matrix &matrix, std::uint64_t multiple);

/// The name that configurations use: "bfloat16". Only for F32, F16 and BF16.
std::string_view torchDtype(TensorType type);

} // namespace snug
