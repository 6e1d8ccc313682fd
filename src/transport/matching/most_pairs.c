/* most_pairs.c - as many pairs as possible (Hopcroft and Karp 1973; with room for several pairs,
 * Dinic 1970).
 *
 * Left nodes with room are at level 0. A node that can be reached only by exchanging k pairs is at
 * level 2k (left) or 2k + 1 (right). A phase finds the levels up to the first right node with room,
 * then paths along rising levels until there are none; each path makes one pair more. When no right
 * node with room is reached there are no more pairs, and the levels say why.
 */
#include "transport/matching/listed_matching.h"

/* Pairs looked at between two looks at the clock, some 10 ms. */
enum { WORK = 1 << 21 };

/* Levels from all left nodes with room; 1: a right node with room was reached. */
static int find_levels(struct most_pairs *most, int64_t *work)
{
    const struct pair_side *side = most->side;
    int32_t count = 0, last = INT32_MAX;
    for (int32_t j = 0; j < side->rights; j++)
        most->right_level[j] = -1;
    for (int32_t i = 0; i < side->lefts; i++) {
        most->left_level[i] = side->left_room[i] > 0 ? 0 : -1;
        if (side->left_room[i] > 0)
            most->queue[count++] = i;
    }
    for (int32_t at = 0; at < count; at++) {
        int32_t i = most->queue[at], level = most->left_level[i];
        if (level >= last)
            break;
        *work += side->begin[i + 1] - side->begin[i];
        for (int32_t e = side->begin[i]; e < side->begin[i + 1]; e++) {
            int32_t j = side->right[e];
            if (most->right_level[j] >= 0 || side->is_made[e])
                continue;
            most->right_level[j] = level + 1;
            if (side->right_room[j] > 0)
                last = level + 1;
            for (int32_t k = 0; k < side->slot_count[j]; k++) {
                int32_t other = side->slot_left[side->slot_begin[j] + k];
                if (most->left_level[other] >= 0)
                    continue;
                most->left_level[other] = level + 2;
                most->queue[count++] = other;
            }
        }
    }
    return last != INT32_MAX;
}

/* Makes the pair next_left of the last node of the path, and exchanges those before it. */
static void follow_path(struct most_pairs *most, int32_t length)
{
    struct pair_side *side = most->side;
    int32_t left = most->path[length - 1], pair = most->next_left[left]++;
    int32_t right = side->right[pair], free = side->slot_begin[right] + side->slot_count[right]++;
    side->right_room[right]--;
    side->slot_pair[free] = pair;
    side->slot_left[free] = left;
    side->is_made[pair] = 1;
    for (int32_t k = length - 2; k >= 0; k--) {
        left = most->path[k];
        pair = most->next_left[left]++;
        right = side->right[pair];
        int32_t slot = most->next_right[right]++;
        side->is_made[side->slot_pair[slot]] = 0;
        side->slot_pair[slot] = pair;
        side->slot_left[slot] = left;
        side->is_made[pair] = 1;
    }
    side->left_room[most->path[0]]--;
}

/* The next node of the path after its last, `i`: 1: a right node with room; 0: path[length] is set;
 * -1: there is none. */
static int next_of_path(struct most_pairs *most, int32_t i, int32_t length)
{
    const struct pair_side *side = most->side;
    for (int32_t *e = &most->next_left[i]; *e < side->begin[i + 1]; ++*e) {
        int32_t j = side->right[*e];
        if (side->is_made[*e] || most->right_level[j] != most->left_level[i] + 1)
            continue;
        if (side->right_room[j] > 0)
            return 1;
        int32_t end = side->slot_begin[j] + side->slot_count[j];
        for (int32_t *slot = &most->next_right[j]; *slot < end; ++*slot)
            if (most->left_level[side->slot_left[*slot]] == most->right_level[j] + 1) {
                most->path[length] = side->slot_left[*slot];
                return 0;
            }
    }
    return -1;
}

/* Paths from one left node until it has no room, or there are none. */
static void find_paths(struct most_pairs *most, int32_t from)
{
    struct pair_side *side = most->side;
    int32_t length = 1;
    most->path[0] = from;
    while (length > 0 && side->left_room[from] > 0) {
        int found = next_of_path(most, most->path[length - 1], length);
        if (found > 0) {
            follow_path(most, length);
            length = 1;
        } else if (found == 0) {
            length++;
        } else if (--length > 0) { /* a dead end: not by this slot */
            int32_t before = most->path[length - 1];
            most->next_right[side->right[most->next_left[before]]]++;
        }
    }
}

parot_status most_pairs_find(struct most_pairs *most, struct control *control)
{
    struct pair_side *side = most->side;
    int64_t work = 0;
    while (find_levels(most, &work)) {
        most->phases++;
        TRY(control_poll_part(control, "pairs", 0, 0));
        for (int32_t i = 0; i < side->lefts; i++)
            most->next_left[i] = side->begin[i];
        for (int32_t j = 0; j < side->rights; j++)
            most->next_right[j] = side->slot_begin[j];
        for (int32_t i = 0; i < side->lefts; i++) {
            work += side->begin[i + 1] - side->begin[i];
            if (work > WORK) {
                work = 0;
                TRY(control_poll_part(control, "pairs", 0, 0));
            }
            if (side->left_room[i] > 0)
                find_paths(most, i);
        }
    }
    return PAROT_OK;
}
