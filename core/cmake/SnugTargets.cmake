# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
#
# snug_options: what every target is compiled with. snug_library, snug_executable, snug_test: one way to add each.

add_library(snug_options INTERFACE)
target_compile_features(snug_options INTERFACE cxx_std_20)
target_include_directories(snug_options INTERFACE "${PROJECT_SOURCE_DIR}")
set(flags -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align)
if(SNUG_WERROR)
    list(APPEND flags -Werror)
endif()
if(SNUG_SANITIZE)
    list(APPEND flags -fsanitize=${SNUG_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
endif()
# nvcc knows none of these.
target_compile_options(snug_options INTERFACE "$<$<COMPILE_LANGUAGE:C,CXX>:${flags}>")
if(SNUG_SANITIZE)
    target_link_options(snug_options INTERFACE -fsanitize=${SNUG_SANITIZE})
endif()
set(CMAKE_CXX_EXTENSIONS OFF)

find_program(SNUG_CCACHE ccache)
if(SNUG_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${SNUG_CCACHE}")
endif()

# snug_library(name SOURCES ... [PUBLIC ...] [PRIVATE ...])
function(snug_library name)
    cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
    if(NOT ARG_SOURCES)
        add_library(${name} INTERFACE)
        target_link_libraries(${name} INTERFACE snug_options ${ARG_PUBLIC} ${ARG_PRIVATE})
        return()
    endif()
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC snug_options ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
endfunction()

# Headers that most tests begin with, parsed once. Off by default: a compiler cache finds nothing again with them.
option(SNUG_PRECOMPILED_TESTS "Precompile the headers of tests, for builds without a compiler cache" OFF)
function(snug_precompiled_test name)
    if(NOT TARGET snug_testheaders)
        set(source "${PROJECT_BINARY_DIR}/testheaders.cpp")
        file(WRITE "${source}" "// only to have its headers precompiled\n")
        add_library(snug_testheaders STATIC "${source}")
        target_link_libraries(snug_testheaders PRIVATE snug_options Qt6::Test nlohmann_json::nlohmann_json)
        target_precompile_headers(snug_testheaders PRIVATE <QtTest> <QTemporaryDir> <nlohmann/json.hpp> <algorithm>
            <filesystem> <map> <random> <string> <vector>)
    endif()
    target_precompile_headers(${name} REUSE_FROM snug_testheaders)
endfunction()

# snug_test(tst_name SOURCES ... LIBS ... [GUI]): a Qt Test program that CTest runs; golden data comes by environment.
function(snug_test name)
    cmake_parse_arguments(ARG "GUI" "TIMEOUT" "SOURCES;LIBS" ${ARGN})
    if(NOT ARG_SOURCES)
        set(ARG_SOURCES ${name}.cpp)
    endif()
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 300)
    endif()
    add_executable(${name} ${ARG_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
    target_link_libraries(${name} PRIVATE snug_options snug_testsupport ${ARG_LIBS} Qt6::Test)
    # Those of the window and of kernels are compiled with other macros.
    if(SNUG_PRECOMPILED_TESTS AND NOT CMAKE_CURRENT_SOURCE_DIR MATCHES "/tests/ui"
       AND NOT "snug_kernel_options" IN_LIST ARG_LIBS)
        snug_precompiled_test(${name})
    endif()
    add_test(NAME ${name} COMMAND ${name})
    set(environment "QT_QPA_PLATFORM=offscreen" "LC_ALL=C.UTF-8")
    if(SNUG_SANITIZE MATCHES "thread")
        list(APPEND environment "TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/tsan.supp")
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT "${environment}")
endfunction()
