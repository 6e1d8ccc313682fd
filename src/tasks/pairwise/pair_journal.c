/* pair_journal.c - a first line that says whose pairs these are, then a line for each.
 *
 *     parot-pairwise 1 clouds=200 fingerprint=00f1e2d3c4b5a697
 *     0,1,0.0123,solved
 *
 * A line is one write, and ends with a newline: whoever kills the program leaves whole lines and at
 * most one half line at the end, which is cut off. The lock keeps a second program from writing to
 * the same file.
 */
#include "tasks/pairwise/pair_journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE = 256, NEW_FILE = 0666 };

static parot_status fail_file(const struct pair_journal *journal, const char *what,
                              parot_error *err)
{
    return fail_argument(err, PAROT_EIO, "options.journal", "%s: %s: %s", journal->path, what,
                         strerror(errno));
}

static parot_status open_file(struct pair_journal *journal, parot_error *err)
{
    int file = open(journal->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, NEW_FILE);
    if (file < 0)
        return fail_file(journal, "cannot be opened", err);
    journal->file = fdopen(file, "a+");
    if (!journal->file) {
        close(file);
        return fail_memory(err, BUFSIZ);
    }
    struct stat facts;
    if (fstat(file, &facts) == 0 && !S_ISREG(facts.st_mode))
        return fail_argument(err, PAROT_EIO, "options.journal",
                             "%s: is not a file; pairs are read back from it", journal->path);
    if (flock(file, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK)
        return fail(
            err, PAROT_EIO,
            "options.journal: %s: another program is writing to it; wait for it, or choose another "
            "name",
            journal->path);
    return PAROT_OK;
}

/* 1: a pair; 0: something else. */
static int read_pair(char *line, int64_t count, struct finished_pair *pair)
{
    char *end = NULL;
    int64_t *const places[] = {&pair->first, &pair->second};
    for (int k = 0; k < 2; k++) {
        errno = 0;
        *places[k] = strtoll(line, &end, 10);
        if (end == line || *end != ',' || errno || *places[k] < 0 || *places[k] >= count)
            return 0;
        line = end + 1;
    }
    pair->objective = strtod(line, &end);
    if (end == line || *end != ',' || pair->first >= pair->second || !isfinite(pair->objective))
        return 0;
    line = end + 1;
    line[strcspn(line, "\n")] = 0;
    return parot_status_parse(line, &pair->status, NULL) == PAROT_OK && pair->status >= 0;
}

/* Cuts off what follows the last whole line. */
static parot_status cut(struct pair_journal *journal, long end, parot_error *err)
{
    if (end < 0 || fflush(journal->file) != 0 || ftruncate(fileno(journal->file), end) != 0)
        return fail_file(journal, "cannot be shortened to its whole lines", err);
    return PAROT_OK;
}

static parot_status fail_foreign(const struct pair_journal *journal, parot_error *err)
{
    return fail_argument(err, PAROT_EIO, "options.journal",
                         "%s: is not the journal of these clouds and settings; choose "
                         "another name",
                         journal->path);
}

/* Reads what is there; *end is where the whole lines end. */
static parot_status read_lines(struct pair_journal *journal, const char *head, int64_t count,
                               journal_pair *tell, void *context, long *end, parot_error *err)
{
    char line[LINE];
    int64_t number = 0;
    struct finished_pair pair;
    for (*end = 0; fgets(line, sizeof line, journal->file); number++) {
        if (!strchr(line, '\n')) {
            int is_last = fgetc(journal->file) == EOF;
            int is_ours = number > 0 || strncmp(head, line, strlen(line)) == 0;
            return is_last && is_ours ? PAROT_OK : fail_foreign(journal, err);
        }
        if (number == 0 && strcmp(line, head) != 0)
            return fail_foreign(journal, err);
        if (number > 0 && !read_pair(line, count, &pair))
            return fail_argument(err, PAROT_EFORMAT, "options.journal",
                                 "%s: line %lld is not a pair; remove it from there on",
                                 journal->path, (long long)number + 1);
        if (number > 0)
            tell(&pair, context);
        *end = ftell(journal->file);
    }
    return ferror(journal->file) ? fail_file(journal, "cannot be read", err) : PAROT_OK;
}

parot_status journal_open(struct pair_journal *journal, int64_t count, uint64_t fingerprint,
                          journal_pair *tell, void *context, parot_error *err)
{
    char head[LINE];
    long end = 0;
    if (!journal->path)
        return PAROT_OK;
    journal->plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    if (journal->plain == (locale_t)0)
        return fail_memory(err, LINE);
    snprintf(head, sizeof head, "parot-pairwise 1 clouds=%lld fingerprint=%016" PRIx64 "\n",
             (long long)count, fingerprint);
    TRY(open_file(journal, err));
    rewind(journal->file);
    locale_t before = uselocale(journal->plain);
    parot_status status = read_lines(journal, head, count, tell, context, &end, err);
    uselocale(before);
    TRY(status);
    TRY(cut(journal, end, err));
    clearerr(journal->file);
    if (fseek(journal->file, 0, SEEK_END) != 0 || (end == 0 && fputs(head, journal->file) < 0) ||
        fflush(journal->file) != 0)
        return fail_file(journal, "cannot be written", err);
    return PAROT_OK;
}

int journal_add(struct pair_journal *journal, const struct finished_pair *pair)
{
    if (!journal->file)
        return 1;
    locale_t before = uselocale(journal->plain);
    int is_written =
        fprintf(journal->file, "%lld,%lld,%.17g,%s\n", (long long)pair->first,
                (long long)pair->second, pair->objective, parot_status_name(pair->status)) > 0 &&
        fflush(journal->file) == 0;
    uselocale(before);
    journal->is_broken |= !is_written;
    return is_written;
}

parot_status journal_close(struct pair_journal *journal, parot_error *err)
{
    int is_closed = !journal->file || fclose(journal->file) == 0;
    int is_whole = is_closed && !journal->is_broken;
    if (journal->plain != (locale_t)0)
        freelocale(journal->plain);
    journal->file = NULL;
    journal->plain = (locale_t)0;
    return is_whole ? PAROT_OK : fail_file(journal, "cannot be written", err);
}
