# Judges what a firmware image advertises at the end of its build.
#
#   include(path/to/advert/Integrations/cmake/AdvertLint.cmake)
#   advert_lint(app)
#
# Findings are printed as a compiler prints warnings. They fail nothing unless ADVERT_FAIL_ON says from which severity on.
# Then the build also fails when the image could not be judged, and the image is removed, so that the next build judges
# again.
#
#   ADVERT_PROGRAM   the command; `advert` of the PATH without it
#   ADVERT_MANIFEST  the manifest; advert.yml beside the project's CMakeLists.txt without it, if there is one
#   ADVERT_FAIL_ON   error, warning, note or never (without it)
#   ADVERT_OPTIONS   more options of `advert lint`, as a list
include_guard(GLOBAL)

set(ADVERT_LINT_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/RunAdvertLint.cmake")

# The command that judges an image, as a list for COMMAND. A backslash and a semicolon in a value would end it. With ON
# behind the image, a build that fails removes it.
function(advert_lint_command result image)
  if(ADVERT_FAIL_ON AND NOT ADVERT_FAIL_ON MATCHES "^(error|warning|note|never)$")
    message(FATAL_ERROR "ADVERT_FAIL_ON: expected error, warning, note or never, found ${ADVERT_FAIL_ON}")
  endif()
  if(NOT ADVERT_MANIFEST AND (EXISTS "${CMAKE_SOURCE_DIR}/advert.yml" OR IS_SYMLINK "${CMAKE_SOURCE_DIR}/advert.yml"))
    set(ADVERT_MANIFEST "${CMAKE_SOURCE_DIR}/advert.yml")
  endif()
  # One argument, in characters that mean nothing to a shell.
  string(REPLACE ";" "@@" options "${ADVERT_OPTIONS}")
  set(${result}
    "${CMAKE_COMMAND}" "-DADVERT_IMAGE=${image}" "-DADVERT_PROGRAM=${ADVERT_PROGRAM}"
    "-DADVERT_MANIFEST=${ADVERT_MANIFEST}" "-DADVERT_FAIL_ON=${ADVERT_FAIL_ON}" "-DADVERT_OPTIONS=${options}"
    "-DADVERT_REMOVES=${ARGN}"
    -P "${ADVERT_LINT_SCRIPT}"
    PARENT_SCOPE)
endfunction()

# Judges a target's file whenever it is linked anew, and when the manifest has changed.
function(advert_lint target)
  advert_lint_command(command "$<TARGET_FILE:${target}>" ON)
  set(manifest "${ADVERT_MANIFEST}")
  if(NOT manifest)
    set(manifest "${CMAKE_SOURCE_DIR}/advert.yml")
  endif()
  if(EXISTS "${manifest}")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${manifest}")
  endif()
  add_custom_command(TARGET ${target} POST_BUILD COMMAND ${command} VERBATIM)
endfunction()
