# `make demo` and `make test` set up everything they need on a machine that has only Swift.

SWIFT ?= swift
# On Linux, what the build needs from the system. On macOS libpcap and zlib come with the system.
BUILD_PACKAGES = libpcap-dev zlib1g-dev
# What `make check` compares with, compiles with and counts with.
CHECK_PACKAGES = tshark python3-venv pkg-config gcc libc6-dev valgrind binutils
FORMATTED = Package.swift Sources Tests Fuzz/Package.swift Fuzz/Sources Benchmarks/Package.swift Benchmarks/InnerLoops \
  Benchmarks/Reference/HelloWorld Sanitize/Package.swift

DEBUG = --advert .build/debug/advert
# The released form, as Scripts/count-instructions builds it too. It knows the commit it was built from.
RELEASED_BUILD = ADVERT_COMMIT=$$(git describe --always --match= --abbrev=40 --dirty 2>/dev/null) $(SWIFT) build -c release --static-swift-stdlib --product advert

.PHONY: demo test check format setup setup-check debug check-format check-embedded check-generated check-fixtures \
  check-oracles check-encodings check-outputs check-emitted check-dependencies check-instructions check-faults check-fuzz \
  check-sanitizers

# A sensor that phones in the background never find: the log of a phone, and what is wrong. Its exit status must be 1.
demo: setup
	$(SWIFT) build -c release --product advert --quiet
	@echo '$$ advert lint Fixtures/angi/before.btsnoop'
	@"$$($(SWIFT) build -c release --product advert --show-bin-path)/advert" lint Fixtures/angi/before.btsnoop; test $$? = 1
	@echo 'The exit status is 1, which fails a check in CI. Now look at your own device: advert inspect CAPTURE'

test: setup
	$(SWIFT) test

# Everything beyond the tests.
check: check-format check-embedded check-generated check-fixtures check-oracles check-encodings check-outputs \
  check-emitted check-dependencies check-instructions check-faults check-fuzz check-sanitizers

format:
	$(SWIFT) format --in-place --recursive $(FORMATTED)
	UPDATE_GOLDEN=1 $(SWIFT) test --filter CLITests

setup:
	@case "$$(uname)" in Linux) Scripts/install-dependencies $(BUILD_PACKAGES);; esac

setup-check: setup
	@case "$$(uname)" in Linux) Scripts/install-dependencies $(CHECK_PACKAGES);; esac

debug: setup-check
	$(SWIFT) build --product advert

check-format:
	$(SWIFT) format lint --strict --recursive $(FORMATTED)

# The innermost module must compile for a microcontroller: firmware can use the same code as the tool.
check-embedded:
	@mkdir -p .build
	$(SWIFT)c -enable-experimental-feature Embedded -enable-experimental-feature Lifetimes -wmo -parse-as-library \
	  -swift-version 6 -target armv7em-none-none-eabi -module-name AdvertisingData -c -o .build/embedded.o \
	  $$(find Sources/AdvertisingData -name '*.swift')

check-generated: setup-check
	Scripts/generate-assigned-numbers --check

# Runs the virtual radios again: the captures, and what the scanner on the other end reported.
check-fixtures: setup-check
	Scripts/make-fixtures --check

# The comparisons with tshark skip themselves where tshark is missing; here they must not.
check-oracles: setup-check
	ADVERT_REQUIRE_ORACLES=1 $(SWIFT) test --filter OracleTests

# What each AD type means, compared with bumble, scapy and tshark.
check-encodings: debug
	Scripts/check-encodings $(DEBUG)

# What advert writes for other programs, read by other programs, and run as they run it.
check-outputs: debug
	Scripts/check-outputs $(DEBUG)
	Scripts/check-integrations $(DEBUG)

# The source that repacking writes, compiled with gcc against stand-ins, its bytes read by bumble and tshark; and no plan
# for a fixture is worse than the original.
check-emitted: debug
	Scripts/check-emitted $(DEBUG)
	Scripts/survey $(DEBUG) plans Fixtures

# The bill of materials, and the page about dependencies.
check-dependencies: setup-check
	Scripts/make-sbom --check

# Whether the same work takes more instructions than before.
check-instructions: setup-check
	@case "$$(uname)" in Linux) Scripts/count-instructions --check;; esac

# Bad files, full disks, closed pipes and hostile inputs end as they must, in little memory: with the debug build, and
# in tighter bounds with the released form, which is built as for check-instructions and so only once.
check-faults: debug
	Scripts/check-faults $(DEBUG)
	$(RELEASED_BUILD) --quiet
	Scripts/check-faults --released --advert "$$($(RELEASED_BUILD) --show-bin-path)/advert"

# The seeds of fuzzing, what it found before, and for a few seconds each new inputs. Apple's toolchains have no libFuzzer.
check-fuzz: setup
	@case "$$(uname)" in Linux) Scripts/fuzz 1;; *) echo "check-fuzz: left out, as there is no libFuzzer";; esac

# Memory used wrongly or never freed where C is called, and data that threads race for.
check-sanitizers: setup
	Scripts/check-sanitizers
