# The fuzzers (docs/measuring.md): include after the rules for objects.
#   make fuzzers B=build/asan CC=clang CFLAGS="-fsanitize=fuzzer-no-link,address,undefined"
# Those of the server's parsers are left out where its libraries are missing.

FUZZERS := $(filter-out $(if $(HAVE_SERVER),,%_http %_ws %_proto),$(patsubst tests/fuzz/%.c,$(B)/%,$(wildcard tests/fuzz/fuzz_*.c)))

.PHONY: fuzzers
fuzzers: $(FUZZERS)
$(FUZZERS): $(B)/%: $(OBJ)/tests/fuzz/%.o $(PROG_OBJ) $(DOOR_SRC:%.c=$(OBJ)/%.o) $(B)/libveillee.a
	$(CC) $(OPT) $(CFLAGS) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(LDLIBS)
