# Veillée: `make` builds, `make run` plays, `make check` tests. `make help` lists the rest.
#
# $(B) holds what depends on compiler and flags, so that each set of them can have a folder of its own;
# $(S) what is the same for all: the generators, what they write, the engine of the page.

VERSION := 0.1.0
B       ?= build
S       ?= build
OPT     ?= -O3 -DNDEBUG
DESTDIR ?=
PREFIX  ?= /usr/local
MAKEFLAGS += --no-builtin-rules

WARN    := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Wstrict-prototypes
CSTD    := -std=c17
CFLAGS  ?=
ALLFLAGS = $(CSTD) $(WARN) $(OPT) $(CFLAGS) -Isrc -Iinclude -I$(GEN) -DVEILLEE_VERSION='"$(VERSION)"' -MMD -MP
# The pure part may call nothing of the outside world; the edges are POSIX.
EDGE    := -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE
LDLIBS  := -lpthread
# Generators run on the machine that builds, whatever the target.
HOSTCC  ?= cc
HOSTFLAGS := $(CSTD) -O1 -Isrc -I$(S)/gen $(EDGE)
PY      := $(shell sh tools/python.sh)

GEN  := $(S)/gen
TOOL := $(S)/tools
OBJ  := $(B)/obj
PIC  := $(B)/obj-pic

