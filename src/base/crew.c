/* crew.c - rank 0: hands out pieces, and takes answers in order.
 *
 * Answers that come too early wait in a ring of places; a piece is only handed out if there is a
 * place for its answer. While rank 0 works on a piece of its own, the progress callback of its
 * control looks after the messages.
 */
#include "base/crew.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/crew_ranks.h"
#include "base/crew_rest.h"

/* Pieces that a rank has at a time: one to work on, and the next. Where pieces are few and long,
 * the next would better be done by a rank that has none. */
enum { AT_A_TIME = 2 };

/* Places for answers, for each rank: more let ranks run further ahead of the slowest. */
enum { PLACES = 8 };

/* ---- Answers ------------------------------------------------------------ */

int crew_put(struct crew_answer *answer, const void *data, size_t bytes)
{
    if (answer->bytes + bytes > answer->room) {
        size_t room =
            2 * answer->room > answer->bytes + bytes ? 2 * answer->room : answer->bytes + bytes;
        char *more = realloc(answer->data, room);
        if (!more)
            return 0;
        answer->data = more;
        answer->room = room;
    }
    if (bytes > 0)
        memcpy(answer->data + answer->bytes, data, bytes);
    answer->bytes += bytes;
    return 1;
}

/* Where an answer waits for those before it. */
struct place {
    struct crew_answer answer;
    size_t begin; /* of its bytes, after what the link has put before them */
    int32_t rank; /* that has the piece */
    int is_there;
};

struct dispatch {
    parot_ranks *crew;
    const struct crew_job *job;
    struct control *control, own; /* the caller's, and that of the pieces done here */
    void *state;                  /* of the job, here */
    int64_t next, taken;          /* the piece to be handed out, and to be taken, next */
    int64_t places;
    struct place *place;
    int32_t *busy; /* pieces of each rank */
    parot_status status;
    double idle, worked, looked; /* seconds; looked: after messages, in the midst of a piece */
};

static struct place *place_of(const struct dispatch *dispatch, int64_t piece)
{
    return &dispatch->place[piece % dispatch->places];
}

static int has_next(const struct dispatch *dispatch)
{
    return dispatch->next < dispatch->job->pieces &&
           dispatch->next < dispatch->taken + dispatch->places;
}

/* ---- Other ranks -------------------------------------------------------- */

/* It was handed out to that rank, which has not answered yet. */
static int has_piece(const struct dispatch *dispatch, int32_t rank, int64_t piece)
{
    if (piece < dispatch->taken || piece >= dispatch->next)
        return 0;
    const struct place *place = place_of(dispatch, piece);
    return place->rank == rank && !place->is_there;
}

/* The answer to a piece that was handed out; what that rank says about it. */
static parot_status keep_next(struct dispatch *dispatch, int32_t rank, int64_t bytes)
{
    struct crew_answer answer;
    struct crew_reply reply;
    TRY(ranks_receive(dispatch->crew, rank, bytes, &answer, &reply));
    if (!has_piece(dispatch, rank, reply.piece)) {
        free(answer.data);
        return ranks_lost(dispatch->crew);
    }
    struct place *place = place_of(dispatch, reply.piece);
    free(place->answer.data);
    *place = (struct place){answer, sizeof reply, rank, 1};
    dispatch->busy[rank]--;
    if (reply.status == PAROT_ENOMEM)
        dispatch->crew->without_memory = rank;
    return (parot_status)reply.status;
}

/* A second piece waits at a rank that works on its first, unless others have none to work on. */
static int32_t most_pieces(const struct dispatch *dispatch)
{
    const struct crew_job *job = dispatch->job;
    int is_scarce = job->is_long && job->pieces - dispatch->next < dispatch->crew->link.count;
    return is_scarce ? 1 : AT_A_TIME;
}

static parot_status feed(struct dispatch *dispatch, int32_t rank)
{
    while (dispatch->busy[rank] < most_pieces(dispatch) && has_next(dispatch)) {
        TRY(ranks_send_word(dispatch->crew, rank, dispatch->next));
        place_of(dispatch, dispatch->next)->rank = rank;
        dispatch->next++;
        dispatch->busy[rank]++;
    }
    return PAROT_OK;
}

/* All that has arrived. */
static parot_status keep_answers(struct dispatch *dispatch)
{
    parot_ranks *crew = dispatch->crew;
    for (int32_t rank = 1; rank < crew->link.count; rank++)
        for (int64_t bytes; (bytes = ranks_waiting(crew, rank)) != PAROT_LINK_NONE;)
            TRY(keep_next(dispatch, rank, bytes));
    return PAROT_OK;
}

