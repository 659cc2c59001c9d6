// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What every operation is given (core/backends/vulkan/README.md): its numbers, and which workgroup this is.

#ifndef SNUG_OPERATION
#define SNUG_OPERATION

layout(push_constant) uniform Numbers
{
    uint numbers[16];
    uint present; ///< bit i: operand i is there
};

/// Workgroups fill x first; those too many for it go on in y.
uint workgroupIndex() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

#endif
