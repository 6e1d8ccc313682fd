/* column_list.c - parot_frame_find, parot_frame_choose: what a text means among the columns.
 *
 * A list is cut into items; each is looked up in the names, of which there is an index for each
 * frame, and only then read as a number or a range.
 */
#include "io/tables/column_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest_name.h"
#include "io/bytes/bytes.h"
#include "io/bytes/excerpt.h"
#include "io/tables/levels.h"

static const char DIGITS[] = "0123456789";

/* ---- Numbers ------------------------------------------------------------ */

/* Digits alone; *behind is behind them. Larger than any column: INT32_MAX. */
static int64_t read_number(const char *text, const char **behind)
{
    int64_t number = 0;
    size_t size = strspn(text, DIGITS);
    for (size_t k = 0; k < size; k++)
        number = number < INT32_MAX / 10 ? 10 * number + (text[k] - '0') : INT32_MAX;
    *behind = text + size;
    return size > 0 ? number : -1;
}

static int is_whole_number(const char *text)
{
    const char *behind = NULL;
    return read_number(text, &behind) >= 0 && !*behind;
}

int64_t column_find(const char *const *names, int64_t count, const char *text)
{
    const char *behind = NULL;
    int has_numbers = 0;
    for (int64_t k = 0; k < count; k++) {
        if (*names[k] && strcmp(names[k], text) == 0)
            return k;
        has_numbers |= is_whole_number(names[k]);
    }
    int64_t number = read_number(text, &behind);
    return !has_numbers && !*behind && number >= 1 && number <= count ? number - 1 : -1;
}

/* ---- Items -------------------------------------------------------------- */

struct item {
    const char *text;
    int is_quoted;
};

/* Cuts the next item off, in place; 0: there are no more. Quotation marks inside are doubled. */
static int next_item(char **list, struct item *item)
{
    char *at = *list;
    if (!at)
        return 0;
    at += strspn(at, " ");
    item->is_quoted = *at == '"';
    char *to = at, *end = NULL;
    item->text = at;
    if (item->is_quoted) {
        for (at++; *at && (*at != '"' || at[1] == '"'); at++) {
            at += *at == '"';
            *to++ = *at;
        }
        at += *at == '"';
        end = strchr(at, ',');
    } else {
        end = strchr(at, ',');
        to = end ? end : at + strlen(at);
        while (to > at && to[-1] == ' ')
            to--;
    }
    *list = end ? end + 1 : NULL;
    *to = '\0';
    return 1;
}

/* "5", "5-7" or "5-" as places from 0, the last of them included; 0: it is something else. */
static int read_range(const char *text, int64_t cols, int64_t *first, int64_t *last)
{
    const char *behind = NULL;
    *first = *last = read_number(text, &behind);
    if (*first < 0)
        return 0;
    if (*behind == '-' && !behind[1])
        *last = cols > *first ? cols : *first;
    else if (*behind == '-')
        *last = read_number(behind + 1, &behind);
    if ((*behind && *behind != '-') || (*behind == '-' && behind[1]) || *last < 0)
        return 0;
    --*first;
    --*last;
    return 1;
}

/* ---- One frame ---------------------------------------------------------- */

struct names {
    const parot_frame *frame;
    struct name_index index;
    int has_numbers; /* columns are called by whole numbers */
};

static parot_status open_names(struct names *names, const parot_frame *frame, parot_error *err)
{
    *names = (struct names){.frame = frame};
    for (int64_t k = 0; frame->has_names && k < frame->cols; k++)
        names->has_numbers |= is_whole_number(frame->columns[k].name);
    return name_index_build(&names->index, frame, err);
}

/* Of the first thousands: a message is not worth more. */
static const char *nearest_column(const parot_frame *frame, const char *name)
{
    enum { MOST_COLUMNS = 5000 };
    struct nearest_name nearest = nearest_name_begin(name);
    for (int64_t k = 0; frame->has_names && k < frame->cols && k < MOST_COLUMNS; k++)
        nearest_name_try(&nearest, frame->columns[k].name);
    return nearest.name;
}