static parot_status feed_all(struct dispatch *dispatch)
{
    for (int32_t rank = 1; rank < dispatch->crew->link.count; rank++)
        TRY(feed(dispatch, rank));
    return PAROT_OK;
}

static double processor_seconds(clockid_t clock)
{
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The progress callback of the pieces that are done here. Every rank had its pieces before, so what
 * is sent here follows an answer that has come: a link that lets one thread alone look for messages
 * is not asked to send by another. */
static int look(const parot_progress *progress, void *user)
{
    struct dispatch *dispatch = user;
    double begin = processor_seconds(CLOCK_THREAD_CPUTIME_ID);
    (void)progress;
    if (dispatch->status == PAROT_OK)
        dispatch->status = keep_answers(dispatch);
    if (dispatch->status == PAROT_OK)
        dispatch->status = feed_all(dispatch);
    if (dispatch->status == PAROT_OK)
        dispatch->status = control_poll_part(dispatch->control, dispatch->job->stage,
                                             dispatch->taken, dispatch->job->pieces);
    dispatch->looked += processor_seconds(CLOCK_THREAD_CPUTIME_ID) - begin;
    return dispatch->status != PAROT_OK;
}

static void free_answers(struct dispatch *dispatch)
{
    for (int64_t k = 0; k < dispatch->places; k++) {
        free(dispatch->place[k].answer.data);
        dispatch->place[k] = (struct place){0};
    }
}

/* Throws away what a rank has sent, up to its answer to the word to stop. */
static void drain(parot_ranks *crew, int32_t rank)
{
    struct crew_reply reply = {0};
    while (reply.piece != CREW_STOP && !crew->is_broken) {
        struct crew_answer answer;
        int64_t bytes;
        int waited = 0;
        while ((bytes = ranks_waiting(crew, rank)) == PAROT_LINK_NONE)
            crew_rest(&waited);
        if (ranks_receive(crew, rank, bytes, &answer, &reply) == PAROT_OK)
            free(answer.data);
        else
            ranks_lost(crew);
    }
}

/* Every rank gets the word to stop, and what it has sent before is thrown away. Answers that were
 * kept are given back first, so that there is memory for what comes. */
static void stop_all(struct dispatch *dispatch)
{
    parot_ranks *crew = dispatch->crew;
    for (int32_t rank = 1; rank < crew->link.count && !crew->is_broken; rank++)
        ranks_send_word(crew, rank, CREW_STOP);
    free_answers(dispatch);
    for (int32_t rank = 1; rank < crew->link.count; rank++)
        drain(crew, rank);
}

/* ---- The loop ----------------------------------------------------------- */

static parot_status work_here(struct dispatch *dispatch, int64_t piece)
{
    struct place *place = place_of(dispatch, piece);
    double begin = processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
    place->answer.bytes = place->begin = 0;
    place->rank = 0;
    parot_status status = dispatch->job->kind->work(dispatch->state, piece, &place->answer);
    place->is_there = 1;
    dispatch->crew->info.own_pieces++;
    dispatch->worked += processor_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
    return dispatch->status != PAROT_OK ? dispatch->status : status;
}

/* An answer without bytes may have no memory either. */
static parot_status take_answer(const struct dispatch *dispatch, int64_t piece)
{
    const struct crew_job *job = dispatch->job;
    const struct place *place = place_of(dispatch, piece);
    const char *data = place->answer.data ? place->answer.data + place->begin : NULL;
    return job->take(job->user, piece, data, place->answer.bytes - place->begin);
}

static parot_status take_answers(struct dispatch *dispatch)
{
    for (struct place *place; dispatch->taken < dispatch->next; dispatch->taken++) {
        place = place_of(dispatch, dispatch->taken);
        if (!place->is_there)
            break;
        place->is_there = 0;
        TRY(take_answer(dispatch, dispatch->taken));
    }
    return PAROT_OK;
}

/* Everybody has the piece of its number. */
static parot_status hand_out_bound(struct dispatch *dispatch)
{
    parot_ranks *crew = dispatch->crew;
    dispatch->next = dispatch->job->pieces;
    for (int32_t rank = 1; rank < crew->link.count; rank++) {
        TRY(ranks_send_word(crew, rank, rank));
        place_of(dispatch, rank)->rank = rank;
        dispatch->busy[rank]++;
    }
    return work_here(dispatch, 0);
}

/* After a stop those before them will not come. */
static void take_rest(struct dispatch *dispatch)
{
    for (int64_t piece = dispatch->taken; piece < dispatch->next; piece++)
        if (place_of(dispatch, piece)->is_there && take_answer(dispatch, piece) != PAROT_OK)
            return;
}

static parot_status run_pieces(struct dispatch *dispatch)
{
    const struct crew_job *job = dispatch->job;
    int waited = 0;
    if (job->is_bound)
        TRY(hand_out_bound(dispatch));
    while (dispatch->taken < job->pieces) {
        int64_t taken = dispatch->taken;
        TRY(keep_answers(dispatch));
        TRY(take_answers(dispatch)); /* which makes room for more */
        TRY(feed_all(dispatch));
        if (dispatch->taken == job->pieces)
            break; /* what is complete is not stopped */
        TRY(control_poll_part(dispatch->control, job->stage, dispatch->taken, job->pieces));
        if (has_next(dispatch))
            TRY(work_here(dispatch, dispatch->next++));
        else if (dispatch->taken == taken) {
            double begin = clock_seconds();
            crew_rest(&waited);
            dispatch->idle += clock_seconds() - begin;
            continue;
        }
        waited = 0;
    }
    return PAROT_OK;
}

/* ---- The job ------------------------------------------------------------ */

static parot_status announce(parot_ranks *crew, const struct crew_job *job, int32_t threads)
{
    struct crew_header header = ranks_header();
    while (ranks_take_forgotten(crew, &header)) {
        TRY(ranks_broadcast(crew, &header, sizeof header, 1));
        header.forgotten = 0;
    }
    header.number = (int32_t)job->number;
    header.threads = threads;
    header.is_new = *job->object_id == 0;
    if (header.is_new)
        *job->object_id = ++crew->last_id;
    header.object_id = *job->object_id;
    for (int k = 0; k < CREW_PARTS; k++) {
        if (header.is_new)
            header.about[k] = (struct crew_size){job->about[k].bytes, job->about[k].unit};
        header.part[k] = (struct crew_size){job->part[k].bytes, job->part[k].unit};
    }
    TRY(ranks_broadcast(crew, &header, sizeof header, 1));
    for (int k = 0; header.is_new && k < CREW_PARTS; k++)
        TRY(ranks_broadcast_part(crew, &job->about[k]));
    for (int k = 0; k < CREW_PARTS; k++)
        TRY(ranks_broadcast_part(crew, &job->part[k]));
    return PAROT_OK;
}

/* Works: what it takes is in *dispatch. */
static parot_status share(struct dispatch *dispatch)
{
    parot_ranks *crew = dispatch->crew;
    const struct crew_job *job = dispatch->job;
    TRY(announce(crew, job, dispatch->control->run.threads));
    dispatch->own = *dispatch->control;
    dispatch->own.run.progress = look;
    dispatch->own.run.progress_period = CREW_LOOK_PERIOD;
    dispatch->own.run.user = dispatch;
    dispatch->own.run.alloc = NULL; /* it has the caller's `user` */
    dispatch->own.run.release = NULL;
    dispatch->own.run.ranks = NULL;
    dispatch->own.next_progress = 0;
    parot_status status =
        job->kind->begin(&dispatch->state, job->object, job->part, &dispatch->own);
    if (status == PAROT_OK)
        status = run_pieces(dispatch);
    if (status > 0 && job->takes_rest)
        take_rest(dispatch);
    if (status != PAROT_OK)
        stop_all(dispatch);
    for (int32_t rank = 1; status == PAROT_OK && rank < crew->link.count; rank++)
        status = ranks_send_word(crew, rank, CREW_DONE);
    return status;
}

/* Ranks that were stopped while they opened the object do not have it: the next job sends it again.
 */
static void take_back(parot_ranks *crew, int64_t *object_id)
{
    crew_forget(crew, *object_id);
    *object_id = 0;
}

parot_status crew_run(parot_ranks *crew, const struct crew_job *job, struct control *control)
{
    double begin = clock_seconds();
    int is_new = *job->object_id == 0;
    struct dispatch dispatch = {.crew = crew, .job = job, .control = control};
    crew->without_memory = 0;
    dispatch.places = (int64_t)PLACES * crew->link.count;
    dispatch.place = calloc((size_t)dispatch.places, sizeof *dispatch.place);
    dispatch.busy = calloc((size_t)crew->link.count, sizeof *dispatch.busy);
    parot_status status = dispatch.place && dispatch.busy ? share(&dispatch) : PAROT_ENOMEM;
    if (dispatch.state && job->kind->end)
        job->kind->end(dispatch.state);
    if (dispatch.place)
        free_answers(&dispatch);
    free(dispatch.place);
    free(dispatch.busy);
    if (is_new && status != PAROT_OK)
        take_back(crew, job->object_id);
    crew->info.jobs++;
    crew->info.pieces += dispatch.taken;
    crew->info.seconds += clock_seconds() - begin;
    crew->info.idle_seconds += dispatch.idle;
    crew->info.work_seconds += dispatch.worked - dispatch.looked;
    return status;
}
