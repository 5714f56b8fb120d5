# `make demo` and `make test` set up everything they need on a machine that has only Swift.

SWIFT ?= swift
# The compiler spends a tenth of its time in malloc of glibc when freed memory is not kept for each thread, and 8 %
# of the rest with small pages.
TUNED = GLIBC_TUNABLES=glibc.malloc.tcache_count=60000:glibc.malloc.hugetlb=1
COMPILE = $(TUNED) $(SWIFT) build
# Read once: a folder that is being built must not change the options of what is built in it afterwards.
ifndef ADVERT_DEBUG_OPTIONS
export ADVERT_DEBUG_OPTIONS := $(shell Scripts/debug-build options)
endif
DEBUG_BUILD = $(TUNED) SWIFT='$(SWIFT)' Scripts/debug-build
TEST = $(SWIFT) test $(ADVERT_DEBUG_OPTIONS)
# On Linux, what the build and its tests need from the system: OpenSSL has the cipher that --irk loads. macOS has all of it.
BUILD_PACKAGES = libpcap-dev zlib1g-dev openssl
# What `make check` compares with, compiles with and counts with.
CHECK_PACKAGES = tshark python3-venv pkg-config gcc libc6-dev valgrind binutils cmake make chromium chromium-driver nodejs tmux \
  bluez bluez-hcidump openjdk-17-jdk-headless dbus-daemon
# What `make dist` packs with.
DIST_PACKAGES = binutils dpkg-dev python3 gcc libstdc++-12-dev
# What a release is tried with besides.
RELEASE_PACKAGES = $(DIST_PACKAGES) qemu-system-x86 qemu-system-misc gcc-xtensa-lx106 debootstrap lintian mandoc groff bash zsh fish
FORMATTED = Package.swift Sources Tests Playground/Sources Fuzz/Package.swift Fuzz/Sources Benchmarks/Package.swift Benchmarks/InnerLoops \
  Benchmarks/Reference/HelloWorld

DEBUG = .build/debug/advert
# The released form, which knows the commit it was built from, beside the debug build and not in its way. What a debugger
# needs is left out: it takes time to write, and what is published never has it.
RELEASED = .build-released/release/advert
RELEASED_BUILD = ADVERT_COMMIT=$$(git describe --always --match= --abbrev=40 --dirty 2>/dev/null) \
  $(COMPILE) -c release --static-swift-stdlib -debug-info-format none --product advert --scratch-path .build-released $(NO_FOLDER)
# What asserts of C say is the same wherever this folder is.
NO_FOLDER = -Xcc -ffile-prefix-map="$(CURDIR)"=.

# What every change needs, in the order in which it begins, side by side: builds first, what takes long before what is
# short. What takes long is tried in part.
CHECKS = check-instructions check-playground-modules check-oracles check-images check-format check-workflows check-watch check-page \
  check-outputs check-integrations check-python check-emitted check-annotated check-sessions check-redaction check-schemas \
  check-commands check-faults-released check-diff check-pages check-editor check-encodings check-peers check-logs check-values \
  check-intervals check-discovery-times check-scanners check-android check-web-bluetooth check-docs check-names check-layers check-dependencies \
  check-fixtures check-generated check-fuzz-sources check-darwin check-products

# What a release needs besides: builds of everything a second time, and what changes seldom. There, too, all is tried of
# what `make test` and `make check` try a sample of.
RELEASE_CHECKS = check-linear check-exhaustive check-fuzz check-address check-thread check-playground check-dist check-bulk \
  check-soak check-faults check-shapes check-benchmarks check-embedded check-playground-answers

# `make check-all` sets it. Scripts and tests then try everything.
IS_EXHAUSTIVE = $(filter 1,$(ADVERT_EXHAUSTIVE))
QUICK_PLAYGROUND = .build-playground-check/advert.wasm

# What reads all fixtures many times reads a sample of them, and all when it is exhaustive.
ONE_FILE_IN = $(if $(IS_EXHAUSTIVE),,ADVERT_ONE_FILE_IN=$(1))

