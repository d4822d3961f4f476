# The simulation of the whole server (docs/measuring-server.md): include after the rules for objects.
#   $(B)/sim         worlds, from their seeds
#   $(B)/sim-idle    the same, where a table is let go although a change of it is on its way
#                    to the disk: a use after free through the list of idle tables
#   $(B)/sim-log     the same, where nobody hears that the store's log grows: it is never
#                    folded back
# Linked without libuv: a function that the server uses and loop.c has not is missed here.
# Both faults were in the server once; tests/server/test_sim.py shows that they are found.

comma    := ,
SIM_SRC  := $(wildcard tests/server/sim/*.c) tests/server/hands_view.c tests/games/hands.c tests/games/walk.c
SIM_OBJ  := $(SIM_SRC:%.c=$(OBJ)/%.o)
SIM_WRAP := $(addprefix -Wl$(comma)--wrap=,clock_gettime time randombytes_buf posix_fallocate fsync rename unlink \
	socket setsockopt bind listen accept recv shutdown)
SIM_LINK  = $(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(SIM_WRAP) -ljansson $(filter-out -luv,$(LDLIBS))
SIM_IDLE := $(OBJ)/tests/server/sim/idle/rooms

$(SIM_OBJ): EDGE += -D_GNU_SOURCE
$(B)/sim: $(SIM_OBJ) $(SERVER_OBJ) $(B)/libveillee.a
	$(SIM_LINK)
$(B)/sim-log: SIM_WRAP += -Wl$(comma)--wrap=sqlite3_wal_hook
$(B)/sim-log: $(SIM_OBJ) $(SERVER_OBJ) $(B)/libveillee.a
	$(SIM_LINK)
$(B)/sim-idle: $(SIM_OBJ) $(filter-out %/rooms/rooms.o,$(SERVER_OBJ)) $(SIM_IDLE).o $(B)/libveillee.a
	$(SIM_LINK)
# What keeps a table in memory, without what is on its way to the disk.
$(SIM_IDLE).c: src/server/rooms/rooms.c
	@mkdir -p $(@D)
	@sed 's/ || room->pending//' $< >$@
	@! cmp -s $< $@
$(SIM_IDLE).o: $(SIM_IDLE).c $(GEN_H) $(FLAGS)
	@$(CC) $(ALLFLAGS) $(EDGE) -c $< -o $@
