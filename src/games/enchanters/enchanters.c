/* enchanters.c - what the options of Enchanters mean, and what a viewer cannot know. */
#include "games/enchanters/enchanters.h"

/* ---- what options mean ---- */

/* EN-ERR-03 names the kingdom. */
static int refuse_twice(const struct vl_rules *r, int kingdom, struct vl_error *err)
{
    const char *word = vl_string(en_content(r), en_content(r)->kingdoms[kingdom].key);

    vl_refuse_option(err, "kingdoms", EN_ERR_03, "a kingdom stands twice");
    vl_error_given(err, word, strlen(word));
    return VL_REFUSED;
}

/* EN-SET-05, EN-SET-06: the kingdoms of mode `list`: all different, as many as are needed. */
static int prepare_list(const struct vl_rules *r, struct en_derived *d, struct vl_error *err)
{
    const int32_t *chosen = &r->option[EN_OPT_KINGDOMS];
    int n = 0;

    for (int i = 0; i < EN_IN_PLAY_MAX; i++) {
        if (chosen[i] == VL_UNSET)
            continue;
        if (chosen[i] >= en_content(r)->kingdoms_len)
            return vl_refuse_option(err, "kingdoms", EN_ERR_02, "no such kingdom");
        for (int k = 0; k < n; k++)
            if (d->kingdoms[k] == chosen[i])
                return refuse_twice(r, chosen[i], err);
        d->kingdoms[n++] = vl_u8(chosen[i]);
    }
    if (n == d->kingdoms_len)
        return VL_OK;
    vl_refuse_option(err, "kingdoms", EN_ERR_04, "the wrong number of kingdoms");
    vl_error_range(err, d->kingdoms_len, n); /* as many are needed, as many are named */
    return VL_REFUSED;
}

static bool lists_kingdoms(const struct vl_rules *r)
{
    for (int i = 0; i < EN_IN_PLAY_MAX; i++)
        if (r->option[EN_OPT_KINGDOMS + i] != VL_UNSET)
            return true;
    return false;
}

int en_prepare(struct vl_rules *r, struct vl_error *err)
{
    struct en_derived *d = (struct en_derived *)(void *)r->derived.bytes;
    int village = r->option[EN_OPT_VILLAGE], first = r->option[EN_OPT_FIRST];

    memset(d, 0, sizeof *d);
    d->seats = vl_u8(r->option[EN_OPT_PLAYERS]);
    d->mode = vl_u8(r->option[EN_OPT_MODE]);
    d->quick = vl_u8(r->option[EN_OPT_QUICK]);
    d->super_quick = vl_u8(r->option[EN_OPT_SUPER_QUICK]);
    d->deep = vl_u8(r->option[EN_OPT_DEEP]);
    d->kingdoms_len = vl_u8(d->seats == 2 ? EN_IN_PLAY_MAX : d->seats);
    if (d->mode == EN_MODE_LIST) {
        int st = prepare_list(r, d, err);
        if (st != VL_OK)
            return st;
    }
    if (d->mode == EN_MODE_FIRST_GAME) /* EN-SET-22: those of the preset */
        memcpy(d->kingdoms, en_content(r)->first_game, sizeof d->kingdoms);
    if (village != VL_UNSET && village >= en_content(r)->villages_len)
        return vl_refuse_option(err, "village", EN_ERR_05, "no such village");
    d->village = vl_option_byte(village);
    if (first != VL_UNSET && first >= d->seats) {
        vl_refuse_option(err, "first_player", EN_ERR_06, "no such seat");
        vl_error_range(err, 0, d->seats - 1);
        return VL_REFUSED;
    }
    d->first = vl_option_byte(first);
    if (d->quick && d->super_quick) /* EN-VAR-05: one or the other */
        return vl_refuse_option(err, "variant_super_quick", EN_ERR_07,
                                "not together with variant_quick");
    if (d->mode != EN_MODE_LIST && lists_kingdoms(r))
        return vl_refuse_option(err, "kingdoms", EN_ERR_36, "only with kingdom_mode=list");
    return VL_OK;
}

/* EN-INFO-01: the deck has no order, so nobody knows more than anybody else; a
 * known order, which only a position can give, is not for anybody's eyes. */
void en_hide(const struct vl_rules *r, struct vl_state *state, vl_actor viewer)
{
    struct en_state *s = (struct en_state *)state;

    (void)viewer;
    for (int i = 0; i < s->known_len; i++) {
        vl_set_put(s->unseen, s->known[i]);
        s->left[en_content(r)->cards[s->known[i]].kind]++;
    }
    memset(s->known, 0, sizeof s->known);
    s->known_len = 0;
}

/* For the simulator: the design and the kingdom of a card. */
int en_group(const struct vl_rules *r, int family, int index, int to)
{
    const struct en_content *c = en_content(r);

    if (family != EN_FAM_CARD || index >= c->cards_len)
        return -1;
    int design = c->cards[index].design, kingdom = c->designs[design].kingdom;
    if (to == EN_FAM_DESIGN)
        return design;
    return to == EN_FAM_KINGDOM && kingdom < c->kingdoms_len ? kingdom : -1;
}
