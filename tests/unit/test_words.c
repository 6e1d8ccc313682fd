/* test_words.c - every enum has names that are listed, parsed and told apart. */
#include <stdint.h>
#include <string.h>

#include "parot/json.h"
#include "parot/plot.h"
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
        assert_int_equal(parot_##type##_parse(NULL, &untouched, NULL), PAROT_EINVAL);              \
        assert_int_equal(untouched, 7777);                                                         \
    } while (0)

TEST(names_of_every_enum_are_listed_and_read_back)
{
    CHECK_ENUM(status);
    CHECK_ENUM(costs);
    CHECK_ENUM(batch_part);
    CHECK_ENUM(batch_plans);
    CHECK_ENUM(metric);
    CHECK_ENUM(pairwise_method);
    CHECK_ENUM(graph_distance);
    CHECK_ENUM(loss);
    CHECK_ENUM(start);
    CHECK_ENUM(steps);
    CHECK_ENUM(shape);
    CHECK_ENUM(scale);
    CHECK_ENUM(pu_kind);
    CHECK_ENUM(pu_method);
    CHECK_ENUM(pu_whole_rows);
    CHECK_ENUM(pu_kernel);
    CHECK_ENUM(pu_classifier);
    CHECK_ENUM(pu_cause);
    CHECK_ENUM(pu_leak);
    CHECK_ENUM(match_metric);
    CHECK_ENUM(match_order);
    CHECK_ENUM(match_reason);
    CHECK_ENUM(motion);
    CHECK_ENUM(unmatched);
    CHECK_ENUM(panel_kind);
    CHECK_ENUM(theme);
    CHECK_ENUM(phase);
    CHECK_ENUM(written);
    CHECK_ENUM(column_use);
    CHECK_ENUM(missing);
    CHECK_ENUM(sharing);
    CHECK_ENUM(trouble);
}

TEST(a_misspelt_name_is_refused_with_the_one_that_was_meant)
{
    parot_metric metric = PAROT_METRIC_COSINE;
    assert_refused(parot_metric_parse("euclidian", &metric, &err), PAROT_EINVAL,
                   "metric: 'euclidian' is unknown; did you mean 'euclidean'?");
    assert_refused(parot_metric_parse("Cosine", &metric, &err), PAROT_EINVAL,
                   "did you mean 'cosine'?");
    assert_int_equal(metric, PAROT_METRIC_COSINE);
}

TEST(the_nearest_name_is_the_one_with_fewest_changes)
{
    const char *const names[] = {"income", "Age", "outcome", NULL, "age group"};
    assert_string_equal(parot_nearest_name("age", names, 5), "Age");
    assert_string_equal(parot_nearest_name("incmoe", names, 5), "income");
    assert_string_equal(parot_nearest_name("age g", names, 5), "age group");
    assert_null(parot_nearest_name("temperature", names, 5));
    assert_null(parot_nearest_name("", names, 5));
    assert_null(parot_nearest_name("age", names, 0));
}
