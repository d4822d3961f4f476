/* ra_position.c - loaded positions of Reflets d'Acide: what follows from what was given is filled
 * in. What cannot be is in ra_sound.c. */
#include "games/reflets/reflets.h"

/* ---- completion ---- */

/* Unless the position says where it lies. */
static void lay(struct ra_state *s, int card, int place)
{
    if (card < RA_DECKED && s->in[card] == RA_IN_UNSEEN)
        s->in[card] = vl_u8(place);
}

static void lay_hazard(struct ra_state *s, int card, int how)
{
    if (card >= RA_ZONE0 && card < RA_TREASURE0 && s->laid[card - RA_ZONE0] == RA_LAID_UNSEEN)
        s->laid[card - RA_ZONE0] = vl_u8(how);
}

/* Cards that are named where they lie. */
static void complete_places(struct ra_state *s, const struct vl_given *given)
{
    for (int i = 0; i < s->n; i++)
        lay(s, s->team[i], RA_IN_TEAM);
    for (int i = 0; i < RA_PLACES; i++)
        lay(s, s->vteam[i], RA_IN_VTEAM);
    for (int deck = 0; deck < 4; deck++)
        for (int i = 0; i < s->known_len[deck]; i++)
            lay(s, ra_known(s, deck)[i], RA_IN_KNOWN);
    for (int i = 0; i < s->play_len; i++)
        lay(s, s->play[i], RA_IN_PLAY);
    for (int i = 0; i < RA_ITEMS; i++)
        if (s->holder[i] != VL_NONE)
            lay(s, RA_ITEM0 + i, RA_IN_HELD);
    for (int i = 0; i < RA_SPACES; i++) {
        if (s->up[i] != VL_NONE && !vl_given(given, "stacks"))
            s->stack[i] = 0;
        lay_hazard(s, s->up[i], RA_LAID_UP);
        lay_hazard(s, s->top[i], RA_LAID_KNOWN);
    }
    for (int i = 0; i < RA_SLOTS; i++)
        lay_hazard(s, s->rooms[i].card, s->rooms[i].up ? RA_LAID_UP : RA_LAID_KNOWN);
}

static int unseen_in(const struct ra_state *s, int from, int to)
{
    int n = 0;

    for (int card = from; card < to; card++)
        n += s->in[card] == RA_IN_UNSEEN;
    return n;
}

/* What follows from the rest: cards in decks, tokens of the Vils, gems of the bank (RA-GEM-02). */
static void complete_counts(struct ra_state *s)
{
    int hidden = 0, taken[RA_HUES] = { 0 };

    for (int i = 0; i < RA_PLACES; i++)
        hidden += s->vteam[i] == VL_NONE;
    s->deck_len[0] = (uint8_t)(unseen_in(s, 0, RA_ITEM0) - hidden - s->vdown[0]);
    s->deck_len[1] = (uint8_t)(unseen_in(s, RA_ITEM0, RA_RELIC0) - s->vdown[1]);
    s->deck_len[2] = (uint8_t)(unseen_in(s, RA_IMP0, RA_DECKED) - s->vdown[2]);
    s->deck_len[3] = (uint8_t)unseen_in(s, RA_RELIC0, RA_IMP0);
    for (int i = 0; i < RA_TOKENS; i++)
        taken[i / RA_KINDS] += s->tokens[i].lies == RA_LIES_VILS;
    for (int k = 1; k < RA_HUES; k++)
        s->taken[k - 1] = vl_u8(taken[k]);
    for (int colour = 0; colour < RA_CHARS; colour++) {
        int sum = 0;
        for (int holder = 0; holder < RA_BANK; holder++)
            sum += s->gems[holder][colour];
        s->gems[RA_BANK][colour] = (uint8_t)(RA_GEMS_EACH - sum);
    }
}

/* What asks in a phase, if nothing else is said: the list, which of its steps, the list below it,
 * and the stage that comes after it. */
