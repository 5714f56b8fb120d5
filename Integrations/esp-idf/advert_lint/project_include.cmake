if(CONFIG_ADVERT_LINT AND NOT BOOTLOADER_BUILD)
  include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/AdvertLint.cmake")
  if(NOT ADVERT_FAIL_ON)
    set(ADVERT_FAIL_ON "${CONFIG_ADVERT_LINT_FAIL_ON}")
  endif()
  # The target of the program comes into being at the end of project().
  idf_build_get_property(advert_build_dir BUILD_DIR)
  idf_build_get_property(advert_program EXECUTABLE GENERATOR_EXPRESSION)
  advert_lint_command(advert_command "$<TARGET_FILE:$<GENEX_EVAL:${advert_program}>>")
  add_custom_command(
    OUTPUT "${advert_build_dir}/advert_lint.stamp"
    COMMAND ${advert_command}
    COMMAND "${CMAKE_COMMAND}" -E touch "${advert_build_dir}/advert_lint.stamp"
    DEPENDS "$<TARGET_FILE:$<GENEX_EVAL:${advert_program}>>"
    VERBATIM)
  add_custom_target(advert_lint ALL DEPENDS "${advert_build_dir}/advert_lint.stamp")
endif()
