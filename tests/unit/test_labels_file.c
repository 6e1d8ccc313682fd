/* test_labels_file.c - tables of labels, and the pairs in them. */
#include "test.h"

#include <stdio.h>

#include "parot/io.h"
#include "scratch.h"

static parot_labels labels;
static parot_features sides[2]; /* positives, unlabeled rows */

static const char LONG[] = "id,label,score,share,rank,match,match_cost\n";

static const char *file(const char *head, const char *rows)
{
    char text[512];
    snprintf(text, sizeof text, "%s%s", head, rows);
    return scratch_text("labels.csv", text);
}

static void read_labels(const char *rows)
{
    parot_labels_free(&labels);
    assert_ok(parot_labels_read(file(LONG, rows), &labels, &err));
}

static void read_tables(const char *positive, const char *unlabeled, const char *id)
{
    char first[256];
    DEFAULTS(parot_features_options, options);
    options.id = id;
    parot_features_free(&sides[0]);
    parot_features_free(&sides[1]);
    snprintf(first, sizeof first, "%s", scratch_text("positive.csv", positive));
    assert_ok(parot_features_read(first, scratch_text("unlabeled.csv", unlabeled), &options, sides,
                                  NULL, &err));
}

TEST(labels_and_scores_are_read)
{
    read_labels("0,1,0.9,1,1,2,0.5\n1,0,0.25,0,3,-1,inf\n2,1,0.5,0.5,2,0,1\n");
    assert_int_equal(labels.count, 3);
    assert_true(labels.label[0] == 1 && labels.label[1] == 0 && labels.label[2] == 1);
    assert_true(labels.score[0] == 0.9 && labels.score[1] == 0.25);
    assert_int_equal(labels.pairs, 2);
    assert_true(labels.row[0] == 0 && labels.share[0] == 1);
    assert_true(labels.row[1] == 2 && labels.share[1] == 0.5);
    assert_string_equal(labels.match_id[0], "2");
    assert_string_equal(labels.match_id[1], "0");
}

TEST(another_table_has_no_labels)
{
    parot_labels_free(&labels);
    assert_ok(parot_labels_read(scratch_text("labels.csv", "x,y\n1,2\n3,4\n"), &labels, &err));
    assert_null(labels.label);
    assert_int_equal(labels.count, 2);
}

TEST(what_is_not_a_label_or_a_score_is_refused)
{
    parot_labels_free(&labels);
    assert_refused(parot_labels_read(file("id,label,score\n", "0,2,0.5\n"), &labels, &err),
                   PAROT_EFORMAT, "the label of row 1 must be 0 or 1, got 2");
    assert_refused(parot_labels_read(file("id,label,score\n", "0,1,1.5\n"), &labels, &err),
                   PAROT_EFORMAT, "the score of row 1 must be between 0 and 1, got 1.5");
    assert_refused(parot_labels_read(file("id,label,score\n", "0,yes,1\n1,no,0\n"), &labels, &err),
                   PAROT_EFORMAT, "'yes' is not a number");
    assert_null(labels.label);
}

/* Row 1 of the positives has a missing cell and is left out: what was row 2 is the second. */
TEST(pairs_are_rows_that_are_used)
{
    DEFAULTS(parot_features_options, options);
    options.na = PAROT_MISSING_DROP;
    read_labels("0,1,0.9,1,1,2,0.5\n1,0,0.25,0,2,-1,inf\n");
    parot_features_free(&sides[0]);
    parot_features_free(&sides[1]);
    char first[256];
    snprintf(first, sizeof first, "%s", scratch_text("positive.csv", "x,y\n1,2\n,4\n5,7\n"));
    assert_ok(parot_features_read(first, scratch_text("unlabeled.csv", "x,y\n1,2\n3,4\n"), &options,
                                  sides, NULL, &err));
    assert_ok(parot_labels_match(&labels, "labels.csv", &sides[1], &sides[0], &err));
    assert_int_equal(labels.col[0], 1);
}

TEST(ids_are_found_again_and_the_first_of_two_counts)
{
    read_labels("7,1,0.9,1,1,b,0.5\n8,1,0.25,1,2,c,1\n");
    read_tables("who,x\na,1\nb,2\nb,3.5\nc,9\n", "who,x\n7,1\n8,4\n", "who");
    assert_ok(parot_labels_match(&labels, "labels.csv", &sides[1], &sides[0], &err));
    assert_true(labels.col[0] == 1 && labels.col[1] == 3);
    read_labels("7,1,0.9,1,1,z,0.5\n8,1,0.25,1,2,c,1\n");
    assert_refused(parot_labels_match(&labels, "labels.csv", &sides[1], &sides[0], &err),
                   PAROT_EINVAL, "has no row 'z'");
}

TEST(other_tables_are_refused)
{
    read_labels("0,1,0.9,1,1,5,0.5\n1,0,0.25,0,2,-1,inf\n");
    read_tables("x\n1\n2\n", "x\n1\n2\n3.5\n", NULL);
    assert_refused(parot_labels_match(&labels, "labels.csv", &sides[1], &sides[0], &err),
                   PAROT_EINVAL, "has 2 labels");
    read_tables("x\n1\n2\n", "x\n1\n2\n", NULL);
    assert_refused(parot_labels_match(&labels, "labels.csv", &sides[1], &sides[0], &err),
                   PAROT_EINVAL, "is matched with positive 5");
}

static int release(void **state)
{
    (void)state;
    parot_labels_free(&labels);
    parot_features_free(&sides[0]);
    parot_features_free(&sides[1]);
    return 0;
}

AROUND(NULL, release)
