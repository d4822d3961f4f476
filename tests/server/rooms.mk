# The tests of the rooms, without sockets and disk: include after the rules for objects.
#   $(B)/rooms-tests          quick, some seconds
#   $(B)/rooms-tests --full   the large counts of figures 17, 19 and 24

ROOMS_TEST_SRC := $(wildcard tests/server/test_rooms*.c) tests/server/rooms_seam.c tests/server/rooms_table.c \
	tests/server/hands_view.c tests/games/hands.c tests/games/walk.c \
	tests/unit/test_main.c
ROOMS_SRC      := $(wildcard src/server/rooms/*.c src/server/store/store*.c) $(addprefix src/server/net/,limits.c log.c metrics.c)
ROOMS_TEST_OBJ := $(ROOMS_TEST_SRC:%.c=$(OBJ)/%.o) $(ROOMS_SRC:%.c=$(OBJ)/%.o)

$(B)/rooms-tests: $(ROOMS_TEST_OBJ) $(B)/libveillee.a
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $(ROOMS_TEST_OBJ) $(B)/libveillee.a -luv -lsodium -ljansson $(LDLIBS)
