-- CreateTable
CREATE TABLE "sales_invoice" (
    "base_currency_code" TEXT,
    "base_discount_amount" DECIMAL(20,4),
    "base_grand_total" DECIMAL(20,4),
    "base_discount_tax_compensation_amount" DECIMAL(20,4),
    "base_shipping_amount" DECIMAL(20,4),
    "base_shipping_discount_tax_compensation_amnt" DECIMAL(20,4),
    "base_shipping_incl_tax" DECIMAL(20,4),
    "base_shipping_tax_amount" DECIMAL(20,4),
    "base_subtotal" DECIMAL(20,4),
    "base_subtotal_incl_tax" DECIMAL(20,4),
    "base_tax_amount" DECIMAL(20,4),
    "base_total_refunded" DECIMAL(20,4),
    "base_to_global_rate" DECIMAL(24,12),
    "base_to_order_rate" DECIMAL(24,12),
    "billing_address_id" INTEGER,
    "can_void_flag" INTEGER,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "discount_amount" DECIMAL(20,4),
    "discount_description" TEXT,
    "email_sent" INTEGER,
    "entity_id" SERIAL NOT NULL,
    "global_currency_code" TEXT,
    "grand_total" DECIMAL(20,4),
    "discount_tax_compensation_amount" DECIMAL(20,4),
    "increment_id" VARCHAR(50) NOT NULL,
    "is_used_for_refund" INTEGER,
    "order_currency_code" TEXT,
    "order_id" INTEGER NOT NULL,
    "shipping_address_id" INTEGER,
    "shipping_amount" DECIMAL(20,4),
    "shipping_discount_tax_compensation_amount" DECIMAL(20,4),
    "shipping_incl_tax" DECIMAL(20,4),
    "shipping_tax_amount" DECIMAL(20,4),
    "state" INTEGER,
    "store_currency_code" TEXT,
    "store_id" INTEGER NOT NULL,
    "store_to_base_rate" DECIMAL(24,12),
    "store_to_order_rate" DECIMAL(24,12),
    "subtotal" DECIMAL(20,4),
    "subtotal_incl_tax" DECIMAL(20,4),
    "tax_amount" DECIMAL(20,4),
    "total_qty" DECIMAL(20,4),
    "transaction_id" TEXT,
    "updated_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sales_invoice_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "sales_invoice_item" (
    "additional_data" TEXT,
    "base_cost" DECIMAL(20,4),
    "base_discount_amount" DECIMAL(20,4),
    "base_discount_tax_compensation_amount" DECIMAL(20,4),
    "base_price" DECIMAL(20,4),
    "base_price_incl_tax" DECIMAL(20,4),
    "base_row_total" DECIMAL(20,4),
    "base_row_total_incl_tax" DECIMAL(20,4),
    "base_tax_amount" DECIMAL(20,4),
    "description" TEXT,
    "discount_amount" DECIMAL(20,4),
    "entity_id" SERIAL NOT NULL,
    "discount_tax_compensation_amount" DECIMAL(20,4),
    "name" TEXT,
    "parent_id" INTEGER NOT NULL,
    "price" DECIMAL(20,4),
    "price_incl_tax" DECIMAL(20,4),
    "product_id" INTEGER,
    "row_total" DECIMAL(20,4),
    "row_total_incl_tax" DECIMAL(20,4),
    "sku" TEXT,
    "tax_amount" DECIMAL(20,4),
    "order_item_id" INTEGER NOT NULL,
    "qty" DECIMAL(20,4) NOT NULL DEFAULT 0,

    CONSTRAINT "sales_invoice_item_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "sales_invoice_comment" (
    "is_customer_notified" INTEGER,
    "parent_id" INTEGER NOT NULL,
    "comment" TEXT,
    "is_visible_on_front" INTEGER,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "entity_id" SERIAL NOT NULL,

    CONSTRAINT "sales_invoice_comment_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "sales_shipment" (
    "billing_address_id" INTEGER,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "customer_id" INTEGER,
    "email_sent" INTEGER,
    "entity_id" SERIAL NOT NULL,
    "increment_id" VARCHAR(50) NOT NULL,
    "order_id" INTEGER NOT NULL,
    "shipment_status" INTEGER,
    "shipping_address_id" INTEGER,
    "shipping_label" TEXT,
    "store_id" INTEGER NOT NULL,
    "total_qty" DECIMAL(20,4),
    "total_weight" DECIMAL(20,4),
    "updated_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "packages" JSONB NOT NULL DEFAULT '[]',
    "source_code" TEXT,

    CONSTRAINT "sales_shipment_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "sales_shipment_item" (
    "additional_data" TEXT,
    "description" TEXT,
    "entity_id" SERIAL NOT NULL,
    "name" TEXT,
    "parent_id" INTEGER NOT NULL,
    "price" DECIMAL(20,4),
    "product_id" INTEGER,
    "row_total" DECIMAL(20,4),
    "sku" TEXT,
    "weight" DECIMAL(20,4),
    "order_item_id" INTEGER NOT NULL,
    "qty" DECIMAL(20,4) NOT NULL DEFAULT 0,

    CONSTRAINT "sales_shipment_item_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "sales_shipment_comment" (
    "is_customer_notified" INTEGER,
    "parent_id" INTEGER NOT NULL,
    "comment" TEXT,
    "is_visible_on_front" INTEGER,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "entity_id" SERIAL NOT NULL,

    CONSTRAINT "sales_shipment_comment_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "sales_creditmemo" (
    "adjustment" DECIMAL(20,4),
    "adjustment_negative" DECIMAL(20,4),
    "adjustment_positive" DECIMAL(20,4),
    "base_adjustment" DECIMAL(20,4),
    "base_adjustment_negative" DECIMAL(20,4),
    "base_adjustment_positive" DECIMAL(20,4),
    "base_currency_code" TEXT,
    "base_discount_amount" DECIMAL(20,4),
    "base_grand_total" DECIMAL(20,4),
    "base_discount_tax_compensation_amount" DECIMAL(20,4),
    "base_shipping_amount" DECIMAL(20,4),
    "base_shipping_discount_tax_compensation_amnt" DECIMAL(20,4),
    "base_shipping_incl_tax" DECIMAL(20,4),
    "base_shipping_tax_amount" DECIMAL(20,4),
    "base_subtotal" DECIMAL(20,4),
    "base_subtotal_incl_tax" DECIMAL(20,4),
    "base_tax_amount" DECIMAL(20,4),
    "base_to_global_rate" DECIMAL(24,12),
    "base_to_order_rate" DECIMAL(24,12),
    "billing_address_id" INTEGER,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "creditmemo_status" INTEGER,
    "discount_amount" DECIMAL(20,4),
    "discount_description" TEXT,
    "email_sent" INTEGER,
    "entity_id" SERIAL NOT NULL,
    "global_currency_code" TEXT,
    "grand_total" DECIMAL(20,4),
    "discount_tax_compensation_amount" DECIMAL(20,4),
    "increment_id" VARCHAR(50) NOT NULL,
    "invoice_id" INTEGER,
    "order_currency_code" TEXT,
    "order_id" INTEGER NOT NULL,
    "shipping_address_id" INTEGER,
    "shipping_amount" DECIMAL(20,4),
    "shipping_discount_tax_compensation_amount" DECIMAL(20,4),
    "shipping_incl_tax" DECIMAL(20,4),
    "shipping_tax_amount" DECIMAL(20,4),
    "state" INTEGER,
    "store_currency_code" TEXT,
    "store_id" INTEGER NOT NULL,
    "store_to_base_rate" DECIMAL(24,12),
    "store_to_order_rate" DECIMAL(24,12),
    "subtotal" DECIMAL(20,4),
    "subtotal_incl_tax" DECIMAL(20,4),
    "tax_amount" DECIMAL(20,4),
    "transaction_id" TEXT,
    "updated_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sales_creditmemo_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "sales_creditmemo_item" (
    "additional_data" TEXT,
    "base_cost" DECIMAL(20,4),
    "base_discount_amount" DECIMAL(20,4),
    "base_discount_tax_compensation_amount" DECIMAL(20,4),
    "base_price" DECIMAL(20,4),
    "base_price_incl_tax" DECIMAL(20,4),
    "base_row_total" DECIMAL(20,4),
    "base_row_total_incl_tax" DECIMAL(20,4),
    "base_tax_amount" DECIMAL(20,4),
    "base_weee_tax_applied_amount" DECIMAL(20,4),
    "base_weee_tax_applied_row_amnt" DECIMAL(20,4),
    "base_weee_tax_disposition" DECIMAL(20,4),
    "base_weee_tax_row_disposition" DECIMAL(20,4),
    "description" TEXT,
    "discount_amount" DECIMAL(20,4),
    "entity_id" SERIAL NOT NULL,
    "discount_tax_compensation_amount" DECIMAL(20,4),
    "name" TEXT,
    "order_item_id" INTEGER NOT NULL,
    "parent_id" INTEGER NOT NULL,
    "price" DECIMAL(20,4),
    "price_incl_tax" DECIMAL(20,4),
    "product_id" INTEGER,
    "qty" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "row_total" DECIMAL(20,4),
    "row_total_incl_tax" DECIMAL(20,4),
    "sku" TEXT,
    "tax_amount" DECIMAL(20,4),
    "weee_tax_applied" TEXT,
    "weee_tax_applied_amount" DECIMAL(20,4),
    "weee_tax_applied_row_amount" DECIMAL(20,4),
    "weee_tax_disposition" DECIMAL(20,4),
    "weee_tax_row_disposition" DECIMAL(20,4),

    CONSTRAINT "sales_creditmemo_item_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "sales_creditmemo_comment" (
    "comment" TEXT,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "entity_id" SERIAL NOT NULL,
    "is_customer_notified" INTEGER,
    "is_visible_on_front" INTEGER,
    "parent_id" INTEGER NOT NULL,

    CONSTRAINT "sales_creditmemo_comment_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "sales_shipment_track" (
    "order_id" INTEGER NOT NULL,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "entity_id" SERIAL NOT NULL,
    "parent_id" INTEGER NOT NULL,
    "updated_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "weight" DECIMAL(20,4),
    "qty" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "description" TEXT,
    "track_number" TEXT,
    "title" TEXT,
    "carrier_code" TEXT,

    CONSTRAINT "sales_shipment_track_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "sales_payment_transaction" (
    "transaction_id" SERIAL NOT NULL,
    "parent_id" INTEGER,
    "order_id" INTEGER NOT NULL,
    "payment_id" INTEGER NOT NULL,
    "txn_id" VARCHAR(100),
    "parent_txn_id" VARCHAR(100),
    "txn_type" VARCHAR(15) NOT NULL,
    "is_closed" INTEGER NOT NULL DEFAULT 0,
    "additional_information" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sales_payment_transaction_pkey" PRIMARY KEY ("transaction_id")
);

