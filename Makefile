# Katydid. `make help` lists the targets; ARGS="..." is handed on to the program a target runs.
#
# Programs are built for this machine's processor; `make NATIVE=no ...` builds for any of its kind.

CARGO ?= cargo
NATIVE ?= yes
PREFIX ?= /usr/local
DEPTH ?=
# The name OpenBench wants the binary to have.
EXE ?=
PROGRAM := target/release/katydid

ifneq ($(NATIVE),no)
release: export RUSTFLAGS += -C target-cpu=native
tune match: export RUSTFLAGS += -C target-cpu=native
endif

.DEFAULT_GOAL := $(if $(EXE),build,help)
.PHONY: help build release play demo test perft bench lint tune match install

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

release:
	$(CARGO) build --release --bin katydid

build: release ## build the program; EXE=name also copies it there
	$(if $(EXE),cp $(PROGRAM) $(EXE))

play: release ## play on a board in the terminal (ARGS=grasshopper chooses a game)
	@$(PROGRAM) play $(ARGS)

demo: release ## watch a short game of the engine against itself
	@$(PROGRAM) demo $(ARGS)

test: ## run all tests that need nothing but cargo
	$(CARGO) test --workspace

perft: ## check every perft file, large counts included
	$(CARGO) test --release --test perft

bench: release ## search fixed positions of many games: nodes (a fingerprint) and speed
	@$(PROGRAM) bench $(DEPTH)

lint: ## formatting, clippy and the documentation's links; warnings are errors
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --document-private-items --quiet

tune: ## run katydid-tuning (ARGS: a sub-command and its options)
	$(CARGO) run --release --package katydid-tuning -- $(if $(ARGS),$(ARGS),--help)

match: ## play a match between engines (ARGS as in fastchess)
	$(CARGO) run --release --package katydid-tuning -- arena $(if $(ARGS),$(ARGS),--help)

install: release ## copy the program to PREFIX/bin (default /usr/local) and tell XBoard of it
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/katydid
	install -d $(DESTDIR)$(PREFIX)/share/games/plugins/xboard
	printf '%s\n' 'plugin spec 0.0' 'cd . -testLegality true;katydid' 'chess,fairychess' \
	  > $(DESTDIR)$(PREFIX)/share/games/plugins/xboard/katydid.eng
	ln -sf katydid $(DESTDIR)$(PREFIX)/bin/katydid-effects
	printf '%s\n' 'plugin spec 0.0' 'cd . -testLegality false;katydid-effects' 'fairychess' \
	  > $(DESTDIR)$(PREFIX)/share/games/plugins/xboard/katydid-effects.eng
