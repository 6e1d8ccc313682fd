/* failing_preload.c - a library for LD_PRELOAD under which an allocation of the command fails.
 *
 * PAROT_FAIL_AT=k fails the k-th malloc, calloc or realloc; PAROT_FAIL_ONWARDS=1 those after it as
 * well. Only calls from the command and its own libraries count; PAROT_FAIL_WHOSE=libzip counts
 * those from a library whose file name begins like that instead. PAROT_FAIL_COUNT=FILE writes
 * there, at the end, how many were counted.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_RANGES = 16 };

static struct range {
    uintptr_t begin, end;
} ranges[MOST_RANGES];
static int range_count;
static _Atomic long counted;
static long fail_at;
static int is_onwards, is_ready;
static const char *whose;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static int remember(struct dl_phdr_info *info, size_t size, void *context)
{
    const char *slash = strrchr(info->dlpi_name, '/'), *name = slash ? slash + 1 : info->dlpi_name;
    (void)size, (void)context;
    /* the program itself has no name; the vdso neither, but it allocates nothing */
    int is_wanted = whose ? strncmp(name, whose, strlen(whose)) == 0
                          : !name[0] || strncmp(name, "libparot", 8) == 0;
    if (!is_wanted)
        return 0;
    for (int k = 0; k < info->dlpi_phnum && range_count < MOST_RANGES; k++)
        if (info->dlpi_phdr[k].p_type == PT_LOAD && (info->dlpi_phdr[k].p_flags & PF_X)) {
            uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[k].p_vaddr;
            ranges[range_count++] = (struct range){begin, begin + info->dlpi_phdr[k].p_memsz};
        }
    return 0;
}

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("PAROT_FAIL_AT");
    fail_at = at ? strtol(at, NULL, 10) : 0;
    is_onwards = getenv("PAROT_FAIL_ONWARDS") != NULL;
    whose = getenv("PAROT_FAIL_WHOSE");
    dl_iterate_phdr(remember, NULL);
    is_ready = 1;
}

__attribute__((destructor)) static void end(void)
{
    const char *name = getenv("PAROT_FAIL_COUNT");
    char text[32];
    int length = snprintf(text, sizeof text, "%ld\n", (long)counted);
    int file = name ? open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (file >= 0 && write(file, text, (size_t)length) == length)
        close(file);
}

static int is_counted(const void *caller)
{
    for (int k = 0; k < range_count; k++)
        if ((uintptr_t)caller >= ranges[k].begin && (uintptr_t)caller < ranges[k].end)
            return 1;
    return 0;
}

static int is_failing(const void *caller)
{
    if (!is_ready || !is_counted(caller))
        return 0;
    long number = ++counted;
    if (fail_at == 0 || number < fail_at || (number > fail_at && !is_onwards))
        return 0;
    errno = ENOMEM;
    return 1;
}

__attribute__((visibility("default"))) void *malloc(size_t size)
{
    return is_failing(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

__attribute__((visibility("default"))) void *calloc(size_t count, size_t size)
{
    return is_failing(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

__attribute__((visibility("default"))) void *realloc(void *block, size_t size)
{
    return is_failing(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}
