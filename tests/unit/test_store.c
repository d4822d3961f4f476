/* The store: a game survives whatever happens to the process that plays it. */
#include "match/store.h"
#include "match_table.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

/* ---- a folder for one test ---- */

static void root_folder(char *out, size_t cap)
{
    const char *tmp = getenv("TMPDIR");

    snprintf(out, cap, "%s/veillee-store-%ld", tmp && tmp[0] ? tmp : "/tmp", (long)getpid());
}

static void remove_store(void)
{
    char root[200], command[256];

    root_folder(root, sizeof root);
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    CHECK_EQ(system(command), 0);
}

static void open_store(struct vl_store *st)
{
    char root[200], path[256];
    struct vl_error err = { 0 };

    remove_store();
    root_folder(root, sizeof root);
    snprintf(path, sizeof path, "%s/deep/games", root);
    if (!CHECK_EQ(vl_store_open(st, path, &err), VL_OK))
        printf("  %s: %s\n", err.where, err.what);
}

/* Puts the first `len` bytes of text into a file of the store. */
static void put_file(const struct vl_store *st, const char *id, const char *text, size_t len)
{
    char path[VL_PATH_MAX + 40];

    snprintf(path, sizeof path, "%s/%s.veillee", st->folder, id);
    FILE *f = fopen(path, "wb");
    if (!CHECK(f != NULL))
        return;
    CHECK_EQ(fwrite(text, 1, len, f), len);
    fclose(f);
}

/* ---- the life of a journal ---- */

TEST(every_entry_is_on_disk_and_a_finished_game_is_a_whole_record)
{
    struct vl_store st;
    struct vl_journal j = VL_JOURNAL_NONE;
    struct vl_match *m = match_table("guardians=2 players=1", 4), *again = NULL;
    struct vl_rng rng = vl_rng_seed(4);
    struct vl_saved saved[4];
    struct vl_record_opts how = { .recover = true };

    open_store(&st);
    CHECK_EQ(vl_journal_begin(&j, &st, m, NULL), VL_OK);
    CHECK(strncmp(j.id, "runemasters-", 12) == 0);
    while (match_random_entry(m, &rng)) {
        CHECK_EQ(vl_journal_sync(&j, m, NULL), VL_OK);
        if (m->len % 16 == 0) { /* what another process would find now */
            CHECK_EQ(vl_record_load(&again, j.path, &how, NULL), VL_OK);
            CHECK(again && again->len == m->len && match_equal(m, again));
            vl_match_close(again);
        }
    }
    CHECK_EQ(vl_store_list(&st, "runemasters", saved, 4), 1);
    CHECK(saved[0].is_open);
    CHECK_STR(saved[0].id, j.id);
    CHECK_EQ(vl_journal_close(&j, m, NULL), VL_OK);
    CHECK_EQ(j.fd, -1);
    CHECK_EQ(vl_store_list(&st, "runemasters", saved, 4), 0); /* it is over */
    CHECK_EQ(vl_record_load(&again, j.path, NULL, NULL), VL_OK);
    CHECK(match_equal(m, again));
    CHECK_EQ(vl_match_verify(again, NULL), VL_OK);
    vl_match_close(again);
    vl_match_close(m);
    remove_store();
}

TEST(an_unfinished_game_is_found_and_taken_up_again)
{
    struct vl_store st;
    struct vl_journal j = VL_JOURNAL_NONE, k = VL_JOURNAL_NONE;
    struct vl_match *m = match_table("guardians=3 players=1", 4), *again = NULL;
    struct vl_rng rng = vl_rng_seed(4), rng2;
    struct vl_saved saved[4];
    struct vl_error err = { 0 };

    open_store(&st);
    CHECK_EQ(vl_journal_begin(&j, &st, m, NULL), VL_OK);
    while (m->len < 30)
        match_random_entry(m, &rng);
    CHECK_EQ(vl_journal_close(&j, m, NULL), VL_OK); /* quit: it stays unfinished */
    CHECK_EQ(vl_store_list(&st, "runemasters", saved, 4), 1);
    CHECK_EQ(vl_store_list(&st, "chess", saved, 4), 0);
    CHECK_EQ(vl_store_list(&st, NULL, saved, 4), 1);
    CHECK(!saved[0].is_open);

    CHECK_EQ(vl_journal_resume(&j, &st, saved[0].id, &again, NULL, &err), VL_OK);
    CHECK(again && match_equal(m, again));
    /* nobody else writes it meanwhile */
    struct vl_match *other = NULL;
    CHECK_EQ(vl_journal_resume(&k, &st, saved[0].id, &other, NULL, &err), VL_INVALID);
    CHECK(other == NULL && k.fd < 0);
    CHECK(strstr(err.what, "another process"));

    rng2 = rng;
    match_random_game(m, &rng, 10);
    match_random_game(again, &rng2, 10);
    CHECK_EQ(vl_journal_close(&j, again, NULL), VL_OK);
    CHECK(match_equal(m, again));
    vl_match_close(again);
    CHECK_EQ(vl_record_load(&again, j.path, NULL, NULL), VL_OK);
    CHECK(match_equal(m, again));
    vl_match_close(again);
    vl_match_close(m);
    remove_store();
}

