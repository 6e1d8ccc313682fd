/* document.c - the library composes; here the document gets its seconds and goes to stdout. */
#include "say/document.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "shell/option_number.h"
#include "shell/phase.h"
#include "shell/progress.h"

enum outcome document_print(parot_json *json)
{
    char *text = NULL;
    parot_error err = {0};
    double seconds[PAROT_PHASES];
    progress_close();
    for (int k = 0; k < PAROT_PHASES; k++)
        seconds[k] = phase_seconds((parot_phase)k);
    parot_json_seconds(json, seconds);
    if (parot_json_close(json, &text, &err) != PAROT_OK)
        return refuse_status(&err);
    fputs(text, stdout);
    free(text);
    return SOLVED;
}

void document_id(parot_json *json, const char *name, const char *id)
{
    double number = 0;
    if (number_parse(id, &number) && isfinite(number))
        parot_json_number(json, name, number);
    else
        parot_json_text(json, name, id);
}
