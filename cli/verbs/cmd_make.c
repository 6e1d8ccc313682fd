/* cmd_make.c - `parot make`: synthetic points.
 *
 * One call makes one shape; --add puts it behind the points of a file, so that shapes with
 * different options are combined by a pipe.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/points.h"
#include "say/document.h"
#include "shell/memory.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "verbs/verbs.h"

static const double RADIANS = 3.141592653589793 / 180;

enum {
    MOST_POINTS = 1000000000,
    MOST_DIMS = 100000,
    NAME_SIZE = 24, /* "x" and any whole number */
    COPIES = 4      /* the file as text, while it is written */
};

#define FEWER "make fewer points, -n N"

struct job {
    struct args args;
    const char *center, *weights, *add;
    double degrees; /* NAN: those of the shape */
    parot_cloud cloud;
    parot_table before; /* of --add; empty without */
    parot_table table;  /* its parts belong to the three below */
    double *data;
    char **names;
    char *name_text;
};

static const struct option OPTIONS[] = {
    {.name = "points",
     .letter = 'n',
     .type = OPTION_COUNT,
     .to = offsetof(struct job, cloud.count),
     .unit = "N",
     .least = 1,
     .most = MOST_POINTS,
     .help = "how many points (100)"},
    SIZE_OPTION("noise", struct job, cloud.noise, "S",
                "standard deviation of each coordinate (0.1)"),
    NUMBER_OPTION("angle", struct job, degrees, "DEGREES", "turn the shape (0; rotated: 45)"),
    TEXT_OPTION("center", struct job, center, "X,Y", "move the shape, after turning it (0,0)"),
    COUNT_OPTION("blobs", struct job, cloud.blobs, "K", 1, MOST_POINTS, "how many clusters (1)"),
    SIZE_OPTION("spread", struct job, cloud.spread, "R",
                "distance of the clusters from their centre (4)"),
    COUNT_OPTION("dims", struct job, cloud.dims, "D", 1, MOST_DIMS,
                 "coordinates of a blob's points (2)"),
    NAMED_OPTION("weights", struct job, weights, "random", ONLY_RANDOM,
                 "add random weights of total 1"),
    TEXT_OPTION("add", struct job, add, "FILE", "append the points to those of FILE"),
    {0}};

static void set_defaults(void *subject)
{
    struct job *job = subject;
    parot_cloud_init(&job->cloud);
    job->degrees = NAN;
}

/* ---- Options ------------------------------------------------------------ */

/* "3,3", or "3" for points on a line. */
static enum outcome read_center(const char *text, double center[2])
{
    char first[64] = "";
    const char *comma = strchr(text, ',');
    size_t length = comma ? (size_t)(comma - text) : strlen(text);
    if (length < sizeof first)
        memcpy(first, text, length);
    if (!number_parse(first, &center[0]) || (comma && !number_parse(comma + 1, &center[1])))
        return refuse(MISUSED, "--center %s: must be two numbers, X,Y", text);
    return SOLVED;
}

/* An option that would do nothing is a misunderstanding. */
static enum outcome check_request(struct job *job)
{
    const struct args *args = &job->args;
    parot_cloud *cloud = &job->cloud;
    char known[128];
    int shape = 0;
    choice_list(&SHAPES, " or ", known, sizeof known);
    if (args->count != 1)
        return refuse(MISUSED, "needs one shape: %s; got %d", known, args->count);
    TRY(choice_read("shape", args->operands[0], &SHAPES, &shape));
    const char *blobs = args_text(args, "dims")    ? "--dims"
                        : args_text(args, "blobs") ? "--blobs"
                                                   : "--spread";
    int has_blobs =
        args_text(args, "dims") || args_text(args, "blobs") || args_text(args, "spread");
    if (shape != PAROT_SHAPE_BLOBS && has_blobs)
        return refuse(MISUSED, "%s is for the shape blobs; %s are in the plane", blobs,
                      args->operands[0]);
    if (job->weights && strcmp(job->weights, "random") != 0)
        return refuse(MISUSED, "--weights %s: the only kind is 'random'", job->weights);
    if (args->json && !args->output)
        return refuse(MISUSED, "--json and the points both want standard output; add -o FILE");
    if (args_text(args, "spread") && cloud->blobs < 2)
        return refuse(
            MISUSED,
            "--spread %s: sets how far apart clusters are, but there is only one; add --blobs N",
            args_text(args, "spread"));
    if (job->center)
        TRY(read_center(job->center, cloud->center));
    if (isnan(job->degrees))
        job->degrees = shape == SHAPE_ROTATED ? 45 : 0;
    cloud->shape = shape == SHAPE_ROTATED ? PAROT_SHAPE_MOONS : (parot_shape)shape;
    cloud->angle = job->degrees * RADIANS;
    return args_check_outputs(args, ".csv .tsv .npy");
}

