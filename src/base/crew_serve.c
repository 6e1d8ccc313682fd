/* crew_serve.c - the other ranks: objects that are kept, a job at a time, and its pieces.
 *
 * Whatever goes wrong here, a rank takes part in all broadcasts and answers every piece, so that
 * rank 0 learns of it. While a piece is worked on, the progress callback of its control looks for
 * the word to stop.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/crew_rest.h"
#include "base/crew_wire.h"

/* Words that wait while a piece is worked on: the next piece, and the end. */
enum { WORDS_AHEAD = 4 };

enum { PART_ALIGNMENT = 64 }; /* that of block_alloc */

/* What was broadcast: one block for all parts. */
struct received {
    struct crew_part part[CREW_PARTS];
    char *block;
};

struct kept {
    int64_t id;
    const struct crew_kind *kind;
    void *object; /* NULL: there was no memory */
    struct received about;
    struct kept *next;
};

struct server {
    parot_link link;
    const struct crew_kind *const *kinds;
    struct control control;
    struct kept *kept;
    char *scratch; /* CREW_SEGMENT bytes, for what there is no memory for */
    int64_t word[WORDS_AHEAD];
    int words;
    int is_over, is_stopped; /* the last word of the job has come, and it was to stop */
    int is_broken;
    size_t too_long; /* bytes of an answer that cannot travel */
    struct crew_answer answer;
};

/* ---- Broadcasts --------------------------------------------------------- */

static size_t aligned(size_t bytes)
{
    return (bytes + PART_ALIGNMENT - 1) / PART_ALIGNMENT * PART_ALIGNMENT;
}

/* The bytes of a part that this rank keeps. */
struct kept_bytes {
    size_t begin, end;
};

static struct kept_bytes kept_of(const struct server *server, const struct crew_size *size)
{
    if (size->unit == 0)
        return (struct kept_bytes){0, (size_t)size->bytes};
    struct crew_share share =
        crew_share((int64_t)(size->bytes / size->unit), server->link.rank, server->link.count);
    size_t begin = (size_t)share.begin * (size_t)size->unit;
    return (struct kept_bytes){begin, begin + (size_t)share.count * (size_t)size->unit};
}

/* What is kept goes to `to`, the rest passes by; all does if that is NULL. */
static void receive_part(struct server *server, size_t bytes, struct kept_bytes kept, char *to)
{
    for (size_t at = 0; at < bytes && !server->is_broken; at += CREW_SEGMENT) {
        size_t end = bytes - at < CREW_SEGMENT ? bytes : at + CREW_SEGMENT;
        size_t first = at > kept.begin ? at : kept.begin, last = end < kept.end ? end : kept.end;
        int is_whole = to && first == at && last == end;
        server->is_broken = server->link.broadcast(
            is_whole ? to + (at - kept.begin) : server->scratch, end - at, 0, server->link.user);
        if (to && !is_whole && first < last)
            memcpy(to + (first - kept.begin), server->scratch + (first - at), last - first);
    }
}

/* Without memory the parts pass by, and there is no block. */
static void receive_parts(struct server *server, const struct crew_size *size,
                          struct received *received)
{
    size_t all = 0, begin = 0;
    struct kept_bytes kept[CREW_PARTS];
    for (int k = 0; k < CREW_PARTS; k++) {
        kept[k] = kept_of(server, &size[k]);
        all += aligned(kept[k].end - kept[k].begin);
    }
    *received = (struct received){.block = block_alloc(&server->control, all)};
    for (int k = 0; k < CREW_PARTS; k++) {
        char *to = received->block ? received->block + begin : NULL;
        size_t bytes = kept[k].end - kept[k].begin;
        received->part[k] = (struct crew_part){size[k].bytes > 0 ? to : NULL, bytes, 0};
        receive_part(server, (size_t)size[k].bytes, kept[k], to);
        begin += aligned(bytes);
    }
}

/* ---- Objects ------------------------------------------------------------ */

static void drop(struct kept *kept)
{
    if (kept->object)
        kept->kind->close(kept->object);
    block_free(kept->about.block);
    free(kept);
}

static void forget(struct server *server, int64_t id)
{
    for (struct kept **at = &server->kept; *at; at = &(*at)->next)
        if ((*at)->id == id) {
            struct kept *gone = *at;
            *at = gone->next;
            drop(gone);
            return;
        }
}

static void open_object(struct server *server, const struct crew_header *header)
{
    struct received about;
    struct kept *kept = calloc(1, sizeof *kept);
    receive_parts(server, header->about, &about);
    if (!kept) {
        block_free(about.block);
        return;
    }
    *kept = (struct kept){.id = header->object_id,
                          .kind = server->kinds[header->number],
                          .about = about,
                          .next = server->kept};
    server->kept = kept;
    if (about.block && !server->is_broken &&
        kept->kind->open(&kept->object, kept->about.part, &server->control) != PAROT_OK)
        kept->object = NULL;
}

static void *find_object(const struct server *server, const struct crew_kind *kind, int64_t id)
{
    for (const struct kept *kept = server->kept; kept; kept = kept->next)
        if (kept->id == id && kept->kind == kind)
            return kept->object;
    return NULL;
}

/* ---- Words of rank 0 ---------------------------------------------------- */

/* All that have arrived, up to the last of this job: the next ones may be of another. */
static void take_words(struct server *server)
{
    parot_link *link = &server->link;
    int64_t word = 0;
    while (!server->is_broken && !server->is_over && server->words < WORDS_AHEAD) {
        int64_t bytes = link->waiting(0, link->user);
        if (bytes == PAROT_LINK_NONE)
            return;
        server->is_broken =
            bytes != sizeof word || link->receive(0, &word, sizeof word, link->user) != 0;
        if (server->is_broken)
            return;
        server->is_stopped |= word == CREW_STOP;
        server->is_over |= word < 0;
        server->word[server->words++] = word;
    }
}

