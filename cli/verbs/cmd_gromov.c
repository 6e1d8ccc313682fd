/* cmd_gromov.c - `parot gromov`: match two spaces by the distances within each. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shell/progress.h"
#include "shell/wording.h"
#include "verbs/gromov_job.h"
#include "verbs/gromov_masses.h"
#include "verbs/gromov_with_entropy.h"
#include "verbs/verbs.h"

enum { MOST_RESTARTS = 1000000 };

static const struct option OPTIONS[] = {
    NAMED_OPTION("mass", struct gromov_job, mass_text, "S", MAX_OR_AUTO,
                 "the mass to move; max: the smaller of the two totals; auto: what matches"),
    FLAG_OPTION("path", struct gromov_job, with_path,
                "a table of many masses instead, and its elbow"),
    NUMBER_OPTION("fused", struct gromov_job, problem.alpha, "A",
                  "weight of the distances (1); 1 - A is that of the costs"),
    CHOICE_OPTION("loss", struct gromov_job, problem.loss, "L", LOSSES,
                  "{} (square); kl needs --distances without zeros"),
    NUMBER_OPTION("entropic", struct gromov_job, reg, "REG",
                  "add REG times the entropy: a dense plan, from one start"),
    FLAG_OPTION("whole-rows", struct gromov_job, options.whole_rows,
                "move a row as a whole or not at all"),
    OUTPUT_OPTION("coupling", struct gromov_job, coupling, ".npy .csv .tsv", NULL,
                  "write the plan as a dense matrix"),
    FLAG_OPTION("plan", struct gromov_job, with_plan, "add the plan, u and v to the JSON document"),
    MORE_OPTIONS(FIGURE_OPTIONS, struct gromov_job, plot),
    REPORT_OPTION(struct gromov_job, page),
    {0}};

static const struct option SEARCH_OPTIONS[] = {
    NAMED_OPTION("start", struct gromov_job, start, "LIST", STARTS,
                 "one or more of {}, separated by commas (auto)"),
    COUNT_OPTION("restarts", struct gromov_job, options.restarts, "N", 0, MOST_RESTARTS,
                 "random starts in addition to these (0)"),
    TEXT_OPTION("start-plan", struct gromov_job, start_plan, "FILE",
                "begin at a plan that was saved"),
    TEXT_OPTION("anchors", struct gromov_job, anchor_file, "FILE",
                "pairs of rows that are known to match: a start"),
    CHOICE_OPTION("steps", struct gromov_job, options.steps, "S", STEPS,
                  "{} (auto: both for small problems)"),
    SIZE_OPTION("tolerance", struct gromov_job, options.tolerance, "T",
                "stop at this stationarity, relative to the objective (1e-9)"),
    COUNT_OPTION("iterations", struct gromov_job, args.run.max_iterations, "N", 1, INT64_MAX,
                 "maximum number of steps per start (1000)"),
    {0}};

static void set_defaults(void *subject)
{
    struct gromov_job *job = subject;
    problem_defaults(&job->request.problem, PAROT_METRIC_EUCLIDEAN);
    parot_gromov_options_init(&job->options);
    job->problem.alpha = 1;
    job->problem.loss = PAROT_LOSS_SQUARE;
}

/* ---- Before reading ----------------------------------------------------- */

/* What a path, or the mass of its elbow, does not go with. */
static enum outcome check_path(const struct gromov_job *job)
{
    const char *asked = job->with_path ? "--path" : "--mass auto";
    if (job->with_path && job->mass_text)
        return refuse(MISUSED, "--path is for all masses: leave out --mass");
    if (job->with_path && (job->coupling || job->with_plan || job->page))
        return refuse(MISUSED,
                      "--path writes a table of masses; %s needs one plan: use --mass auto",
                      job->coupling    ? "--coupling"
                      : job->with_plan ? "--plan"
                                       : "--report");
    if (job->start_plan)
        return refuse(MISUSED, "%s cannot begin at --start-plan, a plan of one mass", asked);
    if (job->options.whole_rows)
        return refuse(MISUSED, "%s: few masses are sums of whole rows; leave out --whole-rows",
                      asked);
    if (job->problem.alpha == 0)
        return refuse(MISUSED, "%s needs distances; parot curve has all masses of costs alone",
                      asked);
    return SOLVED;
}

static enum outcome check_mass(struct gromov_job *job, double *mass)
{
    job->is_auto = job->mass_text && strcmp(job->mass_text, "auto") == 0;
    if (job->with_path || job->is_auto) {
        *mass = INFINITY;
        return check_path(job);
    }
    if (!job->mass_text)
        return refuse(MISUSED, "how much mass? Give --mass S, --mass max for the smaller total, or "
                               "--mass auto for what matches");
    return mass_read(job->mass_text, mass);
}

