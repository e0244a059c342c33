-- CreateTable
CREATE TABLE "cart" (
    "id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "converted_at" TIMESTAMP(0),
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_virtual" BOOLEAN NOT NULL DEFAULT false,
    "mask" VARCHAR(32),
    "items_count" INTEGER NOT NULL DEFAULT 0,
    "items_qty" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "customer_id" INTEGER,
    "customer_is_guest" BOOLEAN NOT NULL DEFAULT true,
    "customer_group_id" INTEGER NOT NULL DEFAULT 0,
    "customer_tax_class_id" INTEGER,
    "customer_email" VARCHAR(255),
    "customer_prefix" TEXT,
    "customer_firstname" TEXT,
    "customer_middlename" TEXT,
    "customer_lastname" TEXT,
    "customer_suffix" TEXT,
    "customer_dob" DATE,
    "customer_gender" INTEGER,
    "customer_taxvat" TEXT,
    "customer_note" TEXT,
    "customer_note_notify" BOOLEAN NOT NULL DEFAULT true,
    "reserved_order_id" VARCHAR(64),
    "orig_order_id" INTEGER,
    "remote_ip" VARCHAR(45),
    "coupon_code" VARCHAR(255),
    "applied_rule_ids" TEXT,
    "global_currency_code" VARCHAR(3) NOT NULL,
    "base_currency_code" VARCHAR(3) NOT NULL,
    "store_currency_code" VARCHAR(3) NOT NULL,
    "quote_currency_code" VARCHAR(3) NOT NULL,
    "base_to_global_rate" DECIMAL(24,12) NOT NULL DEFAULT 1,
    "base_to_quote_rate" DECIMAL(24,12) NOT NULL DEFAULT 1,
    "payment_id" INTEGER,
    "payment_method" VARCHAR(64),
    "po_number" VARCHAR(64),
    "additional_data" TEXT[],
    "subtotal" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "base_subtotal" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "subtotal_with_discount" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "base_subtotal_with_discount" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "grand_total" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "base_grand_total" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "totals" JSONB,

    CONSTRAINT "cart_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cart_item" (
    "item_id" SERIAL NOT NULL,
    "cart_id" INTEGER NOT NULL,
    "parent_item_id" INTEGER,
    "product_id" INTEGER NOT NULL,
    "sku" VARCHAR(255) NOT NULL,
    "name" TEXT NOT NULL,
    "product_type" VARCHAR(32) NOT NULL,
    "qty" DECIMAL(12,4) NOT NULL,
    "options" JSONB NOT NULL DEFAULT '{}',
    "options_key" TEXT NOT NULL,
    "price" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "is_virtual" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cart_item_pkey" PRIMARY KEY ("item_id")
);

-- CreateTable
CREATE TABLE "cart_address" (
    "id" SERIAL NOT NULL,
    "cart_id" INTEGER NOT NULL,
    "address_type" VARCHAR(10) NOT NULL,
    "customer_address_id" INTEGER,
    "save_in_address_book" BOOLEAN NOT NULL DEFAULT false,
    "same_as_billing" BOOLEAN NOT NULL DEFAULT false,
    "email" TEXT,
    "prefix" TEXT,
    "firstname" TEXT,
    "middlename" TEXT,
    "lastname" TEXT,
    "suffix" TEXT,
    "company" TEXT,
    "street" TEXT[],
    "city" TEXT,
    "region" TEXT,
    "region_id" INTEGER,
    "region_code" TEXT,
    "postcode" TEXT,
    "country_id" TEXT,
    "telephone" TEXT,
    "fax" TEXT,
    "vat_id" TEXT,
    "custom_values" JSONB NOT NULL DEFAULT '{}',
    "shipping_method" VARCHAR(120),
    "shipping_description" TEXT,

    CONSTRAINT "cart_address_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cart_gift_message" (
    "gift_message_id" SERIAL NOT NULL,
    "cart_id" INTEGER NOT NULL,
    "item_id" INTEGER,
    "customer_id" INTEGER NOT NULL DEFAULT 0,
    "sender" VARCHAR(255) NOT NULL,
    "recipient" VARCHAR(255) NOT NULL,
    "message" TEXT NOT NULL,

    CONSTRAINT "cart_gift_message_pkey" PRIMARY KEY ("gift_message_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "cart_mask_key" ON "cart"("mask");

-- CreateIndex
CREATE INDEX "cart_customer_id_is_active_updated_at_idx" ON "cart"("customer_id", "is_active", "updated_at");

-- CreateIndex
CREATE INDEX "cart_store_id_updated_at_idx" ON "cart"("store_id", "updated_at");

-- CreateIndex
CREATE INDEX "cart_item_cart_id_idx" ON "cart_item"("cart_id");

-- CreateIndex
CREATE INDEX "cart_item_parent_item_id_idx" ON "cart_item"("parent_item_id");

-- CreateIndex
CREATE INDEX "cart_item_product_id_idx" ON "cart_item"("product_id");

-- CreateIndex
CREATE UNIQUE INDEX "cart_address_cart_id_address_type_key" ON "cart_address"("cart_id", "address_type");

-- CreateIndex
CREATE UNIQUE INDEX "cart_gift_message_item_id_key" ON "cart_gift_message"("item_id");

-- CreateIndex
CREATE INDEX "cart_gift_message_cart_id_idx" ON "cart_gift_message"("cart_id");

-- AddForeignKey
ALTER TABLE "cart" ADD CONSTRAINT "cart_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart" ADD CONSTRAINT "cart_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart_item" ADD CONSTRAINT "cart_item_cart_id_fkey" FOREIGN KEY ("cart_id") REFERENCES "cart"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart_item" ADD CONSTRAINT "cart_item_parent_item_id_fkey" FOREIGN KEY ("parent_item_id") REFERENCES "cart_item"("item_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart_item" ADD CONSTRAINT "cart_item_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart_address" ADD CONSTRAINT "cart_address_cart_id_fkey" FOREIGN KEY ("cart_id") REFERENCES "cart"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart_gift_message" ADD CONSTRAINT "cart_gift_message_cart_id_fkey" FOREIGN KEY ("cart_id") REFERENCES "cart"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart_gift_message" ADD CONSTRAINT "cart_gift_message_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "cart_item"("item_id") ON DELETE CASCADE ON UPDATE CASCADE;