/* The progress callback of every piece. */
static int look(const parot_progress *progress, void *user)
{
    struct server *server = user;
    (void)progress;
    take_words(server);
    return server->is_stopped || server->is_broken;
}

static int64_t next_word(struct server *server)
{
    int waited = 0;
    for (;;) {
        take_words(server);
        if (server->is_stopped || server->is_broken)
            return CREW_STOP;
        if (server->words > 0)
            break;
        crew_rest(&waited);
    }
    int64_t word = server->word[0];
    memmove(server->word, server->word + 1, (size_t)--server->words * sizeof *server->word);
    return word;
}

/* ---- Jobs --------------------------------------------------------------- */

/* Without an answer the head alone is sent, which needs no memory. */
static void reply(struct server *server, int64_t piece, parot_status status)
{
    struct crew_reply head = {piece, status, sizeof head};
    struct crew_answer *answer = &server->answer;
    int has_answer = answer->bytes > sizeof head;
    if (answer->bytes > CREW_LONGEST) {
        server->too_long = answer->bytes;
        server->is_broken = 1;
        return;
    }
    if (has_answer) {
        head.bytes = (int64_t)answer->bytes;
        memcpy(answer->data, &head, sizeof head);
    }
    server->is_broken =
        server->link.send(0, has_answer ? (const void *)answer->data : &head,
                          has_answer ? answer->bytes : sizeof head, server->link.user) != 0;
    answer->bytes = 0;
}

static void work(struct server *server, const struct crew_kind *kind, void *job, int64_t piece,
                 parot_status status)
{
    struct crew_reply head = {piece, 0, 0};
    server->answer.bytes = 0;
    if (status == PAROT_OK && !crew_put(&server->answer, &head, sizeof head))
        status = PAROT_ENOMEM;
    if (status == PAROT_OK)
        status = kind->work(job, piece, &server->answer);
    if (server->is_broken || server->is_stopped)
        return;
    if (status != PAROT_OK)
        server->answer.bytes = 0;
    reply(server, piece, status);
}

static void do_job(struct server *server, const struct crew_header *header)
{
    const struct crew_kind *kind = server->kinds[header->number];
    struct received received;
    void *object = NULL, *job = NULL;
    server->is_over = server->is_stopped = server->words =
        0; /* words may come while the object is opened */
    server->control.is_cancelled = 0;
    server->control.run.threads = header->threads;
    if (header->is_new)
        open_object(server, header);
    receive_parts(server, header->part, &received);
    object = find_object(server, kind, header->object_id);
    parot_status status = object && received.block ? PAROT_OK : PAROT_ENOMEM;
    if (status == PAROT_OK && !server->is_broken)
        status = kind->begin(&job, object, received.part, &server->control);
    for (int64_t piece; !server->is_broken && (piece = next_word(server)) >= 0;)
        work(server, kind, job, piece, status);
    if (job && kind->end)
        kind->end(job);
    block_free(received.block);
    if (server->is_stopped && !server->is_broken) {
        server->answer.bytes = 0;
        reply(server, CREW_STOP, PAROT_OK);
    }
}

static parot_status serve(struct server *server, parot_error *err)
{
    parot_link *link = &server->link;
    for (;;) {
        struct crew_header header = {0};
        server->is_broken = link->broadcast(&header, sizeof header, 1, link->user) != 0;
        if (!server->is_broken && header.version != parot_version_number())
            return fail(err, PAROT_EIO,
                        "link: rank %d has version %d of libparot and rank 0 has %d; install one "
                        "version for all",
                        (int)link->rank, parot_version_number(), (int)header.version);
        for (int32_t k = 0; !server->is_broken && k < header.forgotten; k++)
            forget(server, header.forget[k]);
        if (!server->is_broken && header.is_end)
            return PAROT_OK;
        if (!server->is_broken && header.number >= 0)
            do_job(server, &header);
        if (server->too_long)
            return fail(err, PAROT_EIO,
                        "link: rank %d has %lld bytes to answer at once, and %lld can be sent; "
                        "start more ranks",
                        (int)link->rank, (long long)server->too_long, (long long)CREW_LONGEST);
        if (server->is_broken)
            return fail(err, PAROT_EIO, "link: rank %d has lost rank 0", (int)link->rank);
    }
}

parot_status crew_serve(const parot_link *link, const struct crew_kind *const *kinds,
                        const parot_run *run, parot_error *err)
{
    struct server server = {.kinds = kinds};
    TRY(crew_link_take(&server.link, link, err));
    if (server.link.rank == 0)
        return fail(err, PAROT_EINVAL, "link.rank: must not be 0, which calls parot_ranks_open");
    TRY(control_init(&server.control, run, err));
    server.control.run.time_limit = 0;
    server.control.run.max_iterations = 0;
    server.control.run.progress = look;
    server.control.run.progress_period = CREW_LOOK_PERIOD;
    server.control.run.alloc = NULL; /* it has the caller's `user` */
    server.control.run.release = NULL;
    server.control.run.user = &server;
    server.control.run.ranks = NULL;
    server.scratch = malloc(CREW_SEGMENT);
    parot_status status = server.scratch ? serve(&server, err) : fail_memory(err, CREW_SEGMENT);
    while (server.kept)
        forget(&server, server.kept->id);
    free(server.scratch);
    free(server.answer.data);
    return status;
}
