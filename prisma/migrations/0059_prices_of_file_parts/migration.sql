-- Which prices a part of a file has set: rows of other parts that set the same price are found when all parts have run.
ALTER TABLE price_import_part ADD COLUMN IF NOT EXISTS price_keys BIGINT[], ADD COLUMN IF NOT EXISTS price_rows INTEGER[];
