/* test_words.c - every enum has names that are listed, parsed and told apart. */
#include <string.h>

#include "check_enum.h"
#include "parot/json.h"
#include "parot/plot.h"
#include "test.h"

TEST(names_of_values_of_files_and_figures_are_listed_and_read_back){
    CHECK_ENUM(panel_kind) CHECK_ENUM(theme) CHECK_ENUM(phase) CHECK_ENUM(written)
        CHECK_ENUM(column_use) CHECK_ENUM(missing) CHECK_ENUM(sharing) CHECK_ENUM(trouble)}

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
