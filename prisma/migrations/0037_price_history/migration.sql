-- The history of prices. Both tables are partitioned by month, so that old months can be dropped; `ensurePartitions` makes the next
-- ones. Rows of a month without a partition of its own go to the default one.
CREATE TABLE "price_change_set" (
    "id" BIGSERIAL NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "actor_type" SMALLINT NOT NULL,
    "actor_id" INTEGER,
    "call" VARCHAR(128) NOT NULL,
    "request_id" VARCHAR(128) NOT NULL,
    "bulk_uuid" UUID,
    "operation_id" INTEGER,
    "position" BIGINT,

    CONSTRAINT "price_change_set_pkey" PRIMARY KEY ("id", "changed_at")
) PARTITION BY RANGE ("changed_at");

CREATE TABLE "price_change_block" (
    "set_id" BIGINT NOT NULL,
    "seq" INTEGER NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL,
    "kind" VARCHAR(8) NOT NULL,
    "product_ids" INTEGER[],
    "skus" TEXT[],
    "store_ids" INTEGER[],
    "website_ids" INTEGER[],
    "customer_group_ids" INTEGER[],
    "quantities" DECIMAL(12,4)[],
    "old_prices" DECIMAL(20,6)[],
    "old_types" TEXT[],
    "old_starts" TIMESTAMP(0)[],
    "old_ends" TIMESTAMP(0)[],
    "new_prices" DECIMAL(20,6)[],
    "new_types" TEXT[],
    "new_starts" TIMESTAMP(0)[],
    "new_ends" TIMESTAMP(0)[],

    CONSTRAINT "price_change_block_pkey" PRIMARY KEY ("set_id", "seq", "changed_at")
) PARTITION BY RANGE ("changed_at");

CREATE TABLE "price_history_deleted_product" (
    "product_id" INTEGER NOT NULL,
    "sku_key" VARCHAR(128) NOT NULL,

    CONSTRAINT "price_history_deleted_product_pkey" PRIMARY KEY ("product_id")
);

CREATE TABLE "price_history_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "last_position" BIGINT NOT NULL DEFAULT 0,
    "removed_up_to" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "price_history_state_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "price_change_set_position_idx" ON "price_change_set"("position");

-- CreateIndex
CREATE INDEX "price_change_set_request_id_idx" ON "price_change_set"("request_id");

-- CreateIndex
CREATE INDEX "price_change_set_bulk_uuid_idx" ON "price_change_set"("bulk_uuid");

-- CreateIndex
CREATE INDEX "price_history_deleted_product_sku_key_idx" ON "price_history_deleted_product"("sku_key");

-- CreateIndex
CREATE INDEX "price_change_block_product_ids_idx" ON "price_change_block" USING GIN ("product_ids");

-- To compress the arrays would take as long as to write them.
ALTER TABLE "price_change_block" ALTER COLUMN "product_ids" SET STORAGE EXTERNAL;
ALTER TABLE "price_change_block" ALTER COLUMN "skus" SET STORAGE EXTERNAL;
ALTER TABLE "price_change_block" ALTER COLUMN "store_ids" SET STORAGE EXTERNAL;
ALTER TABLE "price_change_block" ALTER COLUMN "website_ids" SET STORAGE EXTERNAL;
ALTER TABLE "price_change_block" ALTER COLUMN "customer_group_ids" SET STORAGE EXTERNAL;
ALTER TABLE "price_change_block" ALTER COLUMN "quantities" SET STORAGE EXTERNAL;
ALTER TABLE "price_change_block" ALTER COLUMN "old_prices" SET STORAGE EXTERNAL;
ALTER TABLE "price_change_block" ALTER COLUMN "old_types" SET STORAGE EXTERNAL;
ALTER TABLE "price_change_block" ALTER COLUMN "old_starts" SET STORAGE EXTERNAL;
ALTER TABLE "price_change_block" ALTER COLUMN "old_ends" SET STORAGE EXTERNAL;
ALTER TABLE "price_change_block" ALTER COLUMN "new_prices" SET STORAGE EXTERNAL;
ALTER TABLE "price_change_block" ALTER COLUMN "new_types" SET STORAGE EXTERNAL;
ALTER TABLE "price_change_block" ALTER COLUMN "new_starts" SET STORAGE EXTERNAL;
ALTER TABLE "price_change_block" ALTER COLUMN "new_ends" SET STORAGE EXTERNAL;

CREATE TABLE "price_change_set_default" PARTITION OF "price_change_set" DEFAULT;
CREATE TABLE "price_change_block_default" PARTITION OF "price_change_block" DEFAULT;

DO $$
DECLARE
  first_day timestamp := date_trunc('month', now() AT TIME ZONE 'utc');
  name text;
BEGIN
  FOR ahead IN 0..3 LOOP
    FOREACH name IN ARRAY ARRAY['price_change_set', 'price_change_block'] LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        name || '_' || to_char(first_day + make_interval(months => ahead), 'YYYYMM'), name,
        (first_day + make_interval(months => ahead))::text || '+00',
        (first_day + make_interval(months => ahead + 1))::text || '+00');
    END LOOP;
  END LOOP;
END $$;

INSERT INTO "price_history_state" ("id") VALUES (1);

-- Rows stay as they were written: the only change that is allowed gives a set its position, once.
CREATE FUNCTION "price_history_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME LIKE 'price\_change\_set%' THEN
    IF OLD."position" IS NULL AND to_jsonb(NEW) - 'position' = to_jsonb(OLD) - 'position' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'The history of prices can only be added to.' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER "price_change_set_append_only" BEFORE UPDATE OR DELETE ON "price_change_set"
  FOR EACH ROW EXECUTE FUNCTION "price_history_is_append_only"();
CREATE TRIGGER "price_change_block_append_only" BEFORE UPDATE OR DELETE ON "price_change_block"
  FOR EACH ROW EXECUTE FUNCTION "price_history_is_append_only"();
CREATE TRIGGER "price_change_set_no_truncate" BEFORE TRUNCATE ON "price_change_set"
  FOR EACH STATEMENT EXECUTE FUNCTION "price_history_is_append_only"();
CREATE TRIGGER "price_change_block_no_truncate" BEFORE TRUNCATE ON "price_change_block"
  FOR EACH STATEMENT EXECUTE FUNCTION "price_history_is_append_only"();
