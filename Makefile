# A thin front for people; Meson does the work.
#
#   make            the library and the command, in build/
#   make demo       an exact partial-transport answer with its proof
#   make test       everything that CI runs; the last line says how many passed
#   make install    headers, libraries, pkg-config files, command, man page (PREFIX=, DESTDIR=)
#   make bench      measurements; the machine should be idle
#   make format     lets clang-format decide

BUILD ?= build
PREFIX ?= /usr/local

all: $(BUILD)/build.ninja
	@ninja -C $(BUILD) --quiet >/dev/null || ninja -C $(BUILD)

$(BUILD)/build.ninja:
	@tools/setup build
	@meson setup -Dtests=false $(BUILD) >$(BUILD).log 2>&1 || (cat $(BUILD).log; exit 1)
	@mv $(BUILD).log $(BUILD)/setup.log

demo: all
	@PATH="$(CURDIR)/$(BUILD):$$PATH" examples/cli/demo

test:
	@tools/setup build test
	@tools/check

bench: all
	@ninja -C $(BUILD) --quiet bench/bench_metrics
	@$(BUILD)/bench/bench_metrics

install: all
	@meson configure --prefix=$(PREFIX) $(BUILD)
	@ninja -C $(BUILD) --quiet >/dev/null || ninja -C $(BUILD)
	@meson install -C $(BUILD) --no-rebuild --quiet

format:
	@clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	@rm -rf $(BUILD) build-test build-sanitize build-plain

.PHONY: all demo test bench install format clean
