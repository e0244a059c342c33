-- Synchronous calls of many rows, which are listed with the bulks.
CREATE TABLE IF NOT EXISTS "large_call" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "route" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "user_type" INTEGER NOT NULL,
    "user_id" INTEGER,
    "store_code" TEXT,
    "request_id" TEXT NOT NULL,
    "start_time" TIMESTAMP(0) NOT NULL,
    "finished_at" TIMESTAMPTZ(3) NOT NULL,
    "row_count" INTEGER NOT NULL,
    "failed_row_count" INTEGER NOT NULL,
    "failed_rows" TEXT NOT NULL,

    CONSTRAINT "large_call_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX IF NOT EXISTS "large_call_start_time_idx" ON "large_call"("start_time");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "large_call_finished_at_idx" ON "large_call"("finished_at");
