-- CreateTable
CREATE TABLE "gift_registry" (
    "registry_id" SERIAL NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "website_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "is_public" BOOLEAN NOT NULL,
    "is_active" BOOLEAN NOT NULL,
    "address" JSONB NOT NULL,

    CONSTRAINT "gift_registry_pkey" PRIMARY KEY ("registry_id")
);

-- CreateTable
CREATE TABLE "gift_registry_item" (
    "item_id" SERIAL NOT NULL,
    "registry_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "qty" INTEGER NOT NULL,

    CONSTRAINT "gift_registry_item_pkey" PRIMARY KEY ("item_id")
);

-- CreateTable
CREATE TABLE "gift_wrapping" (
    "wrapping_id" SERIAL NOT NULL,
    "status" INTEGER NOT NULL DEFAULT 1,
    "base_price" DECIMAL(20,4) NOT NULL,
    "image" TEXT,

    CONSTRAINT "gift_wrapping_pkey" PRIMARY KEY ("wrapping_id")
);

-- CreateTable
CREATE TABLE "gift_wrapping_design" (
    "wrapping_id" INTEGER NOT NULL,
    "store_id" INTEGER NOT NULL,
    "design" TEXT NOT NULL,

    CONSTRAINT "gift_wrapping_design_pkey" PRIMARY KEY ("wrapping_id","store_id")
);

-- CreateTable
CREATE TABLE "gift_wrapping_website" (
    "wrapping_id" INTEGER NOT NULL,
    "website_id" INTEGER NOT NULL,

    CONSTRAINT "gift_wrapping_website_pkey" PRIMARY KEY ("wrapping_id","website_id")
);

-- CreateIndex
CREATE INDEX "gift_registry_customer_id_idx" ON "gift_registry"("customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "gift_registry_item_registry_id_product_id_key" ON "gift_registry_item"("registry_id", "product_id");

-- AddForeignKey
ALTER TABLE "gift_registry_item" ADD CONSTRAINT "gift_registry_item_registry_id_fkey" FOREIGN KEY ("registry_id") REFERENCES "gift_registry"("registry_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gift_wrapping_design" ADD CONSTRAINT "gift_wrapping_design_wrapping_id_fkey" FOREIGN KEY ("wrapping_id") REFERENCES "gift_wrapping"("wrapping_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gift_wrapping_website" ADD CONSTRAINT "gift_wrapping_website_wrapping_id_fkey" FOREIGN KEY ("wrapping_id") REFERENCES "gift_wrapping"("wrapping_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "gift_registry_item_product_id_idx" ON "gift_registry_item"("product_id");

-- AddForeignKey
ALTER TABLE "gift_registry" ADD CONSTRAINT "gift_registry_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gift_registry_item" ADD CONSTRAINT "gift_registry_item_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An image that no wrapping shows any more is removed, as those of products are.
CREATE FUNCTION "remove_wrapping_image"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE media_file SET removed_at = now() AT TIME ZONE 'utc'
  WHERE path = OLD.image AND removed_at IS NULL
    AND NOT EXISTS (SELECT FROM gift_wrapping WHERE gift_wrapping.image = OLD.image);
  RETURN NULL;
END
$$;

CREATE TRIGGER "gift_wrapping_deleted" AFTER DELETE ON "gift_wrapping"
  FOR EACH ROW EXECUTE FUNCTION "remove_wrapping_image"();

CREATE TRIGGER "gift_wrapping_replaced" AFTER UPDATE OF "image" ON "gift_wrapping"
  FOR EACH ROW WHEN (OLD.image IS DISTINCT FROM NEW.image) EXECUTE FUNCTION "remove_wrapping_image"();
