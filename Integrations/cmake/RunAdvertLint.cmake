# Runs `advert lint` on an image during a build: cmake -DADVERT_IMAGE=app.elf -P RunAdvertLint.cmake
#
# The build goes on whatever happens here, unless ADVERT_FAIL_ON asks for something else: a program that is missing is one
# warning.
if(NOT ADVERT_PROGRAM)
  set(ADVERT_PROGRAM advert)
endif()
find_program(advert_found "${ADVERT_PROGRAM}")
if(NOT advert_found)
  message("warning: advert is not installed: what this image advertises was not judged")
  return()
endif()
if(NOT ADVERT_FAIL_ON)
  set(ADVERT_FAIL_ON never)
endif()
set(arguments lint --format gcc --fail-on "${ADVERT_FAIL_ON}")
if(ADVERT_MANIFEST)
  list(APPEND arguments --config "${ADVERT_MANIFEST}")
endif()
string(REPLACE "@@" ";" options "${ADVERT_OPTIONS}")
execute_process(
  COMMAND "${advert_found}" ${arguments} ${options} -- "${ADVERT_IMAGE}"
  RESULT_VARIABLE status OUTPUT_VARIABLE findings ERROR_VARIABLE diagnostics)
# What could not be read is among the findings, too.
if(findings)
  string(STRIP "${findings}" findings)
  message("${findings}")
elseif(diagnostics)
  string(STRIP "${diagnostics}" diagnostics)
  message("warning: ${diagnostics}")
elseif(NOT status EQUAL 0)
  message("warning: advert did not run (${status}): what this image advertises was not judged")
endif()
if(status EQUAL 1 AND NOT ADVERT_FAIL_ON STREQUAL "never")
  message(FATAL_ERROR "advert: findings of severity ${ADVERT_FAIL_ON} or above")
endif()
