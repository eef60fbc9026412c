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
release profile tune: export RUSTFLAGS += -C target-cpu=native
endif

# Release builds are optimised by a profile of the benchmark (`make profile`), which is good for the compiler that it was made with:
# another builds without, and so does PROFILED=no. RUSTFLAGS are parted by blanks, so the path must not have any.
COMPILER := $(shell rustc -V 2>/dev/null | cut -d ' ' -f 2)
HOT := $(CURDIR)/$(wildcard tuning/profile/$(COMPILER).profdata)
PROFILED ?= yes
ifeq ($(PROFILED) $(words $(HOT)) $(suffix $(HOT)),yes 1 .profdata)
# Functions that have changed since, or look otherwise on another processor, are compiled without: no reason for a warning.
release: export RUSTFLAGS += -C profile-use=$(HOT) -C llvm-args=-no-pgo-warn-mismatch
endif

.DEFAULT_GOAL := $(if $(EXE),build,help)
needs_cargo := release profile test perft lint fuzz soak tune net match experiments pictures accessibility pages endings
.PHONY: help toolchain base python build portable release profile play web demo test hooks perft bench lint fuzz soak signature memory tune net match experiments pictures accessibility pages endings docs install files uninstall deb dist

comma := ,
# The host as Cargo's variables name it.
TARGET = $(shell rustc -vV | sed -n 's/^host: //p' | tr 'a-z-' 'A-Z_')

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(needs_cargo): | toolchain

toolchain:
	@command -v $(firstword $(CARGO)) >/dev/null || { \
	  echo "make: no $(firstword $(CARGO)): Rust comes from https://rustup.rs (then open a new terminal)" >&2; exit 1; }

release:
	$(CARGO) build --release --bin katydid

build: release ## build the program; EXE=name also copies it there
	$(if $(EXE),cp $(PROGRAM) $(EXE))

# Where the profile is put together, and the program of the toolchain that does it.
PARTS := $(CURDIR)/target/profile
PROFDATA = $(shell rustc --print sysroot)/lib/rustlib/$(shell rustc -vV | sed -n 's/^host: //p')/bin/llvm-profdata

