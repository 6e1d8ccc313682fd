# The cheapest partial assignment by trying all of them.
least_assignment <- function(cost, pairs) {
  best <- Inf
  try_row <- function(row, used, left, sum) {
    if (left == 0) best <<- min(best, sum)
    else if (row <= nrow(cost)) {
      try_row(row + 1, used, left, sum)
      for (col in setdiff(seq_len(ncol(cost)), used)) try_row(row + 1, c(used, col), left - 1, sum + cost[row, col])
    }
  }
  try_row(1, integer(), pairs, 0)
  best
}

test_that("plans are as cheap as enumeration finds", {
  set.seed(1)
  for (k in 1:20) {
    cost <- matrix(runif(20), 4)
    pairs <- sample(1:4, 1)
    plan <- partial(cost = cost, mass = pairs, p = rep(1, 4), q = rep(1, 5))
    expect_equal(plan$cost, least_assignment(cost, pairs), tolerance = 1e-12)
    expect_true(plan$proved)
    expect_equal(sum(as.matrix(plan) * cost), plan$cost, tolerance = 1e-12)
    expect_equal(plan$moved, pairs)
  }
})

test_that("points and their costs have one answer", {
  set.seed(2)
  x <- matrix(rnorm(30), ncol = 3)
  y <- matrix(rnorm(36), ncol = 3)
  cost <- outer(seq_len(10), seq_len(12), Vectorize(function(i, j) sum(abs(x[i, ] - y[j, ]))))
  expect_equal(partial(x, y, mass = 0.6, metric = "cityblock")$cost, partial(cost = cost, mass = 0.6)$cost, tolerance = 1e-12)
})

test_that("a price moves what costs less", {
  plan <- partial(cost = matrix(c(1, 5, 5, 3), 2), price = 4, p = c(1, 1), q = c(1, 1))
  expect_equal(plan$moved, 2)
  expect_equal(plan$cost, 4)
  expect_equal(partial(cost = matrix(c(1, 5, 5, 3), 2), price = 2, p = c(1, 1), q = c(1, 1))$moved, 1)
})

test_that("curves hold the costs of single masses", {
  set.seed(3)
  x <- matrix(rnorm(24), ncol = 2)
  y <- matrix(rnorm(24, 1), ncol = 2)
  curve <- partial_curve(x, y)
  for (k in c(2, 5, 9)) expect_equal(partial(x, y, mass = curve$mass[k])$cost, curve$cost[k], tolerance = 1e-10)
  expect_false(is.unsorted(curve$mass))
  expect_true(all(diff(curve$slope) >= -1e-12))
  expect_equal(nrow(as.data.frame(curve)), length(curve$mass))
})

test_that("turned spaces match at no cost", {
  set.seed(4)
  x <- matrix(rnorm(24), ncol = 2)
  plan <- gromov(x, x %*% matrix(c(0.6, 0.8, -0.8, 0.6), 2))
  expect_lt(plan$cost, 1e-10)
  expect_equal(plan$row, plan$col)
})

test_that("refusals say what is wrong and what to do", {
  expect_error(partial(matrix(1, 2, 2), matrix(1, 2, 3)), "same columns, got 2 and 3")
  expect_error(partial(matrix(1:4, 2), matrix(1:4, 2), mass = 7), "mass")
  expect_error(partial(matrix(1:4, 2), matrix(1:4, 2), metric = "euclid"), "euclidean")
  expect_error(partial(data.frame(a = c(1, NA)), data.frame(a = 1:2)), "missing values; na.omit")
  expect_error(partial(data.frame(a = 1), data.frame(b = 1)), "has no column 'a'")
  expect_error(partial(matrix(1:4, 2), matrix(1:4, 2), p = 1), "p: must have 2 numbers")
})

test_that("factors have the levels of both tables", {
  a <- data.frame(v = 1:3, k = c("u", "v", "u"))
  b <- data.frame(v = 1:3, k = c("w", "u", "v"))
  # v, and a column for each of u, v, w
  cost <- outer(1:3, 1:3, Vectorize(function(i, j) (a$v[i] - b$v[j])^2 + 2 * (a$k[i] != b$k[j])))
  expect_equal(partial(a, b, mass = 1)$cost, partial(cost = cost, mass = 1)$cost, tolerance = 1e-12)
})
