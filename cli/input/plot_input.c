/* plot_input.c - the extension and the columns of a file decide whether it is read as labels, a
 * curve or a plan. */
#include "input/plot_input.h"

#include "input/points.h"
#include "shell/output_check.h"

void plot_input_free(struct plot_input *input)
{
    parot_gromov_result_free(&input->result);
    parot_curve_free(&input->curve);
    parot_labels_free(&input->labels);
}

enum outcome plot_input_read(struct plot_input *input, const char *path)
{
    parot_error err = {0};
    int is_document = path_ends_in(path, ".json .npz");
    input->path = path;
    TRY(input_check(path));
    if (path_is_stream(path))
        return refuse(MISUSED,
                      "'-': a result must come from a file, because its name tells the format");
    if (!is_document) {
        TRY(outcome_of(parot_labels_read(path, &input->labels, &err), &err));
        input->kind = INPUT_LABELS;
        if (input->labels.label)
            return SOLVED;
    }
    if (!path_ends_in(path, ".npz") && parot_curve_read(path, &input->curve, NULL) == PAROT_OK) {
        input->kind = INPUT_CURVE;
        return SOLVED;
    }
    if (is_document) {
        input->kind = INPUT_RESULT;
        return outcome_of(parot_gromov_read(path, &input->result, &err), &err);
    }
    return refuse(
        FAILED,
        "%s: is not a result: the tables that can be drawn are those of `parot pu` (with label and "
        "score) and `parot curve` (mass, objective, slope); a plan is read from .json and .npz",
        path);
}
