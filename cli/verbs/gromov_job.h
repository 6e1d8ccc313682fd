/* gromov_job.h - what `parot gromov` is asked, and what becomes of it: cmd_gromov.c runs it, the
 * other files of this header do a part each. */
#ifndef PAROT_COMMAND_GROMOV_JOB_H
#define PAROT_COMMAND_GROMOV_JOB_H

#include "input/anchors.h"
#include "input/space_files.h"
#include "say/told.h"
#include "shell/args.h"

struct gromov_job {
    struct args args;
    struct spaces_request request;
    const char *mass_text, *start, *start_plan, *coupling, *page;
    struct figure plot;
    int with_plan;
    int with_path, is_auto; /* all masses; the mass of their elbow */
    parot_gromov_path_result path;
    struct spaces spaces;
    int without_matrices; /* parot_gromov_points solves it */
    parot_gromov_problem problem;
    parot_gromov_options options;
    double reg; /* of --entropic */
    const char *anchor_file;
    struct anchors anchors;
    double *given; /* the start that was read */
    parot_gromov_result result;
    struct told told;
};

/* gromov_begin.c: where to begin. The options, before any file is read; then the plan and the
 * anchors in files, once the spaces are known. */
enum outcome gromov_check_starts(struct gromov_job *job);
enum outcome gromov_read_starts(struct gromov_job *job);

/* gromov_way.c: the spaces as points. With --fused the coordinates are features as well. */
parot_gromov_points_problem gromov_clouds(const struct gromov_job *job);

/* Matrices or points, as the library chooses; refuses what does not fit in memory. */
enum outcome gromov_choose_way(struct gromov_job *job);

/* gromov_output.c: files, figure, report, and what is printed; of one plan, and of --path. */
void gromov_warn_of_asymmetry(const struct gromov_job *job);
enum outcome gromov_tell(struct gromov_job *job);
enum outcome gromov_tell_path(const struct gromov_job *job);

#endif
