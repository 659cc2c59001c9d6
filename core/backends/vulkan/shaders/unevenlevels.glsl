// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The sixteen levels of IQ4_NL and IQ4_XS. Source: core/kernels/search/unevenlevels.h.

const int kUnevenLevels[16] = int[](-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113);

int unevenLevel(uint code) { return kUnevenLevels[code]; }
