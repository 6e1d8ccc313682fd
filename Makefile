# A thin front for people; Meson does the work.
#
# To use it:
#   make            the library and the command, in build/
#   make demo       Figure 1 of the paper: two commands, their accuracies, and the picture in build/demo
#   make web        a page that solves in the browser, one file: build/web/parot.html
#   make docs       the documents as a site that is read offline: build/docs/html/index.html
#   make test       the tests: ten minutes on two free cores; the last line says how many passed
#   make help       this list
#
# To install it:
#   make install    headers, libraries, pkg-config files, command, manual pages, completions, Python package (PREFIX=, DESTDIR=)
#   make uninstall  removes what make install has installed (the same DESTDIR=)
#   make deb        Debian packages of all of it, in build/deb; make check-deb tries them in a system of their own
#   make wheel      the Python package as a wheel for Linux and as a source distribution, in build/dist; make check-wheel tries both
#
# To measure it:
#   make bench      against POT, LEMON and SciPy: a night on an idle machine, two minutes with QUICK=1; in pieces with
#                   N=1000,2000 S=.5,1 FAMILIES=gauss,dotmark,curve, and ADD=1 to keep the pieces measured before
#                   (RUNS=5, CAP=60 seconds, DATA=folder; BENCH_CLOCK=cpu on a busy machine)
#   make ruler      is this build slower than another one? OLD=its folder, or a libparot.so; COUNT=1 counts instructions instead of seconds,
#                   CELLS=REGEX chooses jobs by name (RUNS=7, LIMIT=5 percent). Any of the bench targets with OLD= does so with jobs of its own
#   make bench-gromov   Gromov-Wasserstein against POT and against its own matrix products
#   make bench-python   the Python package: import, call, memory, and beside POT (the end of make bench)
#   make bench-batches  thousands of small problems in one call against a Python loop over POT, and all pairs of clouds
#   make bench-kernels  measurements of single kernels
#   make bench-tiles    questions about all pairs of two clouds without a matrix (N=10000,100000 DIMS=2,3,10,50)
#   make bench-points   clouds of points with and without a matrix: a night, a minute with QUICK=1; goes on where it stopped. In pieces with
#                   N=10000 DIMS=2,3 S=.5,1 METRICS=euclidean WEIGHTS=random ENGINES=points (CAP=300 processor seconds, RUNS=1, THREADS=2, AGAIN=1)
#   make bench-famous   published cases of such clouds, with the same options (DATA=folder has dotmark/ and mnist/, FAMILIES=dotmark,hypercube)
#   make bench-mpi  clouds on 1 and 2 ranks of MPI, messages of 64 counted, times of more predicted (N=100000 DIMS=2,10,50 S=.5 RANKS=1,2,64 RUNS=1); goes on where it stopped
#   make bench-io   reading a million rows of CSV, against pandas
#   make tables     the paper's tables and figures, into docs/reproduction.md (DATA=folder; QUICK=1 for three draws; RANKS=4: on so many ranks of MPI); goes on where it stopped
#   make pu-bench   labels against Elkan-Noto, bagging, spies and nnPU, into docs/pu-benchmark.md (DATA=folder; QUICK=1 for a few sets; RANKS=4 likewise); goes on where it stopped
#
# To change it:
#   make t T=simplex    builds and runs one test, or all of a suite, and shows what it prints (B=sanitize: in another build)
#   make check-doors    the page and reports in Chromium, R CMD check, the wheel in an environment of its own, the site: five minutes
#   make campaign   what make test leaves out, and a sample of each large run; goes on where it was stopped (PARTS="attack solvers" for these,
#                   SEED=2 for other samples); make campaign-long takes the full sizes, hours (docs/notes/campaign.md)
#   make attack     answers, labels and forged proofs against exact arithmetic and enumeration, some minutes
#   make format     lets clang-format decide
#   make check-abi  programs made with the last release run with this one (VERSIONING.md); abidiff compares
#   make coverage   lines and branches of src that make test reaches, by layer, the weakest files named (CAMPAIGN=1: what the campaign adds)
#   make fuzz       damaged files for every reader, by clang's libFuzzer (SECONDS=60 for each, FORMATS="csv mat")
#   make fuzz-solvers   problems made of bytes for every solver and the certificate (SECONDS=60)

BUILD ?= build
PREFIX ?= /usr/local
DATA ?= data
RUNS ?= 5
CAP ?= 60
SECONDS ?= 60
RANKS ?= 1

# Draws on several ranks of this machine: a command before a program, and an option after it.
OVER_RANKS = $(if $(filter-out 1,$(RANKS)),tests/mpi/run $(RANKS))
SAY_RANKS = $(if $(filter-out 1,$(RANKS)),--ranks $(RANKS))

all: compile
	@echo "Built $$($(BUILD)/parot --version): the command $(BUILD)/parot, the libraries in $(BUILD)/src; $(BUILD)/parot help tells more."

