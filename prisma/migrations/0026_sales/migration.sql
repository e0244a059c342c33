-- CreateTable
CREATE TABLE "sales_rule_customer" (
    "rule_id" INTEGER NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "times_used" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "sales_rule_customer_pkey" PRIMARY KEY ("rule_id","customer_id")
);

-- CreateTable
CREATE TABLE "coupon_customer" (
    "coupon_id" INTEGER NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "times_used" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "coupon_customer_pkey" PRIMARY KEY ("coupon_id","customer_id")
);

-- CreateTable
CREATE TABLE "sales_order" (
    "adjustment_negative" DECIMAL(20,4),
    "adjustment_positive" DECIMAL(20,4),
    "applied_rule_ids" TEXT,
    "base_adjustment_negative" DECIMAL(20,4),
    "base_adjustment_positive" DECIMAL(20,4),
    "base_currency_code" TEXT,
    "base_discount_amount" DECIMAL(20,4),
    "base_discount_canceled" DECIMAL(20,4),
    "base_discount_invoiced" DECIMAL(20,4),
    "base_discount_refunded" DECIMAL(20,4),
    "base_grand_total" DECIMAL(20,4),
    "base_discount_tax_compensation_amount" DECIMAL(20,4),
    "base_discount_tax_compensation_invoiced" DECIMAL(20,4),
    "base_discount_tax_compensation_refunded" DECIMAL(20,4),
    "base_shipping_amount" DECIMAL(20,4),
    "base_shipping_canceled" DECIMAL(20,4),
    "base_shipping_discount_amount" DECIMAL(20,4),
    "base_shipping_discount_tax_compensation_amnt" DECIMAL(20,4),
    "base_shipping_incl_tax" DECIMAL(20,4),
    "base_shipping_invoiced" DECIMAL(20,4),
    "base_shipping_refunded" DECIMAL(20,4),
    "base_shipping_tax_amount" DECIMAL(20,4),
    "base_shipping_tax_refunded" DECIMAL(20,4),
    "base_subtotal" DECIMAL(20,4),
    "base_subtotal_canceled" DECIMAL(20,4),
    "base_subtotal_incl_tax" DECIMAL(20,4),
    "base_subtotal_invoiced" DECIMAL(20,4),
    "base_subtotal_refunded" DECIMAL(20,4),
    "base_tax_amount" DECIMAL(20,4),
    "base_tax_canceled" DECIMAL(20,4),
    "base_tax_invoiced" DECIMAL(20,4),
    "base_tax_refunded" DECIMAL(20,4),
    "base_total_canceled" DECIMAL(20,4),
    "base_total_invoiced" DECIMAL(20,4),
    "base_total_invoiced_cost" DECIMAL(20,4),
    "base_total_offline_refunded" DECIMAL(20,4),
    "base_total_online_refunded" DECIMAL(20,4),
    "base_total_paid" DECIMAL(20,4),
    "base_total_qty_ordered" DECIMAL(20,4),
    "base_total_refunded" DECIMAL(20,4),
    "base_to_global_rate" DECIMAL(24,12),
    "base_to_order_rate" DECIMAL(24,12),
    "can_ship_partially" INTEGER,
    "can_ship_partially_item" INTEGER,
    "coupon_code" TEXT,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "customer_dob" DATE,
    "customer_email" TEXT,
    "customer_firstname" TEXT,
    "customer_gender" INTEGER,
    "customer_group_id" INTEGER,
    "customer_id" INTEGER,
    "customer_is_guest" INTEGER,
    "customer_lastname" TEXT,
    "customer_middlename" TEXT,
    "customer_note" TEXT,
    "customer_note_notify" INTEGER,
    "customer_prefix" TEXT,
    "customer_suffix" TEXT,
    "customer_taxvat" TEXT,
    "discount_amount" DECIMAL(20,4),
    "discount_canceled" DECIMAL(20,4),
    "discount_description" TEXT,
    "discount_invoiced" DECIMAL(20,4),
    "discount_refunded" DECIMAL(20,4),
    "edit_increment" INTEGER,
    "email_sent" INTEGER,
    "entity_id" SERIAL NOT NULL,
    "ext_customer_id" TEXT,
    "ext_order_id" TEXT,
    "forced_shipment_with_invoice" INTEGER,
    "global_currency_code" TEXT,
    "grand_total" DECIMAL(20,4),
    "discount_tax_compensation_amount" DECIMAL(20,4),
    "discount_tax_compensation_invoiced" DECIMAL(20,4),
    "discount_tax_compensation_refunded" DECIMAL(20,4),
    "hold_before_state" TEXT,
    "hold_before_status" TEXT,
    "increment_id" VARCHAR(50) NOT NULL,
    "is_virtual" INTEGER,
    "order_currency_code" TEXT,
    "original_increment_id" TEXT,
    "payment_authorization_amount" DECIMAL(20,4),
    "payment_auth_expiration" INTEGER,
    "protect_code" VARCHAR(64),
    "quote_address_id" INTEGER,
    "quote_id" INTEGER,
    "relation_child_id" TEXT,
    "relation_child_real_id" TEXT,
    "relation_parent_id" TEXT,
    "relation_parent_real_id" TEXT,
    "remote_ip" TEXT,
    "shipping_amount" DECIMAL(20,4),
    "shipping_canceled" DECIMAL(20,4),
    "shipping_description" TEXT,
    "shipping_discount_amount" DECIMAL(20,4),
    "shipping_discount_tax_compensation_amount" DECIMAL(20,4),
    "shipping_incl_tax" DECIMAL(20,4),
    "shipping_invoiced" DECIMAL(20,4),
    "shipping_refunded" DECIMAL(20,4),
    "shipping_tax_amount" DECIMAL(20,4),
    "shipping_tax_refunded" DECIMAL(20,4),
    "state" VARCHAR(32),
    "status" VARCHAR(32),
    "store_currency_code" TEXT,
    "store_id" INTEGER NOT NULL,
    "store_name" TEXT,
    "store_to_base_rate" DECIMAL(24,12),
    "store_to_order_rate" DECIMAL(24,12),
    "subtotal" DECIMAL(20,4),
    "subtotal_canceled" DECIMAL(20,4),
    "subtotal_incl_tax" DECIMAL(20,4),
    "subtotal_invoiced" DECIMAL(20,4),
    "subtotal_refunded" DECIMAL(20,4),
    "tax_amount" DECIMAL(20,4),
    "tax_canceled" DECIMAL(20,4),
    "tax_invoiced" DECIMAL(20,4),
    "tax_refunded" DECIMAL(20,4),
    "total_canceled" DECIMAL(20,4),
    "total_invoiced" DECIMAL(20,4),
    "total_item_count" INTEGER,
    "total_offline_refunded" DECIMAL(20,4),
    "total_online_refunded" DECIMAL(20,4),
    "total_paid" DECIMAL(20,4),
    "total_qty_ordered" DECIMAL(20,4),
    "total_refunded" DECIMAL(20,4),
    "updated_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "weight" DECIMAL(20,4),
    "x_forwarded_for" TEXT,
    "billing_address_id" INTEGER,
    "shipping_address_id" INTEGER,
    "shipping_method" VARCHAR(120),
    "applied_taxes" JSONB NOT NULL DEFAULT '[]',
    "item_applied_taxes" JSONB NOT NULL DEFAULT '[]',
    "gift_message_id" INTEGER,

    CONSTRAINT "sales_order_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "sales_order_item" (
    "additional_data" TEXT,
    "amount_refunded" DECIMAL(20,4),
    "applied_rule_ids" TEXT,
    "base_amount_refunded" DECIMAL(20,4),
    "base_cost" DECIMAL(20,4),
    "base_discount_amount" DECIMAL(20,4),
    "base_discount_invoiced" DECIMAL(20,4),
    "base_discount_refunded" DECIMAL(20,4),
    "base_discount_tax_compensation_amount" DECIMAL(20,4),
    "base_discount_tax_compensation_invoiced" DECIMAL(20,4),
    "base_discount_tax_compensation_refunded" DECIMAL(20,4),
    "base_original_price" DECIMAL(20,4),
    "base_price" DECIMAL(20,4),
    "base_price_incl_tax" DECIMAL(20,4),
    "base_row_invoiced" DECIMAL(20,4),
    "base_row_total" DECIMAL(20,4),
    "base_row_total_incl_tax" DECIMAL(20,4),
    "base_tax_amount" DECIMAL(20,4),
    "base_tax_before_discount" DECIMAL(20,4),
    "base_tax_invoiced" DECIMAL(20,4),
    "base_tax_refunded" DECIMAL(20,4),
    "base_weee_tax_applied_amount" DECIMAL(20,4),
    "base_weee_tax_applied_row_amnt" DECIMAL(20,4),
    "base_weee_tax_disposition" DECIMAL(20,4),
    "base_weee_tax_row_disposition" DECIMAL(20,4),
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "description" TEXT,
    "discount_amount" DECIMAL(20,4),
    "discount_invoiced" DECIMAL(20,4),
    "discount_percent" DECIMAL(20,4),
    "discount_refunded" DECIMAL(20,4),
    "ext_order_item_id" TEXT,
    "free_shipping" INTEGER,
    "discount_tax_compensation_amount" DECIMAL(20,4),
    "discount_tax_compensation_canceled" DECIMAL(20,4),
    "discount_tax_compensation_invoiced" DECIMAL(20,4),
    "discount_tax_compensation_refunded" DECIMAL(20,4),
    "is_qty_decimal" INTEGER,
    "is_virtual" INTEGER,
    "item_id" SERIAL NOT NULL,
    "locked_do_invoice" INTEGER,
    "locked_do_ship" INTEGER,
    "name" TEXT,
    "no_discount" INTEGER,
    "order_id" INTEGER NOT NULL,
    "original_price" DECIMAL(20,4),
    "parent_item_id" INTEGER,
    "price" DECIMAL(20,4),
    "price_incl_tax" DECIMAL(20,4),
    "product_id" INTEGER,
    "product_type" TEXT,
    "qty_backordered" DECIMAL(20,4),
    "qty_canceled" DECIMAL(20,4),
    "qty_invoiced" DECIMAL(20,4),
    "qty_ordered" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "qty_refunded" DECIMAL(20,4),
    "qty_returned" DECIMAL(20,4),
    "qty_shipped" DECIMAL(20,4),
    "quote_item_id" INTEGER,
    "row_invoiced" DECIMAL(20,4),
    "row_total" DECIMAL(20,4),
    "row_total_incl_tax" DECIMAL(20,4),
    "row_weight" DECIMAL(20,4),
    "sku" TEXT NOT NULL,
    "store_id" INTEGER,
    "tax_amount" DECIMAL(20,4),
    "tax_before_discount" DECIMAL(20,4),
    "tax_canceled" DECIMAL(20,4),
    "tax_invoiced" DECIMAL(20,4),
    "tax_percent" DECIMAL(20,4),
    "tax_refunded" DECIMAL(20,4),
    "updated_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "weee_tax_applied" TEXT,
    "weee_tax_applied_amount" DECIMAL(20,4),
    "weee_tax_applied_row_amount" DECIMAL(20,4),
    "weee_tax_disposition" DECIMAL(20,4),
    "weee_tax_row_disposition" DECIMAL(20,4),
    "weight" DECIMAL(20,4),
    "product_option" JSONB,
    "gift_message_id" INTEGER,

    CONSTRAINT "sales_order_item_pkey" PRIMARY KEY ("item_id")
);

