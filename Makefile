# Veillée: `make` builds, `make run` plays, `make check` tests. `make help` lists the rest.

VERSION := 0.1.0
B       ?= build
OPT     ?= -O3 -DNDEBUG
DESTDIR ?=
PREFIX  ?= /usr/local

WARN    := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Wstrict-prototypes
CSTD    := -std=c17
CFLAGS  ?=
ALLFLAGS = $(CSTD) $(WARN) $(OPT) $(CFLAGS) -Isrc -Iinclude -I$(GEN) -DVEILLEE_VERSION='"$(VERSION)"' -MMD -MP
# The pure part may call nothing of the outside world; the edges are POSIX.
EDGE    := -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE
LDLIBS  := -lpthread
# Generators run on the machine that builds, whatever the target.
HOSTCC  ?= cc
PY      := $(shell sh tools/python.sh)

GEN  := $(B)/gen
OBJ  := $(B)/obj
PIC  := $(B)/obj-pic
TOOL := $(B)/tools

GAMES     := $(shell sed -n 's/^X(\([a-z]*\)).*/\1/p' src/games/games.def)
PURE_SRC  := $(wildcard src/base/*.c src/core/*.c) $(foreach g,$(GAMES),$(wildcard src/games/$(g)/*.c))
LIB_SRC   := $(PURE_SRC) src/registry.c $(wildcard src/pack/*.c src/text/*.c src/match/*.c src/tell/*.c src/bots/*.c) $(wildcard src/api.c)
# What include/veillee.h needs; the shared library and the amalgamation are made of it.
API_SRC   := $(PURE_SRC) src/registry.c $(wildcard src/pack/*.c src/text/*.c) src/api.c
PROG_SRC  := $(wildcard src/sim/*.c src/cli/*.c src/cli/play/*.c)
TEST_SRC  := $(wildcard tests/unit/*.c tests/games/*.c) src/games/null/null.c
GEN_C     := $(GEN)/rule_texts.c $(GEN)/catalogue.c $(GEN)/content_list.c $(foreach g,$(GAMES),$(GEN)/content_$(g).c)
GEN_H     := $(GEN)/rule_ids.h
RULES     := $(wildcard rules/*.md)
CATALOGUE := locale/catalogue.tsv $(wildcard locale/parts/*.tsv)
CONTENT   := $(wildcard content/*.json content/released/*.json)
LESSONS   := $(wildcard tutorials/*.json)

PURE_OBJ := $(PURE_SRC:%.c=$(OBJ)/%.o)
LIB_OBJ  := $(LIB_SRC:%.c=$(OBJ)/%.o) $(GEN_C:$(GEN)/%.c=$(OBJ)/gen/%.o)
PIC_OBJ  := $(API_SRC:%.c=$(PIC)/%.o) $(GEN_C:$(GEN)/%.c=$(PIC)/gen/%.o)
PROG_OBJ := $(PROG_SRC:%.c=$(OBJ)/%.o) $(OBJ)/gen/tutorials.o $(OBJ)/gen/schemas.o
TEST_OBJ := $(TEST_SRC:%.c=$(OBJ)/%.o)

HASH := \#
SODIUM  := $(shell printf '$(HASH)include <sodium.h>\n' | $(CC) $(CFLAGS) -E -x c - >/dev/null 2>&1 && echo yes)
JANSSON := $(shell printf '$(HASH)include <jansson.h>\n' | $(CC) $(CFLAGS) -E -x c - >/dev/null 2>&1 && echo yes)
TESTLIBS := $(if $(SODIUM),-lsodium) $(if $(JANSSON),-ljansson)
TESTDEFS := $(if $(findstring NDEBUG,$(OPT)),,-DVL_LIBRARY_ASSERTS) $(if $(SODIUM),-DVL_HAVE_SODIUM) $(if $(JANSSON),-DVL_HAVE_JANSSON)

include src/server/server.mk
include src/wasm/wasm.mk
include web/web.mk

.PHONY: all page page-sizes deps run check asan bench golden docs fuzz soak amalgam install uninstall dist clean help test-program program-objects testers format

all: $(B)/veillee $(B)/libveillee.a $(B)/catalogue.checked
	@$(if $(HAVE_SERVER),:,echo 'built without serve, table and join: libuv, wslay, SQLite or libsodium is missing (make deps)')

$(B)/veillee: $(OBJ)/src/main.o $(PROG_OBJ) $(B)/libveillee.a
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $(OBJ)/src/main.o $(PROG_OBJ) $(B)/libveillee.a $(LDLIBS)

$(B)/libveillee.a: $(LIB_OBJ)
	@rm -f $@
	@ar rcs $@ $(LIB_OBJ)

# The number in the name rises when include/veillee.h changes for those who use it.
SO := libveillee.so.0
$(B)/$(SO): $(PIC_OBJ)
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(SO) -Wl,-z,defs -o $@ $(PIC_OBJ)

program-objects: $(PROG_OBJ)
test-program: $(B)/tests
$(B)/tests: $(TEST_OBJ) $(PROG_OBJ) $(B)/libveillee.a
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $(TEST_OBJ) $(PROG_OBJ) $(B)/libveillee.a $(TESTLIBS) $(LDLIBS)

TESTERS := $(B)/golden $(B)/perft $(B)/gauntlet
testers: $(TESTERS) $(TOOL)/mkobs
$(TESTERS): $(B)/%: $(OBJ)/tests/golden/golden.o $(OBJ)/tests/perft/perft.o $(OBJ)/tests/gauntlet/gauntlet.o $(OBJ)/tests/games/gauntlet.o $(B)/libveillee.a
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $(OBJ)/tests/$*/$*.o $(if $(filter gauntlet,$*),$(OBJ)/tests/games/gauntlet.o) $(B)/libveillee.a $(LDLIBS)

# ---- objects ----

$(OBJ)/src/base/%.o $(OBJ)/src/core/%.o $(OBJ)/src/games/%.o: ALLFLAGS += -DVL_PURE
$(PURE_OBJ): $(OBJ)/%.o: %.c | $(GEN_H)
	@mkdir -p $(@D)
	$(CC) $(ALLFLAGS) -c $< -o $@
$(OBJ)/gen/%.o: $(GEN)/%.c | $(GEN_H)
	@mkdir -p $(@D)
	@$(CC) $(ALLFLAGS) $(EDGE) -c $< -o $@
$(OBJ)/tests/%.o: tests/%.c | $(GEN_H)
	@mkdir -p $(@D)
	$(CC) $(ALLFLAGS) $(EDGE) $(TESTDEFS) -Itests -UNDEBUG -c $< -o $@
$(OBJ)/%.o: %.c | $(GEN_H)
	@mkdir -p $(@D)
	$(CC) $(ALLFLAGS) $(EDGE) -c $< -o $@

$(PIC)/%.o: ALLFLAGS += -fPIC -fvisibility=hidden
$(PIC)/gen/%.o: $(GEN)/%.c | $(GEN_H)
	@mkdir -p $(@D)
	@$(CC) $(ALLFLAGS) $(EDGE) -c $< -o $@
$(PIC)/%.o: %.c | $(GEN_H)
	@mkdir -p $(@D)
	@$(CC) $(ALLFLAGS) $(EDGE) -c $< -o $@

ifeq ($(HAVE_SERVER),yes)
include $(wildcard tests/server/*.mk)
endif

# ---- generated files: rules, catalogue, content ----

HOSTFLAGS := $(CSTD) -O1 -Isrc -I$(GEN) $(EDGE)

$(TOOL)/mkrules: tools/mkrules.c src/text/rules.h
	@mkdir -p $(@D)
	@$(HOSTCC) $(HOSTFLAGS) $< -o $@
$(GEN)/rule_ids.h $(GEN)/rule_texts.c &: $(TOOL)/mkrules $(RULES)
	@mkdir -p $(GEN)
	@$(TOOL)/mkrules $(GEN) $(RULES)

$(TOOL)/mkcatalogue: tools/mkcatalogue.c src/base/buf.c
	@mkdir -p $(@D)
	@$(HOSTCC) $(HOSTFLAGS) $^ -o $@
$(GEN)/catalogue.c: $(TOOL)/mkcatalogue $(CATALOGUE)
	@mkdir -p $(GEN)
	@$(TOOL)/mkcatalogue $(GEN) $(CATALOGUE)

MKCONTENT_SRC := tools/mkcontent.c src/pack/pack.c src/registry.c $(PURE_SRC)
$(TOOL)/mkcontent: $(MKCONTENT_SRC) src/pack/pack.h $(wildcard src/core/*.h src/base/*.h src/games/*/*.h) | $(GEN_H)
	@mkdir -p $(@D)
	@$(HOSTCC) $(HOSTFLAGS) $(MKCONTENT_SRC) -o $@
$(GEN)/content_list.c $(foreach g,$(GAMES),$(GEN)/content_$(g).c) &: $(TOOL)/mkcontent $(CONTENT)
	@mkdir -p $(GEN)
	@$(TOOL)/mkcontent $(GEN) $(filter-out %.schema.json,$(CONTENT))

$(GEN)/schemas.c: $(TOOL)/mkcontent $(filter %.schema.json,$(CONTENT))
	@mkdir -p $(GEN)
	@$(TOOL)/mkcontent --schemas $@ $(filter %.schema.json,$(CONTENT))

$(TOOL)/mktutorial: tools/mktutorial.c $(wildcard src/base/*.c) | $(GEN_H)
	@mkdir -p $(@D)
	@$(HOSTCC) $(HOSTFLAGS) $^ -o $@
$(GEN)/tutorials.c: $(TOOL)/mktutorial $(LESSONS)
	@mkdir -p $(GEN)
	@$(TOOL)/mktutorial $(GEN) $(LESSONS)

# A missing or unused catalogue entry fails the build.
$(TOOL)/catcheck: tools/catcheck.c $(B)/libveillee.a
	@mkdir -p $(@D)
	@$(CC) $(CSTD) $(OPT) $(CFLAGS) $(EDGE) -Isrc -I$(GEN) tools/catcheck.c $(B)/libveillee.a $(LDLIBS) -o $@
$(B)/catalogue.checked: $(TOOL)/catcheck $(LIB_SRC) $(PROG_SRC) $(CATCHECK_SRC) $(GEN)/tutorials.c src/main.c
	@$(TOOL)/catcheck $(LIB_SRC) $(PROG_SRC) $(CATCHECK_SRC) $(GEN)/tutorials.c src/main.c
	@touch $@

# The tables of observation and action numbers, docs/observations-<game>.md.
$(TOOL)/mkobs: tools/mkobs.c $(B)/libveillee.a
	@mkdir -p $(@D)
	@$(CC) $(CSTD) $(WARN) $(OPT) $(CFLAGS) $(EDGE) -Isrc -I$(GEN) tools/mkobs.c $(B)/libveillee.a $(LDLIBS) -o $@

-include $(LIB_OBJ:.o=.d) $(PIC_OBJ:.o=.d) $(PROG_OBJ:.o=.d) $(TEST_OBJ:.o=.d) $(OBJ)/src/main.d

# ---- what people call ----

deps:
	@sh tools/deps.sh build
run:
	@sh tools/deps.sh build
	@$(MAKE) --no-print-directory -s all
	@$(B)/veillee
check:
	@sh tools/deps.sh check
	@$(PY) tests/check.py
soak: all
	@$(PY) tests/check.py soak
load:
	@sh tools/deps.sh check
	@$(PY) tests/check.py load
fuzz:
	@sh tools/deps.sh check
	@$(PY) tests/check.py fuzz
asan:
	@$(MAKE) --no-print-directory B=$(B)/asan OPT="-O1 -g" CFLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer" all test-program
	@$(B)/asan/tests
bench: all
	@$(B)/veillee bench
golden: all $(B)/golden
	@$(PY) tests/golden.py --write
docs: all $(TOOL)/mkobs
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
	@echo 'make check      every test; make soak, make load, make fuzz: the large counts'
	@echo 'make asan       the unit tests under AddressSanitizer and UBSan'
	@echo 'make bench      speed; make golden: rewrite the golden playthroughs'
	@echo 'make docs       rewrite the generated documents and check all of them'
	@echo 'make amalgam    the engine as one .c and one .h in $(B)/amalgam'
	@echo 'make install    PREFIX=$(PREFIX) DESTDIR=; make uninstall'
	@echo 'make deps       what is missing on this machine; make dist, make format, make clean'
