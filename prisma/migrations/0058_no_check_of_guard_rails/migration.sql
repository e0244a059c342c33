-- A save of a price reads the guard-rails like every other write of prices.
DROP FUNCTION IF EXISTS expect_no_guard_rails(text);