TEST(a_journal_torn_at_any_byte_gives_back_its_whole_lines)
{
    struct vl_store st;
    struct vl_journal j = VL_JOURNAL_NONE;
    struct vl_match *m = match_table("guardians=2 players=1", 4);
    struct vl_rng rng = vl_rng_seed(4);
    uint32_t most = 0;
    char *text = NULL;
    size_t len = 0;

    open_store(&st);
    CHECK_EQ(vl_journal_begin(&j, &st, m, NULL), VL_OK);
    while (m->len < 14)
        match_random_entry(m, &rng);
    CHECK_EQ(vl_journal_sync(&j, m, NULL), VL_OK);
    CHECK_EQ(vl_file_read(j.path, VL_RECORD_SIZE_MAX, &text, &len, NULL), VL_OK);
    size_t body = (size_t)(strstr(text, "\n\n") + 2 - text);
    for (size_t cut = 0; cut <= len; cut += cut < body || len - cut < 60 ? 1 : 3) {
        struct vl_journal k = VL_JOURNAL_NONE;
        struct vl_match *rest = NULL;
        struct vl_record_opts how = { 0 };
        struct vl_error err = { 0 };

        put_file(&st, "torn", text, cut);
        int status = vl_journal_resume(&k, &st, "torn", &rest, &how, &err);
        CHECK_EQ(status == VL_OK, cut >= body);
        if (status != VL_OK)
            continue;
        CHECK(rest->len >= most && rest->len <= m->len);
        most = rest->len;
        CHECK_EQ(match_hash_at(rest, rest->len), match_hash_at(m, rest->len));
        /* it goes on, from the last whole line */
        struct vl_rng go_on = vl_rng_seed(cut);
        match_random_entry(rest, &go_on);
        CHECK_EQ(vl_journal_close(&k, rest, NULL), VL_OK);
        struct vl_match *again = NULL;
        how.recover = true;
        CHECK_EQ(vl_record_load(&again, k.path, &how, NULL), VL_OK);
        CHECK(again && match_equal(rest, again));
        vl_match_close(again);
        vl_match_close(rest);
    }
    CHECK_EQ(most, m->len);
    free(text);
    vl_match_close(m);
    CHECK_EQ(vl_journal_discard(&j, NULL), VL_OK);
    remove_store();
}

/* A process that plays as fast as it can, until it is killed. It tells through
 * the pipe what it has shown: that much must be there afterwards. */
static void play_until_killed(const struct vl_store *st, int tell)
{
    for (uint64_t game = 0;; game++) {
        struct vl_match *m = match_table("guardians=2 players=1", (int64_t)game);
        struct vl_journal j = VL_JOURNAL_NONE;
        struct vl_rng rng = vl_rng_seed(game);

        if (vl_journal_begin(&j, st, m, NULL))
            _exit(3);
        while (match_random_entry(m, &rng)) {
            if (vl_journal_sync(&j, m, NULL))
                _exit(3);
            uint32_t shown[2] = { (uint32_t)game, m->len };
            if (write(tell, shown, sizeof shown) != (ssize_t)sizeof shown)
                _exit(3);
        }
        vl_journal_close(&j, m, NULL);
        vl_match_close(m);
    }
}

