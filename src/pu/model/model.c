/* model.c - a model is one list of doubles, so that any file of numbers can keep it.
 *
 * The head has HEAD numbers, or HEAD_2 with a forest, which is what version 2 is for: libraries
 * that know of no forest read all others. After it come, without gaps,
 *
 *     column, centre, factor   kept each
 *     sorted                   kept x fitted, with ranks only
 *     mean                     kept, with principal components only
 *     axes                     pca x kept
 *     reference                references x dims
 *     weight                   references
 *     used                     trees, with a forest only: nodes of each tree
 *     node                     nodes x MODEL_NODE
 *     by_ridge, by_forest      ranked each, if ridge and forest both judge
 *     remembered               keys and values, REMEMBERED each
 */
#include "pu/model/model.h"

#include <math.h>
#include <string.h>

#include "base/words.h"

enum { HEAD = 20, HEAD_2 = 24 };
enum place {
    MAGIC,
    VERSION,
    COUNT,
    CHECKSUM,
    KIND,
    SCALE,
    METRIC,
    NOISE,
    PRIOR,
    BORDER,
    TYPICAL,
    GAMMA,
    COLS,
    KEPT,
    FITTED,
    REFERENCES,
    METHOD,
    KERNEL,     /* 0 in models that know of no other than PAROT_PU_KERNEL_RBF */
    PCA,        /* principal components; 0 in models that know of none */
    REMEMBERED, /* rows of the training; 0 in models that do not keep them */
    /* From here on in version 2 only. */
    TREES,
    NODES,
    RANKED,
    FOREST_PART /* 0 in models that know of no other than 1/2 */
};

static const double MAGIC_NUMBER = 0x5041524F54; /* "PAROT" */
enum { FORMAT_VERSION = 2 };

/* ---- Check sum ---------------------------------------------------------- */

