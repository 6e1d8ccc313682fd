/* cmd_gromov.c - `parot gromov`: match two spaces by the distances within each. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/space_files.h"
#include "input/start_options.h"
#include "input/stated_problem.h"
#include "say/document.h"
#include "say/figure.h"
#include "say/gromov_summary.h"
#include "say/plan_html.h"
#include "shell/choice.h"
#include "shell/memory.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "shell/wording.h"
#include "verbs/verbs.h"

static const struct usage USAGE = {
    .name = "parot gromov",
    .operands = "SOURCE TARGET --mass S [OPTION...]",
    .purpose = "match points of different spaces by the distances within each",
    .epilogue = "SOURCE and TARGET hold one point per row, and may have different columns; with\n"
                "--distances they are square matrices. The plan of mass S changes distances as\n"
                "little as possible: 1/2 sum (source_ik - target_jl)^2 T_ij T_kl. --fused A\n"
                "mixes in costs between the spaces: (1 - A) cost + A distances. Several starts\n"
                "are tried (auto: all that apply) and the best one is kept, because the\n"
                "objective is not convex. When the time is up, or after Ctrl-C, the answer is\n"
                "the best plan so far.\n\n"
                "Examples:\n"
                "  parot gromov a.csv b.csv --mass 0.5 -o plan.npz\n"
                "  parot gromov a.csv b.csv --mass 0.5 --start profiles --restarts 20\n"
                "  parot gromov a.csv b.csv --mass max --fused 0.5 --json\n"
                "  parot gromov da.npy db.npy --distances --mass 0.3 --coupling t.npy\n\n"
                "Exit: 0 solved, 1 failed, 2 usage, 3 stopped early (the plan is written),\n"
                "130 interrupted.\n"};

enum { MOST_RESTARTS = 1000000 };

struct job {
    struct args args;
    struct spaces_request request;
    char *mass_text, *fused, *loss, *start, *start_plan, *restarts, *steps, *tolerance, *iterations;
    char *coupling, *plot, *page;
    int whole_rows, with_plan;
    double mass; /* INFINITY: max */
    struct spaces spaces;
    parot_gromov_problem problem;
    parot_gromov_options options;
    double *given; /* the start that was read */
    parot_gromov_result result;
};

/* ---- The command line --------------------------------------------------- */

static enum outcome read_fused(struct job *job)
{
    job->problem.alpha = 1;
    if (!job->fused)
        return SOLVED;
    TRY(number_read("--fused", job->fused, &job->problem.alpha));
    if (!(job->problem.alpha >= 0 && job->problem.alpha <= 1))
        return refuse(MISUSED,
                      "--fused %s: must be between 0 (costs alone) and 1 (distances alone)",
                      job->fused);
    job->request.wants_cost = job->problem.alpha < 1;
    return SOLVED;
}

static enum outcome read_start(struct job *job)
{
    parot_gromov_options *options = &job->options;
    int64_t count = 0;
    TRY(starts_read(job->start, &options->starts));
    if (job->restarts)
        TRY(number_read_count("--restarts", job->restarts, 0, MOST_RESTARTS, &count));
    options->restarts = (int32_t)count;
    if (options->starts == PAROT_START_RANDOM && count == 0)
        options->restarts = 1;
    if (options->starts & PAROT_START_PARTIAL && !job->request.base.cost &&
        !job->request.wants_cost)
        return refuse(MISUSED, "--start partial needs costs between the spaces: --cost FILE or "
                               "--fused A");
    if (job->start_plan && job->start)
        options->starts |= PAROT_START_GIVEN;
    return SOLVED;
}

static enum outcome read_options(struct job *job)
{
    int loss = PAROT_LOSS_SQUARE, step = PAROT_STEPS_LONG;
    parot_gromov_options_init(&job->options);
    if (!job->mass_text)
        return refuse(MISUSED, "how much mass? Give --mass S, or --mass max for the smaller total");
    TRY(mass_read(job->mass_text, &job->mass));
    TRY(read_fused(job));
    TRY(read_start(job));
    TRY(choice_read("--loss", job->loss, &LOSSES, &loss));
    TRY(choice_read("--steps", job->steps, &STEPS, &step));
    job->problem.loss = (parot_loss)loss;
    job->options.steps = (parot_steps)step;
    job->options.whole_rows = job->whole_rows;
    if (job->tolerance)
        TRY(number_read_size("--tolerance", job->tolerance, &job->options.tolerance));
    if (job->iterations)
        TRY(number_read_count("--iterations", job->iterations, 1, INT64_MAX,
                              &job->args.run.max_iterations));
    if (job->with_plan && !job->args.json)
        return refuse(MISUSED, "--plan adds to the document of --json; give both, or -o FILE");
    return SOLVED;
}

