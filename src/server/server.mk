# server.mk - the server and its tests, if its libraries are on this machine.
#
# Include it after the Makefile's variables and before its rules. Without the
# libraries the program is built all the same: `veillee serve` then says so.

.DEFAULT_GOAL := all

SERVER_HEADERS := uv.h wslay/wslay.h sqlite3.h sodium.h
# wslay comes without a .pc file on Debian.
SERVER_LIBS := $(shell pkg-config --libs libuv sqlite3 libsodium 2>/dev/null || echo -luv -lsqlite3 -lsodium) -lwslay
HAVE_SERVER := $(call has,$(SERVER_HEADERS),$(SERVER_LIBS))

# The network layer alone: sockets, HTTP, WebSocket. It knows no game and no store.
NET_SRC := $(wildcard src/server/net/*.c)
SERVER_SRC := $(wildcard src/server/*.c src/server/*/*.c)
NET_OBJ    := $(NET_SRC:%.c=$(OBJ)/%.o) $(OBJ)/gen/static_files.o
SERVER_OBJ := $(SERVER_SRC:%.c=$(OBJ)/%.o) $(OBJ)/gen/static_files.o
# Catalogue ids stand there too.
CATCHECK_SRC := $(SERVER_SRC) src/server/net/limits.h src/server/rooms/proto.h

ifeq ($(HAVE_SERVER),yes)
PROG_SRC += $(SERVER_SRC)
PROG_OBJ += $(SERVER_OBJ)
EDGE     += -DVL_HAVE_SERVER=1
LDLIBS   += $(SERVER_LIBS)
else
endif

# ---- the page, embedded ----

# web/web.mk makes it. Where it cannot be made, the small one of src/server/page.
$(TOOL)/mkstatic: tools/mkstatic.c src/base/hash.c $(BASE_H) $(HOST_FLAGS)
	@mkdir -p $(@D)
	@$(HOSTCC) $(HOSTFLAGS) $(filter %.c,$^) -o $@
$(GEN)/static_files.c: $(TOOL)/mkstatic $(wildcard src/server/page/*) $(if $(NO_PAGE),$(wildcard web/dist/version.json),web/dist/version.json)
	@mkdir -p $(GEN)
	@$(TOOL)/mkstatic $@.new $$(if [ -e web/dist/version.json ]; then echo web/dist; else echo src/server/page; fi)
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# ---- tests of the network layer ----

NET_TEST_OBJ := $(patsubst %.c,$(OBJ)/%.o,tests/unit/test_main.c tests/server/test_http.c \
	tests/server/test_ws.c tests/server/test_ws_vectors.c tests/server/test_net_parts.c tests/server/echo.c)
NET_TESTERS  := $(B)/net-tests $(B)/net-echo $(B)/net-bench

.PHONY: net-testers
net-testers: $(if $(HAVE_SERVER),$(NET_TESTERS))
# The unit tests in C; a server that echoes, for tests/server/test_net.py; its load client.
$(B)/net-tests: $(NET_TEST_OBJ) $(NET_OBJ) $(B)/libveillee.a
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
$(B)/net-echo: $(OBJ)/tests/server/echo_main.o $(OBJ)/tests/server/echo.o $(NET_OBJ) $(B)/libveillee.a
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
$(B)/net-bench: $(OBJ)/tests/server/net_bench.o
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
