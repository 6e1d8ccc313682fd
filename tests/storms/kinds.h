/* kinds.h - how kinds.c writes a kind down. */
#ifndef PAROT_TESTS_KINDS_H
#define PAROT_TESTS_KINDS_H

#include "register.h"

#define WITH(type) .name = #type, .size = sizeof(type)

#define STRUCT(type, ...)                                                                          \
    static const struct field type##_fields[] = {__VA_ARGS__, {NULL}};                             \
    const struct kind type##_kind = {WITH(type), type##_fields};

/* One whose refusals name the argument. */
#define WHOLE(type, ...)                                                                           \
    static const struct field type##_fields[] = {__VA_ARGS__, {NULL}};                             \
    const struct kind type##_kind = {WITH(type), type##_fields, .is_whole = 1};

/* One with a size at its beginning and a function that fills it. */
#define SIZED(type, ...)                                                                           \
    static const struct field type##_fields[] = {__VA_ARGS__, {NULL}};                             \
    static void init_##type(void *options, size_t size)                                            \
    {                                                                                              \
        type##_init_sized(options, size);                                                          \
    }                                                                                              \
    const struct kind type##_kind = {WITH(type), type##_fields, .init = init_##type};

/* A result, and before its braces: what is true of it; there it also forgets its times. */
#define RESULT(type) RESULT_OF(type, type)
#define RESULT_OF(type, id)                                                                        \
    static void check_##id(type *result);                                                          \
    static void free_##id(void *result)                                                            \
    {                                                                                              \
        id##_free(result);                                                                         \
    }                                                                                              \
    static void settle_##id(void *result)                                                          \
    {                                                                                              \
        check_##id(result);                                                                        \
    }                                                                                              \
    const struct kind id##_kind = {WITH(type), .free = free_##id, .settle = settle_##id};          \
    static void check_##id(type *result)

#endif