/* ---- Solving ------------------------------------------------------------ */

static enum outcome check_memory(const struct job *job)
{
    const struct spaces *spaces = &job->spaces;
    char what[128];
    double n = (double)spaces->source.rows, m = (double)spaces->target.rows;
    long threads = job->args.run.threads ? job->args.run.threads : sysconf(_SC_NPROCESSORS_ONLN);
    double bytes =
        needs_of_gromov(n, m, (double)(threads < 1 ? 1 : threads), !spaces->has_distances);
    if (job->request.wants_cost && !job->request.base.cost)
        bytes += needs_of_transport(n, m);
    snprintf(what, sizeof what, "comparing the distances of %lld and %lld points",
             (long long)spaces->source.rows, (long long)spaces->target.rows);
    return memory_check(what, bytes,
                        threads > 1 ? "use --threads 1, or fewer points"
                                    : "use fewer points, for instance a random sample");
}

/* Where it is worst. */
static void tell_asymmetry(const char *name, parot_matrix matrix, const char *path)
{
    int64_t row = 0, column = 0;
    double worst = 0;
    for (int64_t i = 0; i < matrix.rows; i++)
        for (int64_t j = i + 1; j < matrix.rows; j++) {
            double difference =
                fabs(matrix.data[i * matrix.stride + j] - matrix.data[j * matrix.stride + i]);
            if (difference > worst) {
                worst = difference;
                row = i;
                column = j;
            }
        }
    note("%s: not symmetric at (%lld,%lld): %g and %g; %s is taken as it is", name, (long long)row,
         (long long)column, matrix.data[row * matrix.stride + column],
         matrix.data[column * matrix.stride + row], path);
}

/* Distances that were read may not be what their owner thinks they are. */
static void warn_of_asymmetry(const struct job *job)
{
    const char *path[2] = {job->request.base.source, job->request.base.target};
    for (int s = 0; s < 2; s++) {
        double asymmetry = job->result.asymmetry[s];
        if (job->args.quiet || !job->request.has_distances || asymmetry == 0)
            continue;
        if (asymmetry <= 1e-12)
            note("note: %s is symmetric except for rounding (%.1g of its largest entry); averaged",
                 path_label(path[s]), asymmetry);
        else
            tell_asymmetry(s == 0 ? "source" : "target",
                           s == 0 ? job->spaces.source : job->spaces.target, path_label(path[s]));
    }
}

static enum outcome refuse_answer(const struct job *job, parot_status status,
                                  const parot_error *err)
{
    const struct problem_request *request = &job->request.base;
    char start[256];
    snprintf(start, sizeof start, "--start-plan %s", job->start_plan ? job->start_plan : "");
    const struct wording words[] = {{"source", path_label(request->source)},
                                    {"target", path_label(request->target)},
                                    {"cost", request->cost ? request->cost : "the costs"},
                                    {"p", request->p},
                                    {"q", request->q},
                                    {"mass", "--mass"},
                                    {"alpha", "--fused"},
                                    {"start", start}};
    return refuse_call(status, err, job->args.run.time_limit, words, 8);
}

static enum outcome solve(struct job *job)
{
    parot_error err = {0};
    parot_gromov_problem *problem = &job->problem;
    const struct problem *base = &job->spaces.base;
    phase_begin(PAROT_PHASE_SOLVE, NULL, NULL);
    problem->source = job->spaces.source;
    problem->target = job->spaces.target;
    problem->cost = base->stated.cost;
    problem->p = base->p.values;
    problem->q = base->q.values;
    problem->mass = base->stated.mass;
    parot_run run = progress_run(&job->args.run);
    parot_status status = parot_gromov(problem, &job->options, &run, &job->result, &err);
    progress_clear();
    if (status < 0)
        return refuse_answer(job, status, &err);
    warn_of_asymmetry(job);
    if (job->args.verbose)
        note("%lld iterations, %lld pivots, %lld allocations",
             (long long)job->result.transport.info.iterations,
             (long long)job->result.transport.info.pivots,
             (long long)job->result.transport.info.allocations);
    return SOLVED;
}

