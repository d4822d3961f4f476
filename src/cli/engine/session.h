/* session.h - one session of the engine protocol: what its commands share.
 *
 * answer.c writes lines and reads words, about.c has the commands that tell of the
 * position at hand and change nothing, engine.c all others and their table.
 */
#ifndef VL_CLI_ENGINE_SESSION_H
#define VL_CLI_ENGINE_SESSION_H

#include "cli/engine/engine.h"
#include "text/view.h"

struct session;

/* A command: its word, how its arguments are written ("" if it takes none) and
 * whether it is obeyed at once; the others wait until a thinking bot has answered. */
struct command {
    const char *word, *args;
    void (*run)(struct session *s, const char *args);
    bool while_thinking;
};

struct session {
    const struct engine_setup *setup;
    FILE *out;
    pthread_mutex_t lock; /* of out: the thinking thread writes too */
    int lang;
    struct vl_rules next;  /* options for the next game, not prepared */
    struct vl_rules rules; /* of the game at hand, prepared */
    struct vl_state *state, *scratch;
    struct vl_bot_spec bot;
    const struct command *now; /* being obeyed */
    struct vl_rng dice, wits;  /* chance; the bots, so that asking them changes no dice */
    bool events;               /* events are told */
    bool hosting;
    unsigned guests; /* hosting: seats played from outside, bit by seat */
    bool quit;
    struct engine_think think;
    struct vl_json_node *nodes;
    char *line, *json;
};

enum { ENGINE_JSON_MAX = VL_VIEW_BYTES };

enum { ENGINE_NO_SEAT = -100 };

/* ---- answers ---- */

void engine_line(struct session *s, const char *text);
void engine_ok(struct session *s);
/* Who decides now. */
void engine_actor(struct session *s);
void engine_json(struct session *s, const char *word, const struct vl_json *w);
void engine_error(struct session *s, int status, vl_rule rule, const char *where, const char *text);
/* A fault understood elsewhere. */
void engine_fail_with(struct session *s, const struct vl_error *err);
/* A fault of the session: a catalogue text, {arg} is what was typed and {usage}
 * how the command is written. */
void engine_fail(struct session *s, int status, const char *where, const char *id, const char *arg);
/* The arguments do not make this command: false. */
bool engine_fail_form(struct session *s);
void engine_fail_memory(struct session *s);
/* A refusal, worded as a player reads it. */
void engine_fail_move(struct session *s, struct vl_move m, const struct vl_error *err);

/* ---- words of a line ---- */

bool engine_next_word(const char **p, char out[ENGINE_WORD_MAX]);
bool engine_next_number(const char **p, uint64_t *out);
/* Nothing else stands there; else it is answered, and false. */
bool engine_at_end(struct session *s, const char *args);
int engine_next_seat(struct session *s, const char **p);
int engine_only_seat(struct session *s, const char *args, int other);
void engine_format(const struct session *s, struct vl_move m, char *out, size_t cap);

/* ---- commands that change nothing ---- */

void engine_do_show(struct session *s, const char *args);
void engine_do_view(struct session *s, const char *args);
void engine_do_hash(struct session *s, const char *args);
void engine_do_observe(struct session *s, const char *args);
void engine_do_mask(struct session *s, const char *args);
void engine_do_traits(struct session *s, const char *args);
void engine_do_result(struct session *s, const char *args);
void engine_do_moves(struct session *s, const char *args);

#endif
