-- An open operation has a set of keys, `aggregate:key`. Operations that were accepted before keep their order: each has the
-- one key that its entity stands for, and tax rates, rules and classes are one aggregate now.
ALTER TABLE "bulk_queue" ADD COLUMN "ordering_key" TEXT;

UPDATE "bulk_queue" SET "ordering_key" = CASE
  WHEN "entity_kind" IN ('taxClasses', 'taxRates', 'taxRules') THEN 'tax:*'
  ELSE CASE "entity_kind"
    WHEN 'products' THEN 'product'
    WHEN 'categories' THEN 'category'
    WHEN 'customers' THEN 'customer'
    WHEN 'customerGroups' THEN 'customer-group'
    WHEN 'cmsBlock' THEN 'cms-block'
    WHEN 'cmsPage' THEN 'cms-page'
    WHEN 'integrations' THEN 'integration'
    WHEN 'inventory-sources' THEN 'inventory-source'
    WHEN 'inventory-stocks' THEN 'inventory-stock'
    ELSE "entity_kind"
  END || ':' || "entity_key"
END;

ALTER TABLE "bulk_queue" ALTER COLUMN "ordering_key" SET NOT NULL,
DROP COLUMN "entity_key",
DROP COLUMN "entity_kind";

CREATE INDEX "bulk_queue_ordering_key_seq_idx" ON "bulk_queue"("ordering_key", "seq");

CREATE TABLE "bulk_queue_key" (
    "key" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "bulk_queue_key_pkey" PRIMARY KEY ("key","seq")
);

CREATE INDEX "bulk_queue_key_seq_idx" ON "bulk_queue_key"("seq");
