/* test_crew.c - a job on rank 0, alone or beside a rank that never answers: pieces in their order,
 * what a stop leaves of them, and what is sent.
 *
 * test_ranks.c has jobs of several ranks.
 */
#include "base/crew_wire.h"
#include "test.h"

enum { PIECES = 7 };

/* A link to nobody. */
static int broadcast(void *data, size_t bytes, int is_idle, void *user)
{
    (void)data, (void)bytes, (void)is_idle, (void)user;
    return 0;
}

static int send_nothing(int32_t to, const void *data, size_t bytes, void *user)
{
    (void)to, (void)data, (void)bytes, (void)user;
    return 1;
}

static int64_t waiting(int32_t from, void *user)
{
    (void)from, (void)user;
    return -1;
}

static int receive(int32_t from, void *data, size_t bytes, void *user)
{
    (void)from, (void)data, (void)bytes, (void)user;
    return 1;
}

/* The answer to a piece is its square. */
struct squares {
    int64_t taken, last;     /* pieces so far, and after which of them the user wants to stop */
    int64_t fails;           /* this piece cannot be done */
    struct control *control; /* asked in each piece, if there is one */
    int is_inside;           /* a piece is worked on */
};

static parot_status begin(void **job, void *object, const struct crew_part *part,
                          struct control *control)
{
    struct squares *squares = object;
    (void)part;
    squares->control = control;
    *job = object;
    return PAROT_OK;
}

static parot_status work(void *job, int64_t piece, struct crew_answer *answer)
{
    struct squares *squares = job;
    int64_t square = piece * piece;
    if (piece == squares->fails)
        return PAROT_EINVAL;
    squares->is_inside = 1;
    if (squares->control) {
        squares->control->next_progress = 0;
        TRY(control_poll_part(squares->control, "square", 0, 1));
    }
    squares->is_inside = 0;
    return crew_put(answer, &square, sizeof square) ? PAROT_OK : PAROT_ENOMEM;
}

static parot_status take(void *user, int64_t piece, const char *answer, size_t bytes)
{
    struct squares *squares = user;
    int64_t square;
    assert_int_equal(bytes, sizeof square);
    memcpy(&square, answer, sizeof square);
    assert_int_equal(piece, squares->taken++);
    assert_int_equal(square, piece * piece);
    return PAROT_OK;
}

static int stop_after(const parot_progress *progress, void *user)
{
    const struct squares *squares = user;
    (void)progress;
    return squares->taken >= squares->last;
}

static parot_status share_squares(struct squares *squares, int64_t pieces, parot_ranks *crew,
                                  int64_t *id)
{
    static const struct crew_kind kind = {.begin = begin, .work = work};
    struct control control;
    const struct crew_job job = {.number = CREW_PAIRS,
                                 .kind = &kind,
                                 .object = squares,
                                 .object_id = id,
                                 .pieces = pieces,
                                 .take = take,
                                 .user = squares,
                                 .stage = "squares"};
    DEFAULTS(parot_run, run);
    run.progress = stop_after;
    run.progress_period = 0;
    run.user = squares;
    assert_ok(control_init(&control, &run, &err));
    return crew_run(crew, &job, &control);
}

static parot_status run_squares(struct squares *squares)
{
    parot_ranks *crew = NULL;
    int64_t id = 0;
    DEFAULTS(parot_link, link);
    link.broadcast = broadcast;
    link.send = send_nothing;
    link.waiting = waiting;
    link.receive = receive;
    assert_ok(parot_ranks_open(&crew, &link, NULL, &err));
    parot_status status = share_squares(squares, PIECES, crew, &id);
    parot_ranks_close(crew);
    return status;
}

TEST(answers_are_taken_in_the_order_of_pieces)
{
    struct squares squares = {.last = INT64_MAX, .fails = -1};
    assert_int_equal(run_squares(&squares), PAROT_OK);
    assert_int_equal(squares.taken, PIECES);
}

TEST(a_stop_leaves_what_was_taken)
{
    for (int64_t last = 0; last < PIECES; last++) {
        struct squares squares = {.last = last, .fails = -1};
        assert_int_equal(run_squares(&squares), PAROT_CANCELLED);
        assert_int_equal(squares.taken, last);
    }
}

TEST(what_is_complete_is_not_stopped)
{
    struct squares squares = {.last = PIECES, .fails = -1};
    assert_int_equal(run_squares(&squares), PAROT_OK);
}

TEST(a_piece_that_fails_ends_the_job)
{
    struct squares squares = {.last = INT64_MAX, .fails = 3};
    assert_int_equal(run_squares(&squares), PAROT_EINVAL);
    assert_int_equal(squares.taken, 3);
}

/* ---- Beside a rank that never answers ------------------------------------ */

