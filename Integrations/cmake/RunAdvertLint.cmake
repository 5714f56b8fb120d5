# Runs `advert lint` on an image during a build: cmake -DADVERT_IMAGE=app.elf -P RunAdvertLint.cmake
#
# Without ADVERT_FAIL_ON the build goes on whatever happens here. With a severity there, it fails on findings and when the
# image could not be judged. With ADVERT_REMOVES the image is removed then, so that the next build judges again.
if(NOT ADVERT_PROGRAM)
  set(ADVERT_PROGRAM advert)
endif()
if(NOT ADVERT_FAIL_ON)
  set(ADVERT_FAIL_ON never)
endif()

# Ends the build, if a severity was asked for.
function(advert_fail reason)
  if(ADVERT_FAIL_ON STREQUAL "never")
    return()
  endif()
  if(ADVERT_REMOVES)
    file(REMOVE "${ADVERT_IMAGE}")
  endif()
  message(FATAL_ERROR "advert: ${reason}")
endfunction()

if(NOT ADVERT_FAIL_ON MATCHES "^(error|warning|note|never)$")
  advert_fail("ADVERT_FAIL_ON: expected error, warning, note or never, found ${ADVERT_FAIL_ON}")
endif()
find_program(advert_found "${ADVERT_PROGRAM}")
if(NOT advert_found)
  message("warning: advert is not installed: what this image advertises was not judged")
  advert_fail("the image was not judged")
  return()
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
if(status EQUAL 1)
  advert_fail("findings of severity ${ADVERT_FAIL_ON} or above")
elseif(NOT status EQUAL 0)
  advert_fail("the image was not judged (${status})")
endif()