/* ---- The table ---------------------------------------------------------- */

/* x; x,y; x1,x2,x3,...; and weight */
static enum outcome name_columns(struct job *job)
{
    parot_table *table = &job->table;
    int64_t dims = job->cloud.dims;
    job->names = calloc((size_t)table->cols, sizeof *job->names);
    job->name_text = calloc((size_t)table->cols, NAME_SIZE);
    if (!job->names || !job->name_text)
        return refuse(FAILED, "out of memory");
    for (int64_t k = 0; k < table->cols; k++) {
        char *name = job->names[k] = job->name_text + k * NAME_SIZE;
        if (k == dims)
            snprintf(name, NAME_SIZE, "weight");
        else if (dims <= 2)
            snprintf(name, NAME_SIZE, k == 0 ? "x" : "y");
        else
            snprintf(name, NAME_SIZE, "x%lld", (long long)k + 1);
    }
    table->names = job->names;
    return SOLVED;
}

/* A table without rows but with these names, for parot_frame_share; free(frame.columns) releases
 * it. */
static enum outcome frame_names(const parot_table *table, char *label, parot_frame *frame)
{
    *frame = (parot_frame){.cols = table->cols, .has_names = table->names != NULL, .label = label};
    frame->columns = calloc((size_t)table->cols, sizeof *frame->columns);
    if (!frame->columns)
        return refuse(FAILED, "%s: out of memory", label);
    for (int64_t k = 0; table->names && k < table->cols; k++)
        frame->columns[k].name = table->names[k];
    return SOLVED;
}

static enum outcome check_columns(struct job *job)
{
    const parot_table made = {.cols = job->cloud.dims, .names = job->names};
    parot_error err = {0};
    parot_features_options options;
    parot_features_options_init(&options);
    options.strict = 1;
    options.prefix = "--";
    parot_frame names[2] = {0};
    char labels[2][256];
    snprintf(labels[0], sizeof labels[0], "the new %.60s", job->args.operands[0]);
    snprintf(labels[1], sizeof labels[1], "%s", path_label(job->add));
    enum outcome outcome = frame_names(&made, labels[0], &names[0]);
    if (outcome == SOLVED)
        outcome = frame_names(&job->before, labels[1], &names[1]);
    if (outcome == SOLVED)
        outcome = outcome_of(parot_frame_share(&names[0], &names[1], &options, NULL, &err), &err);
    free(names[0].columns);
    free(names[1].columns);
    return outcome;
}

static enum outcome read_before(struct job *job)
{
    parot_error err = {0};
    if (!job->add)
        return SOLVED;
    TRY(input_check(job->add));
    TRY(outcome_of(parot_table_read(job->add, &job->before, &err), &err));
    if (job->before.names && parot_table_column(&job->before, "weight") >= 0)
        return refuse(FAILED,
                      "--add %s: has a column 'weight'; give --weights in the last call "
                      "only, which weighs all points",
                      path_label(job->add));
    return check_columns(job);
}

/* Columns by name, if there are names. */
static void copy_before(struct job *job)
{
    const parot_table *before = &job->before;
    int64_t dims = job->cloud.dims;
    for (int64_t k = 0; k < dims && before->rows > 0; k++) {
        int64_t place = before->names ? parot_table_column(before, job->names[k]) : k;
        for (int64_t i = 0; i < before->rows; i++)
            job->table.data[i * dims + k] = before->data[i * dims + place];
    }
}