-- CreateIndex
CREATE INDEX "sales_invoice_order_id_idx" ON "sales_invoice"("order_id");

-- CreateIndex
CREATE INDEX "sales_invoice_updated_at_entity_id_idx" ON "sales_invoice"("updated_at", "entity_id");

-- CreateIndex
CREATE INDEX "sales_invoice_created_at_entity_id_idx" ON "sales_invoice"("created_at", "entity_id");

-- CreateIndex
CREATE UNIQUE INDEX "sales_invoice_store_id_increment_id_key" ON "sales_invoice"("store_id", "increment_id");

-- CreateIndex
CREATE INDEX "sales_invoice_item_parent_id_idx" ON "sales_invoice_item"("parent_id");

-- CreateIndex
CREATE INDEX "sales_invoice_item_order_item_id_idx" ON "sales_invoice_item"("order_item_id");

-- CreateIndex
CREATE INDEX "sales_invoice_comment_parent_id_idx" ON "sales_invoice_comment"("parent_id");

-- CreateIndex
CREATE INDEX "sales_shipment_order_id_idx" ON "sales_shipment"("order_id");

-- CreateIndex
CREATE INDEX "sales_shipment_updated_at_entity_id_idx" ON "sales_shipment"("updated_at", "entity_id");

-- CreateIndex
CREATE INDEX "sales_shipment_created_at_entity_id_idx" ON "sales_shipment"("created_at", "entity_id");

