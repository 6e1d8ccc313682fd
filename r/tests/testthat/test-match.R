test_that("four points with a caliper make one pair, not none", {
  pairs <- match_rows(matrix(c(0, 12)), matrix(c(10, 22)), caliper = 5)
  expect_equal(as.data.frame(pairs), data.frame(first = 2L, second = 1L, cost = 2))
  expect_true(pairs$proved)
})

test_that("one pair and one row are not called pairs and rows", {
  people <- data.frame(treated = c(1, 1, 0, 0), age = c(0, 12, 10, 22))
  printed <- capture.output(print(match_rows(treated ~ age, data = people, caliper = 5)))
  expect_match(printed[1], "^1 pair;")
  expect_match(printed[3], "^  1 row with treated = 1 has none: ")
})

test_that("pairs are the most, and of these the cheapest", {
  best <- function(cost) {
    found <- c(0, 0)
    try_row <- function(row, used, count, sum) {
      if (row > nrow(cost)) {
        if (count > found[1] || (count == found[1] && sum < found[2])) found <<- c(count, sum)
        return(invisible())
      }
      try_row(row + 1, used, count, sum)
      for (col in setdiff(which(is.finite(cost[row, ])), used)) try_row(row + 1, c(used, col), count + 1, sum + cost[row, col])
    }
    try_row(1, integer(), 0, 0)
    found
  }
  set.seed(5)
  for (k in 1:20) {
    cost <- matrix(runif(20), 4)
    cost[runif(20) < 0.6] <- Inf
    pairs <- match_rows(NULL, cost = cost)
    expect_equal(c(length(pairs$row), pairs$total), best(cost), tolerance = 1e-12)
    expect_true(pairs$proved)
  }
})

test_that("formulas name the rows of the data", {
  set.seed(6)
  people <- data.frame(treated = rep(c(0, 1), c(30, 10)), age = rnorm(40), sex = rep(c("f", "m"), 20))
  pairs <- as.data.frame(match_rows(treated ~ age, data = people, exact = "sex"))
  expect_true(all(people$treated[pairs$first] == 1) && all(people$treated[pairs$second] == 0))
  expect_equal(people$sex[pairs$first], people$sex[pairs$second])
  expect_equal(pairs$cost, abs(people$age[pairs$first] - people$age[pairs$second]), tolerance = 1e-12)
})

test_that("a price makes the pairs that are worth it", {
  cost <- matrix(c(1, 5, 5, 3), 2)
  expect_equal(match_rows(NULL, cost = cost, price = 2)$total, 1)
  expect_equal(match_rows(NULL, cost = cost, price = 4)$total, 4)
  expect_error(match_rows(NULL, cost = cost, order = "price"), "needs one")
  expect_error(match_rows(NULL, cost = cost, order = "most", price = 2), "drop one")
})

test_that("what cannot be meant is refused", {
  cost <- matrix(1, 2, 2)
  expect_error(match_rows(NULL, cost = cost, column_calipers = list(a = 1)), "no columns for exact")
  expect_error(match_rows(NULL, cost = cost, exact = "a"), "no columns for exact")
  expect_error(match_rows(data.frame(a = 1), data.frame(a = 2), column_calipers = list(0.5)), "names of columns")
  expect_error(match_rows(data.frame(a = 1), data.frame(a = 2), exact = "b"), "no column 'b'")
})

test_that("missing values are equal to nothing", {
  x <- data.frame(a = c(1, 2), k = c(NA, "u"))
  y <- data.frame(a = c(1, 2), k = c(NA, "u"))
  expect_equal(as.data.frame(match_rows(x, y, exact = "k"))$first, 2L)
})

test_that("texts do not say which group is first", {
  people <- data.frame(g = c("exposed", "unexposed", "unexposed"), a = c(1, 1, 2))
  expect_error(match_rows(g ~ a, data = people), "treated: say which of 'exposed' and 'unexposed'")
  expect_error(match_rows(g ~ a, data = people, treated = "x"), "no value 'x'")
  expect_equal(as.data.frame(match_rows(g ~ a, data = people, treated = "exposed"))[1:2], data.frame(first = 1L, second = 2L))
  expect_error(match_rows(matrix(1), matrix(1), caliper = -1), "caliper")
})

test_that("calipers of columns hold", {
  set.seed(7)
  x <- data.frame(a = rnorm(20), b = rnorm(20))
  y <- data.frame(a = rnorm(30), b = rnorm(30))
  pairs <- as.data.frame(match_rows(x, y, column_calipers = list(b = 0.1)))
  expect_true(all(abs(x$b[pairs$first] - y$b[pairs$second]) <= 0.1))
})