static const struct asks {
    uint8_t phase, list, at, below, stage;
} ra_asks[] = {
    { RA_PH_SETUP_HEROES, RA_LIST_TEAM, 1, RA_LISTS, RA_ST_AISE },
    { RA_PH_SETUP_TEAM, RA_LIST_TEAM, 2, RA_LISTS, RA_ST_AISE },
    { RA_PH_SETUP_QUEST, RA_LIST_QUEST, 0, RA_LISTS, RA_ST_CHALLENGE },
    { RA_PH_SETUP_CHALLENGE, RA_LIST_CHALLENGE, 0, RA_LISTS, RA_ST_GREEN },
    { RA_PH_SETUP_TOKENS, RA_LIST_GREEN, 0, RA_LISTS, RA_ST_TURN },
    { RA_PH_BLESS, RA_LIST_BLESS, 0, RA_LISTS, RA_ST_GOLDEN },
    { RA_PH_GOLD, RA_LIST_W_GOLD, 0, RA_LIST_GOLDEN, RA_ST_BRAKING },
    { RA_PH_BRAKE, RA_LIST_BRAKE, 0, RA_LISTS, RA_ST_GAIT },
    { RA_PH_GAIT, RA_LIST_GAIT, 0, RA_LISTS, RA_ST_MOVE },
    { RA_PH_MOVE, RA_LIST_MOVE, 0, RA_LISTS, RA_ST_ARRIVE },
    { RA_PH_TOKEN, RA_LIST_TOKEN, 1, RA_LISTS, RA_ST_END },
    { RA_PH_LUCK, RA_LIST_SQUARE, 0, RA_LISTS, RA_ST_END },
    { RA_PH_OPTIONS, RA_LIST_OPTIONS, 0, RA_LISTS, RA_ST_END },
    { RA_PH_DOOR, RA_LIST_DOOR, 0, RA_LISTS, RA_ST_TRIAL },
    { RA_PH_ROOM, RA_LIST_ROOM, 0, RA_LISTS, RA_ST_END },
    { RA_PH_OBJ_BEFORE, RA_LIST_BEFORE, 0, RA_LISTS, RA_ST_ROLL },
    { RA_PH_OBJ_ASSIGN, RA_LIST_ROLL, 1, RA_LISTS, RA_ST_AFTER },
    { RA_PH_OBJ_AFTER, RA_LIST_AFTER, 0, RA_LISTS, RA_ST_ACCEPT },
    { RA_PH_WON, RA_LIST_WON, 0, RA_LISTS, RA_ST_END },
    { RA_PH_OCTUPLE, RA_LIST_OCTUPLE, 0, RA_LISTS, RA_ST_END },
    { RA_PH_TURN_END, RA_LIST_END, 0, RA_LISTS, RA_ST_NEXT },
};

static struct vl_frame *lay_list(struct ra_state *s, int list)
{
    return vl_fx_push(&ra_machine, s->frames, &s->depth, RA_FROM_GAME, list, s->guide);
}

static void complete_stack(struct ra_state *s, const struct vl_given *given)
{
    for (int i = 0; i < VL_LEN(ra_asks); i++) {
        const struct asks *a = &ra_asks[i];
        if (a->phase != s->base.phase)
            continue;
        if (a->below < RA_LISTS)
            lay_list(s, a->below)->answer = VL_FX_CAME_BACK;
        lay_list(s, a->list)->at = a->at;
        if (!vl_given(given, "stage"))
            s->stage = a->stage;
    }
}

/* From the first turn on; and who is designated tests alone (RA-OBJ-04). */
static void complete_turn(const struct ra_content *c, struct ra_state *s,
                          const struct vl_given *given)
{
    const struct ra_trial *t = &s->trial;

    if (s->stage > RA_ST_TURN && s->turn == 0 && !vl_given(given, "turn"))
        s->turn = 1;
    if (s->stage > RA_ST_TURN && s->quest < RA_QUESTS && s->vquest == VL_NONE)
        s->vquest = c->quests[s->quest].opposed; /* RA-SET-13 */
    bool whole = s->stage > RA_ST_TURN && !vl_given(given, "tokens");
    for (int node = 0, token = 0; node < RA_NODES && whole; node++)
        if (c->nodes[node].setup == RA_MARK_FORK && token < RA_KINDS) { /* RA-SET-35 */
            if (s->tokens[token].lies == RA_LIES_UNPLACED && ra_token_at(s, node) < 0)
                ra_lay_token(&s->tokens[token], node);
            token++;
        }
    if (t->card < RA_CARDS && !vl_given(given, "tester") && s->gold >= 1 && s->gold <= s->n &&
        t->node < c->cards[t->card].trial_len &&
        c->cards[t->card].trial[t->node].kind == RA_INDIVIDUAL)
        s->trial.tester = s->team[s->gold - 1];
}

/* What lies elsewhere lies on no square, whatever the start position said. */
static void complete_tokens(struct ra_state *s)
{
    for (int i = 0; i < RA_TOKENS; i++)
        if (s->tokens[i].lies != RA_LIES_ROAD)
            s->tokens[i].at = VL_NONE;
}

/* A position that does not say how many cards the decks hold is part of one. */
int ra_loaded(const struct vl_rules *r, struct vl_state *state, const struct vl_given *given,
              struct vl_error *err)
{
    struct ra_state *s = (struct ra_state *)(void *)state;

    if (s->guide >= state->seats)
        return vl_error_set(err, VL_INVALID, "/guide", "no such seat");
    complete_tokens(s);
    if (!vl_given(given, "frames") && s->depth == 0)
        complete_stack(s, given);
    if (s->base.phase != RA_PH_AUTO && s->base.phase != RA_PH_OVER && s->depth == 0)
        return vl_error_set(err, VL_INVALID, "/phase", "nothing asks for this");
    if (!vl_given(given, "decks")) {
        complete_places(s, given);
        complete_counts(s);
        complete_turn(ra_content(r), s, given);
    }
    ra_resume(r, s);
    return VL_OK;
}
