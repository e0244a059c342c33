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

CREATE TABLE "price_change" (
    "set_id" BIGINT NOT NULL,
    "seq" INTEGER NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL,
    "product_id" INTEGER NOT NULL,
    "sku" VARCHAR(128) NOT NULL,
    "kind" VARCHAR(8) NOT NULL,
    "store_id" INTEGER,
    "website_id" INTEGER,
    "customer_group_id" INTEGER,
    "quantity" DECIMAL(12,4),
    "old_price" DECIMAL(20,6),
    "old_type" VARCHAR(8),
    "old_from" TIMESTAMP(0),
    "old_to" TIMESTAMP(0),
    "new_price" DECIMAL(20,6),
    "new_type" VARCHAR(8),
    "new_from" TIMESTAMP(0),
    "new_to" TIMESTAMP(0),

    CONSTRAINT "price_change_pkey" PRIMARY KEY ("set_id", "seq", "changed_at")
) PARTITION BY RANGE ("changed_at");

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
CREATE INDEX "price_change_product_id_changed_at_idx" ON "price_change"("product_id", "changed_at");

-- Finds the history of a deleted product by its SKU: its prices are among the removed ones.
CREATE INDEX "price_change_removed_sku_idx" ON "price_change"(lower("sku")) WHERE "new_price" IS NULL;

CREATE TABLE "price_change_set_default" PARTITION OF "price_change_set" DEFAULT;
CREATE TABLE "price_change_default" PARTITION OF "price_change" DEFAULT;

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
CREATE TRIGGER "price_change_append_only" BEFORE UPDATE OR DELETE ON "price_change"
  FOR EACH ROW EXECUTE FUNCTION "price_history_is_append_only"();
CREATE TRIGGER "price_change_set_no_truncate" BEFORE TRUNCATE ON "price_change_set"
  FOR EACH STATEMENT EXECUTE FUNCTION "price_history_is_append_only"();
CREATE TRIGGER "price_change_no_truncate" BEFORE TRUNCATE ON "price_change"
  FOR EACH STATEMENT EXECUTE FUNCTION "price_history_is_append_only"();
