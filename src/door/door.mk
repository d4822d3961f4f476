# door.mk - the engine for the browser, if clang can build for wasm32.
#
# `make engine-wasm` makes $(S)/web/engine.GAME.wasm, one for each game: the page
# fetches that of the game it shows, so that another game costs it nothing; and
# engine.wasm with all of them, for the tests. They import nothing: no file, no
# clock, no generator of the system. $(B)/door-native is the same code for this
# machine: one call per line in, one answer per line out, for the tests.

WASM_CC  ?= clang
WASM     := $(S)/web/engine.wasm
WASM_GAMES := $(GAMES:%=$(S)/web/engine.%.wasm)
WASM_OBJ := $(S)/wasm/obj
WASM_GEN := $(S)/wasm/gen

WASM_ENGINE := $(PURE_SRC) src/registry.c src/pack/builtin.c $(wildcard src/text/*.c src/tell/*.c src/bots/*.c) \
	$(filter-out src/match/file.c src/match/store.c src/match/campaign_file.c,$(wildcard src/match/*.c))
DOOR_SRC    := $(filter-out src/door/nofiles.c src/door/memory.c,$(wildcard src/door/*.c))
WASM_SRC    := $(WASM_ENGINE) $(DOOR_SRC) src/door/nofiles.c src/door/memory.c

rule_prefix = $(shell sed -n 's/^- \*\*\([A-Z]*\)-.*/\1./p' rules/$(1).md | head -n 1 | tr A-Z a-z)
PREFIXES   := $(foreach g,$(GAMES),$(call rule_prefix,$(g)))

# What the terminal, the server and the lab say is left out (of a game, the words that are
# typed and its tallies), and the words of rules that refuse nothing, or whose refusal the
# catalogue words: the page has the rules apart, and finds them by the ids that it is told.
WASM_LEAVE := $(foreach w,say tally stage phase frame pool in laid,$(PREFIXES:%=%$(w).)) bench. cli. engine. flavour. home. http. join. limit. phrase. proto. remark. serve. sim. store. table. tut.
WASM_TELLS := $(filter-out %_rules.c %_combat.c %_verbs.c %_ability.c %_count.c %_eval.c %_view.c %_pack.c \
	%_turn.c %_trial.c %_team.c %_road.c %_ask.c %_asks.c %_effect.c %_aid.c %_odds.c,$(PURE_SRC))
WASM_WORDS := $(WASM_GEN)/catalogue.c $(WASM_GEN)/rule_texts.c
WASM_REST  := $(filter-out %/catalogue.c %/rule_texts.c,$(GEN_C))

# What a game is played with may take a little more room: it is half the speed of bots and of random games.
WASM_HOT := $(filter-out src/games/reflets/%,$(filter %_legal.c %_rules.c %_chance.c %_ability.c %_count.c %_eval.c src/core/machine.c,$(PURE_SRC))) \
	src/base/hash.c src/core/engine.c src/bots/greedy.c src/door/op_digest.c

# Small first: the page waits for it. Inlining is held down for the same reason.
WASM_FLAGS := --target=wasm32-wasi $(CSTD) $(WARN) -Werror -Oz -flto -DNDEBUG -DVL_LEAN -mbulk-memory -msign-ext \
	-ffunction-sections -fdata-sections -fvisibility=hidden -Isrc -I$(GEN)
# No -O here: at one, clang runs any wasm-opt it finds, and an old one (Debian: binaryen 108) refuses what it is given.
WASM_LINK  := --target=wasm32-wasi -flto -nostartfiles -Wl,--no-entry -Wl,--strip-all -Wl,--gc-sections -Wl,-O2 \
	-Wl,--lto-O2 -Wl,--compress-relocations -Wl,-mllvm,-inline-threshold=-100 -Wl,-mllvm,-disable-lsr -Wl,-z,stack-size=262144 -Wl,--stack-first \
	-Wl,--max-memory=268435456 -Wl,--export=vl_in -Wl,--export=vl_call -Wl,--export=vl_out

HAVE_WASM := $(shell echo 'int main(void) { return 0; }' | $(WASM_CC) --target=wasm32-wasi -x c - -o /dev/null >/dev/null 2>&1 && echo yes)

WASM_O := $(WASM_SRC:%.c=$(WASM_OBJ)/%.o) $(WASM_WORDS:$(WASM_GEN)/%.c=$(WASM_OBJ)/words/%.o) $(WASM_REST:$(GEN)/%.c=$(WASM_OBJ)/gen/%.o)

.PHONY: engine-wasm door-native
ifeq ($(HAVE_WASM),yes)
engine-wasm: $(WASM) $(WASM_GAMES)
else
engine-wasm:
	@echo 'built without the engine of the page: clang, lld or wasi-libc is missing (make deps)'
endif

$(WASM_GEN)/catalogue.c: $(TOOL)/mkcatalogue $(CATALOGUE) src/door/door.mk
	@mkdir -p $(@D)
	@$(TOOL)/mkcatalogue $(addprefix -x ,$(WASM_LEAVE)) $(WASM_GEN) $(CATALOGUE)
$(WASM_GEN)/rule_texts.c: $(TOOL)/mkrules $(RULES) $(WASM_TELLS) $(CATALOGUE) src/door/door.mk
	@mkdir -p $(@D)
	@$(TOOL)/mkrules $(WASM_GEN) $(RULES) $(WASM_TELLS) $(CATALOGUE)

WASM_MEMORY := -fno-builtin-malloc -fno-builtin-calloc -fno-builtin-realloc -fno-builtin-free
WASM_STAMP := $(S)/wasm/flags
WASM_WITH  := $(strip $(WASM_CC) $(call version_of,$(WASM_CC)) $(WASM_FLAGS) $(WASM_LINK) $(WASM_MEMORY) $(WASM_HOT))
$(eval $(call flags,$(WASM_STAMP),WASM_WITH))
$(WASM_O) $(WASM): $(WASM_STAMP)
$(WASM_HOT:%.c=$(WASM_OBJ)/%.o): WASM_FLAGS += -Os
# Or else the compiler may take what stands in calloc() for a call of calloc().
$(WASM_OBJ)/src/door/memory.o: WASM_FLAGS += $(WASM_MEMORY)

$(WASM_OBJ)/src/%.o: src/%.c | $(GEN_H)
	@mkdir -p $(@D)
	@$(WASM_CC) $(WASM_FLAGS) -MMD -MP -c $< -o $@
$(WASM_OBJ)/words/%.o: $(WASM_GEN)/%.c | $(GEN_H)
	@mkdir -p $(@D)
	@$(WASM_CC) $(WASM_FLAGS) -MMD -MP -c $< -o $@
$(WASM_OBJ)/gen/%.o: $(GEN)/%.c | $(GEN_H)
	@mkdir -p $(@D)
	@$(WASM_CC) $(WASM_FLAGS) -MMD -MP -c $< -o $@
$(WASM): $(WASM_O)
	@mkdir -p $(@D)
	@$(WASM_CC) $(WASM_LINK) -o $@ $(WASM_O)
	@echo "$@: $$(wc -c <$@) bytes, $$(gzip -9c $@ | wc -c) gzipped"

# ---- of one game alone: its own code (the linker leaves the rest), cards and words ----

# What is said of other games, and, where there are no hexes, of where a hex lies.
of_others = $(foreach g,$(filter-out $(1),$(GAMES)),$(call rule_prefix,$(g)) game.$(g).) \
	$(if $(shell grep -l VL_MAP_HEX src/games/$(1)/*.c),,cell.)
game_tells = $(filter src/base/% src/core/% src/games/$(1)/%,$(WASM_TELLS))

define ENGINE_OF
$(WASM_GEN)/$(1)/words: $(TOOL)/mkcatalogue $(TOOL)/mkrules $(TOOL)/mkcontent $(CATALOGUE) $(RULES) $(CONTENT) $(PURE_SRC) src/door/door.mk
	@mkdir -p $$(@D)
	@$(TOOL)/mkcatalogue $(addprefix -x ,$(WASM_LEAVE) $(call of_others,$(1))) $$(@D) $(CATALOGUE)
	@$(TOOL)/mkrules $$(@D) $(RULES) $(call game_tells,$(1)) $(CATALOGUE)
	@$(TOOL)/mkcontent $$(@D) $(filter-out %.schema.json,$(filter content/$(1)% content/released/$(1)%,$(CONTENT)))
	@touch $$@
$(WASM_OBJ)/$(1)/%.o: $(WASM_GEN)/$(1)/words src/registry.c $(WASM_STAMP) | $(GEN_H)
	@mkdir -p $$(@D)
	@$(WASM_CC) $(WASM_FLAGS) -MMD -MP -DVL_ONLY=$(1) -c $$(if $$(filter registry,$$*),src/registry.c,$(WASM_GEN)/$(1)/$$*.c) -o $$@
$(S)/web/engine.$(1).wasm: $(foreach o,registry catalogue rule_texts content_list content_$(1),$(WASM_OBJ)/$(1)/$(o).o) $(WASM_SHARED)
	@mkdir -p $$(@D)
	@$(WASM_CC) $(WASM_LINK) -o $$@ $$^
	@echo "$$@: $$$$(wc -c <$$@) bytes, $$$$(gzip -9c $$@ | wc -c) gzipped"
endef
WASM_SHARED := $(filter-out %/src/registry.o,$(WASM_SRC:%.c=$(WASM_OBJ)/%.o))
$(foreach g,$(GAMES),$(eval $(call ENGINE_OF,$(g))))

# ---- the same for this machine ----

DOOR_OBJ := $(DOOR_SRC:%.c=$(OBJ)/%.o) $(OBJ)/tests/web/wasm/door_main.o $(WASM_WORDS:$(WASM_GEN)/%.c=$(OBJ)/words/%.o)

$(OBJ)/words/%.o: $(WASM_GEN)/%.c $(FLAGS) | $(GEN_H)
	@mkdir -p $(@D)
	@$(CC) $(ALLFLAGS) $(EDGE) -c $< -o $@
door-native: $(B)/door-native
$(B)/door-native: $(DOOR_OBJ) $(B)/libveillee.a
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $(DOOR_OBJ) $(B)/libveillee.a
$(B)/door-walk: $(DOOR_OBJ) $(WALK_OBJ) $(B)/libveillee.a
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $(DOOR_OBJ) $(WALK_OBJ) $(B)/libveillee.a