compile: $(BUILD)/build.ninja
	@tools/compile $(BUILD)

$(BUILD)/build.ninja:
	@tools/setup build
	@echo "Compiling parot into $(BUILD)/: two minutes on two free cores." >&2
	@meson setup -Dtests=false $(BUILD) >$(BUILD).log 2>&1 || (cat $(BUILD).log; exit 1)
	@mv $(BUILD).log $(BUILD)/setup.log

demo: compile
	@PATH="$(CURDIR)/$(BUILD):$$PATH" DEMO="$(BUILD)/demo" examples/cli/demo

test:
	@tools/setup build test mpi
	@DATA="$(abspath $(DATA))" tools/check

t:
	@tools/setup build test
	@tools/check --test $(T) $(B)

check-doors:
	@tools/setup build test docs wheel web browser r
	@DATA="$(abspath $(DATA))" tools/check --doors release

deb:
	@tools/setup build docs deb
	@tools/deb $(BUILD)

check-deb: deb
	@tools/check-deb $(BUILD)

wheel:
	@tools/setup build wheel
	@tools/wheel $(BUILD)/dist

check-wheel: wheel
	@tools/check-wheel $(BUILD)/dist

web: compile
	@tools/setup build web
	@web/build $(BUILD)

docs: compile
	@tools/setup build docs
	@tools/site/build $(BUILD)

# A variable that was given, or else what this target takes without it.
given = $(if $(filter file,$(origin $1)),$2,$(or $($1),$2))

ruler: compile
	@tools/setup build bench
	@bench/ruler.py --build $(BUILD) --old '$(OLD)' --bench '$(BENCH)' --cells '$(CELLS)' --data $(DATA) --runs $(call given,RUNS,7) \
	    --limit $(or $(LIMIT),5) $(if $(COUNT),--count)

# With OLD= the measurements are the ruler, on jobs of their own.
ifneq ($(OLD),)
RULED = bench bench-batches bench-famous bench-gromov bench-io bench-kernels bench-mpi bench-points bench-python bench-tiles
$(RULED):
	@$(if $(N)$(S)$(DIMS)$(FAMILIES)$(METRICS)$(WEIGHTS)$(ENGINES),echo "$@: with OLD= jobs are chosen by CELLS=REGEX of their names alone" >&2; exit 2)
	@$(MAKE) --no-print-directory ruler BENCH=$@
else
bench: compile $(BUILD)/bench/bench_lemon
	@tools/setup build bench
	@ninja -C $(BUILD) --quiet bench/bench_solve bench/bench_curve bench/bench_again >/dev/null
	@bench/measure.py --build $(BUILD) --output $(BUILD)/bench/results.jsonl --data $(DATA) --runs $(RUNS) --cap $(CAP) \
	    --sizes '$(N)' --masses '$(S)' --families '$(FAMILIES)' $(if $(QUICK),--quick) $(if $(ADD),--add)
	@bench/table.py $(BUILD)/bench/results.jsonl
	@PYTHONPATH=$(BUILD)/python bench/python.py --runs $(RUNS) $(if $(QUICK),--quick)

bench-gromov: compile
	@tools/setup build bench
	@ninja -C $(BUILD) --quiet bench/bench_gromov >/dev/null
	@bench/measure_gromov.py --build $(BUILD) --runs $(RUNS)

bench-python: compile
	@tools/setup build bench
	@PYTHONPATH=$(BUILD)/python bench/python.py --runs $(RUNS) $(if $(QUICK),--quick)

bench-batches: compile
	@tools/setup build bench
	@OMP_NUM_THREADS=1 PYTHONPATH=$(BUILD)/python bench/batches.py $(RUNS)

bench-kernels: compile
	@ninja -C $(BUILD) --quiet bench/bench_metrics bench/bench_curve_kernel >/dev/null
	@$(BUILD)/bench/bench_metrics
	@$(BUILD)/bench/bench_curve_kernel

bench-tiles: compile
	@ninja -C $(BUILD) --quiet bench/bench_tiles >/dev/null
	@sizes='$(N)' dims='$(DIMS)'; for n in $$(echo $${sizes:-10000,100000} | tr , ' '); do for d in $$(echo $${dims:-2,3,10,50} | tr , ' '); do \
	    $(BUILD)/bench/bench_tiles $$n $$d || exit 1; done; done

measure-points = bench/measure_points.py --build $(BUILD) --output $(BUILD)/bench/points.jsonl --data $(DATA) --runs $(call given,RUNS,1) \
    --cap $(call given,CAP,300) --threads $(call given,THREADS,2) --sizes '$(N)' --dims '$(DIMS)' --shares '$(S)' --metrics '$(METRICS)' \
    --weights '$(WEIGHTS)' --families '$(FAMILIES)' --engines '$(ENGINES)' $(if $(QUICK),--quick) $(if $(AGAIN),--again)

