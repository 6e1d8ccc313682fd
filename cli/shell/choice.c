/* choice.c - a name is looked up among the option's own words, then among the library's. */
#include "shell/choice.h"

#include <stdio.h>
#include <string.h>

#include "parot/io.h"
#include "parot/plot.h"
#include "parot/tasks.h"

/* ---- Which --------------------------------------------------------------- */

static const parot_word AUTO[] = {{"auto", PAROT_AUTO}, {NULL, 0}};
static const parot_word AUTO_KIND[] = {{"auto", PAROT_PU_KIND_ANY}, {NULL, 0}};
static const parot_word AUTO_METHOD[] = {{"auto", PAROT_PU_METHOD_MINED}, {NULL, 0}};
static const parot_word AUTO_STEPS[] = {{"auto", PAROT_STEPS_AUTO}, {NULL, 0}};
static const parot_word AUTO_STARTS[] = {{"auto", ALL_STARTS}, {NULL, 0}};
static const parot_word ROTATED[] = {{"rotated", SHAPE_ROTATED}, {NULL, 0}};
static const parot_word TRUTH_FIGURE[] = {{"truth", FIGURE_TRUTH}, {NULL, 0}};

const struct choice METRICS = {.words = parot_metric_words};
const struct choice METRICS_OR_AUTO = {.words = parot_metric_words, .own = AUTO};
const struct choice METRICS_OR_GEODESIC = {
    .words = parot_metric_words,
    .own = (const parot_word[]){{"geodesic", METRIC_GEODESIC}, {NULL, 0}}};
const struct choice SCALES = {.words = parot_scale_words, .own = AUTO};
/* Ranks and logarithms do not multiply columns by a number. */
const struct choice AFFINE_SCALES = {
    .words = parot_scale_words, .hidden = {PAROT_SCALE_RANK, PAROT_SCALE_LOG}, .hidden_count = 2};
const struct choice PU_METHODS = {.words = parot_pu_method_words, .own = AUTO_METHOD};
/* The kind any is called auto. */
const struct choice PU_KINDS = {.words = parot_pu_kind_words,
                                .own = AUTO_KIND,
                                .hidden = {PAROT_PU_KIND_ANY},
                                .hidden_count = 1};
const struct choice PU_WHOLE_ROWS = {.words = parot_pu_whole_rows_words};
const struct choice PU_KERNELS = {.words = parot_pu_kernel_words};
const struct choice PU_CLASSIFIERS = {.words = parot_pu_classifier_words};
const struct choice PAIRWISE_METHODS = {.words = parot_pairwise_method_words};
const struct choice LOSSES = {.words = parot_loss_words};
const struct choice STEPS = {
    .words = parot_steps_words, .own = AUTO_STEPS, .hidden = {PAROT_STEPS_AUTO}, .hidden_count = 1};
/* A start that is given is --start-plan; anchors are for C. */
const struct choice STARTS = {.words = parot_start_words,
                              .own = AUTO_STARTS,
                              .hidden = {PAROT_START_GIVEN, PAROT_START_ANCHORS},
                              .hidden_count = 2};
const struct choice GRAPH_DISTANCES = {.words = parot_graph_distance_words};
const struct choice MOTIONS = {.words = parot_motion_words};
const struct choice SHAPES = {.words = parot_shape_words, .own = ROTATED};
const struct choice MISSING = {.words = parot_missing_words};
const struct choice MATCH_METRICS = {.words = parot_match_metric_words};
const struct choice MATCH_ORDERS = {.words = parot_match_order_words};
/* The figure of a prior is drawn by parot prior, that of precision by parot pu, that of balance by
 * parot match. */
const struct choice FIGURES = {
    .words = parot_panel_kind_words,
    .own = TRUTH_FIGURE,
    .hidden = {PAROT_PANEL_KIND_PRIOR, PAROT_PANEL_KIND_PRECISION, PAROT_PANEL_KIND_BALANCE},
    .hidden_count = 3};
const struct choice THEMES = {.words = parot_theme_words};
const struct choice DECIMALS = {.own = (const parot_word[]){{".", '.'}, {",", ','}, {NULL, 0}}};
const struct choice ONLY_AUTO = {.own = AUTO};
const struct choice ONLY_MAX = {.own = (const parot_word[]){{"max", 0}, {NULL, 0}}};
const struct choice MAX_OR_AUTO = {.own = (const parot_word[]){{"max", 0}, {"auto", 1}, {NULL, 0}}};
const struct choice ONLY_RANDOM = {.own = (const parot_word[]){{"random", 0}, {NULL, 0}}};

/* ---- What ---------------------------------------------------------------- */

/* The k-th word that is offered; NULL: there are no more. */
static const parot_word *word_at(const struct choice *choice, int k)
{
    for (const parot_word *word = choice->own; word && word->name; word++)
        if (k-- == 0)
            return word;
    for (const parot_word *word = choice->words ? choice->words() : NULL; word && word->name;
         word++) {
        int is_hidden = 0;
        for (int h = 0; h < choice->hidden_count; h++)
            is_hidden |= word->value == choice->hidden[h];
        if (!is_hidden && k-- == 0)
            return word;
    }
    return NULL;
}

int choice_names(const struct choice *choice, const char *names[MOST_CHOICES])
{
    int count = 0;
    for (const parot_word *word; count < MOST_CHOICES && (word = word_at(choice, count)); count++)
        names[count] = word->name;
    return count;
}

void choice_list(const struct choice *choice, const char *last, char *text, size_t size)
{
    const char *names[MOST_CHOICES];
    int count = choice_names(choice, names);
    size_t used = 0;
    text[0] = '\0';
    for (int k = 0; k < count && used < size; k++)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 k == 0           ? ""
                                 : k == count - 1 ? last
                                                  : ", ",
                                 names[k]);
}

enum outcome choice_read(const char *option, const char *text, const struct choice *choice,
                         int *value)
{
    const char *names[MOST_CHOICES];
    char known[256];
    int count = choice_names(choice, names);
    for (int k = 0; k < count; k++)
        if (strcmp(text, names[k]) == 0) {
            *value = word_at(choice, k)->value;
            return SOLVED;
        }
    const char *near = parot_nearest_name(text, names, count);
    if (near)
        return refuse(MISUSED, "%s %s: unknown; did you mean '%s'?", option, text, near);
    choice_list(choice, " and ", known, sizeof known);
    return refuse(MISUSED, "%s %s: unknown; it is one of %s", option, text, known);
}