/* 52 bits, so that a double holds it. */
static double checksum(const double *data, int64_t count)
{
    uint64_t hash = 0;
    for (int64_t e = 0; e < count; e++) {
        uint64_t bits = 0;
        double x = e == CHECKSUM ? 0 : data[e] + 0.0;
        memcpy(&bits, &x, sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    return (double)(hash >> 12);
}

/* ---- Writing ------------------------------------------------------------ */

int parot_pu_is_trainable(const parot_pu_options *given)
{
    parot_pu_options options;
    if (pu_options_take(given, &options, NULL) != PAROT_OK)
        return 0;
    switch (options.method) {
    case PAROT_PU_METHOD_MINED:
    case PAROT_PU_METHOD_RIDGE:
    case PAROT_PU_METHOD_FOREST:
    case PAROT_PU_METHOD_ENSEMBLE:
        return 1;
    case PAROT_PU_METHOD_WASSERSTEIN:
        return options.whole_rows != PAROT_PU_WHOLE_ROWS_LASSO;
    case PAROT_PU_METHOD_NEAREST:
        return options.neighbours == 1;
    default:
        return 0;
    }
}

parot_status model_check(const parot_pu_options *options, parot_error *err)
{
    if (parot_pu_is_trainable(options))
        return PAROT_OK;
    return fail(err, PAROT_ENOTSUP,
                "options.method: %s with these options cannot label new rows; use mined, ridge, "
                "forest, ensemble, wasserstein, or nearest with one neighbour",
                parot_pu_method_name(options->method));
}

static int64_t head_size(const double *head)
{
    return head[VERSION] < 2 ? HEAD : HEAD_2;
}

/* Of a list with this head, which only counts; a double, since the sizes in a file may be nonsense.
 */
static double length_of(const double *head)
{
    double ranks = head[SCALE] == PAROT_SCALE_RANK ? head[FITTED] : 0;
    double kept = head[KEPT], pca = head[PCA], dims = pca > 0 ? pca : kept;
    double axes = pca > 0 ? kept * (pca + 1) : 0;
    double forest =
        head[VERSION] < 2 ? 0 : head[TREES] + MODEL_NODE * head[NODES] + 2 * head[RANKED];
    return (double)head_size(head) + kept * (3 + ranks) + axes + head[REFERENCES] * (dims + 1) +
           forest + 2 * head[REMEMBERED];
}

static int64_t count_nodes(const struct forest *forest)
{
    int64_t nodes = 0;
    for (int64_t t = 0; t < forest->trees; t++)
        nodes += forest->used[t];
    return nodes;
}

static void fill_head(const struct training *training, double *head)
{
    const struct pu_problem *problem = training->problem;
    const struct pu_result *found = training->found;
    head[MAGIC] = MAGIC_NUMBER;
    head[VERSION] = found->forest.trees ? 2 : 1;
    head[KIND] = problem->preset.kind;
    head[SCALE] = problem->preset.scale;
    head[METRIC] = problem->preset.metric;
    head[NOISE] = problem->noise;
    head[PRIOR] = (double)problem->k / (double)problem->n;
    head[BORDER] = found->border;
    head[TYPICAL] = found->typical;
    head[GAMMA] = found->gamma;
    head[COLS] = (double)problem->scaler.cols;
    head[KEPT] = (double)problem->scaler.kept;
    head[FITTED] = (double)problem->scaler.count;
    head[REFERENCES] = (double)found->references;
    head[METHOD] = training->options->method;
    head[KERNEL] = found->kernel;
    head[PCA] = (double)problem->scaler.pca;
    head[REMEMBERED] = (double)problem->n;
    if (!found->forest.trees)
        return;
    head[TREES] = (double)found->forest.trees;
    head[NODES] = (double)count_nodes(&found->forest);
    head[RANKED] = (double)found->ensemble.n;
    head[FOREST_PART] = found->ensemble.forest_part;
}

static double *append(double *to, const double *from, int64_t count)
{
    memcpy(to, from, (size_t)count * sizeof *to);
    return to + count;
}

static double *fill_forest(const struct forest *forest, double *to)
{
    for (int64_t t = 0; t < forest->trees; t++)
        *to++ = forest->used[t];
    for (int64_t t = 0; t < forest->trees; t++)
        for (int32_t k = 0; k < forest->used[t]; k++) {
            const struct forest_node *node = &forest->nodes[forest->first[t] + k];
            *to++ = node->column;
            *to++ = node->column < 0 ? node->value : node->threshold;
            *to++ = node->child;
        }
    return to;
}

/* Returns the place after it. */
static double *fill_body(const struct scaler *scaler, const struct pu_result *found, double *to)
{
    for (int64_t k = 0; k < scaler->kept; k++)
        *to++ = scaler->column[k];
    to = append(to, scaler->centre, scaler->kept);
    to = append(to, scaler->factor, scaler->kept);
    if (scaler->scale == PAROT_SCALE_RANK)
        to = append(to, scaler->sorted, scaler->kept * scaler->count);
    if (scaler->pca) {
        to = append(to, scaler->mean, scaler->kept);
        to = append(to, scaler->axes, scaler->pca * scaler->kept);
    }
    if (found->references) {
        to = append(to, found->reference, found->references * scaler->dims);
        to = append(to, found->weight, found->references);
    }
    to = fill_forest(&found->forest, to);
    if (!found->ensemble.n)
        return to;
    to = append(to, found->ensemble.by_ridge, found->ensemble.n);
    return append(to, found->ensemble.by_forest, found->ensemble.n);
}

parot_status model_pack(const struct training *training, struct control *control,
                        parot_pu_model *model, parot_error *err)
{
    const struct pu_problem *problem = training->problem;
    const struct pu_result *found = training->found;
    struct arena arena = {0};
    double head[HEAD_2] = {0};
    fill_head(training, head);
    int64_t count = (int64_t)length_of(head), size = head_size(head);
    arena_take(&arena, count, sizeof *model->data);
    TRY(arena_open(&arena, control, err));
    model->owner = arena.block;
    model->data = arena_take(&arena, count, sizeof *model->data);
    model->count = count;
    append(model->data, head, size);
    double *rest = fill_body(&problem->scaler, found, model->data + size);
    TRY(remember_rows(problem, found, training->data->unlabeled, control, rest, err));
    model->data[COUNT] = (double)count;
    model->data[CHECKSUM] = checksum(model->data, count);
    return PAROT_OK;
}

void parot_pu_model_free(parot_pu_model *model)
{
    if (!model)
        return;
    block_free(model->owner);
    *model = (parot_pu_model){0};
}

/* ---- Reading ------------------------------------------------------------ */

/* Whether the number is whole and in [least, most]. */
static int is_whole(double x, double least, double most)
{
    return x >= least && x <= most && x == floor(x);
}

static parot_status check_list(const parot_pu_model *model, parot_error *err)
{
    const double *head = model->data;
    if (!head || model->count < HEAD || head[MAGIC] != MAGIC_NUMBER)
        return fail(err, PAROT_EFORMAT, "model: is not a model of parot");
    if (!is_whole(head[VERSION], 1, FORMAT_VERSION)) /* all earlier versions are read */
        return fail(err, PAROT_EFORMAT, "model: has version %g, this library reads %d; train again",
                    head[VERSION], FORMAT_VERSION);
    if (head[COUNT] != (double)model->count || model->count < head_size(head))
        return fail(err, PAROT_EFORMAT, "model: must have %g numbers, got %lld", head[COUNT],
                    (long long)model->count);
    if (head[CHECKSUM] != checksum(head, model->count))
        return fail(err, PAROT_EFORMAT, "model: its check sum is wrong; the file is damaged");
    return PAROT_OK;
}

/* A number in a file that is a value of an enum. */
static int is_word(const parot_word *words, double value)
{
    return is_whole(value, INT32_MIN, INT32_MAX) && word_name(words, (int32_t)value);
}

/* Something that judges: prices, a ridge, a forest, or a ridge and a forest. */
static int has_classifier(const double *head)
{
    double most = 0x1p40;
    if (head[VERSION] < 2)
        return is_whole(head[REFERENCES], 1, most);
    return is_whole(head[REFERENCES], 0, most) && is_whole(head[TREES], 1, most) &&
           is_whole(head[NODES], head[TREES], most) && is_whole(head[RANKED], 0, most) &&
           (head[REFERENCES] > 0) == (head[RANKED] > 0) && head[FOREST_PART] >= 0 &&
           head[FOREST_PART] < 1 && (head[REFERENCES] > 0) == (head[GAMMA] > 0);
}

static int has_sense(const double *head)
{
    double most = 0x1p40;
    return has_classifier(head) && is_word(parot_pu_kind_words(), head[KIND]) &&
           head[KIND] != PAROT_PU_KIND_ANY && is_word(parot_scale_words(), head[SCALE]) &&
           is_word(parot_metric_words(), head[METRIC]) && is_whole(head[COLS], 1, most) &&
           is_whole(head[KEPT], 1, head[COLS]) && is_whole(head[PCA], 0, head[KEPT]) &&
           is_whole(head[FITTED], 1, most) && is_whole(head[REMEMBERED], 0, most) &&
           is_word(parot_pu_kernel_words(), head[KERNEL]) && head[GAMMA] >= 0 &&
           isfinite(head[BORDER]) && head[TYPICAL] >= 0;
}

/* The scaler only reads its arrays. */
static double *borrowed(const double *numbers)
{
    return (double *)(uintptr_t)numbers;
}

/* Returns the place after it. */
static const double *view_forest(struct model_view *view, const double *head, const double *at)
{
    if (head[VERSION] < 2)
        return at;
    view->trees = (int64_t)head[TREES];
    view->nodes = (int64_t)head[NODES];
    view->used = at;
    view->node = at + view->trees;
    struct ensemble *ensemble = &view->ensemble;
    ensemble->n = (int64_t)head[RANKED];
    ensemble->forest_part = head[FOREST_PART] > 0 ? head[FOREST_PART] : 0.5;
    ensemble->by_ridge = view->node + MODEL_NODE * view->nodes;
    ensemble->by_forest = ensemble->by_ridge + ensemble->n;
    return ensemble->by_forest + ensemble->n;
}

/* Children come after their parents, so that every row arrives at a leaf. */
static int has_tree_sense(const double *node, int64_t at, int64_t used, int64_t dims)
{
    if (node[0] == -1)
        return isfinite(node[1]);
    return is_whole(node[0], 0, (double)(dims - 1)) && !isnan(node[1]) &&
           is_whole(node[2], (double)(at + 1), (double)(used - 2));
}

parot_status model_view_forest(const struct model_view *view, struct forest *forest,
                               parot_error *err)
{
    int64_t first = 0;
    forest->trees = view->trees;
    forest->dims = view->scaler.dims;
    for (int64_t t = 0; t < view->trees; t++) {
        if (!is_whole(view->used[t], 1, (double)(view->nodes - first)))
            return fail(err, PAROT_EFORMAT, "model: tree %lld has %g nodes", (long long)t,
                        view->used[t]);
        forest->first[t] = first;
        forest->used[t] = (int32_t)view->used[t];
        for (int64_t k = 0; k < forest->used[t]; k++) {
            const double *node = view->node + MODEL_NODE * (first + k);
            if (!has_tree_sense(node, k, forest->used[t], forest->dims))
                return fail(err, PAROT_EFORMAT, "model: node %lld of tree %lld leads nowhere",
                            (long long)k, (long long)t);
            int is_leaf = node[0] == -1; /* it has no children, whatever the file says */
            forest->nodes[first + k] =
                (struct forest_node){.value = node[1],
                                     .threshold = node[1],
                                     .column = (int32_t)node[0],
                                     .child = is_leaf ? 0 : (int32_t)node[2]};
        }
        first += forest->used[t];
    }
    return PAROT_OK;
}

parot_status model_view(const parot_pu_model *model, struct model_view *view, parot_error *err)
{
    TRY(check_list(model, err));
    const double *head = model->data, *at = head + head_size(head);
    if (!has_sense(head))
        return fail(err, PAROT_EFORMAT, "model: has settings that this library does not know");
    *view = (struct model_view){.kind = (parot_pu_kind)(int)head[KIND],
                                .metric = (parot_metric)(int)head[METRIC],
                                .noise = head[NOISE],
                                .prior = head[PRIOR],
                                .border = head[BORDER],
                                .typical = head[TYPICAL],
                                .gamma = head[GAMMA],
                                .kernel = (parot_pu_kernel)(int)head[KERNEL],
                                .cols = (int64_t)head[COLS],
                                .references = (int64_t)head[REFERENCES]};
    int64_t kept = (int64_t)head[KEPT];
    view->scaler = (struct scaler){.scale = (parot_scale)(int)head[SCALE],
                                   .cols = view->cols,
                                   .kept = kept,
                                   .count = (int64_t)head[FITTED],
                                   .pca = (int64_t)head[PCA]};
    view->scaler.dims = view->scaler.pca ? view->scaler.pca : kept;
    if (length_of(head) != (double)model->count)
        return fail(err, PAROT_EFORMAT, "model: its parts do not add up to its %lld numbers",
                    (long long)model->count);
    view->column = at;
    view->scaler.centre = borrowed(at + kept);
    view->scaler.factor = borrowed(at + 2 * kept);
    at += 3 * kept;
    view->scaler.sorted = borrowed(at);
    at += view->scaler.scale == PAROT_SCALE_RANK ? kept * view->scaler.count : 0;
    if (view->scaler.pca) {
        view->scaler.mean = borrowed(at);
        view->scaler.axes = borrowed(at + kept);
        at += kept * (view->scaler.pca + 1);
    }
    view->reference = at;
    view->weight = at + view->references * view->scaler.dims;
    at = view_forest(view, head, view->weight + view->references);
    int64_t remembered = (int64_t)head[REMEMBERED];
    view->remembered = (struct remembered){remembered, at, at + remembered};
    return PAROT_OK;
}
