// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The rule of every search for a scale and a minimum with importance weights.

#define FIRST -0.9
#define STEP 0.05
#define STEPS 36
