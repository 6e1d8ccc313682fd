/* start_options.c - names become bits of parot_start. */
#include "input/start_options.h"

#include <stdlib.h>
#include <string.h>

#include "input/points.h"
#include "parot/io.h"
#include "shell/choice.h"
#include "shell/memory.h"
#include "shell/output_check.h"

enum outcome starts_read(const char *text, uint32_t *starts)
{
    char word[32];
    *starts = 0;
    if (!text || strcmp(text, "auto") == 0)
        return SOLVED;
    while (*text) {
        size_t length = strcspn(text, ",");
        size_t kept = length < sizeof word ? length : sizeof word - 1;
        memcpy(word, text, kept);
        word[kept] = '\0';
        int start = ALL_STARTS;
        TRY(choice_read("--start", word, &STARTS, &start));
        if (start == ALL_STARTS)
            return refuse(MISUSED,
                          "--start auto means all starts that apply and cannot be combined "
                          "with others; --restarts N adds random ones");
        *starts |= (uint32_t)start;
        text += length + (text[length] == ',');
    }
    return SOLVED;
}

enum outcome starts_read_plan(const char *path, int64_t rows, int64_t cols, double **dense)
{
    parot_result result = {0};
    parot_error err = {0};
    if (!path)
        return SOLVED;
    TRY(input_check(path));
    if (parot_result_read(path, &result, &err) != PAROT_OK)
        return refuse_status(&err);
    enum outcome outcome = SOLVED;
    if (result.plan.rows != rows || result.plan.cols != cols)
        outcome =
            refuse(FAILED, "%s is a plan for %lld x %lld, the spaces have %lld and %lld points",
                   path_label(path), (long long)result.plan.rows, (long long)result.plan.cols,
                   (long long)rows, (long long)cols);
    else
        outcome = memory_take_matrix("the start", rows, cols, 0, "use fewer points", dense);
    if (outcome == SOLVED)
        parot_plan_to_dense(&result.plan, *dense);
    parot_result_free(&result);
    return outcome;
}
