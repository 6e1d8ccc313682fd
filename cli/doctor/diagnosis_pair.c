/* diagnosis_pair.c - what is said of two files that are to be compared: the features they share, as
 * the verbs choose them, and columns that are text in one file alone. */
#include <stdio.h>
#include <stdlib.h>

#include "doctor/diagnosis.h"
#include "doctor/shell_list.h"

enum { LISTED = 3, LIST = 256 };

/* "'a', 'b' and 3 more", of the columns of `frame` that are not in `other`; how many. */
static int64_t list_missing(const parot_frame *frame, const int64_t *place, char list[LIST])
{
    int64_t count = 0;
    size_t used = 0;
    list[0] = '\0';
    for (int64_t k = 0; k < frame->cols; k++) {
        const char *name = frame->columns[k].name;
        if (place[k] >= 0 || !*name || count++ >= LISTED)
            continue;
        used += (size_t)snprintf(list + used, LIST - used, "%s'%.32s'", used ? ", " : "", name);
    }
    if (count > LISTED)
        snprintf(list + used, LIST - used, " and %lld more", (long long)count - LISTED);
    return count;
}

/* One of two files, seen from the other. */
struct pair_side {
    const struct examined *table;
    int64_t *place; /* of each column in the other; -1: it is not there */
    int64_t values; /* columns that are not left out */
    int64_t missing;
    char list[LIST]; /* of them */
};

static int side_open(struct pair_side *side, const parot_frame *other)
{
    const parot_frame *frame = &side->table->frame;
    side->place = malloc((size_t)frame->cols * sizeof *side->place);
    if (!side->place || parot_frame_match(frame, other, side->place, NULL) != PAROT_OK)
        return 0;
    side->missing = list_missing(frame, side->place, side->list);
    for (int64_t k = 0; k < frame->cols; k++)
        side->values += side->table->facts.columns[k].use == PAROT_COLUMN_USE_VALUES;
    return 1;
}

/* Whether verbs take that column for a feature: what is rarely one is, if there is nothing else. */
static int is_feature(const struct pair_side *side, int64_t k)
{
    return side->values == 0 || side->table->facts.columns[k].use == PAROT_COLUMN_USE_VALUES;
}

static int share_features(const struct pair_side sides[2])
{
    for (int64_t k = 0; k < sides[0].table->frame.cols; k++) {
        int64_t place = sides[0].place[k];
        if (place >= 0 && is_feature(&sides[0], k) && is_feature(&sides[1], place))
            return 1;
    }
    return 0;
}

static void diagnose_sides(const struct pair_side sides[2], struct findings *findings)
{
    if (!share_features(sides)) {
        findings_add(findings,
                     "it shares no feature with %s (only there: %s; only here: %s): gromov and pu "
                     "--method gromov compare such files, the other verbs refuse them",
                     sides[0].table->frame.label, sides[0].missing ? sides[0].list : "none",
                     sides[1].missing ? sides[1].list : "none");
        return;
    }
    for (int t = 0; t < 2; t++)
        if (sides[t].missing > 0)
            findings_add(
                findings,
                "only %s has %s: all verbs except gromov leave it out, and --strict refuses it",
                sides[t].table->frame.label, sides[t].list);
}

static void diagnose_names(const struct examined *before, const struct examined *table,
                           struct findings *findings)
{
    struct pair_side sides[2] = {{.table = before}, {.table = table}};
    if (side_open(&sides[0], &table->frame) && side_open(&sides[1], &before->frame))
        diagnose_sides(sides, findings);
    else
        findings->is_incomplete = 1;
    free(sides[0].place);
    free(sides[1].place);
}

/* One column, as it can be typed. */
static const char *single(const parot_frame *frame, int64_t k, char text[SHELL_LIST])
{
    char *marks = calloc((size_t)frame->cols, 1);
    text[0] = '\0';
    if (marks) {
        marks[k] = 1;
        shell_list(frame, marks, text);
    }
    free(marks);
    return text;
}

/* Numbers here and text there. */
static void diagnose_types(const parot_frame *before, const parot_frame *frame,
                           struct findings *findings)
{
    char name[COLUMN_NAME], list[SHELL_LIST];
    int by_name = before->has_names && frame->has_names;
    for (int64_t k = 0; k < frame->cols; k++) {
        int64_t place = by_name ? parot_frame_column(before, frame->columns[k].name) : k;
        if (place < 0 || place >= before->cols ||
            !frame->columns[k].level_count == !before->columns[place].level_count)
            continue;
        findings_add(findings,
                     "%s is text in %s and numbers in %s, which every verb that compares them "
                     "refuses; correct it, --drop %s, or --categories %s if these are categories",
                     column_name(frame, k, name),
                     frame->columns[k].level_count ? frame->label : before->label,
                     frame->columns[k].level_count ? before->label : frame->label,
                     single(frame, k, list), list);
        findings->is_refused = 1;
    }
}

void diagnose_pair(const struct examined *other, const struct examined *table,
                   struct findings *findings)
{
    const parot_frame *before = &other->frame, *frame = &table->frame;
    if (before->has_names && frame->has_names)
        diagnose_names(other, table, findings);
    else if (before->cols != frame->cols)
        findings_add(findings, "it has %lld columns, %s %lld: only gromov compares such files",
                     (long long)frame->cols, before->label, (long long)before->cols);
    else if (before->has_names != frame->has_names)
        findings_add(findings, "only %s has column names: columns are matched by position",
                     frame->has_names ? frame->label : before->label);
    diagnose_types(before, frame, findings);
}
