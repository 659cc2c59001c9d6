# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
#
# Compiles the translations into snug_ui as :/translations/snug_LANGUAGE.qm. English has a file for its plurals alone.
# Included by ui/CMakeLists.txt, for generated sources belong to the folder of their target.
# `cmake --build . --target update-translations` brings the .ts files up to date with the sources.

set(SNUG_LANGUAGES en de zh_CN)
set(SNUG_TS_FOLDER "${PROJECT_SOURCE_DIR}/translations")
set(SNUG_QM_FOLDER "${CMAKE_CURRENT_BINARY_DIR}/translations")
file(MAKE_DIRECTORY "${SNUG_QM_FOLDER}")

set(qrc "<RCC><qresource prefix=\"/translations\">\n")
set(qm_files "")
foreach(language IN LISTS SNUG_LANGUAGES)
    set(ts "${SNUG_TS_FOLDER}/snug_${language}.ts")
    set(qm "${SNUG_QM_FOLDER}/snug_${language}.qm")
    add_custom_command(OUTPUT "${qm}" COMMAND Qt6::lrelease -silent "${ts}" -qm "${qm}" DEPENDS "${ts}" VERBATIM)
    list(APPEND qm_files "${qm}")
    string(APPEND qrc "<file>snug_${language}.qm</file>\n")
endforeach()
file(CONFIGURE OUTPUT "${SNUG_QM_FOLDER}/translations.qrc" CONTENT "${qrc}</qresource></RCC>\n")
add_custom_command(
    OUTPUT "${SNUG_QM_FOLDER}/qrc_translations.cpp"
    COMMAND Qt6::rcc --name translations -o "${SNUG_QM_FOLDER}/qrc_translations.cpp" "${SNUG_QM_FOLDER}/translations.qrc"
    DEPENDS ${qm_files} "${SNUG_QM_FOLDER}/translations.qrc" VERBATIM)
target_sources(snug_ui PRIVATE "${SNUG_QM_FOLDER}/qrc_translations.cpp")
set_source_files_properties("${SNUG_QM_FOLDER}/qrc_translations.cpp" PROPERTIES SKIP_AUTOGEN ON SKIP_PRECOMPILE_HEADERS ON)
target_compile_definitions(snug_ui PRIVATE SNUG_WITH_TRANSLATIONS)

set(lupdate_options -no-obsolete -locations none -I "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/ui")
add_custom_target(update-translations
    COMMAND Qt6::lupdate ${lupdate_options} -pluralonly -ts "${SNUG_TS_FOLDER}/snug_en.ts"
    COMMAND Qt6::lupdate ${lupdate_options} -ts "${SNUG_TS_FOLDER}/snug_de.ts" "${SNUG_TS_FOLDER}/snug_zh_CN.ts"
    VERBATIM)
