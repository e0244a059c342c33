-- CreateTable
CREATE TABLE "sales_order_tax" (
    "tax_id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "code" TEXT,
    "title" TEXT,
    "percent" DECIMAL(12,4),
    "amount" DECIMAL(20,4),
    "base_amount" DECIMAL(20,4),
    "base_real_amount" DECIMAL(20,4),
    "priority" INTEGER NOT NULL DEFAULT 0,
    "position" INTEGER NOT NULL DEFAULT 0,
    "process" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "sales_order_tax_pkey" PRIMARY KEY ("tax_id")
);

-- CreateTable
CREATE TABLE "sales_order_tax_item" (
    "tax_item_id" SERIAL NOT NULL,
    "tax_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "item_id" INTEGER,
    "associated_item_id" INTEGER,
    "tax_percent" DECIMAL(12,4),
    "amount" DECIMAL(20,4),
    "base_amount" DECIMAL(20,4),
    "real_amount" DECIMAL(20,4),
    "real_base_amount" DECIMAL(20,4),
    "taxable_item_type" TEXT,

    CONSTRAINT "sales_order_tax_item_pkey" PRIMARY KEY ("tax_item_id")
);

-- CreateIndex
CREATE INDEX "sales_order_tax_order_id_idx" ON "sales_order_tax"("order_id");

-- CreateIndex
CREATE INDEX "sales_order_tax_item_order_id_idx" ON "sales_order_tax_item"("order_id");

-- CreateIndex
CREATE INDEX "sales_order_tax_item_tax_id_idx" ON "sales_order_tax_item"("tax_id");

-- AddForeignKey
ALTER TABLE "sales_order_tax" ADD CONSTRAINT "sales_order_tax_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "sales_order"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_order_tax_item" ADD CONSTRAINT "sales_order_tax_item_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "sales_order"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_order_tax_item" ADD CONSTRAINT "sales_order_tax_item_tax_id_fkey" FOREIGN KEY ("tax_id") REFERENCES "sales_order_tax"("tax_id") ON DELETE CASCADE ON UPDATE CASCADE;
