# web.mk - the page, if Node can build it and clang the engine in it.
#
# `make page` makes web/dist, which the program embeds (src/server/server.mk). It
# is the same whatever $(B) is. `make NO_PAGE=1` leaves it as it stands: the
# program then embeds the last one, or the small page of src/server/page.

PAGE_OUT := web/dist/version.json
PAGE_SRC := web/index.html web/vite.config.ts web/tsconfig.json web/package.json web/package-lock.json \
	$(shell find web/src web/build web/public -type f -not -path 'web/src/gen/*' 2>/dev/null) \
	$(WASM) $(WASM_GAMES) $(GEN)/tables.ts $(RULES) $(CATALOGUE) $(CONTENT) $(LESSONS)

HAVE_NODE := $(shell node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 && echo yes)
PAGE_LACKS := $(if $(HAVE_NODE),,node 18 and npm) $(if $(HAVE_WASM),,clang with lld and wasi-libc)


page: $(if $(NO_PAGE),,$(PAGE_OUT))
page-sizes: page
	@node web/build/sizes.mjs

ifeq ($(NO_PAGE),)
ifeq ($(strip $(PAGE_LACKS)),)
$(PAGE_OUT): $(PAGE_SRC)
	@sh web/build/page.sh $(WASM) $(WASM_GAMES) $(GEN)/tables.ts
else
.PHONY: $(PAGE_OUT)
$(PAGE_OUT):
	@echo 'built without the page: missing here: $(strip $(PAGE_LACKS)) (make deps)'
endif
endif