-- CreateIndex
CREATE UNIQUE INDEX "sales_shipment_store_id_increment_id_key" ON "sales_shipment"("store_id", "increment_id");

-- CreateIndex
CREATE INDEX "sales_shipment_item_parent_id_idx" ON "sales_shipment_item"("parent_id");

-- CreateIndex
CREATE INDEX "sales_shipment_item_order_item_id_idx" ON "sales_shipment_item"("order_item_id");

-- CreateIndex
CREATE INDEX "sales_shipment_comment_parent_id_idx" ON "sales_shipment_comment"("parent_id");

-- CreateIndex
CREATE INDEX "sales_creditmemo_order_id_idx" ON "sales_creditmemo"("order_id");

-- CreateIndex
CREATE INDEX "sales_creditmemo_updated_at_entity_id_idx" ON "sales_creditmemo"("updated_at", "entity_id");

-- CreateIndex
CREATE INDEX "sales_creditmemo_created_at_entity_id_idx" ON "sales_creditmemo"("created_at", "entity_id");

-- CreateIndex
CREATE INDEX "sales_creditmemo_invoice_id_idx" ON "sales_creditmemo"("invoice_id");

-- CreateIndex
CREATE UNIQUE INDEX "sales_creditmemo_store_id_increment_id_key" ON "sales_creditmemo"("store_id", "increment_id");

