-- Rows of an operation and how many of them failed; null for an operation without rows, or one that an older release ran.
ALTER TABLE "bulk_operation" ADD COLUMN IF NOT EXISTS "row_count" INTEGER;
ALTER TABLE "bulk_operation" ADD COLUMN IF NOT EXISTS "failed_row_count" INTEGER;

-- Few operations have failed rows, so that the index is small and most writes skip it.
CREATE INDEX IF NOT EXISTS "bulk_operation_failed_rows_idx" ON "bulk_operation"("bulk_uuid") WHERE "failed_row_count" > 0;