GAMES     := $(shell sed -n 's/^X(\([a-z]*\)).*/\1/p' src/games/games.def)
PURE_SRC  := $(wildcard src/base/*.c src/core/*.c) $(foreach g,$(GAMES),$(wildcard src/games/$(g)/*.c))
LIB_SRC   := $(PURE_SRC) src/registry.c $(wildcard src/pack/*.c src/text/*.c src/match/*.c src/tell/*.c src/bots/*.c) $(wildcard src/api.c src/api/*.c)
# What include/veillee.h needs; the shared library and the amalgamation are made of it.
API_SRC   := $(PURE_SRC) src/registry.c $(wildcard src/pack/*.c src/text/*.c src/bots/*.c) src/api.c $(wildcard src/api/*.c)
PROG_SRC  := $(wildcard src/sim/*.c src/cli/*.c src/cli/*/*.c)
TEST_SRC  := $(wildcard tests/unit/*.c tests/games/*.c) src/games/null/null.c
GEN_C     := $(GEN)/rule_texts.c $(GEN)/catalogue.c $(GEN)/content_list.c $(foreach g,$(GAMES),$(GEN)/content_$(g).c)
GEN_H     := $(GEN)/rule_ids.h
BASE_H    := $(wildcard src/base/*.h)
# A game's rules may be written before the game: its files are checked, and no program holds them.
RULES     := $(foreach g,$(GAMES),rules/$(g).md rules/$(g).fr.md)
WAITING   := $(filter-out $(RULES),$(wildcard rules/*.md))
CATALOGUE := locale/catalogue.tsv $(wildcard locale/parts/*.tsv)
CONTENT   := $(wildcard content/*.json content/released/*.json)
LESSONS   := $(wildcard tutorials/*.json)

PURE_OBJ := $(PURE_SRC:%.c=$(OBJ)/%.o)
LIB_OBJ  := $(LIB_SRC:%.c=$(OBJ)/%.o) $(GEN_C:$(GEN)/%.c=$(OBJ)/gen/%.o)
PIC_OBJ  := $(API_SRC:%.c=$(PIC)/%.o) $(GEN_C:$(GEN)/%.c=$(PIC)/gen/%.o)
PROG_OBJ := $(PROG_SRC:%.c=$(OBJ)/%.o) $(OBJ)/gen/tutorials.o $(OBJ)/gen/schemas.o
TEST_OBJ := $(TEST_SRC:%.c=$(OBJ)/%.o) $(OBJ)/gen/tests/catalogue.o
WALK_OBJ := $(OBJ)/tests/cli/walk_program.o $(OBJ)/tests/games/walk.o $(OBJ)/src/games/null/null.o

# ---- what this machine has ----

HASH := \#
# Headers and libraries of the machine that is built for: a 32-bit build may lack the second.
has = $(shell (printf '$(HASH)include <%s>\n' $(1); echo 'int main(void) { return 0; }') | \
	$(CC) $(CFLAGS) -x c - $(2) -o /dev/null >/dev/null 2>&1 && echo yes)
SODIUM    := $(call has,sodium.h,-lsodium)
JANSSON   := $(call has,jansson.h,-ljansson)
HAVE_EDIT := $(call has,histedit.h,-ledit)
TESTLIBS  := $(if $(SODIUM),-lsodium) $(if $(JANSSON),-ljansson)
TESTDEFS  := $(if $(findstring NDEBUG,$(OPT)),,-DVL_LIBRARY_ASSERTS) $(if $(SODIUM),-DVL_HAVE_SODIUM) $(if $(JANSSON),-DVL_HAVE_JANSSON)
EDGE      += $(if $(HAVE_EDIT),-DVL_HAVE_EDIT=1)
LDLIBS    += $(if $(HAVE_EDIT),-ledit)

# ---- flags are something that objects depend on ----

# $(call flags,FILE,NAME): FILE holds the value of NAME, and is new exactly when that is another than before. The
# version of the compiler belongs to it, and what was found on this machine.
FLAGS      := $(B)/flags
HOST_FLAGS := $(TOOL)/flags
define flags
ifneq ($$(shell cat $(1) 2>/dev/null),$$($(2)))
.PHONY: $(1)
endif
$(1):
	@mkdir -p $$(@D)
	@printf '%s\n' '$$(subst ','\'',$$($(2)))' >$$@
endef
version_of = $(shell $(1) --version 2>/dev/null | head -n 1)

include src/server/server.mk
include src/door/door.mk
include web/web.mk

BUILT_WITH := $(strip $(CC) $(call version_of,$(CC)) $(ALLFLAGS) $(EDGE) $(TESTDEFS) $(LDFLAGS) $(TESTLIBS) $(LDLIBS))
TOOLS_WITH := $(strip $(HOSTCC) $(call version_of,$(HOSTCC)) $(HOSTFLAGS))
$(eval $(call flags,$(FLAGS),BUILT_WITH))
$(eval $(call flags,$(HOST_FLAGS),TOOLS_WITH))

.PHONY: all page page-sizes deps run test check load asan bench golden docs fuzz soak mutants amalgam install uninstall dist clean help test-program testers sims walkers format

# These start a make of their own, which has its own jobs: nothing else goes on beside them.
ALONE := run test check load soak fuzz mutants asan deps clean
ifneq ($(filter $(ALONE),$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

all: $(B)/veillee $(B)/libveillee.a $(B)/catalogue.checked
	@$(if $(HAVE_SERVER),:,echo 'built without serve, table and join: libuv, wslay, SQLite or libsodium is missing (make deps)')

$(B)/veillee: $(OBJ)/src/main.o $(PROG_OBJ) $(B)/libveillee.a
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $(OBJ)/src/main.o $(PROG_OBJ) $(B)/libveillee.a $(LDLIBS)

# The same, and the door, with the template of a game on offer, and a test game whose choices are rows of moves.
walkers: $(B)/veillee-walk $(B)/door-walk
$(B)/veillee-walk: $(OBJ)/src/main.o $(PROG_OBJ) $(WALK_OBJ) $(B)/libveillee.a
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $(OBJ)/src/main.o $(PROG_OBJ) $(WALK_OBJ) $(B)/libveillee.a $(LDLIBS)

$(B)/libveillee.a: $(LIB_OBJ)
	@rm -f $@
	@ar rcs $@ $(LIB_OBJ)

# The number in the name rises when include/veillee.h changes for those who use it.
SO := libveillee.so.0
$(B)/$(SO): $(PIC_OBJ)
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(SO) -Wl,-z,defs -o $@ $(PIC_OBJ) -lpthread

test-program: $(B)/tests
$(B)/tests: $(TEST_OBJ) $(PROG_OBJ) $(B)/libveillee.a
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $(TEST_OBJ) $(PROG_OBJ) $(B)/libveillee.a $(TESTLIBS) $(LDLIBS)

TESTERS := $(B)/golden $(B)/perft $(B)/gauntlet
testers: $(TESTERS) $(B)/mkobs $(B)/mkschema
# The whole server with its clients, from seeds, and with faults that are found: tests/server/sim.mk.
sims: $(if $(HAVE_SERVER),$(if $(JANSSON),$(B)/sim $(B)/sim-idle $(B)/sim-log))
$(TESTERS): $(B)/%: $(OBJ)/tests/golden/golden.o $(OBJ)/tests/perft/perft.o $(OBJ)/tests/gauntlet/gauntlet.o $(OBJ)/tests/games/gauntlet.o $(B)/libveillee.a
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $(OBJ)/tests/$*/$*.o $(if $(filter gauntlet,$*),$(OBJ)/tests/games/gauntlet.o) $(B)/libveillee.a $(LDLIBS)

# ---- objects ----

$(OBJ)/src/base/%.o $(OBJ)/src/core/%.o $(OBJ)/src/games/%.o: ALLFLAGS += -DVL_PURE
$(PURE_OBJ): $(OBJ)/%.o: %.c $(FLAGS) | $(GEN_H)
	@mkdir -p $(@D)
	$(CC) $(ALLFLAGS) -c $< -o $@
$(OBJ)/gen/%.o: $(GEN)/%.c $(FLAGS) | $(GEN_H)
	@mkdir -p $(@D)
	@$(CC) $(ALLFLAGS) $(EDGE) -c $< -o $@
$(OBJ)/tests/%.o: tests/%.c $(FLAGS) | $(GEN_H)
	@mkdir -p $(@D)
	$(CC) $(ALLFLAGS) $(EDGE) $(TESTDEFS) -Itests -UNDEBUG -c $< -o $@
$(OBJ)/%.o: %.c $(FLAGS) | $(GEN_H)
	@mkdir -p $(@D)
	$(CC) $(ALLFLAGS) $(EDGE) -c $< -o $@

$(PIC)/%.o: ALLFLAGS += -fPIC -fvisibility=hidden
$(PIC)/gen/%.o: $(GEN)/%.c $(FLAGS) | $(GEN_H)
	@mkdir -p $(@D)
	@$(CC) $(ALLFLAGS) $(EDGE) -c $< -o $@
$(PIC)/%.o: %.c $(FLAGS) | $(GEN_H)
	@mkdir -p $(@D)
	@$(CC) $(ALLFLAGS) $(EDGE) -c $< -o $@

ifeq ($(HAVE_SERVER),yes)
include $(wildcard tests/server/*.mk)
endif
include tests/fuzz/fuzz.mk

# ---- generated files: rules, catalogue, content ----

$(TOOL)/mkrules: tools/mkrules.c src/text/rules.h $(HOST_FLAGS)
	@mkdir -p $(@D)
	@$(HOSTCC) $(HOSTFLAGS) $< -o $@
$(GEN)/rule_ids.h $(GEN)/rule_texts.c &: $(TOOL)/mkrules $(RULES) | $(if $(WAITING),$(GEN)/waiting/rule_ids.h)
	@mkdir -p $(GEN)
	@$(TOOL)/mkrules $(GEN) $(RULES)
$(GEN)/waiting/rule_ids.h: $(TOOL)/mkrules $(WAITING)
	@mkdir -p $(@D)
	@$(TOOL)/mkrules $(@D) $(WAITING)

$(TOOL)/mkcatalogue: tools/mkcatalogue.c src/base/buf.c $(BASE_H) $(HOST_FLAGS)
	@mkdir -p $(@D)
	@$(HOSTCC) $(HOSTFLAGS) $(filter %.c,$^) -o $@
$(GEN)/catalogue.c: $(TOOL)/mkcatalogue $(CATALOGUE)
	@mkdir -p $(GEN)
	@$(TOOL)/mkcatalogue $(GEN) $(CATALOGUE)

# The same with the words of the games that only tests play.
$(GEN)/tests/catalogue.c: $(TOOL)/mkcatalogue $(CATALOGUE) tests/games/words.tsv
	@mkdir -p $(@D)
	@$(TOOL)/mkcatalogue $(@D) $(CATALOGUE) tests/games/words.tsv

MKCONTENT_SRC := tools/mkcontent.c src/pack/pack.c src/registry.c $(PURE_SRC)
$(TOOL)/mkcontent: $(MKCONTENT_SRC) src/registry.h src/pack/pack.h $(BASE_H) $(wildcard src/core/*.h src/games/*/*.h) src/games/games.def $(GEN_H) $(HOST_FLAGS)
	@mkdir -p $(@D)
	@$(HOSTCC) $(HOSTFLAGS) $(MKCONTENT_SRC) -o $@
$(GEN)/content_list.c $(foreach g,$(GAMES),$(GEN)/content_$(g).c) &: $(TOOL)/mkcontent $(CONTENT)
	@mkdir -p $(GEN)
	@$(TOOL)/mkcontent $(GEN) $(filter-out %.schema.json,$(CONTENT))

# What the games say in keys, as types of the page.
MKTYPES_SRC := tools/mktypes.c src/registry.c $(PURE_SRC) $(GEN)/catalogue.c
$(TOOL)/mktypes: $(MKTYPES_SRC) src/registry.h src/text/text.h $(BASE_H) $(wildcard src/core/*.h src/games/*/*.h) src/games/games.def $(GEN_H) $(HOST_FLAGS)
	@mkdir -p $(@D)
	@$(HOSTCC) $(HOSTFLAGS) $(MKTYPES_SRC) -o $@
$(GEN)/tables.ts: $(TOOL)/mktypes
	@$< >$@

$(GEN)/schemas.c: $(TOOL)/mkcontent $(filter %.schema.json,$(CONTENT))
	@mkdir -p $(GEN)
	@$(TOOL)/mkcontent --schemas $@ $(filter %.schema.json,$(CONTENT))

$(TOOL)/mktutorial: tools/mktutorial.c $(wildcard src/base/*.c) $(BASE_H) $(GEN_H) $(HOST_FLAGS)
	@mkdir -p $(@D)
	@$(HOSTCC) $(HOSTFLAGS) $(filter %.c,$^) -o $@
$(GEN)/tutorials.c: $(TOOL)/mktutorial $(LESSONS)
	@mkdir -p $(GEN)
	@$(TOOL)/mktutorial $(GEN) $(LESSONS)

# A missing or unused catalogue entry fails the build.
$(B)/catcheck: tools/catcheck.c $(B)/libveillee.a
	@$(CC) $(CSTD) $(OPT) $(CFLAGS) $(EDGE) -Isrc -I$(GEN) tools/catcheck.c $(B)/libveillee.a $(LDLIBS) -o $@
$(B)/catalogue.checked: $(B)/catcheck $(LIB_SRC) $(PROG_SRC) $(CATCHECK_SRC) $(GEN)/tutorials.c src/main.c
	@$(B)/catcheck $(LIB_SRC) $(PROG_SRC) $(CATCHECK_SRC) $(GEN)/tutorials.c src/main.c
	@touch $@

# The tables of observation and action numbers, docs/observations-<game>.md.
$(B)/mkobs: tools/mkobs.c $(B)/libveillee.a
	@$(CC) $(CSTD) $(WARN) $(OPT) $(CFLAGS) $(EDGE) -Isrc -I$(GEN) tools/mkobs.c $(B)/libveillee.a $(LDLIBS) -o $@

# The schemas of packs, and the fields of positions, as the tables say them.
$(B)/mkschema: tools/mkschema.c $(B)/libveillee.a
	@$(CC) $(CSTD) $(WARN) $(OPT) $(CFLAGS) $(EDGE) -Isrc -I$(GEN) tools/mkschema.c $(B)/libveillee.a $(LDLIBS) -o $@

%.d: ;
-include $(shell find $(OBJ) $(PIC) $(WASM_OBJ) -name '*.d' 2>/dev/null)

# ---- what people call ----

deps:
	@sh tools/deps.sh build
run:
	@sh tools/deps.sh build
	@$(MAKE) --no-print-directory -s all
	@$(B)/veillee
test:
	@sh tools/deps.sh test
	@$(PY) tests/check.py test
check load fuzz:
	@sh tools/deps.sh check
	@$(PY) tests/check.py $@
soak:
	@sh tools/deps.sh soak
	@$(PY) tests/check.py $@
asan:
	@sh tools/deps.sh check
	@$(PY) tests/check.py --only sanitizers:
mutants:
	@sh tools/deps.sh check
	@$(PY) tests/mutants.py
bench: all
	@$(B)/veillee bench
golden: all $(B)/golden
	@$(PY) tests/golden.py --write
docs: all $(B)/mkobs $(B)/mkschema
	@$(PY) tests/docs.py --build $(B) --write
amalgam: $(GEN_C) $(GEN_H)
	@$(PY) tools/amalgam.py --version $(VERSION) --gen $(GEN) --out $(B)/amalgam $(API_SRC) $(GEN_C)
format:
	@clang-format -i $$(git ls-files 'src/*.[ch]' 'tests/*.[ch]' 'tools/*.[ch]' 'include/*.h')
dist:
	@mkdir -p $(B)
	git ls-files -z -co --exclude-standard | tar -c -z -f $(B)/veillee-$(VERSION).tar.gz --null --no-recursion --sort=name \
		--owner=0 --group=0 --transform 's,^,veillee-$(VERSION)/,' -T -

INSTALLED := bin/veillee include/veillee.h lib/libveillee.a lib/$(SO).$(VERSION) lib/$(SO) lib/libveillee.so \
	lib/pkgconfig/veillee.pc share/man/man1/veillee.1 share/bash-completion/completions/veillee \
	share/zsh/site-functions/_veillee share/fish/vendor_completions.d/veillee.fish
TO = $(DESTDIR)$(PREFIX)

install: all $(B)/$(SO)
	@mkdir -p $(sort $(dir $(addprefix $(TO)/,$(INSTALLED))))
	install -m 755 $(B)/veillee $(TO)/bin/veillee
	install -m 644 include/veillee.h $(TO)/include/veillee.h
	install -m 644 $(B)/libveillee.a $(TO)/lib/libveillee.a
	install -m 644 $(B)/$(SO) $(TO)/lib/$(SO).$(VERSION)
	ln -sf $(SO).$(VERSION) $(TO)/lib/$(SO)
	ln -sf $(SO) $(TO)/lib/libveillee.so
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' tools/veillee.pc.in >$(TO)/lib/pkgconfig/veillee.pc
	install -m 644 docs/veillee.1 $(TO)/share/man/man1/veillee.1
	install -m 644 completions/veillee.bash $(TO)/share/bash-completion/completions/veillee
	install -m 644 completions/veillee.zsh $(TO)/share/zsh/site-functions/_veillee
	install -m 644 completions/veillee.fish $(TO)/share/fish/vendor_completions.d/veillee.fish
uninstall:
	rm -f $(addprefix $(TO)/,$(INSTALLED))

clean:
	rm -rf $(B) web/dist web/src/gen
help:
	@echo 'make            build $(B)/veillee and the library'
	@echo 'make run        install what is missing, build, and open the page in the browser'
	@echo 'make page       the page alone, web/dist; NO_PAGE=1: not again'
	@echo 'make test       the tests that answer within a minute'
	@echo 'make check      every test; make soak, make load, make fuzz: the large counts, and times are judged'
	@echo 'make asan       those tests of them that run under AddressSanitizer and UBSan'
	@echo 'make mutants    the rules broken in many places, one at a time: do the tests notice?'
	@echo 'make bench      speed; make golden: rewrite the golden playthroughs'
	@echo 'make docs       rewrite the generated documents and check all of them'
	@echo 'make amalgam    the engine as one .c and one .h in $(B)/amalgam'
	@echo 'make install    PREFIX=$(PREFIX) DESTDIR=; make uninstall'
	@echo 'make deps       what is missing on this machine; make dist, make format, make clean'