static enum outcome check_request(struct gromov_job *job, double *mass)
{
    const struct args *args = &job->args;
    double alpha = job->problem.alpha;
    if (args->count != 2)
        return refuse(MISUSED, "needs two files, SOURCE and TARGET; got %d", args->count);
    TRY(with_entropy_check(args));
    TRY(check_mass(job, mass));
    if (job->is_auto && with_entropy(args))
        return refuse(MISUSED, "--mass auto: --entropic is for one mass; give it");
    if (!(alpha >= 0 && alpha <= 1))
        return refuse(MISUSED,
                      "--fused %s: must be between 0 (costs alone) and 1 (distances alone)",
                      args_text(args, "fused"));
    job->request.wants_cost = alpha < 1;
    TRY(gromov_check_starts(job));
    if (job->with_plan && !args->json)
        return refuse(MISUSED, "--plan adds to the document of --json; give both, or -o FILE");
    TRY(spaces_check_request(&job->request, args));
    if (with_entropy(args))
        return SOLVED;
    return args_check_outputs(args, job->with_path ? ".csv .tsv .npy" : ".npz .json .csv .tsv");
}

/* ---- Solving ------------------------------------------------------------ */

/* In the words of the command. */
static enum outcome refuse_answer(const struct gromov_job *job, parot_status status,
                                  const parot_error *err)
{
    const struct problem_request *request = &job->request.problem;
    char start[256];
    snprintf(start, sizeof start, "--start-plan %s", job->start_plan ? job->start_plan : "");
    const struct wording words[] = {{"source", path_label(request->source)},
                                    {"target", path_label(request->target)},
                                    {"x", path_label(request->source)},
                                    {"y", path_label(request->target)},
                                    {"cost", request->cost ? request->cost : "the costs"},
                                    {"p", request->p},
                                    {"q", request->q},
                                    {"mass", "--mass"},
                                    {"alpha", "--fused"},
                                    {"reg", "--entropic"},
                                    {"start", start}};
    return refuse_call(status, err, job->args.run.time_limit, words, 11);
}

static void state_problem(struct gromov_job *job)
{
    parot_gromov_problem *problem = &job->problem;
    const struct problem *stated = &job->spaces.problem;
    problem->source = job->spaces.source;
    problem->target = job->spaces.target;
    problem->cost = stated->stated.cost;
    problem->p = stated->p.values;
    problem->q = stated->q.values;
    problem->mass = stated->stated.mass;
}

static enum outcome follow_path(struct gromov_job *job)
{
    parot_error err = {0};
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_SOLVE, NULL);
    const parot_gromov_points_problem clouds = gromov_clouds(job);
    parot_status status =
        job->without_matrices
            ? parot_gromov_points_path(&clouds, NULL, &job->options, &run, &job->path, &err)
            : parot_gromov_path(&job->problem, NULL, &job->options, &run, &job->path, &err);
    progress_clear();
    if (status < 0)
        return refuse_answer(job, status, &err);
    job->problem.mass = job->path.elbow * job->path.total;
    if (job->is_auto && !job->path.has_elbow)
        masses_print_elbow(stderr, "parot gromov: --mass auto: ", &job->path);
    if (job->args.verbose)
        note("%lld descents for %lld masses", (long long)job->path.descents,
             (long long)job->path.count);
    return SOLVED;
}

/* With matrices or without, at one mass or at that of the elbow. */
static parot_status call_solver(struct gromov_job *job, parot_error *err)
{
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_SOLVE, NULL);
    const parot_gromov_problem *problem = &job->problem;
    parot_gromov_points_problem clouds = gromov_clouds(job);
    parot_gromov_result *result = &job->result;
    clouds.mass = problem->mass;
    if (!job->is_auto)
        return job->without_matrices
                   ? parot_gromov_points(&clouds, &job->options, &run, result, err)
                   : parot_gromov(problem, &job->options, &run, result, err);
    return job->without_matrices
               ? parot_gromov_points_path_at(&clouds, &job->path, &job->options, &run, result, err)
               : parot_gromov_path_at(problem, &job->path, &job->options, &run, result, err);
}

static enum outcome solve(struct gromov_job *job)
{
    parot_error err = {0};
    const parot_info *info = &job->result.transport.info;
    parot_status status = call_solver(job, &err);
    progress_clear();
    if (status < 0)
        return refuse_answer(job, status, &err);
    gromov_warn_of_asymmetry(job);
    if (job->args.verbose)
        note("%lld iterations, %lld pivots, %lld allocations", (long long)info->iterations,
             (long long)info->pivots, (long long)info->allocations);
    return SOLVED;
}

