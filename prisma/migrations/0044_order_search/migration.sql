-- Searches compare texts in any case, which the former indexes could not answer.
DROP INDEX "sales_order_status_entity_id_idx";
DROP INDEX "sales_order_customer_email_idx";
DROP INDEX "sales_order_ext_order_id_idx";
DROP INDEX "sales_order_item_sku_idx";
CREATE INDEX "sales_order_status_idx" ON "sales_order" (lower("status"), "entity_id");
CREATE INDEX "sales_order_increment_id_idx" ON "sales_order" (lower("increment_id"));
CREATE INDEX "sales_order_customer_email_idx" ON "sales_order" (lower("customer_email"));
CREATE INDEX "sales_order_ext_order_id_idx" ON "sales_order" (lower("ext_order_id"));
CREATE INDEX "sales_order_item_sku_idx" ON "sales_order_item" (lower("sku"));
CREATE INDEX "sales_invoice_increment_id_idx" ON "sales_invoice" (lower("increment_id"));
CREATE INDEX "sales_shipment_increment_id_idx" ON "sales_shipment" (lower("increment_id"));
CREATE INDEX "sales_creditmemo_increment_id_idx" ON "sales_creditmemo" (lower("increment_id"));

-- CreateIndex
CREATE INDEX "sales_order_store_id_entity_id_idx" ON "sales_order"("store_id", "entity_id");
