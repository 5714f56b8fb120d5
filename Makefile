# `make demo` and `make test` set up everything they need on a machine that has only Swift.

SWIFT ?= swift
# On Linux, what the build and its tests need from the system: OpenSSL has the cipher that --irk loads. macOS has all of it.
BUILD_PACKAGES = libpcap-dev zlib1g-dev openssl
# What `make check` compares with, compiles with and counts with.
CHECK_PACKAGES = tshark python3-venv pkg-config gcc libc6-dev valgrind binutils cmake make chromium chromium-driver nodejs tmux openjdk-17-jre-headless
# What `make dist` packs with, and `make check-dist` reads and tries with.
DIST_PACKAGES = binutils dpkg-dev python3 gcc libstdc++-12-dev
DIST_CHECK_PACKAGES = $(DIST_PACKAGES) python3-venv debootstrap lintian mandoc groff bash zsh fish
FORMATTED = Package.swift Sources Tests Playground/Sources Fuzz/Package.swift Fuzz/Sources Benchmarks/Package.swift Benchmarks/InnerLoops \
  Benchmarks/Reference/HelloWorld

DEBUG = .build/debug/advert
# The released form, which knows the commit it was built from, beside the debug build and not in its way.
RELEASED = .build-released/release/advert
RELEASED_BUILD = ADVERT_COMMIT=$$(git describe --always --match= --abbrev=40 --dirty 2>/dev/null) \
  $(SWIFT) build -c release --static-swift-stdlib --product advert --scratch-path .build-released $(NO_FOLDER)
# What asserts of C say is the same wherever this folder is.
NO_FOLDER = -Xcc -ffile-prefix-map="$(CURDIR)"=.

# Suites that try a sample in `make test` and everything in `make check`.
SAMPLING = $(shell grep -rlE 'sampled.oneIn|isExhaustive' Tests --include='*Tests.swift' | xargs -n 1 basename -s .swift | paste -sd '|' -)

CHECKS = check-format check-address check-thread check-playground check-playground-answers check-fuzz check-dist check-bulk check-commands check-redaction check-diff check-linear check-shapes \
  check-instructions check-faults-released check-exhaustive check-oracles check-faults check-outputs check-page check-watch check-emitted check-images \
  check-encodings check-benchmarks check-peers check-sessions check-dependencies check-fixtures check-generated check-docs check-embedded \
  check-darwin check-workflows

.PHONY: demo test check format setup setup-check setup-dist debug released dist playground $(CHECKS)

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
	@echo 'Building advert. The first time, this takes about five minutes on two cores.'
	$(SWIFT) build -c release --product advert
	@echo '$$ advert lint Fixtures/angi/before.btsnoop'
	@"$$($(SWIFT) build -c release --product advert --show-bin-path)/advert" lint Fixtures/angi/before.btsnoop; test $$? = 1
	@echo 'The exit status is 1, which fails a check in CI. Now look at your own device: advert inspect CAPTURE'

# The oracles are slow, and `make check` runs them.
test: setup
	$(SWIFT) test --skip OracleTests

# Everything beyond the tests, two at a time, because a build often uses only one core. The long ones come first,
# behind the one of seconds that fails most.
check: setup-check setup-dist
	$(MAKE) --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) $(CHECKS)

format:
	$(SWIFT) format --in-place --recursive $(FORMATTED)
	UPDATE_GOLDEN=1 $(SWIFT) test --filter CLITests

setup:
	@case "$$(uname)" in Linux) Scripts/install-dependencies $(BUILD_PACKAGES);; esac

# What is published of this version for this system: Docs/Releases.md.
dist: setup
	@case "$$(uname)" in Linux) Scripts/install-dependencies $(DIST_PACKAGES);; esac
	Scripts/make-dist

setup-check: setup
	@case "$$(uname)" in Linux) Scripts/install-dependencies $(CHECK_PACKAGES);; esac

# After the other packages: only one program can install at a time.
setup-dist: setup-check
	@case "$$(uname)" in Linux) Scripts/install-dependencies $(DIST_CHECK_PACKAGES);; esac

debug: setup-check
	$(SWIFT) build --product advert

check-format:
	$(SWIFT) format lint --strict --recursive $(FORMATTED)

# The innermost module must compile for a microcontroller: firmware can use the same code as the tool. check-playground
# compiles it and others for a browser.
check-embedded:
	@mkdir -p .build
	$(SWIFT)c -enable-experimental-feature Embedded -enable-experimental-feature Lifetimes -wmo -parse-as-library \
	  -swift-version 6 -target armv7em-none-none-eabi -package-name advert -module-name AdvertisingData -c \
	  -o .build/embedded.o \
	  $$(find Sources/AdvertisingData -name '*.swift')

# What the page of Playground/ computes with: the modules of the command as WebAssembly, by the Swift toolchain alone.
playground:
	Scripts/make-playground

# The program of the playground says what the command says.
check-playground-answers: debug playground
	Scripts/check-playground-answers --advert $(DEBUG)

# Every public declaration has a comment, and DocC builds the pages of the libraries without a warning.
check-docs: debug
	Scripts/check-docs

# What is published, read by other people's checkers, and installed on an empty Debian.
check-dist: released setup-dist
	@case "$$(uname)" in Linux) Scripts/make-dist --without-build && Scripts/check-dist;; esac

# The workflows and the action, by their schemas and for what others could do with them; all pages name one address.
check-workflows: setup-check
	Scripts/check-workflows

# The sources as for macOS, as far as Linux can tell.
check-darwin: setup-check
	Scripts/check-darwin

check-generated: setup-check
	Scripts/generate-assigned-numbers --check

# Runs the virtual radios again: the captures, and what the scanner on the other end reported.
check-fixtures: setup-check
	Scripts/make-fixtures --check

