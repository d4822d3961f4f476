# The tests of the store (docs/store.md): include after the rules for objects.
#   $(B)/store-tests          quick, some seconds
#   $(B)/store-tests --full   every cut point of 1000 events, a bit of every byte

STORE_SRC      := $(wildcard src/server/store/*.c)
STORE_TEST_SRC := tests/server/test_store.c tests/server/test_store_damage.c tests/server/test_store_power.c \
	tests/server/test_store_full.c 	tests/server/test_writer.c tests/server/faultvfs.c tests/server/store_table.c tests/unit/test_main.c
STORE_OBJ      := $(STORE_SRC:%.c=$(OBJ)/%.o) $(STORE_TEST_SRC:%.c=$(OBJ)/%.o)
STORE_LIBS     := -lsqlite3 -luv

$(B)/store-tests: $(STORE_OBJ) $(B)/libveillee.a
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $(STORE_OBJ) $(B)/libveillee.a $(STORE_LIBS) $(LDLIBS)
