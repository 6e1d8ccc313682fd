/* tiles_answers.c - rows that found nothing are not sent, and handed over all the same. */
#include "transport/points/tiles_answers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t cols_bytes(int32_t count)
{
    return ((size_t)count * sizeof(int32_t) + 7) / 8 * 8;
}

static size_t row_bytes(int32_t count)
{
    return sizeof(struct row_answer) + (size_t)count * sizeof(double) + cols_bytes(count);
}

/* ---- On any rank --------------------------------------------------------- */

int tiles_put_row(struct crew_answer *answer, struct row_answer head, const int32_t *col,
                  const double *cost)
{
    static const char nothing[8] = {0};
    size_t bytes = (size_t)head.count * sizeof *col;
    return head.count == 0 || (crew_put(answer, &head, sizeof head) &&
                               crew_put(answer, cost, (size_t)head.count * sizeof *cost) &&
                               crew_put(answer, col, bytes) &&
                               crew_put(answer, nothing, cols_bytes(head.count) - bytes));
}

static struct looked_at count_looks(const struct search *search)
{
    struct looked_at all = {0};
    for (int32_t k = 0; k < search->workers; k++) {
        all.pairs += search->worker[k].search.pairs;
        all.decided += search->worker[k].search.decided;
    }
    return all;
}

parot_status tiles_put_search(struct search *search, int32_t begin, int32_t end,
                              struct crew_answer *answer)
{
    struct looked_at before = count_looks(search), looks = {0};
    size_t at = answer->bytes;
    if (!crew_put(answer, &looks, sizeof looks))
        return PAROT_ENOMEM;
    TRY(search_rows(search, begin, end));
    looks = count_looks(search);
    looks.pairs -= before.pairs;
    looks.decided -= before.decided;
    memcpy(answer->data + at, &looks, sizeof looks);
    return PAROT_OK;
}

/* ---- On rank 0 ----------------------------------------------------------- */

int answers_open(struct tiles_answers *answers)
{
    struct tiles_query *query = answers->query;
    answers->rows = answers->tiles->points->side[query->side].count;
    answers->limit = query->limit;
    query->pairs = query->decided = 0;
    if (!query->offer)
        return 1;
    size_t bytes = (size_t)answers->rows * sizeof *answers->limit;
    answers->limit = malloc(bytes);
    answers->is_short = calloc((size_t)answers->rows, 1);
    if (!answers->limit || !answers->is_short)
        return 0;
    memcpy(answers->limit, query->limit, bytes);
    return 1;
}

void answers_close(struct tiles_answers *answers)
{
    if (answers->query->offer)
        free(answers->limit);
    free(answers->is_short);
}

const char *answers_count(struct tiles_answers *answers, const char *answer)
{
    struct looked_at looks;
    memcpy(&looks, answer, sizeof looks);
    answers->query->pairs += looks.pairs;
    answers->query->decided += looks.decided;
    return answer + sizeof looks;
}

static parot_status take_row(struct tiles_answers *answers, struct row_answer head,
                             const int32_t *col, const double *cost)
{
    struct tiles_query *query = answers->query;
    int is_lower = query->limit && head.limit < query->limit[head.row];
    if (!query->offer) {
        if (is_lower)
            query->limit[head.row] = head.limit;
        return query->take(query->user, head.row, head.count, col, cost);
    }
    for (int32_t k = 0; !is_lower && k < head.count; k++)
        query->offer(query->user, head.row, col[k], cost[k]);
    answers->again += is_lower && !answers->is_short[head.row];
    answers->is_short[head.row] |= (uint8_t)is_lower;
    return PAROT_OK;
}

/* The next row that found something; 0: it is not one of these, or not all of it has come. */
static int get_head(struct row_answer *head, int64_t row, int64_t end, const char *at,
                    const char *last)
{
    size_t rest = (size_t)(last - at);
    if (rest < sizeof *head)
        return 0;
    memcpy(head, at, sizeof *head);
    return head->row >= row && head->row < end && head->count > 0 && rest >= row_bytes(head->count);
}

parot_status answers_take(struct tiles_answers *answers, int64_t row, int64_t end,
                          const char *answer, size_t bytes)
{
    struct tiles_query *query = answers->query;
    if (bytes < sizeof(struct looked_at))
        return PAROT_EIO;
    const char *last = answer + bytes, *at = answers_count(answers, answer);
    while (row < end) {
        struct row_answer head = {(int32_t)end, 0, 0};
        if (at < last && !get_head(&head, row, end, at, last))
            return PAROT_EIO;
        for (; row < head.row; row++)
            if (!query->offer)
                TRY(query->take(query->user, (int32_t)row, 0, NULL, NULL));
        if (head.count == 0)
            break;
        const double *cost = (const double *)(const void *)(at + sizeof head);
        const int32_t *col = (const int32_t *)(const void *)(cost + head.count);
        at += row_bytes(head.count);
        TRY(take_row(answers, head, col, cost));
        row++;
    }
    return PAROT_OK;
}

parot_status answers_finish(struct tiles_answers *answers, struct control *control)
{
    struct tiles_query query = *answers->query;
    struct search search;
    if (answers->again == 0)
        return PAROT_OK;
    for (int32_t i = 0; i < answers->rows; i++)
        answers->limit[i] = answers->is_short[i] ? answers->query->limit[i] : -INFINITY;
    query.limit = answers->limit;
    TRY(search_open(&search, answers->tiles, &query, control));
    parot_status status = search_rows(&search, 0, search.row_tiles);
    search_close(&search);
    answers->query->pairs += query.pairs;
    answers->query->decided += query.decided;
    return status;
}
