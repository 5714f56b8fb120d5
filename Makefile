# `make demo` and `make test` set up everything they need on a machine that has only Swift.

SWIFT ?= swift
# The released form, as Scripts/count-instructions builds it too. It tells the commit it was built from.
RELEASED_BUILD = ADVERT_COMMIT=$$(git describe --always --match= --abbrev=40 --dirty 2>/dev/null) $(SWIFT) build -c release --static-swift-stdlib --product advert
# On Linux, what the build needs from the system. On macOS libpcap and zlib come with the system.
BUILD_PACKAGES = libpcap-dev zlib1g-dev
# What `make check` compares with.
CHECK_PACKAGES = tshark python3-venv
# What counts instructions.
COUNT_PACKAGES = valgrind binutils

.PHONY: demo test check format setup check-format check-embedded check-generated check-fixtures check-oracles check-encodings \
  check-reports check-emitted check-manifest-schema check-instructions check-faults check-fuzz check-sanitizers

demo: setup
	$(SWIFT) build -c release --product advert --quiet
	@Scripts/demo

test: setup
	$(SWIFT) test

# Everything beyond the tests: form, generated files, fixtures, independent decoders, reports and those who read them.
check: setup check-format check-embedded check-generated check-fixtures check-oracles check-encodings check-reports check-emitted \
  check-manifest-schema check-instructions check-faults check-fuzz check-sanitizers

format:
	$(SWIFT) format --in-place --recursive Sources Tests Package.swift Fuzz/Package.swift Fuzz/Sources Sanitize/Package.swift \
	  Benchmarks/Package.swift Benchmarks/InnerLoops Benchmarks/Reference/HelloWorld Sanitize/Package.swift
	UPDATE_GOLDEN=1 $(SWIFT) test --filter CLITests

setup:
	@case "$$(uname)" in Linux) Scripts/install-dependencies $(BUILD_PACKAGES);; esac

check-format:
	$(SWIFT) format lint --strict --recursive Sources Tests Package.swift Fuzz/Package.swift Fuzz/Sources Sanitize/Package.swift \
	  Benchmarks/Package.swift Benchmarks/InnerLoops Benchmarks/Reference/HelloWorld Sanitize/Package.swift

# The innermost module must compile for a microcontroller: firmware can use the same code as the tool.
check-embedded:
	@mkdir -p .build
	$(SWIFT)c -enable-experimental-feature Embedded -enable-experimental-feature Lifetimes -wmo -parse-as-library \
	  -swift-version 6 -target armv7em-none-none-eabi -module-name AdvertisingData -c -o .build/embedded.o \
	  $$(find Sources/AdvertisingData -name '*.swift')

check-generated:
	@Scripts/install-dependencies $(CHECK_PACKAGES)
	Scripts/generate-assigned-numbers --check

# Runs the virtual radios again: the captures, and what the scanner on the other end reported.
check-fixtures:
	@Scripts/install-dependencies $(CHECK_PACKAGES)
	Scripts/make-fixtures --check

# The comparisons with tshark skip themselves where tshark is missing; here they must not.
check-oracles:
	@Scripts/install-dependencies $(CHECK_PACKAGES)
	ADVERT_REQUIRE_ORACLES=1 $(SWIFT) test --filter OracleTests

# What each AD type says, compared with what bumble, scapy and tshark say.
check-encodings:
	@Scripts/install-dependencies $(CHECK_PACKAGES)
	$(SWIFT) build --product advert
	Scripts/check-encodings

# What lint writes for other programs, read by other programs, and run as other programs run it; and what is reported of
# the project itself: its dependencies, and what proves its promises.
check-reports:
	@Scripts/install-dependencies $(CHECK_PACKAGES) pkg-config
	$(SWIFT) build --product advert
	Scripts/check-outputs
	Scripts/check-integrations
	Scripts/check-dependencies
	Scripts/check-reliability

# What repacking emits: compiled with gcc against stand-ins, and its bytes read by bumble and tshark.
check-emitted:
	@Scripts/install-dependencies $(CHECK_PACKAGES) gcc libc6-dev
	$(SWIFT) build --product advert
	Scripts/check-emitted

# That the schema for editors accepts and refuses what the program does.
check-manifest-schema:
	@Scripts/install-dependencies $(CHECK_PACKAGES)
	$(SWIFT) build --product advert
	Scripts/check-manifest-schema

# Whether the same work takes more instructions than before.
check-instructions: setup
	@case "$$(uname)" in Linux) Scripts/install-dependencies $(COUNT_PACKAGES) && Scripts/count-instructions --check;; esac

# That bad files, full disks, closed pipes and hostile inputs end as they must, in little memory: with the debug build, and
# in tighter bounds with the released form, which is built as for check-instructions and so only once.
check-faults: setup
	$(SWIFT) build --product advert
	Scripts/check-faults
	$(RELEASED_BUILD) --quiet
	Scripts/check-faults --released --advert "$$($(RELEASED_BUILD) --show-bin-path)/advert"

# What fuzzing starts from, what it found before, and for a few seconds each new inputs. Apple's toolchains have no
# libFuzzer.
check-fuzz:
	@case "$$(uname)" in Linux) Scripts/fuzz 1;; *) echo "check-fuzz: left out, as there is no libFuzzer";; esac

# Memory used wrongly or never freed where C is called, and data that threads race for.
check-sanitizers: setup
	Scripts/check-sanitizers
