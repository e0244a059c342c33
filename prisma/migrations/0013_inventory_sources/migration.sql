-- CreateTable
CREATE TABLE "inventory_source" (
    "source_code" TEXT NOT NULL,
    "source_code_key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "description" TEXT,
    "latitude" DECIMAL(8,6),
    "longitude" DECIMAL(9,6),
    "country_id" TEXT NOT NULL,
    "region_id" INTEGER,
    "region" TEXT,
    "city" TEXT,
    "street" TEXT,
    "postcode" TEXT NOT NULL,
    "contact_name" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "fax" TEXT,
    "is_pickup_location_active" BOOLEAN NOT NULL DEFAULT false,
    "frontend_name" TEXT,
    "frontend_description" TEXT,

    CONSTRAINT "inventory_source_pkey" PRIMARY KEY ("source_code")
);

-- CreateTable
CREATE TABLE "inventory_stock" (
    "stock_id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,

    CONSTRAINT "inventory_stock_pkey" PRIMARY KEY ("stock_id")
);

-- CreateTable
CREATE TABLE "inventory_stock_source_link" (
    "link_id" SERIAL NOT NULL,
    "stock_id" INTEGER NOT NULL,
    "source_code" TEXT NOT NULL,
    "priority" INTEGER NOT NULL,

    CONSTRAINT "inventory_stock_source_link_pkey" PRIMARY KEY ("link_id")
);

-- CreateTable
CREATE TABLE "inventory_website_stock" (
    "website_id" INTEGER NOT NULL,
    "stock_id" INTEGER NOT NULL,

    CONSTRAINT "inventory_website_stock_pkey" PRIMARY KEY ("website_id")
);

-- CreateTable
CREATE TABLE "inventory_sales_channel" (
    "type" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "stock_id" INTEGER NOT NULL,

    CONSTRAINT "inventory_sales_channel_pkey" PRIMARY KEY ("type","code")
);

-- CreateIndex
CREATE UNIQUE INDEX "inventory_source_source_code_key_key" ON "inventory_source"("source_code_key");

-- CreateIndex
CREATE UNIQUE INDEX "inventory_source_name_key_key" ON "inventory_source"("name_key");

-- CreateIndex
CREATE UNIQUE INDEX "inventory_stock_name_key_key" ON "inventory_stock"("name_key");

-- CreateIndex
CREATE INDEX "inventory_stock_source_link_source_code_idx" ON "inventory_stock_source_link"("source_code");

-- CreateIndex
CREATE UNIQUE INDEX "inventory_stock_source_link_stock_id_source_code_key" ON "inventory_stock_source_link"("stock_id", "source_code");

-- CreateIndex
CREATE INDEX "inventory_website_stock_stock_id_idx" ON "inventory_website_stock"("stock_id");

-- CreateIndex
CREATE INDEX "inventory_sales_channel_stock_id_idx" ON "inventory_sales_channel"("stock_id");

-- AddForeignKey
ALTER TABLE "inventory_stock_source_link" ADD CONSTRAINT "inventory_stock_source_link_stock_id_fkey" FOREIGN KEY ("stock_id") REFERENCES "inventory_stock"("stock_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_stock_source_link" ADD CONSTRAINT "inventory_stock_source_link_source_code_fkey" FOREIGN KEY ("source_code") REFERENCES "inventory_source"("source_code") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_website_stock" ADD CONSTRAINT "inventory_website_stock_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "website"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_website_stock" ADD CONSTRAINT "inventory_website_stock_stock_id_fkey" FOREIGN KEY ("stock_id") REFERENCES "inventory_stock"("stock_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_sales_channel" ADD CONSTRAINT "inventory_sales_channel_stock_id_fkey" FOREIGN KEY ("stock_id") REFERENCES "inventory_stock"("stock_id") ON DELETE RESTRICT ON UPDATE CASCADE;
