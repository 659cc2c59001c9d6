// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Comparison of figures that two ways of adding may give other last digits.

#pragma once

#include <QTest>

#include <algorithm>
#include <cmath>

/// |a - b| within `tolerance` times the larger of 1 and |b|.
#define SNUG_CLOSE(a, b, tolerance)                                                                                    \
    do {                                                                                                               \
        const double snugActual = (a);                                                                                 \
        const double snugExpected = (b);                                                                               \
        QVERIFY2(                                                                                                      \
            std::abs(snugActual - snugExpected) <= (tolerance)*std::max(1.0, std::abs(snugExpected)),                  \
            qPrintable(                                                                                                \
                QString("%1: %2, expected %3").arg(#a).arg(snugActual, 0, 'g', 17).arg(snugExpected, 0, 'g', 17)));    \
    } while (false)