TEST(what_was_shown_survives_a_kill)
{
    for (int round = 0; round < 6; round++) {
        struct vl_store st;
        struct vl_saved saved[2];
        uint32_t shown[2] = { 0, 0 };
        int pipes[2];

        open_store(&st);
        if (!CHECK_EQ(pipe(pipes), 0))
            return;
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            close(pipes[0]);
            play_until_killed(&st, pipes[1]);
        }
        close(pipes[1]);
        for (int i = 0; i < 20 + 37 * round; i++)
            if (read(pipes[0], shown, sizeof shown) != (ssize_t)sizeof shown)
                break;
        kill(child, SIGKILL);
        uint32_t late[2];
        while (read(pipes[0], late, sizeof late) == (ssize_t)sizeof late)
            memcpy(shown, late, sizeof shown);
        close(pipes[0]);
        waitpid(child, NULL, 0);

        int n = vl_store_list(&st, "runemasters", saved, 2);
        CHECK(n <= 1);
        if (n == 1) {
            struct vl_journal j = VL_JOURNAL_NONE;
            struct vl_match *m = NULL;

            CHECK_EQ(vl_journal_resume(&j, &st, saved[0].id, &m, NULL, NULL), VL_OK);
            /* unless a new game had just begun */
            CHECK(m && (m->len >= shown[1] || m->len <= 1));
            CHECK(m && vl_match_verify(m, NULL) == VL_OK);
            vl_journal_close(&j, m, NULL);
            vl_match_close(m);
        }
        remove_store();
    }
}

TEST(a_full_disk_costs_nothing_that_was_saved_and_is_tried_again)
{
    struct vl_store st;
    struct vl_journal j = VL_JOURNAL_NONE;
    struct vl_match *m = match_table("guardians=2 players=1", 4), *again = NULL;
    struct vl_rng rng = vl_rng_seed(4);
    struct vl_error err = { 0 };
    struct rlimit was, tiny;
    struct vl_record_opts how = { .recover = true };

    open_store(&st);
    CHECK_EQ(vl_journal_begin(&j, &st, m, NULL), VL_OK);
    match_random_entry(m, &rng);
    CHECK_EQ(vl_journal_sync(&j, m, NULL), VL_OK);

    void (*old)(int) = signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &was);
    tiny = was;
    tiny.rlim_cur = (rlim_t)j.size + 7; /* in the middle of the next line */
    setrlimit(RLIMIT_FSIZE, &tiny);
    match_random_entry(m, &rng);
    int status = vl_journal_sync(&j, m, &err);
    setrlimit(RLIMIT_FSIZE, &was);
    signal(SIGXFSZ, old);
    CHECK_EQ(status, VL_IO);
    CHECK_STR(err.where, j.path);
    CHECK_EQ(vl_record_load(&again, j.path, &how, NULL), VL_OK);
    CHECK_EQ(again->len, 1);
    vl_match_close(again);

    match_random_entry(m, &rng); /* room again: what is missing follows */
    CHECK_EQ(vl_journal_sync(&j, m, &err), VL_OK);
    CHECK_EQ(vl_record_load(&again, j.path, &how, NULL), VL_OK);
    CHECK(match_equal(m, again));
    vl_match_close(again);
    CHECK_EQ(vl_journal_close(&j, m, NULL), VL_OK);
    vl_match_close(m);
    remove_store();
}

/* ---- folders ---- */

TEST(a_folder_that_cannot_be_used_is_said_and_play_goes_on)
{
    struct vl_store st;
    struct vl_journal j = VL_JOURNAL_NONE;
    struct vl_match *m = match_table("guardians=2 players=1", 4);
    struct vl_error err = { 0 };
    char *home = getenv("HOME") ? strdup(getenv("HOME")) : NULL;
    char *xdg = getenv("XDG_DATA_HOME") ? strdup(getenv("XDG_DATA_HOME")) : NULL;

    CHECK_EQ(vl_store_open(&st, "/dev/null/games", &err), VL_IO);
    CHECK(strstr(err.where, "/dev/null") && err.what[0]);
    unsetenv("XDG_DATA_HOME");
    unsetenv("HOME");
    CHECK_EQ(vl_store_open(&st, NULL, &err), VL_IO);
    CHECK_STR(err.where, "HOME");
    setenv("HOME", "relative", 1);
    CHECK_EQ(vl_store_open(&st, NULL, &err), VL_IO);
    setenv("HOME", "/dev/null", 1);
    CHECK_EQ(vl_store_open(&st, NULL, &err), VL_IO);
    setenv("XDG_DATA_HOME", "not/absolute", 1); /* to be ignored, says the specification */
    CHECK_EQ(vl_store_open(&st, NULL, &err), VL_IO);

    struct vl_store tmp;
    char want[VL_PATH_MAX + 40];
    open_store(&tmp);
    setenv("XDG_DATA_HOME", tmp.folder, 1);
    CHECK_EQ(vl_store_open(&st, NULL, &err), VL_OK);
    snprintf(want, sizeof want, "%s/veillee/games", tmp.folder);
    CHECK_STR(st.folder, want);
    unsetenv("XDG_DATA_HOME");
    setenv("HOME", tmp.folder, 1);
    CHECK_EQ(vl_store_open(&st, NULL, &err), VL_OK);
    snprintf(want, sizeof want, "%s/.local/share/veillee/games", tmp.folder);
    CHECK_STR(st.folder, want);
    if (home)
        setenv("HOME", home, 1);
    if (xdg)
        setenv("XDG_DATA_HOME", xdg, 1);
    free(home);
    free(xdg);

    /* a journal that never opened: the same calls, without effect */
    match_say(m, "choose_guardian kulak");
    CHECK_EQ(vl_journal_sync(&j, m, &err), VL_OK);
    CHECK_EQ(vl_journal_close(&j, m, &err), VL_OK);
    CHECK_EQ(vl_journal_discard(&j, &err), VL_OK);
    vl_match_close(m);
    remove_store();
}

