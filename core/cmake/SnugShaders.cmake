# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
#
# Shaders: compiled by glslc, checked by spirv-val and by core/cmake/exactfloats.awk, embedded as arrays of words. They
# are not optimized beforehand: drivers do that, and spirv-opt has lost NoContraction before.

# snug_find_shader_tools(out): what is missing, as a list of names.
function(snug_find_shader_tools out)
    find_program(SNUG_GLSLC glslc)
    find_program(SNUG_SPIRV_VAL spirv-val)
    find_program(SNUG_SPIRV_DIS spirv-dis)
    find_program(SNUG_AWK awk)
    find_path(SNUG_VOLK_INCLUDE volk.h)
    find_path(SNUG_VULKAN_INCLUDE vulkan/vulkan.h)
    mark_as_advanced(SNUG_GLSLC SNUG_SPIRV_VAL SNUG_SPIRV_DIS SNUG_AWK SNUG_VOLK_INCLUDE SNUG_VULKAN_INCLUDE)
    set(missing "")
    foreach(pair SNUG_GLSLC=glslc SNUG_SPIRV_VAL=spirv-val SNUG_SPIRV_DIS=spirv-dis SNUG_AWK=awk
                 SNUG_VOLK_INCLUDE=volk.h SNUG_VULKAN_INCLUDE=vulkan/vulkan.h)
        string(REPLACE "=" ";" pair "${pair}")
        list(GET pair 0 variable)
        list(GET pair 1 name)
        if(NOT ${variable})
            list(APPEND missing ${name})
        endif()
    endforeach()
    set(${out} "${missing}" PARENT_SCOPE)
endfunction()

# snug_shader(target name [SOURCE stem] [DEFINES ...]): shaders/<stem or name>.comp becomes the words `spirv::name`.
# What the target has so far is in its properties SNUG_SHADERS (names) and is finished by snug_embed_shaders().
function(snug_shader target name)
    cmake_parse_arguments(ARG "" "SOURCE" "DEFINES" ${ARGN})
    if(NOT ARG_SOURCE)
        set(ARG_SOURCE ${name})
    endif()
    set(source "${CMAKE_CURRENT_SOURCE_DIR}/shaders/${ARG_SOURCE}.comp")
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/spirv")
    set(spirv "${folder}/${name}.spv")
    list(TRANSFORM ARG_DEFINES PREPEND -D)
    file(MAKE_DIRECTORY "${folder}")
    # A file that fails a check is left behind by ninja, but newer than its sources: it must go.
    add_custom_command(
        OUTPUT "${spirv}"
        COMMAND "${SNUG_GLSLC}" --target-env=vulkan1.2 -Werror ${ARG_DEFINES} -I "${CMAKE_CURRENT_SOURCE_DIR}/shaders"
                -MD -MF "${spirv}.d" -o "${spirv}" "${source}"
        COMMAND "${PROJECT_SOURCE_DIR}/core/cmake/checkspirv" "${SNUG_SPIRV_VAL}" "${SNUG_SPIRV_DIS}" "${SNUG_AWK}"
                "${spirv}"
        DEPENDS "${source}" "${PROJECT_SOURCE_DIR}/core/cmake/checkspirv"
                "${PROJECT_SOURCE_DIR}/core/cmake/exactfloats.awk"
        DEPFILE "${spirv}.d"
        COMMENT "Shader ${name}"
        VERBATIM)
    add_custom_command(
        OUTPUT "${spirv}.cpp"
        COMMAND "${CMAKE_COMMAND}" "-DSPIRV=${spirv}" "-DNAME=${name}" "-DOUT=${spirv}.cpp"
                -P "${PROJECT_SOURCE_DIR}/core/cmake/embedspirv.cmake"
        DEPENDS "${spirv}" "${PROJECT_SOURCE_DIR}/core/cmake/embedspirv.cmake"
        COMMENT ""
        VERBATIM)
    target_sources(${target} PRIVATE "${spirv}.cpp")
    set_property(TARGET ${target} APPEND PROPERTY SNUG_SHADERS ${name})
endfunction()

# snug_embed_shaders(target): writes spirvlist.h, which declares every shader of the target.
function(snug_embed_shaders target)
    get_target_property(names ${target} SNUG_SHADERS)
    set(declarations "")
    foreach(name IN LISTS names)
        string(APPEND declarations "extern const Spirv ${name};\n")
    endforeach()
    set(root "${CMAKE_CURRENT_BINARY_DIR}/generated")
    file(CONFIGURE OUTPUT "${root}/core/backends/vulkan/spirvlist.h" CONTENT [[
// Made by the build.
#pragma once
#include "core/backends/vulkan/spirv.h"
namespace snug::vulkan::spirv {
@declarations@}
]] @ONLY)
    target_include_directories(${target} PRIVATE "${root}")
endfunction()
