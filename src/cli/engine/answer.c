/* answer.c - the lines of a session: what is answered, and the words of what is asked. */
#define _POSIX_C_SOURCE 200809L
#include "cli/engine/session.h"

#include "text/rules.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- answers ---- */

void engine_line(struct session *s, const char *text)
{
    pthread_mutex_lock(&s->lock);
    fputs(text, s->out);
    fputc('\n', s->out);
    pthread_mutex_unlock(&s->lock);
}

void engine_ok(struct session *s)
{
    engine_line(s, "ok");
}

void engine_json(struct session *s, const char *word, const struct vl_json *w)
{
    pthread_mutex_lock(&s->lock);
    fprintf(s->out, "%s %s\n", word, w->out.p);
    pthread_mutex_unlock(&s->lock);
}

void engine_error(struct session *s, int status, vl_rule rule, const char *where, const char *text)
{
    struct vl_json w = vl_json_on(s->json, ENGINE_JSON_MAX);

    vl_json_obj(&w);
    vl_json_kstr(&w, "status", vl_status_word(status));
    vl_rule_json(&w, rule);
    vl_json_kstr(&w, "where", where);
    vl_json_kstr(&w, "text", text);
    vl_json_end(&w);
    engine_json(s, "error", &w);
}

/* A fault understood elsewhere. */
void engine_fail_with(struct session *s, const struct vl_error *err)
{
    struct vl_json w = vl_json_on(s->json, ENGINE_JSON_MAX);

    vl_error_json(&w, &s->rules, err, s->lang);
    engine_json(s, "error", &w);
}

/* A fault of the session: a catalogue text, {arg} is what was typed and {usage}
 * how the command is written. */
void engine_fail(struct session *s, int status, const char *where, const char *id, const char *arg)
{
    const struct command *c = s->now;
    char usage[128], clean[ENGINE_WORD_MAX], words[VL_TEXT_MAX];
    struct vl_buf a = vl_buf_on(clean, sizeof clean), b = vl_buf_on(words, sizeof words);
    const char *pairs[] = { "arg", clean, "usage", usage, NULL };

    snprintf(usage, sizeof usage, "%s%s%s", c ? c->word : "", c && c->args[0] ? " " : "",
             c ? c->args : "");
    vl_text_clean(&a, arg, strlen(arg));
    vl_text_str(&b, s->lang, id, pairs);
    engine_error(s, status, 0, where, words);
}

/* The arguments do not make this command. */
bool engine_fail_form(struct session *s)
{
    engine_fail(s, VL_SYNTAX, s->now->word, TXT("engine.bad.form"), "");
    return false;
}

void engine_fail_memory(struct session *s)
{
    engine_fail(s, VL_MEMORY, s->now->word, TXT("engine.bad.memory"), "");
}

/* A refusal, worded as a player reads it. */
void engine_fail_move(struct session *s, struct vl_move m, const struct vl_error *err)
{
    char words[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(words, sizeof words);

    vl_text_refused(&b, s->lang, &s->rules, s->state, m, err);
    engine_error(s, VL_REFUSED, err->rule, err->where, words);
}

/* ---- words of a line ---- */

/* The next word of *p into out; false if there is none or it is too long. */
bool engine_next_word(const char **p, char out[ENGINE_WORD_MAX])
{
    *p += strspn(*p, " ");
    size_t len = strcspn(*p, " ");
    if (len == 0 || len >= ENGINE_WORD_MAX)
        return false;
    memcpy(out, *p, len);
    out[len] = '\0';
    *p += len;
    *p += strspn(*p, " ");
    return true;
}

bool engine_next_number(const char **p, uint64_t *out)
{
    char word[ENGINE_WORD_MAX];

    return engine_next_word(p, word) && vl_str_u64(word, strlen(word), out);
}

/* Nothing follows; false, and answered, if something does. */
bool engine_at_end(struct session *s, const char *args)
{
    char word[ENGINE_WORD_MAX];
    struct vl_buf b = vl_buf_on(word, sizeof word);

    if (!*args)
        return true;
    vl_put_n(&b, args, strcspn(args, " "));
    engine_fail(s, VL_SYNTAX, s->now->word, TXT("engine.bad.many"), word);
    return false;
}

/* The seat that is named next; ENGINE_NO_SEAT, and answered, if it is none. */
int engine_next_seat(struct session *s, const char **p)
{
    char word[ENGINE_WORD_MAX] = "";
    uint64_t n;

    if (!**p)
        engine_fail_form(s);
    else if (engine_next_word(p, word) && vl_str_u64(word, strlen(word), &n) && n < s->state->seats)
        return (int)n;
    else
        engine_fail(s, VL_RANGE, "seat", TXT("engine.bad.seat"), word[0] ? word : *p);
    return ENGINE_NO_SEAT;
}

/* The only argument, a seat; `other` if there is none; ENGINE_NO_SEAT as above. */
int engine_only_seat(struct session *s, const char *args, int other)
{
    int seat = *args ? engine_next_seat(s, &args) : other;

    return seat != ENGINE_NO_SEAT && engine_at_end(s, args) ? seat : ENGINE_NO_SEAT;
}

void engine_format(const struct session *s, struct vl_move m, char *out, size_t cap)
{
    struct vl_buf b = vl_buf_on(out, cap);

    vl_move_format(&s->rules, m, &b);
}

void engine_actor(struct session *s)
{
    char line[32];

    if (s->state->actor >= 0)
        snprintf(line, sizeof line, "actor %d", s->state->actor);
    else
        snprintf(line, sizeof line, "actor %s", s->state->actor == VL_CHANCE ? "chance" : "over");
    engine_line(s, line);
}
