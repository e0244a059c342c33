-- CreateTable
CREATE TABLE IF NOT EXISTS "extension_field" (
    "record" VARCHAR(16) NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "extension" VARCHAR(64) NOT NULL,
    "type" VARCHAR(16) NOT NULL,
    "added_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "extension_field_pkey" PRIMARY KEY ("record","name")
);

-- CreateTable
CREATE TABLE IF NOT EXISTS "product_added_value" (
    "product_id" INTEGER NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "product_added_value_pkey" PRIMARY KEY ("product_id","name"),
    CONSTRAINT "product_added_value_product_id_fkey" FOREIGN KEY ("product_id")
        REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE IF NOT EXISTS "sales_order_added_value" (
    "order_id" INTEGER NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "sales_order_added_value_pkey" PRIMARY KEY ("order_id","name"),
    CONSTRAINT "sales_order_added_value_order_id_fkey" FOREIGN KEY ("order_id")
        REFERENCES "sales_order"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Searches find the records with a value. A long text has a part in the index.
CREATE INDEX IF NOT EXISTS "product_added_value_search_idx"
    ON "product_added_value" ("name", lower(left("value", 200)));
CREATE INDEX IF NOT EXISTS "sales_order_added_value_search_idx"
    ON "sales_order_added_value" ("name", lower(left("value", 200)));
