-- Callers take turns in the queue. Operations that are open take turns in the order in which they were accepted.
CREATE TABLE "bulk_caller" (
    "caller" TEXT NOT NULL,
    "last_turn" BIGINT NOT NULL,
    "open_operations" INTEGER NOT NULL,

    CONSTRAINT "bulk_caller_pkey" PRIMARY KEY ("caller")
);

-- Each operation that is queued updates the row of its caller.
ALTER TABLE "bulk_caller" SET (fillfactor = 45);

ALTER TABLE "bulk_queue" ADD COLUMN "turn" BIGINT;

UPDATE "bulk_queue" q SET "turn" = t."turn" FROM (
  SELECT o."seq", row_number() OVER (PARTITION BY b."user_type", b."user_id" ORDER BY o."seq") AS "turn"
  FROM "bulk_queue" o LEFT JOIN "bulk" b ON b."uuid" = o."bulk_uuid"
) t WHERE t."seq" = q."seq";

INSERT INTO "bulk_caller" ("caller", "last_turn", "open_operations")
SELECT b."user_type" || ':' || coalesce(b."user_id"::text, ''), coalesce(max(q."last_turn"), 0), sum(b."operation_count")
FROM "bulk" b
LEFT JOIN (SELECT "bulk_uuid", max("turn") AS "last_turn" FROM "bulk_queue" GROUP BY "bulk_uuid") q ON q."bulk_uuid" = b."uuid"
WHERE b."finished_at" IS NULL
GROUP BY 1;

-- Keys are compared by their bytes: a language's rules make the indexes of operations with many keys slow.
ALTER TABLE "bulk_queue" ALTER COLUMN "turn" SET NOT NULL,
ALTER COLUMN "ordering_key" TYPE TEXT COLLATE "C";
ALTER TABLE "bulk_queue_key" ALTER COLUMN "key" TYPE TEXT COLLATE "C";

DROP INDEX "bulk_queue_published_at_seq_idx";
CREATE INDEX "bulk_queue_published_at_turn_seq_idx" ON "bulk_queue"("published_at", "turn", "seq");
CREATE INDEX "bulk_queue_turn_seq_idx" ON "bulk_queue"("turn", "seq");