/* It only says that it has stopped. */
static int send_to_silent(int32_t to, const void *data, size_t bytes, void *user)
{
    int64_t word;
    int *is_stopped = user;
    (void)to;
    assert_int_equal(bytes, sizeof word);
    memcpy(&word, data, sizeof word);
    *is_stopped |= word == CREW_STOP;
    return 0;
}

static int64_t silent_is_waiting(int32_t from, void *user)
{
    const int *is_stopped = user;
    (void)from;
    return *is_stopped ? (int64_t)sizeof(struct crew_reply) : PAROT_LINK_NONE;
}

static int receive_from_silent(int32_t from, void *data, size_t bytes, void *user)
{
    const struct crew_reply reply = {CREW_STOP, PAROT_OK, sizeof reply};
    int *is_stopped = user;
    (void)from;
    assert_int_equal(bytes, sizeof reply);
    memcpy(data, &reply, sizeof reply);
    *is_stopped = 0;
    return 0;
}

enum { CLOUDS = 9, POINTS = 20, OWN = 6 };

/* When rank 0 has done some pieces. */
static int stop_when_some_are_done(const parot_progress *progress, void *user)
{
    parot_ranks_info info;
    (void)progress;
    parot_ranks_get_info(user, &info);
    return info.own_pieces >= OWN;
}

/* The first pieces never come; those that rank 0 has done meanwhile are solved all the same. */
TEST(a_stop_keeps_pairs_that_overtook_others)
{
    double x[CLOUDS][POINTS];
    parot_pairwise_cloud cloud[CLOUDS];
    AUTO(parot_pairwise_result, some, alone);
    parot_ranks *ranks = NULL;
    int is_stopped = 0, solved = 0;
    for (int k = 0; k < CLOUDS; k++) {
        for (int i = 0; i < POINTS; i++)
            x[k][i] = fmod(0.7 * (double)i + 0.3 * (double)k * (double)k, 1);
        cloud[k] = (parot_pairwise_cloud){.points = {x[k], POINTS, 1, 1}};
    }
    DEFAULTS(parot_link, link);
    link.count = 2;
    link.broadcast = broadcast;
    link.send = send_to_silent;
    link.waiting = silent_is_waiting;
    link.receive = receive_from_silent;
    link.user = &is_stopped;
    DEFAULTS(parot_ranks_options, options);
    options.least_work = 0;
    assert_ok(parot_ranks_open(&ranks, &link, &options, &err));
    DEFAULTS(parot_run, run);
    run.ranks = ranks;
    run.progress = stop_when_some_are_done;
    run.progress_period = 0;
    run.user = ranks;
    assert_int_equal(parot_pairwise(cloud, CLOUDS, NULL, &run, &some, NULL), PAROT_CANCELLED);
    assert_ok(parot_pairwise(cloud, CLOUDS, NULL, NULL, &alone, &err));
    for (int k = 0; k < CLOUDS * CLOUDS; k++)
        if (k / CLOUDS < k % CLOUDS && some.statuses[k] == PAROT_OK) {
            assert_true(some.objective[k] == alone.objective[k]);
            solved++;
        }
    assert_true(solved >= OWN && solved == some.solved);
    assert_int_equal(some.solved + some.failed, some.pairs);
    parot_ranks_close(ranks);
}

/* ---- Beside a rank that is slow -------------------------------------------- */

enum { SLOW = 15, MANY = 80, AHEAD = 4 };

/* It answers when it has been looked for so often, and says nothing while rank 0 is in the midst of
 * a piece: then another thread may be looking, to which some links say nothing. */
struct slow_rank {
    struct squares squares;
    int64_t word[AHEAD];
    int64_t other_piece, missing; /* it answers a piece that it was not given, or not all of it */
    int words, looks;
    int sent, headers, new_objects, forgotten; /* words, and what was broadcast */
};

static int hear(void *data, size_t bytes, int is_idle, void *user)
{
    struct slow_rank *slow = user;
    struct crew_header header;
    (void)is_idle;
    assert_int_equal(bytes, sizeof header);
    memcpy(&header, data, sizeof header);
    assert_int_equal(header.version, parot_version_number());
    slow->headers++;
    slow->new_objects += header.is_new;
    slow->forgotten += header.forgotten;
    return 0;
}

static int send_to_slow(int32_t to, const void *data, size_t bytes, void *user)
{
    struct slow_rank *slow = user;
    (void)to;
    assert_int_equal(bytes, sizeof *slow->word);
    assert_false(slow->squares.is_inside); /* by a thread that MPI may not be called from */
    assert_true(slow->words < AHEAD);
    memcpy(&slow->word[slow->words], data, bytes);
    slow->sent += slow->word[slow->words] >= 0;
    slow->words += slow->word[slow->words] != CREW_DONE;
    return 0;
}