# Suites that try a sample, and everything when they are exhaustive.
SAMPLING = $(shell grep -rlE 'sampled.oneIn|isExhaustive' Tests --include='*Tests.swift' | xargs -n 1 basename -s .swift | paste -sd '|' -)

.PHONY: demo test check check-all format setup setup-check setup-release debug released dist playground playground-quick pages \
  release-check \
  $(CHECKS) $(RELEASE_CHECKS)

# Runs tests into a log; prints the last line when they pass, and what failed when they do not.
# $(1): name of the log, $(2): the command
define run-tests
@mkdir -p .build-logs; log=.build-logs/$(1); echo '$(2)'; \
  if $(2) >$$log 2>&1 && grep -qa 'Test run with [1-9]' $$log; then grep -a 'Test run with' $$log | tail -1; else \
  grep -avE ' started\.$$| passed after ' $$log | \
    grep -aE -A 10 'ERROR: |WARNING: ThreadSanitizer|error: |recorded an issue' | cut -c 1-500 | head -100; tail -n 5 $$log; \
  echo 'failed; the log is '$$log >&2; exit 1; fi
endef

# A sensor that phones in the background never find: the log of a phone, and what is wrong. Its exit status must be 1.
demo: setup
	@echo 'Building advert, without optimising it. The first time, this takes less than two minutes on two cores.'
	$(DEBUG_BUILD) --product advert
	@echo '$$ advert lint Fixtures/angi/before.btsnoop'
	@$(DEBUG) lint Fixtures/angi/before.btsnoop; test $$? = 1
	@echo 'The exit status is 1, which fails a check in CI. Now look at your own device: advert inspect CAPTURE'

# The oracles are slow, and `make check` runs them.
test: setup
	$(DEBUG_BUILD) --build-tests
	$(TEST) --skip-build --skip OracleTests

# What every change needs, and the tests do not try: at most 20 minutes on two cores, with the tests.
check: setup-check
	Scripts/run-targets $(CHECKS)

# What a release needs: all of it, about an hour on two cores.
check-all: setup-release
	ADVERT_EXHAUSTIVE=1 Scripts/run-targets $(CHECKS) $(RELEASE_CHECKS)

format:
	$(SWIFT) format --in-place --recursive $(FORMATTED)
	UPDATE_GOLDEN=1 $(TEST) --filter CLITests

setup:
	@case "$$(uname)" in Linux) Scripts/install-dependencies $(BUILD_PACKAGES);; esac

# What is published of this version for this system: Docs/Releases.md.
dist: setup
	@case "$$(uname)" in Linux) Scripts/install-dependencies $(DIST_PACKAGES);; esac
	Scripts/package/make-dist

setup-check: setup
	@case "$$(uname)" in Linux) Scripts/install-dependencies $(CHECK_PACKAGES);; esac

# After the other packages: only one program can install at a time.
setup-release: setup-check
	@case "$$(uname)" in Linux) Scripts/install-dependencies $(RELEASE_PACKAGES);; esac

# Which steps of a release are still to do: Docs/Releases.md.
release-check:
	Scripts/package/release-check

debug: setup-check
	$(DEBUG_BUILD) --product advert

check-format:
	$(SWIFT) format lint --strict --recursive $(FORMATTED)

# No two types or files have one name, and comments name what they are about.
check-names:
	Scripts/check/check-names

# Modules depend on each other in the direction of the folders of Sources.
check-layers:
	Scripts/check/check-layers

# The innermost module must compile for a microcontroller: firmware can use the same code as the tool.
# check-playground-modules tries it and others for a browser, which finds nearly everything that this would find.
check-embedded:
	@mkdir -p .build
	$(SWIFT)c -enable-experimental-feature Embedded -enable-experimental-feature Lifetimes -wmo -parse-as-library \
	  -swift-version 6 -target armv7em-none-none-eabi -package-name advert -module-name AdvertisingData -c \
	  -o .build/embedded.o \
	  $$(find Sources/Data/AdvertisingData -name '*.swift')

