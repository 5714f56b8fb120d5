# Judges what a firmware image advertises at the end of its build.
#
#   include path/to/advert/Integrations/make/advert.mk
#
#   app.elf: $(OBJECTS) advert.yml
#   	$(LD) -o $@ $(OBJECTS)
#   	$(call advert-lint,$@)
#
# Findings are printed as a compiler prints warnings. They fail nothing unless ADVERT_FAIL_ON says from which severity on.
# Then the build also fails when the image could not be judged, and the image is removed, so that the next run judges again.
# advert.yml in the working directory or above it applies.

ADVERT ?= advert
# error, warning, note or never
ADVERT_FAIL_ON ?= never
# More options of `advert lint`.
ADVERT_OPTIONS ?=

advert-lint = $(if $(filter-out 1,$(words $(ADVERT_FAIL_ON)))$(filter-out error warning note never,$(ADVERT_FAIL_ON)),$(error \
  ADVERT_FAIL_ON: expected error, warning, note or never, found '$(ADVERT_FAIL_ON)'))@if \
  command -v '$(ADVERT)' >/dev/null 2>&1; then \
  '$(ADVERT)' lint --format gcc --fail-on '$(ADVERT_FAIL_ON)' $(ADVERT_OPTIONS) -- '$(1)' >&2; advert_status=$$?; \
  else echo 'warning: advert is not installed: what $(1) advertises was not judged' >&2; advert_status=127; fi; \
  if [ $$advert_status -ne 0 ] && [ '$(ADVERT_FAIL_ON)' != never ]; then rm -f -- '$(1)'; exit 1; fi
