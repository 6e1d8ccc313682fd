/* check_enum.h - what is true of the words, the name and the parse of every enum. */
#ifndef PAROT_TESTS_CHECK_ENUM_H
#define PAROT_TESTS_CHECK_ENUM_H

#include "test.h"

#define CHECK_ENUM(type)                                                                           \
    do {                                                                                           \
        const parot_word *words = parot_##type##_words();                                          \
        assert_non_null(words[0].name);                                                            \
        for (int k = 0; words[k].name; k++) {                                                      \
            parot_##type value = (parot_##type) - 12345;                                           \
            assert_string_equal(parot_##type##_name((parot_##type)words[k].value), words[k].name); \
            assert_ok(parot_##type##_parse(words[k].name, &value, &err));                          \
            assert_int_equal(value, words[k].value);                                               \
            for (int l = 0; l < k; l++) {                                                          \
                assert_string_not_equal(words[k].name, words[l].name);                             \
                assert_int_not_equal(words[k].value, words[l].value);                              \
            }                                                                                      \
        }                                                                                          \
        parot_##type untouched = (parot_##type)7777;                                               \
        assert_refused(parot_##type##_parse("no such name", &untouched, &err), PAROT_EINVAL,       \
                       words[0].name);                                                             \
        assert_refused(parot_##type##_parse("no such name", &untouched, &err), PAROT_EINVAL,       \
                       "no such name");                                                            \
        assert_int_equal(parot_##type##_parse(NULL, &untouched, NULL), PAROT_EINVAL);              \
        assert_int_equal(untouched, 7777);                                                         \
        const char *unknown = parot_##type##_name((parot_##type)7777);                             \
        assert_true(!unknown || strcmp(unknown, "unknown status") == 0);                           \
    } while (0);

#endif
