/* late_libraries.c - cairo, zlib and libmd, opened when the first figure is drawn.
 *
 * Only in a wheel, which may be installed where they are not: tools/late-libraries writes the table
 * of pointers that calls go through. Without libmd a report lacks the SHA-256 of files, which it
 * also does of files that cannot be read.
 */
#define LATE_TABLE
#include "late_libraries.h"

#include <dlfcn.h>

#include "py_io.h"

static char *no_digest(const char *path, char *digest)
{
    (void)path;
    (void)digest;
    return NULL;
}

struct late_libraries late_libraries = {.SHA256File = no_digest};

static int refuse(const char *library, const char *package)
{
    PyErr_Format(
        PyExc_ImportError,
        "figures and reports need the library %s, which this system lacks or has in an older "
        "version (Debian: apt install %s); all else works without it, and parot.plot_plan and "
        "parot.plot_curve draw with Matplotlib (%s)",
        library, package, dlerror());
    return -1;
}

/* POSIX wants functions to be had as pointers to void; ISO C has no word for that but a copy. */
#define BIND(name)                                                                                 \
    if (!(*(void **)(void *)&late_libraries.name = dlsym(library, #name)))                         \
        is_complete = 0;

int libraries_ready(void)
{
    static int is_ready;
    int is_complete = 1;
    if (is_ready)
        return 0;
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return refuse("libz.so.1", "zlib1g");
    LATE_ZLIB(BIND)
    if (!is_complete)
        return refuse("libz.so.1", "zlib1g");
    library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return refuse("libcairo.so.2", "libcairo2");
    LATE_CAIRO(BIND)
    if (!is_complete)
        return refuse("libcairo.so.2", "libcairo2");
    library = dlopen("libmd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library) {
        LATE_LIBMD(BIND)
    }
    if (!library || !is_complete)
        late_libraries.SHA256File = no_digest;
    is_ready = 1;
    return 0;
}