static enum outcome solve_with_entropy(const struct gromov_job *job)
{
    const parot_gromov_entropic_problem problem = {.gromov = job->problem,
                                                   .reg = job->reg,
                                                   .tolerance = job->options.tolerance,
                                                   .start = job->given};
    parot_status status = PAROT_OK;
    parot_error err = {0};
    enum outcome outcome = with_entropy_answer(&problem, &job->args, &status, &err);
    return status < 0 ? refuse_answer(job, status, &err) : outcome;
}

/* Refuses the output before the long part begins; only then are interrupts caught. */
static enum outcome run(void *subject)
{
    struct gromov_job *job = subject;
    struct spaces *spaces = &job->spaces;
    const struct args *args = &job->args;
    double mass = 0; /* INFINITY: max */
    TRY(check_request(job, &mass));
    TRY(spaces_read(spaces, &job->request, args));
    TRY(mass_choose(&spaces->problem, job->mass_text, mass));
    TRY(gromov_read_starts(job));
    if (spaces->has_graphs && spaces->problem.stated.mass < 1 && !job->request.problem.p)
        tip("note: a node of a graph weighs 1, and --mass %s is less than one node",
            job->mass_text);
    TRY(gromov_choose_way(job));

    progress_hint("Ctrl-C keeps the best plan");
    if (!job->without_matrices)
        TRY(spaces_compute(spaces, &job->request, &args->run));
    state_problem(job);
    if (with_entropy(args))
        return solve_with_entropy(job);
    if (job->with_path || job->is_auto)
        TRY(follow_path(job));
    if (job->with_path)
        return gromov_tell_path(job);
    TRY(solve(job));
    TRY(gromov_tell(job));
    if (job->result.transport.status == PAROT_OK)
        return SOLVED;
    if (job->result.transport.status == PAROT_UNPROVED)
        return refuse(FAILED,
                      "not proved stationary to the tolerance: in the direction of some plan the "
                      "objective may fall at a rate of up to %.6g (the stationarity); allow a "
                      "larger --tolerance, or try another --start",
                      job->result.stationarity);
    return progress_stopped();
}

static void release(void *subject)
{
    struct gromov_job *job = subject;
    told_free(&job->told);
    parot_gromov_result_free(&job->result);
    parot_gromov_path_result_free(&job->path);
    spaces_free(&job->spaces);
    free(job->given);
    anchors_free(&job->anchors);
}

const struct verb VERB_GROMOV = {
    .name = "gromov",
    .brief = "match spaces by the distances within each",
    .operands = "SOURCE TARGET --mass S|auto [OPTION...]",
    .purpose = "match points of different spaces by the distances within each",
    .epilogue = "SOURCE and TARGET hold one point per row, and may have different columns; with\n"
                "--distances they are square matrices, with --graph lists of edges. The plan of\n"
                "mass S changes distances as little as possible: 1/2 sum (source_ik -\n"
                "target_jl)^2 T_ij T_kl. --fused A mixes in costs between the spaces: (1 - A)\n"
                "cost + A distances. Several starts are tried (auto: all that apply) and the\n"
                "best one is kept, because the objective is not convex. When the time is up, or\n"
                "after Ctrl-C, the answer is the best plan so far.\n\n"
                "--path solves masses from a tenth of the smaller total to all of it. Beyond the\n"
                "share that both spaces have in common one more pair costs much more: that\n"
                "share is the elbow, which --mass auto moves. Where the curve has no clear\n"
                "elbow it says so, and auto moves all mass.\n\n"
                "--entropic REG adds REG sum T_ij log T_ij: every pair gets some mass, and -o\n"
                "writes the dense plan, which is stationary and not proved to be the best.\n\n"
                "Examples:\n"
                "  parot gromov a.csv b.csv --mass 0.5 -o plan.npz\n"
                "  parot gromov a.csv b.csv --mass 0.5 --start profiles --restarts 20\n"
                "  parot gromov a.csv b.csv --mass max --fused 0.5 --json\n"
                "  parot gromov a.csv b.csv --path -o masses.csv --plot masses.svg\n"
                "  parot gromov a.csv b.csv --mass auto -o plan.csv\n"
                "  parot gromov da.npy db.npy --distances --mass 0.3 --coupling t.npy\n"
                "  parot gromov --graph a.edges b.edges --mass max -o pairs.csv\n\n"
                "Exit: 0 solved, 1 failed, 2 usage, 3 stopped early (the plan is written),\n"
                "130 interrupted.\n",
    .groups = {{"What to move:", OPTIONS, 0},
               {"Search:", SEARCH_OPTIONS, 0},
               {"Problem:", SPACES_OPTIONS, offsetof(struct gromov_job, request)}},
    .size = sizeof(struct gromov_job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