/* ---- Output ------------------------------------------------------------- */

static enum outcome write_coupling(const struct job *job)
{
    const parot_plan *plan = &job->result.transport.plan;
    parot_table table = {.rows = plan->rows, .cols = plan->cols};
    parot_error err = {0};
    if (!job->coupling)
        return SOLVED;
    output_begin(job->coupling);
    TRY(memory_take_matrix("the coupling", plan->rows, plan->cols, 0, &table.data));
    parot_plan_to_dense(plan, table.data);
    parot_status status = parot_table_write(job->coupling, &table, job->args.force, &err);
    free(table.data);
    return status == PAROT_OK ? SOLVED : refuse_status(&err);
}

static enum outcome write_plan(const struct job *job)
{
    parot_error err = {0};
    if (job->args.output)
        output_begin(job->args.output);
    if (job->args.output &&
        parot_gromov_write(job->args.output, &job->result, job->args.force, &err) != PAROT_OK)
        return refuse_status(&err);
    return write_coupling(job);
}

/* The clouds, or the plan when there are none; and how the starts went. */
/* Two panels, or one if nothing is known of any iteration; returns how many. */
static int pictures(const struct job *job, struct figure_history *room, parot_panel panels[2])
{
    const struct problem *base = &job->spaces.base;
    const parot_plan *plan = &job->result.transport.plan;
    panels[0] = job->spaces.has_distances ? figure_plan(plan, base->p.values, base->q.values)
                                          : figure_clouds(&base->source, &base->target, plan);
    panels[1] = figure_history(room, &job->result);
    return panels[1].of.history.count > 0 ? 2 : 1;
}

static enum outcome draw(const struct job *job)
{
    struct figure_history room;
    parot_panel panels[2];
    int count = pictures(job, &room, panels);
    return figure_write(job->plot, panels, count, &job->args);
}

static struct gromov_summary summary_of(const struct job *job)
{
    return (struct gromov_summary){&job->spaces, &job->problem, &job->result, job->whole_rows};
}

/* What is printed, as a text that the caller frees; NULL without memory. */
static char *words(const struct job *job)
{
    struct gromov_summary summary = summary_of(job);
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
    gromov_summary_print(file, &summary);
    return fclose(file) == 0 ? text : NULL;
}

static enum outcome write_page(const struct job *job)
{
    struct figure_history room;
    parot_panel panels[2];
    if (!job->page)
        return SOLVED;
    int count = pictures(job, &room, panels);
    char *text = words(job);
    const char *files[3] = {job->args.operands[0], job->args.operands[1], NULL};
    const struct plan_page content = {
        .summary =
            "A match of two spaces by the distances within each: stationary, not proved best.",
        .words = text,
        .panels = panels,
        .panel_count = count,
        .plan = &job->result.transport.plan,
        .files = files};
    enum outcome outcome = plan_page_write(job->page, &content, &job->args);
    free(text);
    return outcome;
}

static enum outcome print_json(const struct job *job)
{
    parot_json *json = parot_json_open(parot_status_name(job->result.transport.status));
    parot_json_number(json, "alpha", job->problem.alpha);
    parot_json_text(json, "loss", parot_loss_name(job->problem.loss));
    parot_json_gromov(json, &job->result, job->with_plan);
    return document_print(json);
}

static enum outcome report(const struct job *job)
{
    const char *output = job->args.output;
    struct gromov_summary summary = summary_of(job);
    progress_close();
    if (job->args.json)
        return print_json(job);
    if (job->args.quiet)
        return SOLVED;
    int is_taken =
        output_is_stdout(output) || output_is_stdout(job->coupling) || output_is_stdout(job->plot);
    FILE *file = is_taken ? stderr : stdout;
    gromov_summary_print(file, &summary);
    if (output && !output_is_stdout(output))
        fprintf(file, "Written to %s.\n", output);
    figure_tell(file, job->plot);
    if (job->page)
        fprintf(file, "Report written to %s.\n", job->page);
    return SOLVED;
}

