/* remarks.c - a fixed list of sentences; more than MOST_REMARKS are dropped. */
#include "input/remarks.h"

#include <stdarg.h>
#include <stdio.h>

#include "shell/outcome.h"

void remark(struct remarks *remarks, const char *format, ...)
{
    va_list arguments;
    if (remarks->count == MOST_REMARKS)
        return;
    va_start(arguments, format);
    vsnprintf(remarks->text[remarks->count++], REMARK_SIZE, format, arguments);
    va_end(arguments);
}

void remarks_tell(const struct remarks *remarks)
{
    for (int k = 0; k < remarks->count; k++)
        note("note: %s", remarks->text[k]);
}
