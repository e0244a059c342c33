-- cspell:ignore stoc
-- CreateTable
CREATE TABLE "inventory_geoname" (
    "id" SERIAL NOT NULL,
    "country_code" TEXT NOT NULL,
    "postcode" TEXT NOT NULL,
    "city" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "province" TEXT NOT NULL,
    "latitude" DECIMAL(8,6) NOT NULL,
    "longitude" DECIMAL(9,6) NOT NULL,

    CONSTRAINT "inventory_geoname_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inventory_reservation" (
    "reservation_id" BIGSERIAL NOT NULL,
    "stock_id" INTEGER NOT NULL,
    "sku" TEXT NOT NULL,
    "sku_key" TEXT NOT NULL,
    "quantity" DECIMAL(14,4) NOT NULL,
    "event_type" TEXT NOT NULL,
    "object_type" TEXT NOT NULL,
    "object_id" TEXT,
    "object_increment_id" TEXT,

    CONSTRAINT "inventory_reservation_pkey" PRIMARY KEY ("reservation_id")
);

-- CreateTable
CREATE TABLE "inventory_reserved_quantity" (
    "stock_id" INTEGER NOT NULL,
    "sku_key" TEXT NOT NULL,
    "quantity" DECIMAL(14,4) NOT NULL DEFAULT 0,

    CONSTRAINT "inventory_reserved_quantity_pkey" PRIMARY KEY ("sku_key","stock_id")
);

-- CreateTable
CREATE TABLE "inventory_source_item" (
    "source_item_id" SERIAL NOT NULL,
    "source_code" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "sku_key" TEXT NOT NULL,
    "quantity" DECIMAL(12,4) NOT NULL DEFAULT 0,
    "status" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "inventory_source_item_pkey" PRIMARY KEY ("source_item_id")
);

-- CreateTable
CREATE TABLE "inventory_low_stock_notification" (
    "source_code" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "sku_key" TEXT NOT NULL,
    "notify_stock_qty" DECIMAL(12,4),

    CONSTRAINT "inventory_low_stock_notification_pkey" PRIMARY KEY ("sku_key","source_code")
);

-- CreateIndex
CREATE INDEX "inventory_geoname_country_code_postcode_idx" ON "inventory_geoname"("country_code", "postcode");

-- CreateIndex
CREATE INDEX "inventory_geoname_country_code_city_idx" ON "inventory_geoname"("country_code", "city");

-- CreateIndex
CREATE INDEX "inventory_geoname_country_code_region_idx" ON "inventory_geoname"("country_code", "region");

-- CreateIndex
CREATE INDEX "inventory_reservation_object_type_object_increment_id_idx" ON "inventory_reservation"("object_type", "object_increment_id");

-- CreateIndex
CREATE INDEX "inventory_reservation_sku_key_stock_id_idx" ON "inventory_reservation"("sku_key", "stock_id");

-- CreateIndex
CREATE UNIQUE INDEX "inventory_reservation_object_id_event_type_object_type_stoc_key" ON "inventory_reservation"("object_id", "event_type", "object_type", "stock_id", "sku_key");

-- CreateIndex
CREATE INDEX "inventory_source_item_source_code_idx" ON "inventory_source_item"("source_code");

-- CreateIndex
CREATE UNIQUE INDEX "inventory_source_item_sku_key_source_code_key" ON "inventory_source_item"("sku_key", "source_code");

-- AddForeignKey
ALTER TABLE "inventory_source_item" ADD CONSTRAINT "inventory_source_item_source_code_fkey" FOREIGN KEY ("source_code") REFERENCES "inventory_source"("source_code") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_low_stock_notification" ADD CONSTRAINT "inventory_low_stock_notification_source_code_fkey" FOREIGN KEY ("source_code") REFERENCES "inventory_source"("source_code") ON DELETE CASCADE ON UPDATE CASCADE;

-- What products have in stock is at the source `default`. A database from before sources gets that source here, since the
-- initial data comes after the migrations.
INSERT INTO "inventory_source" ("source_code", "source_code_key", "name", "name_key", "enabled", "description", "latitude",
  "longitude", "country_id", "postcode", "is_pickup_location_active", "frontend_name")
SELECT 'default', 'default', 'Default Source', 'default source', true, 'Default Source', 0, 0, 'US', '00000', false, 'Default Source'
WHERE EXISTS (SELECT FROM "stock_item")
ON CONFLICT DO NOTHING;

INSERT INTO "inventory_source_item" ("source_code", "sku", "sku_key", "quantity", "status")
SELECT 'default', p."sku", p."sku_key", coalesce(i."qty", 0), i."is_in_stock"::int
FROM "stock_item" i JOIN "product" p ON p."id" = i."product_id"
WHERE p."type_id" IN ('simple', 'virtual', 'downloadable')
ORDER BY p."sku_key";

INSERT INTO "inventory_low_stock_notification" ("source_code", "sku", "sku_key", "notify_stock_qty")
SELECT 'default', p."sku", p."sku_key", i."notify_stock_qty"
FROM "stock_item" i JOIN "product" p ON p."id" = i."product_id"
WHERE NOT i."use_config_notify_stock_qty" AND p."type_id" IN ('simple', 'virtual', 'downloadable');
