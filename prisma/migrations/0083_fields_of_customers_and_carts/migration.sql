-- Values of the fields that extensions add to customers and carts.
CREATE TABLE IF NOT EXISTS "customer_added_value" (
    "customer_id" INTEGER NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "customer_added_value_pkey" PRIMARY KEY ("customer_id","name"),
    CONSTRAINT "customer_added_value_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE IF NOT EXISTS "cart_added_value" (
    "cart_id" INTEGER NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "cart_added_value_pkey" PRIMARY KEY ("cart_id","name"),
    CONSTRAINT "cart_added_value_cart_id_fkey" FOREIGN KEY ("cart_id") REFERENCES "cart"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Searches find the records with a value. A long text has a part in the index.
CREATE INDEX IF NOT EXISTS "customer_added_value_search_idx" ON "customer_added_value" ("name", lower(left("value", 200)));
CREATE INDEX IF NOT EXISTS "cart_added_value_search_idx" ON "cart_added_value" ("name", lower(left("value", 200)));
