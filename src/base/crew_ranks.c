/* crew_ranks.c - rank 0 opens and closes its end, and counts all messages that pass it. */
#include "base/crew_ranks.h"

#include <stdlib.h>
#include <string.h>

#include "base/options.h"

/* ---- Opening ------------------------------------------------------------ */

void parot_ranks_options_init_sized(parot_ranks_options *options, size_t struct_size)
{
    parot_ranks_options defaults = {.least_work = 2e8, .parts = 1};
    options_init(options, struct_size, &defaults, sizeof defaults);
}

static parot_status take_options(parot_ranks_options *taken, const parot_ranks_options *options,
                                 parot_error *err)
{
    parot_ranks_options_init(taken);
    if (options)
        TRY(options_take(taken, sizeof *taken, options, "options", "parot_ranks_options", err));
    if (!(taken->least_work >= 0))
        return fail(err, PAROT_EINVAL, "options.least_work: must be 0 or more, got %g",
                    taken->least_work);
    if (taken->parts < 1 || taken->parts > PAROT_RANKS_MOST_PARTS)
        return fail(err, PAROT_EINVAL, "options.parts: must be from 1 to %d, got %lld",
                    PAROT_RANKS_MOST_PARTS, (long long)taken->parts);
    return PAROT_OK;
}

parot_status parot_ranks_open(parot_ranks **ranks, const parot_link *link,
                              const parot_ranks_options *options, parot_error *err)
{
    parot_ranks_options taken;
    parot_link checked;
    if (!ranks)
        return fail_argument(err, PAROT_EINVAL, "ranks", "must not be NULL");
    TRY(take_options(&taken, options, err));
    TRY(crew_link_take(&checked, link, err));
    if (checked.rank != 0)
        return fail(err, PAROT_EINVAL,
                    "link.rank: must be 0, got %d; the others call parot_ranks_serve",
                    (int)checked.rank);
    parot_ranks *opened = calloc(1, sizeof *opened);
    if (!opened)
        return fail_memory(err, sizeof *opened);
    opened->link = checked;
    opened->options = taken;
    opened->info.count = checked.count;
    pthread_mutex_init(&opened->lock, NULL);
    *ranks = opened;
    return PAROT_OK;
}

parot_status parot_ranks_set_options(parot_ranks *ranks, const parot_ranks_options *options,
                                     parot_error *err)
{
    parot_ranks_options taken;
    if (!ranks)
        return fail_argument(err, PAROT_EINVAL, "ranks", "must not be NULL");
    TRY(take_options(&taken, options, err));
    if (atomic_exchange(&ranks->is_taken, 1))
        return fail_argument(err, PAROT_EINVAL, "ranks",
                             "must not be at work; set options before the call");
    ranks->options = taken;
    crew_release(ranks);
    return PAROT_OK;
}

void parot_ranks_get_info(const parot_ranks *ranks, parot_ranks_info *info)
{
    *info = ranks ? ranks->info : (parot_ranks_info){0};
}

int32_t crew_count(const parot_ranks *ranks)
{
    return ranks->link.count;
}

int32_t crew_without_memory(const parot_ranks *ranks)
{
    return ranks ? ranks->without_memory : 0;
}

int64_t crew_parts(const parot_ranks *ranks)
{
    return ranks->options.parts;
}

/* ---- Whose they are ------------------------------------------------------ */

void crew_release(parot_ranks *ranks)
{
    atomic_store(&ranks->is_taken, 0);
}

int crew_take(parot_ranks *ranks, double work)
{
    if (!ranks || ranks->link.count < 2 || atomic_exchange(&ranks->is_taken, 1))
        return 0;
    int is_shared = work >= ranks->options.least_work && !ranks->is_broken; /* theirs to look at */
    if (!is_shared)
        crew_release(ranks);
    return is_shared;
}

/* ---- Messages ----------------------------------------------------------- */

parot_status ranks_lost(parot_ranks *ranks)
{
    ranks->is_broken = 1;
    ranks->info.is_lost = 1;
    return PAROT_EIO;
}

parot_status crew_fail(parot_status status, const char *what, parot_error *err)
{
    if (status == PAROT_ENOMEM)
        return fail(err, status,
                    "out of memory: a rank has no room for %s; start fewer ranks on each machine",
                    what);
    return fail(err, status,
                "run.ranks: the link to the other ranks has failed; start all of them again");
}

