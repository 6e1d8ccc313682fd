/* infeasible.c - the cut as indices, its worth in the caller's masses, and a few of them in words.
 */
#include "partial/infeasible.h"

#include <float.h>
#include <stdio.h>

#include "base/sums.h"

int is_rounding(const struct units *units, unit_count left, int64_t nodes)
{
    return (double)left <= (16 + (double)nodes / 8) * DBL_EPSILON * (double)units->mass;
}

static int64_t count_marks(const uint8_t *marks, int64_t count)
{
    int64_t total = 0;
    for (int64_t k = 0; k < count; k++)
        total += marks[k];
    return total;
}

static void layout(parot_result *result, struct arena *arena)
{
    parot_cut *cut = &result->cut;
    cut->row = arena_take(arena, cut->rows, sizeof *cut->row);
    cut->col = arena_take(arena, cut->cols, sizeof *cut->col);
    result->owner = arena->block;
}

/* Marks become indices; what they weigh is added to the sum. */
static void list_marks(const uint8_t *marks, struct weights weights, int32_t *list, struct sum *sum)
{
    int64_t listed = 0;
    for (int32_t k = 0; k < weights.count; k++)
        if (marks[k]) {
            list[listed++] = k;
            sum_add(sum, weight_at(weights, k));
        }
}

static parot_status fill_cut(const struct refusal *refusal, const struct cut_search *search,
                             struct control *control, parot_result *result, parot_error *err)
{
    struct arena arena = {0};
    struct sum most = {0};
    result->cut.rows = count_marks(search->has_row, refusal->p.count);
    result->cut.cols = count_marks(search->has_col, refusal->q.count);
    layout(result, &arena);
    TRY(arena_open(&arena, control, err));
    layout(result, &arena);
    list_marks(search->has_row, refusal->p, result->cut.row, &most);
    list_marks(search->has_col, refusal->q, result->cut.col, &most);
    result->cut.most = sum_value(&most);
    result->status = PAROT_EINFEASIBLE;
    return PAROT_OK;
}

/* Indices named in a message, as far as it has room: those of one side take this many letters. */
enum { NAMED = 10, LETTERS = 56 };

/* "rows 3, 8, 12 and 4 more" */
static size_t name_list(const char *what, const int32_t *list, int64_t count, char *text)
{
    enum { TAIL = 24 }; /* the longest ", number" and " and ... more" */
    size_t used = (size_t)snprintf(text, LETTERS, "%s%s", what, plural(count));
    int64_t k = 0;
    for (; k < count && k < NAMED && (k == 0 || used + TAIL < LETTERS); k++)
        used += (size_t)snprintf(text + used, LETTERS - used, "%s %d", k ? "," : "", (int)list[k]);
    if (k < count)
        used +=
            (size_t)snprintf(text + used, LETTERS - used, " and %lld more", (long long)(count - k));
    return used;
}

static parot_status say(const parot_cut *cut, double mass, parot_error *err)
{
    char text[2 * LETTERS + 8] = "";
    size_t used = 0;
    if (cut->rows == 0 && cut->cols == 0)
        return fail(
            err, PAROT_EINFEASIBLE,
            "cost: none of mass %.15g can move: there are no allowed pairs; give some pairs "
            "a finite cost",
            mass);
    if (cut->rows > 0)
        used = name_list("row", cut->row, cut->rows, text);
    if (cut->rows > 0 && cut->cols > 0)
        used += (size_t)snprintf(text + used, sizeof text - used, " or ");
    if (cut->cols > 0)
        name_list("column", cut->col, cut->cols, text + used);
    return fail(err, PAROT_EINFEASIBLE,
                "cost: at most %.15g of mass %.15g can move: all allowed pairs are in %s; ask for "
                "less mass or allow more pairs",
                cut->most, mass, text);
}

/* Works: the block in `arena` belongs to the caller, what *result holds to the caller's caller. */
static parot_status find_cut(const struct refusal *refusal, struct arena *arena,
                             struct control *control, parot_result *result, parot_error *err)
{
    struct cut_search search = {0};
    int32_t n = refusal->costs->n, m = refusal->costs->m;
    cut_layout(&search, n, m, arena);
    TRY(arena_open(arena, control, err));
    cut_layout(&search, n, m, arena);
    if (!cut_find(&search, refusal->costs, refusal->units, refusal->arcs, refusal->count))
        return fail(err, PAROT_ENUMERIC,
                    "mass: %.17g was not reached, and no cut shows why; please report this problem",
                    refusal->units->request);
    TRY(fill_cut(refusal, &search, control, result, err));
    return say(&result->cut, refusal->units->request, err);
}

parot_status refuse_infeasible(const struct refusal *refusal, struct control *control,
                               parot_result *result, parot_error *err)
{
    struct arena arena = {0};
    parot_status status = find_cut(refusal, &arena, control, result, err);
    block_free(arena.block);
    return status;
}