static parot_status refuse_item(const struct names *names, const struct item *item,
                                parot_error *err)
{
    const parot_frame *frame = names->frame;
    const char *near = nearest_column(frame, item->text);
    char text[EXCERPT], meant[EXCERPT];
    int64_t first = 0, last = 0;
    int is_range = !item->is_quoted && read_range(item->text, frame->cols, &first, &last);
    excerpt_head(item->text, text, sizeof text);
    if (is_range && !names->has_numbers)
        return fail(err, PAROT_EINVAL, "%s has no column %s: they count from 1 to %lld",
                    frame->label, text, (long long)frame->cols);
    if (is_range)
        return fail(
            err, PAROT_EINVAL,
            "%s has no column '%s'; its columns are named by numbers, so a number here is a name",
            frame->label, text);
    if (!frame->has_names)
        return fail(err, PAROT_EINVAL,
                    "%s has no column names, so no '%s'; give their numbers, from 1 to %lld",
                    frame->label, text, (long long)frame->cols);
    if (near && strchr(near, ',') && !item->is_quoted)
        return fail(err, PAROT_EINVAL,
                    "%s has no column '%s'; did you mean '\"%s\"'? A name with a comma needs "
                    "quotation marks",
                    frame->label, text, excerpt_head(near, meant, sizeof meant));
    if (near)
        return fail(err, PAROT_EINVAL, "%s has no column '%s'; did you mean '%s'?", frame->label,
                    text, excerpt_head(near, meant, sizeof meant));
    return fail(err, PAROT_EINVAL, "%s has no column '%s'", frame->label, text);
}

/* All columns of that name, or all places of the range; returns whether there are any. */
static int choose_item(const struct names *names, const struct item *item, char *is_chosen)
{
    const parot_frame *frame = names->frame;
    int64_t first = name_index_find(&names->index, item->text), last = 0;
    if (first >= 0) {
        for (int64_t k = first; k < frame->cols; k++)
            if (strcmp(frame->columns[k].name, item->text) == 0)
                is_chosen[k] = 1;
        return 1;
    }
    if (item->is_quoted || names->has_numbers ||
        !read_range(item->text, frame->cols, &first, &last) || first < 0 || last < first ||
        last >= frame->cols)
        return 0;
    memset(is_chosen + first, 1, (size_t)(last - first + 1));
    return 1;
}

/* ---- Several frames ----------------------------------------------------- */

static parot_status choose_in_all(const struct names *names, int64_t count, char *list,
                                  int is_everywhere, char *const *is_chosen, parot_error *err)
{
    struct item item;
    while (next_item(&list, &item)) {
        int64_t found = 0, lacking = 0;
        for (int64_t f = 0; f < count; f++) {
            int is_found = choose_item(&names[f], &item, is_chosen[f]);
            found += is_found;
            lacking = is_found || lacking ? lacking : f + 1;
        }
        if (found < (is_everywhere ? count : 1))
            return refuse_item(&names[lacking - 1], &item, err);
    }
    return PAROT_OK;
}

/* Owns. */
static parot_status choose(const parot_frame *const *frames, int64_t count, char *list,
                           int is_everywhere, char *const *is_chosen, parot_error *err)
{
    struct names *names = calloc((size_t)count, sizeof *names);
    parot_status status = names && list ? PAROT_OK : fail_memory(err, sizeof *names);
    for (int64_t f = 0; status == PAROT_OK && f < count; f++)
        status = open_names(&names[f], frames[f], err);
    if (status == PAROT_OK)
        status = choose_in_all(names, count, list, is_everywhere, is_chosen, err);
    for (int64_t f = 0; names && f < count; f++)
        name_index_free(&names[f].index);
    free(names);
    return status;
}

char *text_copy(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

parot_status parot_frame_choose(const parot_frame *const *frames, int64_t frame_count,
                                const char *list, int is_everywhere, char *const *is_chosen,
                                parot_error *err)
{
    if (!frames || frame_count < 1 || !list || !is_chosen)
        return fail(err, PAROT_EINVAL, "%s: must not be %s",
                    !frames           ? "frames"
                    : frame_count < 1 ? "frame_count"
                    : !list           ? "list"
                                      : "is_chosen",
                    frames && frame_count < 1 ? "0" : "NULL");
    char *copy = text_copy(list);
    parot_status status = choose(frames, frame_count, copy, is_everywhere, is_chosen, err);
    free(copy);
    return status;
}

parot_status parot_frame_find(const parot_frame *frame, const char *column, int64_t *found,
                              parot_error *err)
{
    struct names names = {.frame = frame};
    const char *behind = NULL;
    const struct item item = {column, 0};
    if (!frame || !column || !found)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL",
                    !frame    ? "frame"
                    : !column ? "column"
                              : "found");
    int64_t place = parot_frame_column(frame, column);
    for (int64_t k = 0; place < 0 && frame->has_names && k < frame->cols; k++)
        names.has_numbers |= is_whole_number(frame->columns[k].name);
    if (place < 0 && !names.has_numbers)
        place = read_number(column, &behind) - 1;
    if (place < 0 || place >= frame->cols || (behind && *behind))
        return refuse_item(&names, &item, err);
    *found = place;
    return PAROT_OK;
}
