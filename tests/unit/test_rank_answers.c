/* test_rank_answers.c - answers of other ranks that are too short, too long, or about other rows:
 * refused, whatever they say.
 */
#include "partial/certify_crew.h"
#include "test.h"
#include "transport/points/tiles_answers.h"

enum { ROWS = 5, FIRST = 2, LEAST = 3 };

/* ---- Proofs --------------------------------------------------------------- */

/* Rows 2, 3 and 4 of the order, in turn answered with too little, all, and too much. */
TEST(a_proof_takes_each_row_or_none)
{
    int32_t order[ROWS] = {4, 2, 0, 3, 1};
    struct least least[ROWS] = {{0}}, answer[LEAST + 1];
    struct audit_clouds clouds = {.rows = {.count = ROWS, .order = order}, .least = least};
    const struct crew_share rows = {FIRST, LEAST};
    for (int k = 0; k <= LEAST; k++)
        answer[k] = (struct least){1 + k, 10 + k};
    for (size_t bytes = 0; bytes <= sizeof answer; bytes++) {
        int is_whole = bytes == LEAST * sizeof *answer;
        parot_status status = proof_take_rows(&clouds, rows, (const char *)answer, bytes);
        assert_int_equal(status, is_whole ? PAROT_OK : PAROT_EIO);
        assert_true((least[0].sum == 1) == (bytes >= LEAST * sizeof *answer));
    }
    for (int k = 0; k < LEAST; k++)
        assert_memory_equal(&least[order[FIRST + k]], &answer[k], sizeof *answer);
    assert_true(least[4].sum == 0 && least[2].sum == 0); /* not of these rows */
}

/* ---- Searches -------------------------------------------------------------- */

struct seen {
    int32_t rows, pairs;
};

static parot_status see(void *user, int32_t row, int32_t count, const int32_t *col,
                        const double *cost)
{
    struct seen *seen = user;
    assert_true(row >= FIRST && row < FIRST + LEAST);
    for (int32_t k = 0; k < count; k++)
        assert_true(col[k] == k && cost[k] == 7);
    seen->rows++;
    seen->pairs += count;
    return PAROT_OK;
}

/* Of rows 2 to 4, the row `row` found `count` pairs, it says. */
static parot_status take(int32_t row, int32_t count, size_t lost, struct seen *seen)
{
    static const int32_t cols[] = {0, 1};
    static const double costs[] = {7, 7};
    const struct looked_at looks = {2, 2};
    struct tiles_query query = {.take = see, .user = seen};
    struct tiles_answers answers = {.query = &query, .rows = ROWS};
    struct crew_answer answer = {0};
    *seen = (struct seen){0};
    assert_true(crew_put(&answer, &looks, sizeof looks));
    assert_true(tiles_put_row(&answer, (struct row_answer){row, 2, 8}, cols, costs));
    ((struct row_answer *)(void *)(answer.data + sizeof looks))->count = count;
    parot_status status =
        answers_take(&answers, FIRST, FIRST + LEAST, answer.data, answer.bytes - lost);
    free(answer.data);
    return status;
}

TEST(a_search_takes_rows_of_its_piece_alone)
{
    struct seen seen;
    for (int32_t row = -1; row <= ROWS; row++) {
        int is_one = row >= FIRST && row < FIRST + LEAST;
        assert_int_equal(take(row, 2, 0, &seen), is_one ? PAROT_OK : PAROT_EIO);
        assert_true(!is_one || (seen.rows == LEAST && seen.pairs == 2));
    }
}

TEST(a_search_takes_no_part_of_a_row)
{
    struct seen seen;
    assert_int_equal(take(FIRST, 3, 0, &seen), PAROT_EIO);
    assert_int_equal(take(FIRST, INT32_MAX, 0, &seen), PAROT_EIO);
    assert_int_equal(take(FIRST, 0, 0, &seen), PAROT_EIO);
    assert_int_equal(take(FIRST, -1, 0, &seen), PAROT_EIO);
    for (size_t lost = 1; lost < sizeof(struct row_answer) + 24; lost++)
        assert_int_equal(take(FIRST, 2, lost, &seen), PAROT_EIO);
    assert_int_equal(take(FIRST, 2, sizeof(struct row_answer) + 24, &seen), PAROT_OK);
    assert_true(seen.rows == LEAST && seen.pairs == 0); /* nothing was found, and all is there */
    assert_int_equal(take(FIRST, 2, sizeof(struct row_answer) + 25, &seen), PAROT_EIO);
}
