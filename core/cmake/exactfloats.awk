# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
#
# Reads a shader as spirv-dis writes it. Fails when a float operation lacks NoContraction (GLSL: `precise`), for a
# driver may then fuse it with its neighbour; or when one is used that Vulkan lets drivers round as they like. Functions
# whose names begin with "approximate" are first guesses that integers correct later: there everything goes.

$1 == "OpDecorate" && $3 == "NoContraction" { exact[$2] = 1 }
$3 == "OpFunction" { guessing = ($1 ~ /^%approximate/); name = $1 }
guessing { next }

$3 ~ /^OpF(Add|Sub|Mul)$/ && !($1 in exact) { complain("may be fused") }
# Division is exact to 2.5 units in the last place only.
$3 ~ /^OpF(Div|Rem|Mod)$/ { complain("is not exact on all devices") }
$3 ~ /^Op(Dot|VectorTimesScalar|MatrixTimes.*|VectorTimesMatrix|OuterProduct)$/ { complain("has no fixed order") }
$3 == "OpExtInst" && $6 ~ /^(Fma|Sqrt|InverseSqrt|Exp2?|Log2?|Pow|FMix|Ldexp|Normalize|Length|Distance)$/ {
    complain("is not exact on all devices")
}

function complain(what) {
    print "in " name ": " $0 ": " what > "/dev/stderr"
    bad = 1
}

END { exit bad }