/* A function of the link has returned whether it failed; it began at `begin`. */
static parot_status linked(parot_ranks *ranks, double begin, int is_failed)
{
    ranks->info.link_seconds += clock_seconds() - begin;
    return is_failed ? ranks_lost(ranks) : PAROT_OK;
}

parot_status ranks_broadcast(parot_ranks *ranks, void *data, size_t bytes, int is_idle)
{
    double begin = clock_seconds();
    ranks->info.broadcasts++;
    ranks->info.broadcast += (double)bytes;
    return linked(ranks, begin, ranks->link.broadcast(data, bytes, is_idle, ranks->link.user));
}

struct crew_header ranks_header(void)
{
    return (struct crew_header){.version = parot_version_number(), .number = -1};
}

parot_status ranks_broadcast_part(parot_ranks *ranks, const struct crew_part *part)
{
    char *data = (char *)(uintptr_t)part->data; /* rank 0 only reads it */
    for (size_t at = 0; at < part->bytes; at += CREW_SEGMENT) {
        size_t rest = part->bytes - at;
        TRY(ranks_broadcast(ranks, data + at, rest < CREW_SEGMENT ? rest : CREW_SEGMENT, 0));
    }
    return PAROT_OK;
}

parot_status ranks_send_word(parot_ranks *ranks, int32_t to, int64_t word)
{
    double begin = clock_seconds();
    ranks->info.messages++;
    ranks->info.sent += sizeof word;
    return linked(ranks, begin, ranks->link.send(to, &word, sizeof word, ranks->link.user));
}

int64_t ranks_waiting(parot_ranks *ranks, int32_t rank)
{
    double begin = clock_seconds();
    int64_t bytes = ranks->link.waiting(rank, ranks->link.user);
    ranks->info.link_seconds += clock_seconds() - begin;
    return bytes;
}

parot_status ranks_receive(parot_ranks *ranks, int32_t rank, int64_t bytes,
                           struct crew_answer *answer, struct crew_reply *reply)
{
    if (bytes < (int64_t)sizeof *reply || (uint64_t)bytes > CREW_LONGEST)
        return ranks_lost(ranks);
    *answer = (struct crew_answer){malloc((size_t)bytes), (size_t)bytes, (size_t)bytes};
    if (!answer->data)
        return PAROT_ENOMEM;
    double begin = clock_seconds();
    if (linked(ranks, begin,
               ranks->link.receive(rank, answer->data, (size_t)bytes, ranks->link.user)) !=
        PAROT_OK) {
        free(answer->data);
        return PAROT_EIO;
    }
    ranks->info.messages++;
    ranks->info.received += (double)bytes;
    memcpy(reply, answer->data, sizeof *reply);
    if (reply->bytes == bytes)
        return PAROT_OK;
    free(answer->data);
    return ranks_lost(ranks);
}

/* ---- Objects that are not needed any more --------------------------------- */

void crew_forget(parot_ranks *ranks, int64_t object_id)
{
    if (object_id == 0)
        return;
    pthread_mutex_lock(&ranks->lock);
    if (ranks->forgotten == ranks->forget_room) {
        int32_t room = 2 * ranks->forget_room + CREW_FORGET;
        int64_t *more = realloc(ranks->forget, (size_t)room * sizeof *more);
        ranks->forget = more ? more : ranks->forget;
        ranks->forget_room = more ? room : ranks->forget_room;
    }
    if (ranks->forgotten < ranks->forget_room) /* else the ranks keep it until the end */
        ranks->forget[ranks->forgotten++] = object_id;
    pthread_mutex_unlock(&ranks->lock);
}

int ranks_take_forgotten(parot_ranks *ranks, struct crew_header *header)
{
    pthread_mutex_lock(&ranks->lock);
    while (ranks->forgotten > 0 && header->forgotten < CREW_FORGET)
        header->forget[header->forgotten++] = ranks->forget[--ranks->forgotten];
    int is_more = ranks->forgotten > 0;
    pthread_mutex_unlock(&ranks->lock);
    return is_more;
}

void parot_ranks_close(parot_ranks *ranks)
{
    if (!ranks)
        return;
    struct crew_header header = ranks_header();
    header.is_end = 1;
    if (!ranks->is_broken)
        ranks_broadcast(ranks, &header, sizeof header, 1);
    pthread_mutex_destroy(&ranks->lock);
    free(ranks->forget);
    free(ranks);
}
