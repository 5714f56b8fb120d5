# Judges what a firmware image advertises at the end of its build.
#
#   include path/to/advert/Integrations/make/advert.mk
#
#   app.elf: $(OBJECTS)
#   	$(LD) -o $@ $^
#   	$(call advert-lint,$@)
#
# Findings are printed as a compiler prints warnings. They fail nothing unless ADVERT_FAIL_ON says from which severity on.
# advert.yml in the working directory or above it applies.

ADVERT ?= advert
# error, warning, note or never
ADVERT_FAIL_ON ?= never
# More options of `advert lint`.
ADVERT_OPTIONS ?=

advert-lint = @if command -v '$(ADVERT)' >/dev/null 2>&1; then \
  '$(ADVERT)' lint --format gcc --fail-on '$(ADVERT_FAIL_ON)' $(ADVERT_OPTIONS) -- '$(1)' >&2; \
  advert_status=$$?; [ $$advert_status -ne 1 ] || [ '$(ADVERT_FAIL_ON)' = never ]; \
  else echo 'warning: advert is not installed: what $(1) advertises was not judged' >&2; fi