profile: ## profile the benchmark anew, by which release builds are optimised (needs `rustup component add llvm-tools`)
	@test -x "$(PROFDATA)" || { echo "make profile: no llvm-profdata (expected $(PROFDATA)); rustup component add llvm-tools" >&2; exit 1; }
	RUSTFLAGS="$$RUSTFLAGS -C profile-generate=$(PARTS)/raw" $(CARGO) build --release --bin katydid --target-dir $(PARTS)
	@# What the build itself has run does not count.
	rm -rf $(PARTS)/raw
	$(PARTS)/release/katydid bench
	$(PROFDATA) merge --text -o $(PARTS)/all.txt $(PARTS)/raw
	awk -f tuning/profile/hot.awk $(PARTS)/all.txt > $(PARTS)/hot.txt
	rm -f tuning/profile/*.profdata
	$(PROFDATA) merge -o tuning/profile/$(COMPILER).profdata $(PARTS)/hot.txt

play: release ## play on a board in the terminal (ARGS=grasshopper chooses a game)
	@$(PROGRAM) play $(ARGS)

web: release ## play, analyse and solve in the browser (ARGS=hopgi chooses a game)
	@$(PROGRAM) web $(ARGS)

demo: release ## watch a short game of the engine against itself
	@$(PROGRAM) demo $(ARGS)

# The tests note here what they lack, a line for each test that is skipped (tests/common/skip.rs).
SKIPPED := $(CURDIR)/target/skipped

test: ## run all tests; those that lack something are skipped and counted at the end (CI=true: they fail)
	@mkdir -p target && rm -f $(SKIPPED)
	@KATYDID_SKIPPED=$(SKIPPED) $(CARGO) test --workspace; status=$$?; \
	  test ! -f $(SKIPPED) || sort $(SKIPPED) | uniq -c | sed 's/^ *\([0-9]*\)/\1 skipped:/'; \
	  exit $$status

hooks: ## let Git check the messages of commits as CONTRIBUTING.md says
	git config core.hooksPath packaging/hooks

perft: ## check every perft file, large counts included
	$(CARGO) test --release --test library perft::

bench: release ## search fixed positions of games of every family: nodes (a fingerprint, tests/bench.txt) and speed; DEPTH=N: no deeper
	@$(PROGRAM) bench $(DEPTH)

lint: ## formatting, clippy and the documentation's links; warnings are errors
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	@# The library as its users get it.
	$(CARGO) clippy --lib --no-default-features -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --document-private-items --quiet

# How long `make fuzz` looks, and how many lines it says in random order during searches.
SECONDS ?= 60
INTERLEAVINGS ?= 10000
# How many games `make soak` plays.
GAMES ?= 10000

fuzz: ## SECONDS=N (60): feed odd bytes to all that reads, try the laws in random games; 10,000 lines in random order
	$(CARGO) run --profile fuzz --package katydid-trust -- fuzz $(SECONDS) $(ARGS)
	KATYDID_INTERLEAVINGS=$(INTERLEAVINGS) $(CARGO) test --profile fuzz --test program any_order
	KATYDID_REQUESTS=$(INTERLEAVINGS) $(CARGO) test --profile fuzz --test program web_fuzz::
	KATYDID_HASH=8192 $(CARGO) test --profile fuzz --test program tables_of_any_size

soak: ## GAMES=N (10000): games of the engine against itself through both protocols; writes docs/soak.md, goes on if interrupted
	$(MAKE) release NATIVE=no
	$(CARGO) build --release --package katydid-tuning --package katydid-trust
	target/release/katydid-trust soak $(GAMES) $(ARGS)

signature: ## the search is the same in the debug, fast, portable and native builds: the count of tests/bench.txt
	sh tests/signature

python: ## build the wheel for Python and test it in a new environment (needs python3 and the network)
	python/check $(ARGS)

memory: ## the tests of the table and the parsers under valgrind (needs valgrind)
	CARGO_TARGET_$(TARGET)_RUNNER="valgrind --quiet --error-exitcode=99" \
	  $(CARGO) test --lib -- search::tt:: betza:: position::fen pgn::

tune: ## find the weights of a game anew (ARGS: a game with a recipe in tuning/recipes, and options)
	$(CARGO) run --profile fast --package katydid-tuning -- recipe $(if $(ARGS),$(ARGS),--help)

GAME ?=
FAMILY ?=
net: ## GAME=name [FAMILY="others"]: play, train, play against the present, write network, recipe and experiment; goes on if interrupted
	$(CARGO) run --profile fast --package katydid-tuning -- net $(if $(GAME),$(GAME) $(if $(FAMILY),--family $(FAMILY)) \
	  --commit $(shell git rev-parse --short=7 HEAD) $(ARGS),--help)

# The first is what the sources are now. The base is built as it was, in a work tree of its own, once for each commit.
BASE ?=
BASES := $(CURDIR)/target/bases
COMMIT = $(shell git rev-parse --short=12 --verify $(BASE)^{commit})
match: ## play a match between engines (ARGS as in fastchess); BASE=REV: of these sources against that revision
	$(MAKE) release
	$(if $(BASE),$(MAKE) base BASE=$(BASE))
	$(CARGO) run --profile fast --package katydid-tuning -- arena \
	  $(if $(BASE),-engine cmd=$(PROGRAM) name=now -engine cmd=$(BASES)/$(COMMIT) name=$(COMMIT)) \
	  $(if $(ARGS)$(BASE),$(ARGS),--help)

base:
	@test -n "$(COMMIT)" || { echo "make match: no commit '$(BASE)'" >&2; exit 1; }
	test -x $(BASES)/$(COMMIT) || { \
	  rm -rf $(BASES)/tree && git worktree prune && git worktree add --quiet --detach $(BASES)/tree $(COMMIT) && \
	  $(MAKE) -C $(BASES)/tree release && cp $(BASES)/tree/target/release/katydid $(BASES)/$(COMMIT) && \
	  git worktree remove --force $(BASES)/tree; }

experiments: ## write docs/experiments.md and docs/strength.md from the files of tuning/experiments
	$(CARGO) run --quiet --package katydid-tuning -- experiments > target/experiments.md
	$(CARGO) run --quiet --package katydid-tuning -- experiments --strength > target/strength.md
	mv target/experiments.md target/strength.md docs

pictures: ## make the pictures of docs/ that show the board in the browser anew (needs Chromium)
	$(CARGO) build --bin katydid
	$(CARGO) test --package katydid-web-tests --test page -- --ignored pictures_for_the_documents

accessibility: ## look for what keeps people from using the page, by axe-core (needs Chromium and AXE_CORE=.../axe.min.js)
	$(CARGO) build --bin katydid
	AXE_CORE=$(AXE_CORE) $(CARGO) test --package katydid-web-tests --test page -- --ignored axe_core

pages: ## write docs/games anew: a page for each game, with diagrams
	$(CARGO) build --bin katydid
	rm -rf docs/games
	target/debug/katydid pages docs/games

# Tables of four pieces and statistics stay in target/endings, so that interrupted work goes on; KATYDID_READY=1 writes what is there.
endings: release ## write docs/endgames.md anew, by endgame tables (hours at first, 5 GB of memory)
	mkdir -p target/endings
	tuning/endgames/endgames.py $(PROGRAM) > target/endings/page.md
	mv target/endings/page.md docs/endgames.md

# Takes the badge of hosted tests, whose address follows from that of the README there, out of copies that lie elsewhere.
HOSTED := s|<img [^>]*/actions/[^>]*> *||

