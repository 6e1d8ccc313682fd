/* summary.c - parot_summary_text, _panels and _report: each kind composes its answer once, into a
 * telling; a page adds pictures, rows, and how to run it again.
 */
#include "report/summary.h"

#include <math.h>
#include <sha2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/options.h"
#include "plot/figures/plan_check.h"

static const struct summary_kind *const KINDS[] = {
    [PAROT_SUMMARY_KIND_PARTIAL] = &summary_partial,
    [PAROT_SUMMARY_KIND_GROMOV] = &summary_gromov,
    [PAROT_SUMMARY_KIND_REGISTER] = &summary_register,
    [PAROT_SUMMARY_KIND_DRIFT] = &summary_drift,
    [PAROT_SUMMARY_KIND_PU] = &summary_pu,
    [PAROT_SUMMARY_KIND_CURVE] = &summary_curve,
    [PAROT_SUMMARY_KIND_PRIOR] = &summary_prior,
    [PAROT_SUMMARY_KIND_CERTIFICATE] = &summary_certificate,
    [PAROT_SUMMARY_KIND_MOVE] = &summary_move,
    [PAROT_SUMMARY_KIND_LABEL] = &summary_label,
    [PAROT_SUMMARY_KIND_JUDGE] = &summary_judge,
    [PAROT_SUMMARY_KIND_MATCH] = &summary_match};

/* ---- The request -------------------------------------------------------- */

parot_status summary_need(const char *name, const void *value, parot_error *err)
{
    return value ? PAROT_OK : fail_argument(err, PAROT_EINVAL, name, "must not be NULL");
}

parot_status summary_check_side(const char *name, const parot_summary_side *side, int64_t rows,
                                parot_error *err)
{
    if (!side->points.data || side->points.rows == rows)
        return PAROT_OK;
    return fail_argument(err, PAROT_EINVAL, name, "has %lld rows, the result %lld",
                         (long long)side->points.rows, (long long)rows);
}

parot_status summary_check_plan(const parot_summary *summary, const parot_plan *plan,
                                parot_error *err)
{
    TRY(check_plan(plan, err));
    TRY(summary_check_side("source", &summary->source, plan->rows, err));
    return summary_check_side("target", &summary->target, plan->cols, err);
}

static parot_status check_summary(const parot_summary *summary, const struct summary_kind **kind,
                                  parot_error *err)
{
    TRY(summary_need("summary", summary, err));
    TRY(CHECK_RESERVED(summary, err));
    TRY(CHECK_RESERVED(&summary->source, err));
    TRY(CHECK_RESERVED(&summary->target, err));
    if ((size_t)summary->kind >= sizeof KINDS / sizeof *KINDS)
        return fail_argument(err, PAROT_EINVAL, "summary.kind", "unknown kind %d",
                             (int)summary->kind);
    *kind = KINDS[summary->kind];
    return (*kind)->check(summary, err);
}

parot_run summary_run(const parot_summary *summary)
{
    parot_run run;
    parot_run_init(&run);
    if (summary->run) {
        run.seed = summary->run->seed;
        run.threads = summary->run->threads;
    }
    return run;
}

const char *summary_prefix(const parot_summary *summary)
{
    return summary->command ? "--" : "";
}

/* ---- Words -------------------------------------------------------------- */

void summary_warn(parot_notes *warnings, const char *format, ...)
{
    va_list arguments;
    if (warnings->count == PAROT_NOTES)
        return;
    va_start(arguments, format);
    vsnprintf(warnings->text[warnings->count++], PAROT_NOTE_SIZE, format, arguments);
    va_end(arguments);
}

parot_status parot_summary_warnings(const parot_summary *summary, parot_notes *warnings,
                                    parot_error *err)
{
    const struct summary_kind *kind = NULL;
    TRY(summary_need("warnings", warnings, err));
    TRY(check_summary(summary, &kind, err));
    warnings->count = 0;
    for (int k = 0; summary->remarks && k < summary->remarks->count; k++)
        summary_warn(warnings, "%s", summary->remarks->text[k]);
    return kind->warnings ? kind->warnings(summary, warnings, err) : PAROT_OK;
}

parot_status parot_summary_text(const parot_summary *summary, char **text, parot_error *err)
{
    const struct summary_kind *kind = NULL;
    struct telling telling = {.err = err};
    TRY(summary_need("text", text, err));
    TRY(check_summary(summary, &kind, err));
    kind->answer(&telling, summary);
    if (telling.status == PAROT_OK)
        telling.status = bytes_append(&telling.text, "", 1, err); /* its end */
    if (telling.status == PAROT_OK)
        *text = telling.text.data;
    else
        bytes_free(&telling.text);
    return telling.status;
}

/* ---- Pictures ----------------------------------------------------------- */