-- CreateTable
CREATE TABLE "sales_order_address" (
    "address_type" TEXT,
    "city" TEXT,
    "company" TEXT,
    "country_id" TEXT,
    "customer_address_id" INTEGER,
    "customer_id" INTEGER,
    "email" TEXT,
    "entity_id" SERIAL NOT NULL,
    "fax" TEXT,
    "firstname" TEXT,
    "lastname" TEXT,
    "middlename" TEXT,
    "parent_id" INTEGER NOT NULL,
    "postcode" TEXT,
    "prefix" TEXT,
    "region" TEXT,
    "region_code" TEXT,
    "region_id" INTEGER,
    "suffix" TEXT,
    "telephone" TEXT,
    "vat_id" TEXT,
    "vat_is_valid" INTEGER,
    "vat_request_date" TEXT,
    "vat_request_id" TEXT,
    "vat_request_success" INTEGER,
    "street" TEXT[],

    CONSTRAINT "sales_order_address_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "sales_order_payment" (
    "account_status" TEXT,
    "additional_data" TEXT,
    "address_status" TEXT,
    "amount_authorized" DECIMAL(20,4),
    "amount_canceled" DECIMAL(20,4),
    "amount_ordered" DECIMAL(20,4),
    "amount_paid" DECIMAL(20,4),
    "amount_refunded" DECIMAL(20,4),
    "anet_trans_method" TEXT,
    "base_amount_authorized" DECIMAL(20,4),
    "base_amount_canceled" DECIMAL(20,4),
    "base_amount_ordered" DECIMAL(20,4),
    "base_amount_paid" DECIMAL(20,4),
    "base_amount_paid_online" DECIMAL(20,4),
    "base_amount_refunded" DECIMAL(20,4),
    "base_amount_refunded_online" DECIMAL(20,4),
    "base_shipping_amount" DECIMAL(20,4),
    "base_shipping_captured" DECIMAL(20,4),
    "base_shipping_refunded" DECIMAL(20,4),
    "cc_approval" TEXT,
    "cc_avs_status" TEXT,
    "cc_cid_status" TEXT,
    "cc_debug_request_body" TEXT,
    "cc_debug_response_body" TEXT,
    "cc_debug_response_serialized" TEXT,
    "cc_exp_month" TEXT,
    "cc_exp_year" TEXT,
    "cc_last4" TEXT,
    "cc_number_enc" TEXT,
    "cc_owner" TEXT,
    "cc_secure_verify" TEXT,
    "cc_ss_issue" TEXT,
    "cc_ss_start_month" TEXT,
    "cc_ss_start_year" TEXT,
    "cc_status" TEXT,
    "cc_status_description" TEXT,
    "cc_trans_id" TEXT,
    "cc_type" TEXT,
    "echeck_account_name" TEXT,
    "echeck_account_type" TEXT,
    "echeck_bank_name" TEXT,
    "echeck_routing_number" TEXT,
    "echeck_type" TEXT,
    "entity_id" SERIAL NOT NULL,
    "last_trans_id" TEXT,
    "method" VARCHAR(128),
    "parent_id" INTEGER NOT NULL,
    "po_number" TEXT,
    "protection_eligibility" TEXT,
    "quote_payment_id" INTEGER,
    "shipping_amount" DECIMAL(20,4),
    "shipping_captured" DECIMAL(20,4),
    "shipping_refunded" DECIMAL(20,4),
    "additional_information" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "sales_order_payment_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "sales_order_status_history" (
    "comment" TEXT,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "entity_id" SERIAL NOT NULL,
    "entity_name" TEXT,
    "is_customer_notified" INTEGER,
    "is_visible_on_front" INTEGER,
    "parent_id" INTEGER NOT NULL,
    "status" TEXT,

    CONSTRAINT "sales_order_status_history_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "sales_sequence" (
    "kind" VARCHAR(16) NOT NULL,
    "store_id" INTEGER NOT NULL,
    "last_value" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "sales_sequence_pkey" PRIMARY KEY ("kind","store_id")
);