# The pages keep their places towards each other; the summary is moved up, as mdbook wants it.
docs: ## make a book of the documents, target/book/index.html (needs mdbook)
	@command -v mdbook >/dev/null || { echo "make docs: no mdbook: cargo install mdbook, or read docs/SUMMARY.md" >&2; exit 1; }
	rm -rf target/book-source && mkdir -p target/book-source/variants target/book-source/tuning
	cp -R *.md docs target/book-source
	cp -R variants/README.md variants/examples target/book-source/variants
	cp -R tuning/README.md tuning/endgames target/book-source/tuning
	mkdir -p target/book-source/tests/problems && cp tests/problems/collection.inp target/book-source/tests/problems
	cp -R LICENSE-* examples target/book-source
	@# In the book the list of pages stands beside each of them, and no host runs the tests.
	sed -e 's|docs/SUMMARY.md|README.md|' -e '$(HOSTED)' README.md > target/book-source/README.md
	sed -e 's|](\([a-z]\)|](docs/\1|' -e 's|](\.\./|](|' docs/SUMMARY.md > target/book-source/SUMMARY.md
	rm target/book-source/docs/SUMMARY.md
	mdbook build

# What is installed: BIN and SHARE are folders of the file system that DESTDIR stands for.
BIN := $(PREFIX)/bin
SHARE := $(PREFIX)/share
# A build for x86-64-v3, if there is one (V3), which goes on in place of the program where the processor has that level.
V3 ?=
LIBEXEC := $(PREFIX)/libexec/katydid
PLUGINS := $(SHARE)/games/plugins/xboard
PICTURES := $(SHARE)/games/katydid/pictures
ZSH := $(SHARE)/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
INSTALLED := $(BIN)/katydid $(BIN)/katydid-effects $(PLUGINS)/katydid.eng $(PLUGINS)/katydid-effects.eng \
  $(SHARE)/man/man6/katydid-effects.6 $(SHARE)/applications/katydid.desktop $(SHARE)/applications/katydid-xboard.desktop \
  $(SHARE)/metainfo/katydid.metainfo.xml $(SHARE)/icons/hicolor/scalable/apps/katydid.svg $(SHARE)/bash-completion/completions/katydid \
  $(ZSH)/_katydid $(SHARE)/fish/vendor_completions.d/katydid.fish
# Folders of ours, and folders that may have been made for the first program of their kind.
FOLDERS := $(PICTURES) $(SHARE)/games/katydid
DOC := $(SHARE)/doc/katydid
SHARED := $(PREFIX)/libexec $(SHARE)/doc $(SHARE)/metainfo $(PLUGINS) $(SHARE)/games/plugins $(SHARE)/games $(SHARE)/man/man6 $(SHARE)/man $(SHARE)/applications \
  $(SHARE)/icons/hicolor/scalable/apps $(SHARE)/icons/hicolor/scalable $(SHARE)/icons/hicolor $(SHARE)/icons \
  $(SHARE)/bash-completion/completions $(SHARE)/bash-completion $(ZSH) $(SHARE)/zsh \
  $(SHARE)/fish/vendor_completions.d $(SHARE)/fish

# A plug-in file of XBoard's: name, legality testing, kinds of games.
define plugin
	printf '%s\n' 'plugin spec 0.0' 'cd . -testLegality $(2) -pid $(PICTURES);$(1)' '$(3)' \
	  > $(DESTDIR)$(PLUGINS)/$(1).eng
	chmod 644 $(DESTDIR)$(PLUGINS)/$(1).eng
endef

# A program that has been built before is installed as it is: who installs need not have cargo.
$(PROGRAM):
	$(MAKE) release

install: $(PROGRAM) files ## install what has been built (`make` builds): program, manual, documents, examples, licences, pictures, menu entries, completions, XBoard's plug-ins