void parot_panels_free(parot_panels *panels)
{
    struct panels_room *room = panels->owner;
    if (room) {
        parot_pu_scaled_free(&room->scaled);
        free(room->numbers);
        free(room->ends);
    }
    free(room);
    *panels = (parot_panels){0};
}

parot_status parot_summary_panels(const parot_summary *summary, parot_panels *panels,
                                  parot_error *err)
{
    const struct summary_kind *kind = NULL;
    TRY(summary_need("panels", panels, err));
    TRY(check_summary(summary, &kind, err));
    struct panels_room *room = calloc(1, sizeof *room);
    if (!room)
        return fail(err, PAROT_ENOMEM, "panels: out of memory");
    *panels = (parot_panels){.owner = room};
    parot_status status = kind->panels ? kind->panels(summary, panels, err) : PAROT_OK;
    if (status != PAROT_OK)
        parot_panels_free(panels);
    return status;
}

/* ---- Run it again ------------------------------------------------------- */

/* Of the file's bytes as they are, packed or not: what sha256sum prints. */
static void tell_file(struct telling *telling, const char *path)
{
    char file[4096], digest[SHA256_DIGEST_STRING_LENGTH];
    struct stat found;
    snprintf(file, sizeof file, "%s", path);
    if (stat(file, &found) != 0 && strrchr(file, ':'))
        *strrchr(file, ':') = '\0'; /* "file.npz:member" */
    if (stat(file, &found) != 0 || !S_ISREG(found.st_mode) || !SHA256File(file, digest))
        return;
    tell_fact(telling, path, "%lld bytes, SHA-256 %s", (long long)found.st_size, digest);
}

static void tell_origin(struct telling *telling, const parot_summary *summary)
{
    tell_section(telling, summary->command ? "Run it again" : "Made by");
    if (summary->command)
        tell_lines(telling, summary->command);
    for (int64_t k = 0; k < summary->file_count; k++)
        if (summary->files[k] && strcmp(summary->files[k], "-") != 0)
            tell_file(telling, summary->files[k]);
    tell_fact(telling, "parot", "%s", parot_version());
    tell_fact(telling, "seed", "%llu", (unsigned long long)summary_run(summary).seed);
}

/* ---- Pages -------------------------------------------------------------- */

/* Works: the page and the panels are the caller's. */
static parot_status fill_page(struct telling *telling, const struct summary_kind *kind,
                              const parot_summary *summary, parot_panels *panels, parot_error *err)
{
    parot_notes warnings = {0};
    char title[TITLE], sentence[TITLE];
    kind->head(summary, title, sentence);
    TRY(parot_report_open(title, sentence, &telling->page, err));
    TRY(parot_summary_warnings(summary, &warnings, err));
    TRY(parot_summary_panels(summary, panels, err));
    tell_section(telling, "The answer");
    kind->answer(telling, summary);
    for (int k = 0; k < warnings.count; k++)
        tell_warning(telling, warnings.text[k]);
    if (panels->count > 0) {
        tell_section(telling, "Pictures");
        kind->pictures(telling, summary, panels);
    }
    if (kind->rows)
        kind->rows(telling, summary);
    tell_origin(telling, summary);
    return telling->status;
}

parot_status parot_summary_report(const parot_summary *summary, const char *path, int overwrite,
                                  parot_error *err)
{
    const struct summary_kind *kind = NULL;
    parot_panels panels = {0};
    struct telling telling = {.err = err};
    TRY(check_summary(summary, &kind, err));
    parot_status status = fill_page(&telling, kind, summary, &panels, err);
    if (status == PAROT_OK)
        status = parot_report_write(telling.page, path, overwrite, err);
    parot_panels_free(&panels);
    parot_report_close(telling.page);
    return status;
}

/* ---- Certificates ------------------------------------------------------- */

/* To that many significant digits; where that rounds down, one unit of the last digit more. */
static const char *rounded_up(double value, int digits, char text[32])
{
    double wanted = value;
    for (int k = 0; k < 2; k++) {
        if (digits == 1)
            snprintf(text, 32, "%.0e", wanted);
        else
            snprintf(text, 32, "%.*g", digits, wanted);
        if (!(strtod(text, NULL) < value))
            break;
        wanted = value + pow(10, floor(log10(value)) + 1 - digits);
    }
    return text;
}

const char *parot_check_number(double violation, char text[32])
{
    if (violation == 0 || !isfinite(violation)) {
        snprintf(text, 32, violation == 0 ? "0" : "%g", violation);
        return text;
    }
    return rounded_up(violation, violation >= 0.1 ? 3 : 1, text);
}

const char *parot_check_words(const parot_check *check, char text[PAROT_CHECK_WORDS])
{
    char excess[32], relative[32], infeasible[32];
    snprintf(text, PAROT_CHECK_WORDS,
             "costs at most %s more than the optimum (%s relative), feasible to %s",
             parot_check_number(check->excess, excess),
             parot_check_number(check->relative, relative),
             parot_check_number(check->infeasible, infeasible));
    return text;
}