-- CreateIndex
CREATE INDEX "sales_rule_customer_customer_id_idx" ON "sales_rule_customer"("customer_id");

-- CreateIndex
CREATE INDEX "coupon_customer_customer_id_idx" ON "coupon_customer"("customer_id");

-- CreateIndex
CREATE INDEX "sales_order_quote_id_idx" ON "sales_order"("quote_id");

-- CreateIndex
CREATE INDEX "sales_order_updated_at_entity_id_idx" ON "sales_order"("updated_at", "entity_id");

-- CreateIndex
CREATE INDEX "sales_order_created_at_entity_id_idx" ON "sales_order"("created_at", "entity_id");

-- CreateIndex
CREATE INDEX "sales_order_status_entity_id_idx" ON "sales_order"("status", "entity_id");

-- CreateIndex
CREATE INDEX "sales_order_customer_id_entity_id_idx" ON "sales_order"("customer_id", "entity_id");

-- CreateIndex
CREATE INDEX "sales_order_customer_email_idx" ON "sales_order"("customer_email");

-- CreateIndex
CREATE INDEX "sales_order_ext_order_id_idx" ON "sales_order"("ext_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "sales_order_store_id_increment_id_key" ON "sales_order"("store_id", "increment_id");

-- CreateIndex
CREATE INDEX "sales_order_item_order_id_idx" ON "sales_order_item"("order_id");

-- CreateIndex
CREATE INDEX "sales_order_item_parent_item_id_idx" ON "sales_order_item"("parent_item_id");

-- CreateIndex
CREATE INDEX "sales_order_item_sku_idx" ON "sales_order_item"("sku");

-- CreateIndex
CREATE INDEX "sales_order_item_product_id_idx" ON "sales_order_item"("product_id");

-- CreateIndex
CREATE INDEX "sales_order_address_parent_id_idx" ON "sales_order_address"("parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "sales_order_payment_parent_id_key" ON "sales_order_payment"("parent_id");

-- CreateIndex
CREATE INDEX "sales_order_status_history_parent_id_idx" ON "sales_order_status_history"("parent_id");

-- AddForeignKey
ALTER TABLE "sales_rule_customer" ADD CONSTRAINT "sales_rule_customer_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "sales_rule"("rule_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_rule_customer" ADD CONSTRAINT "sales_rule_customer_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coupon_customer" ADD CONSTRAINT "coupon_customer_coupon_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupon"("coupon_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coupon_customer" ADD CONSTRAINT "coupon_customer_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_order_item" ADD CONSTRAINT "sales_order_item_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "sales_order"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_order_item" ADD CONSTRAINT "sales_order_item_parent_item_id_fkey" FOREIGN KEY ("parent_item_id") REFERENCES "sales_order_item"("item_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sales_order_address" ADD CONSTRAINT "sales_order_address_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "sales_order"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_order_payment" ADD CONSTRAINT "sales_order_payment_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "sales_order"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_order_status_history" ADD CONSTRAINT "sales_order_status_history_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "sales_order"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;
