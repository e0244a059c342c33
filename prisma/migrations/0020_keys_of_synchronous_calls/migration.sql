-- Synchronous writes have idempotency keys too: their answer is kept with the key.
ALTER TABLE "bulk_idempotency_key" ADD COLUMN "answer" TEXT,
ALTER COLUMN "bulk_uuid" DROP NOT NULL,
ALTER COLUMN "operation_count" DROP NOT NULL;
