# The load and fault client (docs/measuring-server.md): include after server.mk's
# variables and after the rules for objects.
#   $(B)/loadclient      commands on its input, thousands of connections
#   $(B)/faultio.so      a disk that fails on demand, preloaded
#   $(B)/hands-server    the server with the test game of hidden hands
#   $(B)/hidden          pairs of worlds that a seat cannot tell apart

LOAD_SRC   := $(addprefix tests/server/,loadclient.c client.c fleet.c wire.c samples.c secrets.c \
	attack_net.c attack_mutate.c attack_seats.c)
LOAD_OBJ   := $(LOAD_SRC:%.c=$(OBJ)/%.o)
HANDS_OBJ  := $(patsubst %.c,$(OBJ)/%.o,tests/server/hands_server.c tests/server/hands_view.c tests/games/hands.c)
ROOMS_OBJ  := $(patsubst %.c,$(OBJ)/%.o,$(wildcard src/server/rooms/*.c src/server/store/store*.c) \
	$(addprefix src/server/net/,limits.c log.c metrics.c))
HIDDEN_OBJ := $(patsubst %.c,$(OBJ)/%.o,tests/server/hidden.c tests/server/hidden_seam.c tests/server/wire.c \
	tests/server/hands_view.c tests/games/hands.c)
LOADERS    := $(B)/loadclient $(B)/faultio.so $(B)/hands-server $(B)/hidden

.PHONY: loaders
loaders: $(if $(HAVE_SERVER),$(LOADERS))

$(LOAD_OBJ): EDGE += -D_GNU_SOURCE
$(B)/loadclient: $(LOAD_OBJ)
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $^ -luv -lwslay $(LDLIBS)
$(B)/faultio.so: tests/server/faultio.c $(FLAGS)
	@mkdir -p $(@D)
	$(CC) $(CSTD) $(WARN) -O2 -shared -fPIC -o $@ $<
$(B)/hands-server: $(HANDS_OBJ) $(SERVER_OBJ) $(B)/libveillee.a
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
$(B)/hidden: $(HIDDEN_OBJ) $(ROOMS_OBJ) $(B)/libveillee.a
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
