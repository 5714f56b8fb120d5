# Judges what a firmware image advertises at the end of its build.
#
#   include(path/to/advert/Integrations/cmake/AdvertLint.cmake)
#   advert_lint(app)
#
# Findings are printed as a compiler prints warnings. They fail nothing unless ADVERT_FAIL_ON says from which severity on.
#
#   ADVERT_PROGRAM   the command; `advert` of the PATH without it
#   ADVERT_MANIFEST  the manifest; advert.yml beside the project's CMakeLists.txt without it, if there is one
#   ADVERT_FAIL_ON   error, warning, note or never (without it)
#   ADVERT_OPTIONS   more options of `advert lint`, as a list
include_guard(GLOBAL)

set(ADVERT_LINT_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/RunAdvertLint.cmake")

# The command that judges an image, as a list for COMMAND. A backslash and a semicolon in a value would end it.
function(advert_lint_command result image)
  if(NOT ADVERT_MANIFEST AND EXISTS "${CMAKE_SOURCE_DIR}/advert.yml")
    set(ADVERT_MANIFEST "${CMAKE_SOURCE_DIR}/advert.yml")
  endif()
  # One argument, in characters that mean nothing to a shell.
  string(REPLACE ";" "@@" options "${ADVERT_OPTIONS}")
  set(${result}
    "${CMAKE_COMMAND}" "-DADVERT_IMAGE=${image}" "-DADVERT_PROGRAM=${ADVERT_PROGRAM}"
    "-DADVERT_MANIFEST=${ADVERT_MANIFEST}" "-DADVERT_FAIL_ON=${ADVERT_FAIL_ON}" "-DADVERT_OPTIONS=${options}"
    -P "${ADVERT_LINT_SCRIPT}"
    PARENT_SCOPE)
endfunction()

# Judges a target's file whenever it is linked anew.
function(advert_lint target)
  advert_lint_command(command "$<TARGET_FILE:${target}>")
  add_custom_command(TARGET ${target} POST_BUILD COMMAND ${command} VERBATIM)
endfunction()