static int64_t slow_is_waiting(int32_t from, void *user)
{
    struct slow_rank *slow = user;
    (void)from;
    if (slow->words == 0 || slow->squares.is_inside || ++slow->looks < SLOW)
        return PAROT_LINK_NONE;
    return (int64_t)(sizeof(struct crew_reply) + (slow->word[0] >= 0 ? sizeof(int64_t) : 0));
}

static int receive_from_slow(int32_t from, void *data, size_t bytes, void *user)
{
    struct slow_rank *slow = user;
    const struct crew_reply reply = {slow->word[0] + slow->other_piece, PAROT_OK,
                                     (int64_t)bytes + slow->missing};
    int64_t square = slow->word[0] * slow->word[0];
    (void)from;
    memcpy(data, &reply, sizeof reply);
    memcpy((char *)data + sizeof reply, &square, bytes - sizeof reply);
    memmove(slow->word, slow->word + 1, (size_t)--slow->words * sizeof *slow->word);
    slow->looks = 0;
    return 0;
}

static parot_ranks *open_slow(struct slow_rank *slow)
{
    parot_ranks *ranks = NULL;
    DEFAULTS(parot_link, link);
    link.count = 2;
    link.broadcast = hear;
    link.send = send_to_slow;
    link.waiting = slow_is_waiting;
    link.receive = receive_from_slow;
    link.user = slow;
    assert_ok(parot_ranks_open(&ranks, &link, NULL, &err));
    return ranks;
}

/* Rank 0 runs as far ahead as there are places for answers, waits, and feeds the other rank as soon
 * as there are places again: not in the midst of its own next piece. */
TEST(a_rank_is_fed_before_rank_0_works)
{
    struct slow_rank slow = {.squares = {.last = INT64_MAX, .fails = -1}};
    parot_ranks *ranks = open_slow(&slow);
    int64_t id = 0;
    assert_int_equal(share_squares(&slow.squares, MANY, ranks, &id), PAROT_OK);
    assert_int_equal(slow.squares.taken, MANY);
    assert_true(slow.sent > 2); /* more than the first two */
    parot_ranks_close(ranks);
}

/* The ranks may have been stopped while they opened it. */
TEST(an_object_is_sent_again_after_a_stop)
{
    struct slow_rank slow = {.squares = {.last = 0, .fails = -1}};
    parot_ranks *ranks = open_slow(&slow);
    int64_t id = 0;
    assert_int_equal(share_squares(&slow.squares, MANY, ranks, &id), PAROT_CANCELLED);
    assert_int_equal(slow.new_objects, 1);
    slow.squares.last = INT64_MAX;
    for (int k = 0; k < 2; k++) {
        slow.squares.taken = 0;
        assert_int_equal(share_squares(&slow.squares, MANY, ranks, &id), PAROT_OK);
        assert_int_equal(slow.new_objects, 2); /* once more, and no third time */
        assert_int_equal(slow.forgotten, 1);
    }
    parot_ranks_close(ranks);
}

/* Of rank 0's own piece or of one that was not handed out, and answers of other lengths than they
 * say. */
TEST(wrong_answers_are_a_lost_link)
{
    static const int64_t wrong[][2] = {{1, 0}, {-1, 0}, {MANY, 0},
                                       {0, 8}, {0, -8}, {0, INT64_MAX - 100}};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        struct slow_rank slow = {.squares = {.last = INT64_MAX, .fails = -1},
                                 .other_piece = 2 * wrong[k][0],
                                 .missing = wrong[k][1]};
        parot_ranks *ranks = open_slow(&slow);
        parot_ranks_info info;
        int64_t id = 0;
        assert_int_equal(share_squares(&slow.squares, MANY, ranks, &id), PAROT_EIO);
        parot_ranks_get_info(ranks, &info);
        assert_true(info.is_lost);
        parot_ranks_close(ranks);
    }
}

/* ---- A rank of another version --------------------------------------------- */

static int tell_other_version(void *data, size_t bytes, int is_idle, void *user)
{
    const struct crew_header header = {.version = parot_version_number() + 1, .number = -1};
    (void)is_idle, (void)user;
    assert_int_equal(bytes, sizeof header);
    memcpy(data, &header, sizeof header);
    return 0;
}

TEST(ranks_of_other_versions_are_refused)
{
    parot_link link;
    parot_link_init(&link);
    link.rank = 1;
    link.count = 2;
    link.broadcast = tell_other_version;
    link.send = send_nothing;
    link.waiting = waiting;
    link.receive = receive;
    assert_refused(parot_ranks_serve(&link, NULL, &err), PAROT_EIO, "install one version for all");
}
