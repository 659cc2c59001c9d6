# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
#
# snug_options: what every target is compiled with. snug_library, snug_executable, snug_test: one way to add each.

add_library(snug_options INTERFACE)
target_compile_features(snug_options INTERFACE cxx_std_20)
target_include_directories(snug_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(snug_options INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align)
if(SNUG_WERROR)
    target_compile_options(snug_options INTERFACE -Werror)
endif()
if(SNUG_SANITIZE)
    target_compile_options(snug_options INTERFACE -fsanitize=${SNUG_SANITIZE} -fno-sanitize-recover=all
                                                  -fno-omit-frame-pointer)
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
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8")
endfunction()