-- CreateIndex
CREATE INDEX "sales_creditmemo_item_parent_id_idx" ON "sales_creditmemo_item"("parent_id");

-- CreateIndex
CREATE INDEX "sales_creditmemo_item_order_item_id_idx" ON "sales_creditmemo_item"("order_item_id");

-- CreateIndex
CREATE INDEX "sales_creditmemo_comment_parent_id_idx" ON "sales_creditmemo_comment"("parent_id");

-- CreateIndex
CREATE INDEX "sales_shipment_track_parent_id_idx" ON "sales_shipment_track"("parent_id");

-- CreateIndex
CREATE INDEX "sales_shipment_track_order_id_idx" ON "sales_shipment_track"("order_id");

-- CreateIndex
CREATE INDEX "sales_payment_transaction_parent_id_idx" ON "sales_payment_transaction"("parent_id");

-- CreateIndex
CREATE INDEX "sales_payment_transaction_payment_id_idx" ON "sales_payment_transaction"("payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "sales_payment_transaction_order_id_payment_id_txn_id_key" ON "sales_payment_transaction"("order_id", "payment_id", "txn_id");

-- AddForeignKey
ALTER TABLE "sales_invoice" ADD CONSTRAINT "sales_invoice_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "sales_order"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_invoice_item" ADD CONSTRAINT "sales_invoice_item_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "sales_invoice"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_invoice_comment" ADD CONSTRAINT "sales_invoice_comment_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "sales_invoice"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_shipment" ADD CONSTRAINT "sales_shipment_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "sales_order"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_shipment_item" ADD CONSTRAINT "sales_shipment_item_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "sales_shipment"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_shipment_comment" ADD CONSTRAINT "sales_shipment_comment_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "sales_shipment"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_creditmemo" ADD CONSTRAINT "sales_creditmemo_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "sales_order"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_creditmemo_item" ADD CONSTRAINT "sales_creditmemo_item_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "sales_creditmemo"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_creditmemo_comment" ADD CONSTRAINT "sales_creditmemo_comment_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "sales_creditmemo"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_shipment_track" ADD CONSTRAINT "sales_shipment_track_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "sales_shipment"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_payment_transaction" ADD CONSTRAINT "sales_payment_transaction_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "sales_order"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_payment_transaction" ADD CONSTRAINT "sales_payment_transaction_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "sales_order_payment"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_payment_transaction" ADD CONSTRAINT "sales_payment_transaction_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "sales_payment_transaction"("transaction_id") ON DELETE CASCADE ON UPDATE CASCADE;
