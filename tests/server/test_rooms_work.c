/* The bots' threads, with a real loop. */
#include "server/rooms/work.h"

#include "pack/pack.h"
#include "registry.h"
#include "unit/test.h"

#include <string.h>

enum { JOBS = 200 };

struct asked {
    struct work *work;
    int done, wrong;
    struct work_job job;
};

static void make_job(struct work_job *job, const char *bot)
{
    static struct vl_pack pack;

    memset(job, 0, sizeof *job);
    CHECK_EQ(vl_pack_builtin(&pack, vl_game_at(0)), VL_OK);
    vl_rules_init(&job->rules, vl_game_at(0), pack.block, &pack.info);
    CHECK_EQ(vl_rules_prepare(&job->rules, NULL), VL_OK);
    job->pack = pack.info;
    CHECK_EQ(vl_bot_parse(&job->bot, bot, NULL), VL_OK);
    job->state_size = vl_game_at(0)->state_size;
    vl_start(&job->rules, &job->state.base, NULL);
    job->seat = job->state.base.actor;
}

static void on_done(void *ctx, const struct work_job *job, const struct vl_bot_answer *answer)
{
    struct asked *a = ctx;

    a->wrong += vl_refuse(&job->rules, &job->state.base, answer->move, job->seat) != 0;
    a->wrong += job->serial > JOBS;
    if (++a->done == JOBS)
        work_stop(a->work);
}

TEST(work_answers_every_job_on_the_loop)
{
    struct asked a = { 0 };
    struct work_options opts = { .threads = 3, .queue_max = JOBS, .done = on_done, .ctx = &a };
    struct work_stats stats;
    struct vl_error err;
    uv_loop_t loop;

    CHECK_EQ(uv_loop_init(&loop), 0);
    CHECK_EQ(work_create(&a.work, &loop, &opts, &err), VL_OK);
    make_job(&a.job, "greedy");
    for (int i = 0; i < JOBS; i++) {
        a.job.serial = (uint64_t)i;
        a.job.key[0] = (uint8_t)i;
        CHECK_EQ(work_submit(a.work, &a.job), VL_OK);
    }
    work_stats(a.work, &stats);
    CHECK(stats.done + stats.queued + stats.running == JOBS);
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK_EQ(a.done, JOBS);
    CHECK_EQ(a.wrong, 0);
    CHECK_EQ(uv_loop_close(&loop), 0);
}

TEST(work_stops_with_jobs_in_its_queue)
{
    struct asked a = { 0 };
    struct work_options opts = { .threads = 2, .queue_max = 8, .done = on_done, .ctx = &a };
    struct vl_error err;
    uv_loop_t loop;
    int taken = 0;

    CHECK_EQ(uv_loop_init(&loop), 0);
    CHECK_EQ(work_create(&a.work, &loop, &opts, &err), VL_OK);
    make_job(&a.job, "greedy");
    for (int i = 0; i < 100; i++)
        taken += work_submit(a.work, &a.job) == VL_OK;
    CHECK(taken >= 8);
    work_stop(a.work);
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK_EQ(a.done, 0); /* nobody hears of it any more */
    CHECK_EQ(uv_loop_close(&loop), 0);
}
