# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
#
# Every outside library, found in the distribution's packages. The README's table gives the reason for each.

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tl-expected REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
# Neither brings a CMake file on every distribution.
find_package(PkgConfig REQUIRED)
pkg_check_modules(SNUG_PCRE2 REQUIRED IMPORTED_TARGET libpcre2-8)
pkg_check_modules(SNUG_UTF8PROC REQUIRED IMPORTED_TARGET libutf8proc)
# A build for threads: the serial one keeps its buffers without locks, and threads that call it at once spoil each other's.
pkg_check_modules(SNUG_BLAS REQUIRED IMPORTED_TARGET openblas)
# Headers alone: each kernel set fixes its instructions when it is compiled, nothing is left for a library to choose.
find_path(SNUG_HIGHWAY_INCLUDE hwy/highway.h REQUIRED)
mark_as_advanced(SNUG_HIGHWAY_INCLUDE)
set(QT_NO_PRIVATE_MODULE_WARNING ON)
if(SNUG_GUI)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets Svg)
endif()
if(SNUG_GUI AND SNUG_TRANSLATIONS)
    find_package(Qt6 6.4 REQUIRED COMPONENTS LinguistTools)
endif()
if(SNUG_TESTS)
    pkg_check_modules(SNUG_SENTENCEPIECE IMPORTED_TARGET sentencepiece)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Core Test)
    # Qt Test would compile each test with its own folders' paths, which no compiler cache can share between checkouts.
    set_property(TARGET Qt6::Test PROPERTY INTERFACE_COMPILE_DEFINITIONS QT_TESTLIB_LIB)
endif()

add_feature_info(gui SNUG_GUI "the desktop program (option SNUG_GUI)")
add_feature_info(translations SNUG_TRANSLATIONS "German and Chinese (option SNUG_TRANSLATIONS)")
add_feature_info(tests SNUG_TESTS "the tests (option SNUG_TESTS)")
add_feature_info(fuzzers SNUG_FUZZERS "libFuzzer targets (option SNUG_FUZZERS)")

function(snug_print_summary)
    feature_summary(WHAT ENABLED_FEATURES DISABLED_FEATURES)
endfunction()