# What the page of Playground/ computes with: the modules of the command as WebAssembly, by the Swift toolchain alone. The
# quick one is not optimised: no page has it.
playground:
	Scripts/playground/make-playground

playground-quick:
	Scripts/playground/make-playground --quick --output $(QUICK_PLAYGROUND)

# Whether the modules of the playground are Embedded Swift. It makes no code, which takes three times as long.
check-playground-modules: setup-check
	Scripts/playground/make-playground --check

# What the workflow publishes: the playground, without its sources, and the pages of the rules, to which findings link.
pages: playground setup
	$(DEBUG_BUILD) --product advert
	rm -rf .build-pages && mkdir .build-pages
	cp Playground/*.html Playground/*.css Playground/*.js Playground/advert.wasm .build-pages
	Scripts/generate/make-rule-pages --advert $(DEBUG) --output .build-pages/rules
	Scripts/check/check-pages --advert $(DEBUG) .build-pages

# The pages of the rules: every link leads somewhere. The program of the playground is not needed for that.
check-pages: debug
	rm -rf .build-pages-check && mkdir .build-pages-check
	cp Playground/*.html Playground/*.css Playground/*.js .build-pages-check
	Scripts/generate/make-rule-pages --advert $(DEBUG) --output .build-pages-check/rules
	Scripts/check/check-pages --advert $(DEBUG) .build-pages-check

# The program of the playground says what the command says. It is not optimised unless all is tried.
check-playground-answers: setup-check debug $(if $(IS_EXHAUSTIVE),playground,playground-quick)
	Scripts/playground/check-playground-answers --advert $(DEBUG) $(if $(IS_EXHAUSTIVE),,--program $(QUICK_PLAYGROUND))

# Every public declaration has a comment, and DocC builds the pages of the libraries without a warning.
check-docs: debug
	Scripts/check/check-docs

# What is published, read by other people's checkers, and installed on an empty Debian.
check-dist: released setup-release
	@case "$$(uname)" in Linux) Scripts/package/make-dist --without-build && Scripts/package/check-dist;; esac

# The workflows and the action, by their schemas and for what others could do with them; all pages name one address.
check-workflows: setup-check
	Scripts/check/check-workflows

# The library products in a package outside of the repository, which links and runs a program for each.
check-products: setup
	Scripts/check/check-products

# The sources as for macOS, as far as Linux can tell.
check-darwin: debug
	Scripts/check/check-darwin

# The programs that fuzz still compile with the modules of the debug build.
check-fuzz-sources: debug
	Scripts/check/check-fuzz-sources

check-generated: setup-check
	Scripts/generate/generate-assigned-numbers --check

# Runs the virtual radios again: the captures, and what the scanner on the other end reported.
check-fixtures: setup-check
	Scripts/generate/make-fixtures --check

# The language server, as editors speak to it: seeded edits against lint, hostile messages, and the time of a keystroke.
check-editor: released
	Scripts/check/check-editor --released --advert $(RELEASED)

# The comparisons with tshark skip themselves where tshark is missing; here they must not.
check-oracles: setup-check
	ADVERT_REQUIRE_ORACLES=1 $(TEST) --filter OracleTests

# The scans of hosts, followed by other rules over what tshark reads.
check-sessions: released
	$(call ONE_FILE_IN,2) Scripts/compare/compare-sessions --advert $(RELEASED) Fixtures

# What BlueZ's programs print of captures, read as logs.
check-logs: debug
	$(call ONE_FILE_IN,2) Scripts/compare/compare-logs --advert $(DEBUG) Fixtures

# Captures with findings beside their packets, as Wireshark reads them.
check-annotated: released
	$(call ONE_FILE_IN,3) Scripts/compare/compare-annotated --advert $(RELEASED) Fixtures

# Values that programs print, and what Home Assistant's integrations wait for.
check-values: debug
	Scripts/compare/compare-values --advert $(DEBUG)

# Intervals by the sniffer's clock, and none that the Core Specification does not allow.
check-intervals: debug
	Scripts/compare/compare-intervals --advert $(DEBUG) Fixtures

# How soon scanners find devices, as a simulation has it.
check-discovery-times: debug
	Scripts/compare/compare-discovery-times --advert $(DEBUG)

# What each AD type means, compared with bumble, scapy and tshark.
check-encodings: debug
	Scripts/compare/check-encodings --advert $(DEBUG)

# What sensors measure and LE Audio announces, as other decoders read it.
check-peers: debug
	Scripts/compare/compare-with-peers --advert $(DEBUG) --seed 1
	Scripts/compare/compare-audio --advert $(DEBUG)

# What advert writes for other programs, read by other programs.
check-outputs: debug
	Scripts/check/check-outputs --advert $(DEBUG) findings manifests tables questions silence ingest

# Every JSON output of all inputs, by its schema.
check-schemas: released
	Scripts/check/check-outputs --advert $(RELEASED) schemas

# What other programs run of advert, as they run it.
check-integrations: debug
	Scripts/package/check-integrations --advert $(DEBUG)
	Scripts/check/check-builds --advert $(DEBUG)

# The module and the plugin for pytest that the wheel has, by mypy, ruff and pytest.
check-python: debug
	Scripts/package/check-python --advert $(DEBUG)

# Many captures at once: Spark, locally and on two executors, and DuckDB give what single runs give.
check-bulk: released setup-release
	Scripts/check/check-outputs --advert $(RELEASED) bulk

# The page in a browser without a network, and its plots against the rows of dump.
check-page: debug
	@case "$$(uname)" in Linux) Scripts/check/check-page --advert $(DEBUG);; esac

# The playground in a browser: what it says is what the command says, and nothing that is pasted or dropped ends it.
check-playground: playground released
	@case "$$(uname)" in Linux) Scripts/playground/check-playground --advert $(RELEASED);; esac

# Verdicts against the scanners: BlueZ in a virtual machine, and Home Assistant's code. A change is tried with a few layouts,
# where there is QEMU.
check-scanners: debug
	@case "$$(uname)" in Linux) Scripts/check/check-scanners --advert $(DEBUG) $(if $(IS_EXHAUSTIVE),,--layouts 13 --if-possible);; esac

# Verdicts for Android against its own classes, from Debian's source package.
check-android: debug
	@case "$$(uname)" in Linux) Scripts/check/check-android --advert $(DEBUG);; esac

# Verdicts for Web Bluetooth against Chromium, which a stand-in for BlueZ tells what BlueZ reported.
check-web-bluetooth: debug
	@case "$$(uname)" in Linux) Scripts/check/check-web-bluetooth --advert $(DEBUG);; esac

# What is watched, in terminals of tmux with paced streams.
check-watch: debug
	@case "$$(uname)" in Linux) Scripts/check/check-watch --advert $(DEBUG);; esac

# A week of reports, watched by the released form.
check-soak: released
	@case "$$(uname)" in Linux) Scripts/check/check-watch --advert $(RELEASED) --soak 10000000;; esac

# The source that repacking writes, compiled with gcc against stand-ins, its bytes read by bumble and tshark; and no plan
# for a fixture is worse than the original.
check-emitted: released
	Scripts/check/check-emitted --advert $(RELEASED)
	Scripts/check/check-plans --advert $(RELEASED) --seeded 10000 Fixtures

# Firmware images in the shapes of several stacks, compiled for several processors: what is read of them is what their
# sources say, and pyelftools and lief agree. The code of one is run, and Unicorn runs the same instructions. QEMU runs
# those for Xtensa where it is installed. ADVERT_IMAGES names files and folders of further images, which Unicorn runs as
# they are.
check-images: released
	Scripts/check/check-images --advert $(RELEASED)
	Scripts/compare/compare-execution --advert $(RELEASED)
	Scripts/compare/compare-execution --advert $(RELEASED) --stated Fixtures/images/flash-thumb.hex $(ADVERT_IMAGES)

# The bill of materials, and the page about dependencies.
check-dependencies: setup-check
	Scripts/package/make-sbom --check

# Whether the same work takes more instructions than before.
check-instructions: released
	@case "$$(uname)" in Linux) Scripts/measure/count-instructions --check --advert $(RELEASED);; esac

# Whether the inner loops that Scripts/measure/bench measures still build. They are a package of their own.
check-benchmarks: setup
	$(SWIFT) build --quiet --package-path Benchmarks --scratch-path .build-benchmarks --target InnerLoops

# Whether twice as much of anything takes at most about twice the work.
check-linear: released
	@case "$$(uname)" in Linux) Scripts/measure/check-steps --advert $(RELEASED) linear;; esac

# What long payloads full of defects cost lint.
check-shapes: released
	@case "$$(uname)" in Linux) Scripts/measure/check-steps --advert $(RELEASED) shapes;; esac

released: setup-check
	$(RELEASED_BUILD) --quiet

# Bad files, full disks, closed pipes and hostile inputs end as they must, in little memory: with the debug build, and
# in tighter bounds with the released form.
check-faults: debug
	Scripts/check/check-faults --advert $(DEBUG)

check-faults-released: released
	Scripts/check/check-faults --released --advert $(RELEASED)

# Everything of what `make test` tries a sample of, with optimised code: without it, the same takes hours.
check-exhaustive: setup-check
	$(call run-tests,exhaustive,ADVERT_EXHAUSTIVE=1 $(TUNED) $(SWIFT) test -c release -Xswiftc -enable-testing -debug-info-format none --disable-xctest --scratch-path .build-exhaustive --filter "[.]($(SAMPLING))/")

# The seeds of fuzzing, what it found before, and new inputs for about twenty seconds each. Apple's toolchains have no
# libFuzzer.
check-fuzz: setup-check
	@case "$$(uname)" in Linux) Scripts/check/fuzz 5;; *) echo "check-fuzz: left out, as there is no libFuzzer";; esac

# All commands, for some time, on captures, layouts and manifests that are almost right.
check-commands: released
	Scripts/check/fuzz-commands $(if $(IS_EXHAUSTIVE),3,0.5) --advert $(RELEASED)

# What `--redact` prints of the fixtures has none of their addresses, names and data.
check-diff: released
	$(call ONE_FILE_IN,3) Scripts/check/check-diff --advert $(RELEASED) Fixtures

check-redaction: released
	$(call ONE_FILE_IN,3) Scripts/check/check-redaction --advert $(RELEASED) Fixtures

# What is used outside its bounds or after its end, and, on Linux, what is never freed, where C is called and foreign
# text is read. XCTest, which no test here uses, leaks. Changing every octet of every fixture takes minutes here.
check-address: export ASAN_OPTIONS = detect_leaks=$(if $(filter Linux,$(shell uname)),1,0)
check-address: export LSAN_OPTIONS = print_suppressions=0:suppressions=$(CURDIR)/Tests/leaks.txt
check-address: setup
	$(call run-tests,address,ADVERT_EXHAUSTIVE=0 $(SWIFT) test --sanitize=address --scratch-path .build-address --disable-xctest --filter "^(AdvertCaptureTests|AdvertManifestTests)[.]" --skip FixtureDamageTests)

# Data that threads race for. Thousands of readings of damaged files are all the same to this search.
check-thread: export TSAN_OPTIONS = halt_on_error=1
check-thread: setup
	$(call run-tests,thread,ADVERT_EXHAUSTIVE=0 $(SWIFT) test --sanitize=thread --scratch-path .build-thread --disable-xctest --filter "^AdvertCaptureTests[.]|SeveralInputsTests|AllCoresTests|InputJudgingTests" --skip Damage)
