/* about.c - commands that tell of the position at hand: what is seen, what may be done. */
#define _POSIX_C_SOURCE 200809L
#include "cli/engine/session.h"

#include "text/rules.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void engine_do_show(struct session *s, const char *args)
{
    int seat = engine_only_seat(s, args, VL_ANYONE);
    struct vl_json w = vl_json_on(s->json, ENGINE_JSON_MAX);

    if (seat == ENGINE_NO_SEAT)
        return;
    vl_position_write(&s->rules, s->state, (vl_actor)seat, seat == VL_ANYONE, &w);
    engine_json(s, "position", &w);
    engine_ok(s);
}

void engine_do_view(struct session *s, const char *args)
{
    int seat = engine_only_seat(s, args, VL_ANYONE);
    struct vl_json w = vl_json_on(s->json, ENGINE_JSON_MAX);
    struct vl_view_ask ask = { .seat = (vl_actor)seat, .lang = (uint8_t)s->lang };

    if (seat == ENGINE_NO_SEAT)
        return;
    vl_view_json(&w, &s->rules, s->state, &ask);
    engine_json(s, "view", &w);
    engine_ok(s);
}

void engine_do_hash(struct session *s, const char *args)
{
    char line[32];

    (void)args;
    snprintf(line, sizeof line, "hash %016" PRIx64, vl_state_hash(&s->rules, s->state));
    engine_line(s, line);
    engine_ok(s);
}

void engine_do_observe(struct session *s, const char *args)
{
    int seat = engine_only_seat(s, args, s->state->actor >= 0 ? s->state->actor : 0);
    int len = vl_observe_len(s->rules.game);
    int16_t *values = seat == ENGINE_NO_SEAT ? NULL : malloc((size_t)len * sizeof *values + 1);

    if (values) {
        vl_observe(&s->rules, s->state, (vl_actor)seat, values);
        pthread_mutex_lock(&s->lock);
        fprintf(s->out, "observe %d", len);
        for (int i = 0; i < len; i++)
            fprintf(s->out, " %d", values[i]);
        fputc('\n', s->out);
        pthread_mutex_unlock(&s->lock);
        engine_ok(s);
    } else if (seat != ENGINE_NO_SEAT) {
        engine_fail_memory(s);
    }
    free(values);
}

/* Runs of digits would be long: the numbers of the legal actions instead. */
void engine_do_mask(struct session *s, const char *args)
{
    int16_t list[VL_MOVES_MAX];
    int len = vl_action_list(&s->rules, s->state, list);

    (void)args;
    pthread_mutex_lock(&s->lock);
    fprintf(s->out, "mask %d", vl_actions_max(s->rules.game));
    for (int i = 0; i < len; i++)
        fprintf(s->out, " %d", list[i]);
    fputc('\n', s->out);
    pthread_mutex_unlock(&s->lock);
    engine_ok(s);
}

/* Columns and rows of a family; memory for a row is `row`. */
static void put_traits(struct session *s, int family, int16_t *row)
{
    int columns = vl_traits_len(s->rules.game, family);
    int things = s->rules.game->families[family - VL_FAM_GAME].count;
    char name[2 * VL_TEXT_MAX];

    pthread_mutex_lock(&s->lock);
    fprintf(s->out, "traits %s %d %d\n", vl_family_name(&s->rules, family), things, columns);
    for (int i = 0; i < columns; i++) {
        struct vl_buf b = vl_buf_on(name, sizeof name);

        vl_traits_name(s->rules.game, family, i, &b);
        fprintf(s->out, "column %d %s\n", i, name);
    }
    for (int i = 0; i < things; i++) {
        const char *key = vl_key(&s->rules, family, i);

        if (key == NULL)
            continue;
        vl_traits(&s->rules, family, i, row);
        fprintf(s->out, "thing %d %s", i, key);
        for (int k = 0; k < columns; k++)
            fprintf(s->out, " %d", row[k]);
        fputc('\n', s->out);
    }
    pthread_mutex_unlock(&s->lock);
}

/* All families that have traits, or the one that is named. */
void engine_do_traits(struct session *s, const char *args)
{
    const struct vl_game *g = s->rules.game;
    char word[ENGINE_WORD_MAX] = "";
    bool any = false;

    if (*args && !engine_next_word(&args, word)) {
        engine_fail_form(s);
        return;
    }
    if (!engine_at_end(s, args))
        return;
    for (int f = VL_FAM_GAME; f < VL_FAM_GAME + g->families_len; f++) {
        int columns = vl_traits_len(g, f);
        bool asked = columns > 0 && (!word[0] || strcmp(word, vl_family_name(&s->rules, f)) == 0);
        int16_t *row = asked ? malloc((size_t)columns * sizeof *row) : NULL;

        if (asked && !row) {
            engine_fail_memory(s);
            return;
        }
        if (asked)
            put_traits(s, f, row);
        any = any || asked;
        free(row);
    }
    if (any || !word[0])
        engine_ok(s);
    else
        engine_fail(s, VL_UNKNOWN, s->now->word, TXT("engine.bad.traits"), word);
}

void engine_do_result(struct session *s, const char *args)
{
    const struct vl_game *g = s->rules.game;
    struct vl_result result;

    (void)args;
    vl_result(&s->rules, s->state, &result);
    pthread_mutex_lock(&s->lock);
    fprintf(s->out, "result %s",
            s->state->outcome < g->outcomes_len ? g->outcomes[s->state->outcome] : "other");
    if (result.over) {
        fprintf(s->out, " %s", vl_rule_texts[result.rule].id);
        for (int k = 0; k < s->state->seats; k++)
            fprintf(s->out, " %" PRId32 "/%d/%d", result.score[k], result.rank[k], result.won[k]);
    }
    fputc('\n', s->out);
    pthread_mutex_unlock(&s->lock);
    engine_ok(s);
}
void engine_do_moves(struct session *s, const char *args)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = s->state->actor == VL_OVER ? 0 : vl_legal(&s->rules, s->state, list);
    char text[128], line[192];

    (void)args;
    engine_actor(s);
    for (int i = 0; i < n; i++) {
        engine_format(s, list[i], text, sizeof text);
        if (s->state->actor == VL_CHANCE)
            snprintf(line, sizeof line, "outcome %" PRIu64 " %s",
                     vl_weight(&s->rules, s->state, list[i]), text);
        else
            snprintf(line, sizeof line, "move %d %s", vl_action_of(&s->rules, list[i]), text);
        engine_line(s, line);
    }
    engine_ok(s);
}