# Documents keep their places towards each other, so that their links lead somewhere.
files: ## the same without building, for packagers: PROGRAM=path names the program, DESTDIR and PREFIX the place
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(BIN)/katydid
	! command -v strip >/dev/null || strip --strip-unneeded --remove-section=.comment $(DESTDIR)$(BIN)/katydid
	$(if $(V3),install -D -s -m 755 $(V3) $(DESTDIR)$(LIBEXEC)/x86-64-v3/katydid)
	ln -sf katydid $(DESTDIR)$(BIN)/katydid-effects
	install -d $(addprefix $(DESTDIR),$(sort $(dir $(INSTALLED))) $(PICTURES) $(DOC)/variants $(DOC)/tuning $(DOC)/tests/problems)
	$(call plugin,katydid,true,chess$(comma)fairychess)
	$(call plugin,katydid-effects,false,fairychess)
	$(PROGRAM) pictures $(DESTDIR)$(PICTURES)
	$(PROGRAM) man --folder $(DESTDIR)$(SHARE)/man/man6
	ln -sf katydid.6 $(DESTDIR)$(SHARE)/man/man6/katydid-effects.6
	$(PROGRAM) completions bash > $(DESTDIR)$(SHARE)/bash-completion/completions/katydid
	$(PROGRAM) completions zsh > $(DESTDIR)$(ZSH)/_katydid
	$(PROGRAM) completions fish > $(DESTDIR)$(SHARE)/fish/vendor_completions.d/katydid.fish
	install -m 644 packaging/katydid.desktop packaging/katydid-xboard.desktop $(DESTDIR)$(SHARE)/applications
	install -m 644 packaging/katydid.metainfo.xml $(DESTDIR)$(SHARE)/metainfo
	install -m 644 packaging/katydid.svg $(DESTDIR)$(SHARE)/icons/hicolor/scalable/apps/katydid.svg
	install -m 644 *.md LICENSE-MIT LICENSE-APACHE $(DESTDIR)$(DOC)
	sed -i.bak -e '$(HOSTED)' $(DESTDIR)$(DOC)/README.md && rm $(DESTDIR)$(DOC)/README.md.bak
	cp -R docs $(DESTDIR)$(DOC)
	cp -R variants/README.md variants/examples $(DESTDIR)$(DOC)/variants
	cp -R tuning/README.md tuning/endgames $(DESTDIR)$(DOC)/tuning
	cp tests/problems/collection.inp $(DESTDIR)$(DOC)/tests/problems
	cp -R examples $(DESTDIR)$(DOC)
	chmod -R u=rwX,go=rX $(DESTDIR)$(DOC)

uninstall: ## remove what `make install` has put there (the same PREFIX)
	rm -f $(addprefix $(DESTDIR),$(INSTALLED)) $(DESTDIR)$(SHARE)/man/man6/katydid.6 $(DESTDIR)$(SHARE)/man/man6/katydid-*.6
	rm -f $(DESTDIR)$(PICTURES)/White*.svg $(DESTDIR)$(PICTURES)/Black*.svg
	rm -rf $(DESTDIR)$(DOC) $(DESTDIR)$(LIBEXEC)
	@# Folders that others have put files into stay.
	rmdir $(addprefix $(DESTDIR),$(FOLDERS) $(SHARED)) 2>/dev/null || true

VERSION = $(shell sed -n '0,/^version/s/^version = "\(.*\)"/\1/p' Cargo.toml)
PACKAGE = target/debian/katydid_$(VERSION)_$(shell dpkg --print-architecture).deb

# What is given to others: a program for any processor of this machine's kind, and on x86-64 the build that goes on where it can.
LEVELS := $(if $(filter x86_64,$(shell uname -m)),target/x86-64-v3/release/katydid)
portable:
	$(MAKE) release NATIVE=no
	$(if $(LEVELS),RUSTFLAGS="$$RUSTFLAGS -C target-cpu=x86-64-v3" CARGO_TARGET_DIR=target/x86-64-v3 $(MAKE) release NATIVE=no)

deb: portable ## build a Debian package, target/debian/katydid_*.deb, for any processor of this machine's kind
	V3=$(LEVELS) sh packaging/deb $(PROGRAM) $(VERSION) $(PACKAGE)

dist: portable ## build what a release consists of, target/dist: archive, Debian package, checksums
	sh packaging/dist $(PROGRAM) target/dist $(LEVELS)
