/* test_report.c - reports as files, by the public functions. */
#include "test.h"

#include <stdio.h>

#include "failing.h"
#include "parot/report.h"
#include "scratch.h"

enum { ROWS = 300 };

static double number[ROWS];
static const char *text[ROWS];

static void fill(void)
{
    for (int i = 0; i < ROWS; i++) {
        number[i] = i == 7 ? NAN : i == 8 ? INFINITY : i / 8.0;
        text[i] = i == 9 ? NULL : i == 10 ? "</script><b>&\"\\\x01\xff" : "plain";
    }
}

static parot_report_rows rows_of(const parot_report_column columns[2], int64_t count)
{
    return (parot_report_rows){.rows = count, .cols = 2, .columns = columns};
}

static const parot_report_column COLUMNS[2] = {
    {.name = "number", .help = "a < b", .number = number}, {.name = "text", .text = text}};

/* Everything that a report can hold. */
static parot_status fill_report(parot_report *report, parot_error *err)
{
    parot_report_rows table = rows_of(COLUMNS, ROWS);
    parot_status steps[] = {
        parot_report_section(report, "A & B", err),
        parot_report_fact(report, "one", "1 < 2", err),
        parot_report_fact(report, "two", "2", err),
        parot_report_text(report, "A sentence.", err),
        parot_report_warning(report, "Look here.", err),
        parot_report_code(report, "parot pu a.csv b.csv", err),
        parot_report_figure(report, "<?xml?><svg><g id=\"g1\"/><use href=\"#g1\"/></svg>", "one",
                            err),
        parot_report_figure(report, "<svg><g id=\"g1\"/><i fill=\"url(#g1)\"/></svg>", "two", err),
        parot_report_table(report, &table, err),
    };
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++)
        if (steps[k] != PAROT_OK)
            return steps[k];
    return PAROT_OK;
}

static parot_status write_all(const char *name, parot_error *err)
{
    parot_report *report = NULL;
    parot_status status = parot_report_open("Title <1>", "Summary", &report, err);
    if (status == PAROT_OK)
        status = fill_report(report, err);
    if (status == PAROT_OK)
        status = parot_report_write(report, scratch_path(name), 1, err);
    parot_report_close(report);
    return status;
}

static char *page(void)
{
    size_t size;
    fill();
    assert_ok(write_all("page.html", &err));
    return scratch_read("page.html", &size);
}

/* ---- What it holds ------------------------------------------------------ */

TEST(texts_are_escaped)
{
    FREED char *html = page();
    assert_has(html, "<title>Title &lt;1&gt;</title>");
    assert_has(html, "<h2>A &amp; B</h2>");
    assert_has(html, "<dd>1 &lt; 2</dd>");
    assert_has(html, "title=\"a &lt; b\"");
    assert_has(html, "&lt;/script&gt;&lt;b&gt;&amp;&quot;\\\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(no_text_ends_the_data)
{
    FREED char *html = page();
    assert_has(html, "\"\\u003c/script>\\u003cb>\\u0026\\u0022\\u005c\\u0001\xEF\xBF\xBD\"");
    assert_int_equal(occurrences(html, "<script"), occurrences(html, "</script>"));
}

TEST(only_utf8_is_kept)
{
    struct {
        const char *given, *kept;
    } cases[] = {
        {"\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80", "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"},
        {"\xC0\xAF", "\xEF\xBF\xBD\xEF\xBF\xBD"},                 /* overlong */
        {"\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"}, /* surrogate */
        {"\xF4\x90\x80\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"a\xE2\x82", "a\xEF\xBF\xBD\xEF\xBF\xBD"}, /* cut off */
        {"\x7F", "\xEF\xBF\xBD"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        parot_report *report = NULL;
        char expected[64];
        size_t size;
        assert_ok(parot_report_open("t", cases[k].given, &report, &err));
        assert_ok(parot_report_write(report, scratch_path("utf8.html"), 1, &err));
        parot_report_close(report);
        FREED char *html = scratch_read("utf8.html", &size);
        snprintf(expected, sizeof expected, "<p class=\"summary\">%s</p>", cases[k].kept);
        assert_has(html, expected);
    }
}

TEST(facts_that_follow_each_other_are_one_list)
{
    FREED char *html = page();
    assert_int_equal(occurrences(html, "<dl>"), 1);
    assert_int_equal(occurrences(html, "</dl>"), 1);
}

TEST(ids_of_two_figures_differ)
{
    FREED char *html = page();
    assert_has(html, "<figure>\n<svg><g id=\"f1-g1\"/><use href=\"#f1-g1\"/></svg>");
    assert_has(html, "<svg><g id=\"f2-g1\"/><i fill=\"url(#f2-g1)\"/></svg>");
}

TEST(nothing_is_fetched)
{
    FREED char *html = page();
    assert_int_equal(occurrences(html, "http"), 0);
    assert_int_equal(occurrences(html, "src="), 0);
}

TEST(the_first_rows_need_no_script)
{
    FREED char *html = page();
    assert_int_equal(occurrences(html, "<tr><td>"), 200);
    assert_has(html, "The first 200 of 300 rows");
    assert_has(html, "\n[37.375,\"plain\"]]}"); /* the last of all */
    assert_has(html, "\n[null,\"plain\"],\n[\"inf\",\"plain\"],\n[1.125,null]");
}

/* ---- Refusals ----------------------------------------------------------- */

TEST(nonsense_is_refused)
{
    parot_report *report = NULL;
    parot_report_column both[2] = {{.name = "x", .number = number, .text = text}, COLUMNS[1]};
    parot_report_column nameless[2] = {COLUMNS[0], {.text = text}};
    parot_report_rows tables[] = {rows_of(both, 1), rows_of(nameless, 1), rows_of(COLUMNS, -1)};
    assert_refused(parot_report_open(NULL, "s", &report, &err), PAROT_EINVAL, "title");
    assert_refused(parot_report_open("t", NULL, &report, &err), PAROT_EINVAL, "summary");
    assert_ok(parot_report_open("t", "s", &report, &err));
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
        assert_refused(parot_report_table(report, &tables[k], &err), PAROT_EINVAL, "table");
    assert_refused(parot_report_figure(report, "no drawing", "c", &err), PAROT_EINVAL, "svg");
    assert_refused(parot_report_fact(report, NULL, "v", &err), PAROT_EINVAL, "name");
    assert_refused(parot_report_text(NULL, "v", &err), PAROT_EINVAL, "report");
    assert_ok(parot_report_write(report, scratch_path("once.html"), 0, &err));
    assert_refused(parot_report_write(report, scratch_path("once.html"), 0, &err), PAROT_EIO,
                   "once.html");
    parot_report_close(report);
    parot_report_close(NULL);
}

TEST(failing_allocations_leave_nothing_behind)
{
    fill();
    for (long k = 1;; k++) {
        parot_error err = {0};
        long live = failing_live();
        failing_arm(k);
        parot_status status = write_all("memory.html", &err);
        int was_hit = failing_hit();
        failing_arm(0);
        assert_int_equal(failing_live(), live);
        if (!was_hit) {
            assert_int_equal(status, PAROT_OK);
            return;
        }
        assert_int_equal(status, PAROT_ENOMEM);
    }
}

AROUND(scratch_open, scratch_close)
