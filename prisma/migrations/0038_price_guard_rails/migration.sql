-- AlterTable
ALTER TABLE "admin_role" ADD COLUMN     "price_rights" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "price_guard_rail" (
    "id" SERIAL NOT NULL,
    "website_id" INTEGER NOT NULL,
    "kind" VARCHAR(16) NOT NULL,
    "max_rise_percent" DECIMAL(12,4),
    "max_fall_percent" DECIMAL(12,4),
    "floor_above_cost_percent" DECIMAL(12,4),
    "ceiling" DECIMAL(20,6),
    "max_rows" INTEGER,
    "action" VARCHAR(16) NOT NULL,

    CONSTRAINT "price_guard_rail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_proposal" (
    "id" SERIAL NOT NULL,
    "state" VARCHAR(16) NOT NULL DEFAULT 'open',
    "call" TEXT NOT NULL,
    "arguments" TEXT NOT NULL,
    "store_code" TEXT,
    "user_type" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "request_id" TEXT NOT NULL,
    "bulk_uuid" UUID,
    "operation_id" INTEGER,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "row_count" INTEGER NOT NULL,
    "changes" TEXT NOT NULL,
    "breaches" TEXT NOT NULL,
    "failures" TEXT NOT NULL,
    "decided_by_type" INTEGER,
    "decided_by_id" INTEGER,
    "decided_at" TIMESTAMP(0),
    "comment" TEXT,
    "failure" TEXT,

    CONSTRAINT "price_proposal_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "price_guard_rail_website_id_kind_key" ON "price_guard_rail"("website_id", "kind");

-- CreateIndex
CREATE INDEX "price_proposal_state_id_idx" ON "price_proposal"("state", "id");

-- Fails the transaction while prices of a kind have guard-rails. It sends a write without waiting for this answer, and
-- runs again with the checks. The code is that of a serialization failure, after which transactions are repeated.
CREATE FUNCTION expect_no_guard_rails(text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM price_guard_rail WHERE kind = $1) THEN
        RAISE EXCEPTION 'prices of the kind % have guard-rails', $1 USING ERRCODE = '40001';
    END IF;
END
$$;