TEST(games_are_listed_newest_first_and_other_files_passed_over)
{
    struct vl_store st;
    struct vl_saved saved[3];
    struct vl_match *m = match_table("guardians=2 players=1", 4);
    char *head = NULL, path[VL_PATH_MAX + 40];
    size_t len;

    open_store(&st);
    CHECK_EQ(vl_record_head(m, true, &head, &len, NULL), VL_OK);
    for (int i = 0; i < 5; i++) {
        char id[8] = { (char)('a' + i), 0 };
        struct utimbuf when = { 1000 + (i * 7) % 5, 1000 + (i * 7) % 5 };

        put_file(&st, id, head, len);
        snprintf(path, sizeof path, "%s/%s.veillee", st.folder, id);
        CHECK_EQ(utime(path, &when), 0);
    }
    put_file(&st, "junk", "\x00\xff not a record", 16);
    put_file(&st, "empty", "", 0);
    put_file(&st, ".hidden", head, len);
    snprintf(path, sizeof path, "%s/folder.veillee", st.folder);
    CHECK_EQ(mkdir(path, 0700), 0);
    CHECK_EQ(vl_store_list(&st, "runemasters", saved, 3), 3);
    CHECK_STR(saved[0].id, "c"); /* 1000 + 14 % 5 = 1004 */
    CHECK_STR(saved[1].id, "e");
    CHECK_STR(saved[2].id, "b");

    struct vl_journal j = VL_JOURNAL_NONE;
    struct vl_match *got = NULL;
    struct vl_error err = { 0 };
    CHECK_EQ(vl_journal_resume(&j, &st, "../escape", &got, NULL, &err), VL_UNKNOWN);
    CHECK_EQ(vl_journal_resume(&j, &st, "nobody", &got, NULL, &err), VL_IO);
    CHECK(vl_journal_resume(&j, &st, "junk", &got, NULL, &err) != VL_OK);
    free(head);
    vl_match_close(m);
    remove_store();
}

TEST(a_journal_altered_by_hand_is_set_aside)
{
    struct vl_store st;
    struct vl_match *m = match_table("guardians=2 players=1", 4), *got = NULL;
    struct vl_journal j = VL_JOURNAL_NONE;
    struct vl_saved saved[3];
    char *head = NULL, text[4096];
    size_t len;

    open_store(&st);
    CHECK_EQ(vl_record_head(m, true, &head, &len, NULL), VL_OK);
    snprintf(text, sizeof text, "%s0 choose_guardian kulak\n1 choose_guardian purple\n", head);
    char *options = strstr(text, "options");
    memcpy(text + (options - text), "options players=1 guardians=2", 29); /* another order */
    put_file(&st, "mine", text, strlen(text));
    CHECK_EQ(vl_journal_resume(&j, &st, "mine", &got, NULL, NULL), VL_OK);
    if (CHECK(got != NULL)) {
        CHECK_EQ(got->len, 1);
        CHECK(strcmp(j.id, "mine") != 0);
        CHECK_EQ(vl_journal_close(&j, got, NULL), VL_OK);
        vl_match_close(got);
    }
    CHECK_EQ(vl_store_list(&st, NULL, saved, 3), 1);
    free(head);
    vl_match_close(m);
    remove_store();
}