static enum outcome check_outputs(const struct job *job)
{
    if (output_is_stdout(job->coupling) && (job->args.json || output_is_stdout(job->args.output)))
        return refuse(MISUSED,
                      "--coupling -: standard output is already in use; give the name of a file");
    if (job->coupling && job->args.output && strcmp(job->coupling, job->args.output) == 0)
        return refuse(MISUSED, "-o and --coupling: give them different files");
    TRY(output_check("-o", job->args.output, ".npz .json .csv .tsv", job->args.force));
    TRY(figure_check(job->plot, &job->args));
    TRY(output_check("--report", job->page, ".html .htm", job->args.force));
    return output_check("--coupling", job->coupling, ".npy .csv .tsv", job->args.force);
}

/* Works. Refuses the output before the long part begins; interrupts are for that part alone. */
static enum outcome run(struct job *job)
{
    struct spaces *spaces = &job->spaces;
    if (job->args.count != 2)
        return refuse(MISUSED, "needs two files, SOURCE and TARGET; got %d", job->args.count);
    TRY(read_options(job));
    TRY(spaces_check_request(&job->request, job->args.operands, job->args.count));
    TRY(check_outputs(job));
    TRY(spaces_read(spaces, &job->request, &job->args));
    TRY(mass_choose(&spaces->base, job->mass_text, job->mass));
    TRY(starts_read_plan(job->start_plan, spaces->source.rows, spaces->target.rows, &job->given));
    job->options.start = job->given;
    TRY(check_memory(job));

    progress_hint("Ctrl-C keeps the best plan");
    TRY(spaces_compute(spaces, &job->request, &job->args.run));
    TRY(solve(job));
    TRY(write_plan(job));
    TRY(draw(job));
    TRY(write_page(job));
    TRY(report(job));
    if (job->result.transport.status == PAROT_OK)
        return SOLVED;
    if (job->result.transport.status == PAROT_UNPROVED)
        return refuse(FAILED,
                      "not proved optimal; all that is proved is: no plan is lower by more "
                      "than %.6g",
                      job->result.stationarity);
    return progress_interrupted() ? INTERRUPTED : STOPPED;
}

/* Owns. */
enum outcome cmd_gromov(const char **argv)
{
    struct job job = {0};
    struct option spaces[SPACES_OPTIONS];
    struct option own[] = {
        {"mass", 0, &job.mass_text, NULL, "S",
         "the mass to move; max: the smaller of the two totals"},
        {"fused", 0, &job.fused, NULL, "A",
         "weight of the distances (1); 1 - A is that of the costs"},
        {"loss", 0, &job.loss, NULL, "L", "{} (square); kl needs --distances without zeros"},
        {"whole-rows", 0, NULL, &job.whole_rows, NULL, "move a row as a whole or not at all"},
        {"coupling", 0, &job.coupling, NULL, "FILE", "write the plan as a dense matrix"},
        {"plan", 0, NULL, &job.with_plan, NULL, "add the plan, u and v to the JSON document"},
        figure_option(&job.plot),
        plan_page_option(&job.page)};
    struct option search[] = {
        {"start", 0, &job.start, NULL, "LIST", "one or more of {}, separated by commas (auto)"},
        {"restarts", 0, &job.restarts, NULL, "N", "random starts in addition to these (0)"},
        {"start-plan", 0, &job.start_plan, NULL, "FILE", "begin at a plan that was saved"},
        {"steps", 0, &job.steps, NULL, "S", "{} (auto: both for small problems)"},
        {"tolerance", 0, &job.tolerance, NULL, "T", "relative gap at which to stop (1e-9)"},
        {"iterations", 0, &job.iterations, NULL, "N", "maximum number of steps per start (1000)"}};
    struct option_group groups[] = {
        {"What to move:", own, 8}, {"Search:", search, 6}, {"Problem:", spaces, SPACES_OPTIONS}};
    spaces_options(&job.request, spaces);

    enum outcome outcome = args_parse(&job.args, &USAGE, groups, 3, argv);
    if (outcome == SOLVED && !job.args.is_done)
        outcome = run(&job);
    parot_gromov_result_free(&job.result);
    spaces_free(&job.spaces);
    free(job.given);
    args_free(&job.args);
    return outcome;
}