bench-points bench-famous: compile
	@tools/setup build bench
	@ninja -C $(BUILD) --quiet bench/bench_points >/dev/null
	@$(measure-points) $(if $(filter bench-famous,$@),--famous)
	@bench/table_points.py $(BUILD)/bench/points.jsonl

bench-mpi: compile
	@tools/setup build mpi
	@ninja -C $(BUILD) --quiet bench/bench_mpi bench/bench_ranks >/dev/null
	@bench/measure_mpi.py --build $(BUILD) --output $(BUILD)/bench/mpi.jsonl --sizes '$(N)' --dims '$(DIMS)' --share $(call given,S,.5) --ranks '$(call given,RANKS,)' --runs $(call given,RUNS,1)

bench-io: compile
	@tools/setup build bench
	@ninja -C $(BUILD) --quiet bench/bench_read >/dev/null
	@bench/io.py --build $(BUILD) --runs $(RUNS)
endif

attack:
	@tools/setup build test
	@tools/campaign --long --again attack

fuzz: compile
	@tools/setup build fuzz
	@tests/fuzz/run $(SECONDS) $(FORMATS)

fuzz-solvers: compile
	@tools/setup build fuzz
	@tests/fuzz/run $(SECONDS) solvers

campaign campaign-long:
	@tools/setup build test mpi fuzz docs wheel web browser r
	@DATA="$(abspath $(DATA))" tools/campaign $(if $(filter %-long,$@),--long) $(PARTS)

check-abi:
	@tools/setup build abi
	@tools/check-abi

coverage:
	@tools/setup build test coverage
	@tools/coverage $(if $(CAMPAIGN),--campaign)

tables: compile
	@tools/setup build tables $(if $(OVER_RANKS),mpi)
	@PYTHONPATH=$(BUILD)/python $(OVER_RANKS) experiments/tables.py --parot $(BUILD)/parot --data $(DATA) --output $(BUILD)/answers.jsonl $(SAY_RANKS) $(if $(QUICK),--quick)
	@PYTHONPATH=$(BUILD)/python experiments/figures.py --parot $(BUILD)/parot --data $(DATA) --results $(BUILD)/answers.jsonl --output $(if $(QUICK),$(BUILD)/images,docs/images)
	@experiments/reproduction.py $(BUILD)/answers.jsonl $(if $(QUICK),$(BUILD),docs)/reproduction.md
	@echo "written: $(if $(QUICK),$(BUILD),docs)/reproduction.md"

pu-bench: compile
	@tools/setup build pu-bench $(if $(OVER_RANKS),mpi)
	@PYTHONPATH=$(BUILD)/python $(OVER_RANKS) bench/pu_field.py --parot $(BUILD)/parot --data $(DATA) --output $(BUILD)/pu-bench.jsonl $(SAY_RANKS) $(if $(QUICK),--quick)
	@bench/pu_page.py $(BUILD)/pu-bench.jsonl $(if $(QUICK),$(BUILD),docs)/pu-benchmark.md
	@echo "written: $(if $(QUICK),$(BUILD),docs)/pu-benchmark.md"

# By g++ and not by Meson, so that building the library needs no C++ compiler. The warning is about LEMON's own headers.
$(BUILD)/bench/bench_lemon: bench/lemon.cc bench/instance.h | $(BUILD)/build.ninja
	@tools/setup bench
	@mkdir -p $(@D)
	@g++ -std=c++17 -O3 -DNDEBUG -Wall -Wextra -Wno-maybe-uninitialized -o $@ bench/lemon.cc -llemon

install: compile
	@meson configure --prefix=$(PREFIX) $(BUILD)
	@ninja -C $(BUILD) --quiet >/dev/null || ninja -C $(BUILD)
	@DESTDIR='$(DESTDIR)' meson install -C $(BUILD) --no-rebuild --quiet
	@DESTDIR='$(DESTDIR)' tools/installed $(BUILD) $(PREFIX)

uninstall:
	@tools/uninstall $(BUILD)

help:
	@sed -n '/^BUILD/q; s/^# To/\nTo/p; s/^#   /  /p' Makefile

format:
	@clang-format -i $$(git ls-files '*.c' '*.h' '*.cc')

clean:
	@rm -rf $(BUILD) build-test build-sanitize build-plain build-threads build-abi build-clang build-gcc build-no-blas build-coverage build-fuzz build-walk

.PHONY: all attack bench bench-batches bench-famous bench-gromov bench-io bench-kernels bench-mpi bench-points bench-python bench-tiles \
    campaign campaign-long check-abi check-deb check-doors check-wheel clean compile coverage deb demo docs format fuzz fuzz-solvers help install \
    pu-bench ruler t tables test uninstall web wheel
