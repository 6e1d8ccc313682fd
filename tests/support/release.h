/* release.h - variables that are filled where they are declared, and released at the end. */
#ifndef PAROT_TESTS_RELEASE_H
#define PAROT_TESTS_RELEASE_H

#include <stdlib.h>

#include "parot/parot.h"

/* Up to three of a public type with a function TYPE_free. */
#define AUTO(type, ...)                                                                            \
    __attribute__((cleanup(type##_free), unused)) type AUTO_PICK(__VA_ARGS__, AUTO_3, AUTO_2,      \
                                                                 AUTO_1, )(__VA_ARGS__)
#define AUTO_1(a) a = {0}
#define AUTO_2(a, b) a = {0}, b = {0}
#define AUTO_3(a, b, c) a = {0}, b = {0}, c = {0}
#define AUTO_PICK(a, b, c, chosen, ...) chosen

/* Of a public type with a function TYPE_init, which fills it. */
#define DEFAULTS(type, name)                                                                       \
    type name;                                                                                     \
    type##_init(&(name))

/* Before a declaration with a value: released by that function, or by free. */
#define FREED_BY(function) __attribute__((cleanup(function), unused))
#define FREED __attribute__((cleanup(test_release), unused))

/* A struct TYPE with TYPE_open and TYPE_close, or with TYPE_make and TYPE_free. */
#define OPENED(type, name, ...)                                                                    \
    FREED_BY(type##_close) struct type name = {0};                                                 \
    type##_open(&(name), __VA_ARGS__)
#define MADE(type, name, ...)                                                                      \
    FREED_BY(type##_free) struct type name = {0};                                                  \
    type##_make(&(name), __VA_ARGS__)

static inline void test_release(void *pointer)
{
    free(*(void **)pointer);
}

static inline parot_run run_with_threads(int32_t threads)
{
    DEFAULTS(parot_run, run);
    run.threads = threads;
    return run;
}

#endif