/* Rows become wider from the last one on, in place. */
static enum outcome add_weights(struct job *job)
{
    parot_table *table = &job->table;
    int64_t dims = job->cloud.dims;
    parot_error err = {0};
    double *weights = NULL;
    TRY(memory_take_matrix("the list of weights", table->rows, 1, 0, FEWER, &weights));
    parot_status status = parot_make_weights(table->rows, &job->args.run, weights, &err);
    for (int64_t i = table->rows - 1; i >= 0 && status == PAROT_OK; i--) {
        double *row = table->data + i * table->cols;
        memmove(row, table->data + i * dims, (size_t)dims * sizeof *row);
        row[dims] = weights[i];
    }
    free(weights);
    return outcome_of(status, &err);
}

static enum outcome fill(struct job *job)
{
    parot_table *table = &job->table;
    parot_error err = {0};
    int64_t dims = job->cloud.dims, before = job->before.rows;
    TRY(memory_take_matrix("the table", table->rows, table->cols, COPIES, FEWER, &job->data));
    table->data = job->data;
    copy_before(job);
    phase_begin(PAROT_PHASE_SOLVE, "making", NULL);
    TRY(outcome_of(
        parot_make_points(&job->cloud, &job->args.run, table->data + before * dims, &err), &err));
    return job->weights ? add_weights(job) : SOLVED;
}

static enum outcome print_json(const void *subject)
{
    const struct job *job = subject;
    parot_json *json = parot_json_open(parot_status_name(PAROT_OK));
    parot_json_integer(json, "rows", job->table.rows);
    parot_json_integer(json, "cols", job->table.cols);
    return document_print(json);
}

/* "x, y, weight"; the middle of many is left out */
static void print_words(const struct job *job)
{
    enum { FIRST = 4 };
    const parot_table *table = &job->table;
    printf("%lld point%s with column%s ", (long long)table->rows, plural(table->rows),
           plural(table->cols));
    for (int64_t k = 0; k < table->cols; k++) {
        if (k < FIRST || k == table->cols - 1)
            printf("%s%s", k ? ", " : "", table->names[k]);
        else if (k == FIRST)
            printf(", ...");
    }
    printf(" written to %s.\n", job->args.output);
}

static enum outcome run(void *subject)
{
    struct job *job = subject;
    const struct args *args = &job->args;
    TRY(check_request(job));
    const char *output = args->output ? args->output : "-";
    job->table.cols = job->cloud.dims + (job->weights ? 1 : 0);
    TRY(name_columns(job));
    TRY(read_before(job));
    job->table.rows = job->before.rows + job->cloud.count;
    TRY(fill(job));
    TRY(table_write(output, &job->table, args->force));
    if (args->json)
        return print_json(job);
    if (!args->quiet && !output_is_stdout(output))
        print_words(job);
    return SOLVED;
}

static void release(void *subject)
{
    struct job *job = subject;
    parot_table_free(&job->before);
    free(job->data);
    free(job->names);
    free(job->name_text);
}

const struct verb VERB_MAKE = {
    .name = "make",
    .brief = "make synthetic points",
    .operands = "moons|blobs|rotated|spiral [OPTION...]",
    .purpose = "make synthetic points",
    .epilogue = "Shapes: moons are two interleaved half circles; blobs are Gaussian clusters on\n"
                "a circle of radius --spread; rotated is moons turned by --angle (45 degrees);\n"
                "spiral is one arm of two turns. Columns are x,y (x1,x2,... with --dims);\n"
                "--weights random adds the column weight. Without -o the points go to stdout as\n"
                "CSV; -o FILE writes .csv, .tsv or .npy (each also with .gz).\n\n"
                "--add FILE appends the new points to those of FILE, to combine shapes.\n\n"
                "Examples:\n"
                "  parot make moons -n 300 --noise 0.05 -o source.csv\n"
                "  parot make moons | parot make blobs --center 3,3 --add - -o target.csv\n\n"
                "Exit: 0 made, 1 failed, 2 usage.\n",
    .groups = {{"Points:", OPTIONS, 0}},
    .size = sizeof(struct job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