# The comparisons with tshark skip themselves where tshark is missing; here they must not.
check-oracles: setup-check
	ADVERT_REQUIRE_ORACLES=1 $(SWIFT) test --filter OracleTests

# The scans of hosts, followed by other rules over what tshark reads.
check-sessions: debug
	Scripts/compare-sessions --advert $(DEBUG) Fixtures

# What each AD type means, compared with bumble, scapy and tshark.
check-encodings: debug
	Scripts/check-encodings --advert $(DEBUG)

# What sensors measure and LE Audio announces, as other decoders read it.
check-peers: debug
	Scripts/compare-with-peers --advert $(DEBUG)
	Scripts/compare-audio --advert $(DEBUG)

# What advert writes for other programs, read by other programs, and run as they run it.
check-outputs: debug
	Scripts/check-outputs --advert $(DEBUG)
	Scripts/check-schemas --advert $(DEBUG)
	Scripts/check-tables --advert $(DEBUG)
	Scripts/check-integrations --advert $(DEBUG)
	Scripts/check-builds --advert $(DEBUG)

# Many captures at once: Spark, locally and on two executors, and DuckDB give what single runs give.
check-bulk: debug
	Scripts/check-bulk --advert $(DEBUG) --copies 2 Fixtures/scans Fixtures/sessions

# The page in a browser without a network, and its plots against the rows of dump.
check-page: debug
	@case "$$(uname)" in Linux) Scripts/check-page --advert $(DEBUG);; esac

# The playground in a browser: what it says is what the command says, and nothing that is pasted or dropped ends it.
check-playground: playground released
	@case "$$(uname)" in Linux) Scripts/check-playground --advert $(RELEASED);; esac

# What is watched, in terminals of tmux with paced streams; and a week of reports in the released form.
check-watch: debug released
	@case "$$(uname)" in Linux) Scripts/check-watch --advert $(DEBUG) && \
	  Scripts/check-watch --advert $(RELEASED) --soak 10000000;; esac

# The source that repacking writes, compiled with gcc against stand-ins, its bytes read by bumble and tshark; and no plan
# for a fixture is worse than the original.
check-emitted: debug
	Scripts/check-emitted --advert $(DEBUG)
	Scripts/survey --advert $(DEBUG) plans Fixtures

# Firmware images in the shapes of several stacks, compiled for several processors: what is read of them is what their
# sources say, and pyelftools and lief agree.
check-images: debug
	Scripts/check-images --advert $(DEBUG)

# The bill of materials, and the page about dependencies.
check-dependencies: setup-check
	Scripts/make-sbom --check

# Whether the same work takes more instructions than before.
check-instructions: released
	@case "$$(uname)" in Linux) Scripts/count-instructions --check --advert $(RELEASED);; esac

# Whether the inner loops that Scripts/bench measures still build. They are a package of their own.
check-benchmarks: setup
	$(SWIFT) build --quiet --package-path Benchmarks --scratch-path .build-benchmarks --target InnerLoops

# Whether twice as much of anything takes at most about twice the work.
check-linear: released
	@case "$$(uname)" in Linux) Scripts/check-linear --advert $(RELEASED);; esac

# What long payloads full of defects cost lint.
check-shapes: released
	@case "$$(uname)" in Linux) Scripts/check-shapes --advert $(RELEASED);; esac

released: setup-check
	$(RELEASED_BUILD) --quiet

# Bad files, full disks, closed pipes and hostile inputs end as they must, in little memory: with the debug build, and
# in tighter bounds with the released form.
check-faults: debug
	Scripts/check-faults --advert $(DEBUG)

check-faults-released: released
	Scripts/check-faults --released --advert $(RELEASED)

# What `make test` tries a sample of.
check-exhaustive: debug
	$(call run-tests,exhaustive,ADVERT_EXHAUSTIVE=1 $(SWIFT) test --filter "[.]($(SAMPLING))/")

# The seeds of fuzzing, what it found before, and for a few seconds each new inputs. Apple's toolchains have no libFuzzer.
check-fuzz: setup-check
	@case "$$(uname)" in Linux) Scripts/fuzz 1;; *) echo "check-fuzz: left out, as there is no libFuzzer";; esac

# All commands, for a minute, on captures, layouts and manifests that are almost right.
check-commands: released
	Scripts/fuzz-commands 1 --advert $(RELEASED)

# What `--redact` prints of the fixtures has none of their addresses, names and data.
check-diff: released
	Scripts/check-diff --advert $(RELEASED) Fixtures

check-redaction: released
	Scripts/check-redaction --advert $(RELEASED) Fixtures

# What is used outside its bounds or after its end, and, on Linux, what is never freed, where C is called and foreign
# text is read. XCTest, which no test here uses, leaks. Changing every octet of every fixture takes minutes here.
check-address: export ASAN_OPTIONS = detect_leaks=$(if $(filter Linux,$(shell uname)),1,0)
check-address: export LSAN_OPTIONS = print_suppressions=0:suppressions=$(CURDIR)/Tests/leaks.txt
check-address: setup
	$(call run-tests,address,$(SWIFT) test --sanitize=address --scratch-path .build-address --disable-xctest --filter "^(AdvertCaptureTests|AdvertManifestTests)[.]" --skip FixtureDamageTests)

# Data that threads race for. Thousands of readings of damaged files are all the same to this search.
check-thread: export TSAN_OPTIONS = halt_on_error=1
check-thread: setup
	$(call run-tests,thread,$(SWIFT) test --sanitize=thread --scratch-path .build-thread --disable-xctest --filter "^AdvertCaptureTests[.]|SeveralInputsTests|AllCoresTests|InputJudgingTests" --skip Damage)
