-- Code of the pickup location whose address the shipping address is; null for others.
ALTER TABLE "cart_address" ADD COLUMN IF NOT EXISTS "pickup_location_code" VARCHAR(255);

-- Code of the pickup location of an order, and whether its customer should get and got the email that it is ready.
ALTER TABLE "sales_order" ADD COLUMN IF NOT EXISTS "pickup_location_code" VARCHAR(255);
ALTER TABLE "sales_order" ADD COLUMN IF NOT EXISTS "send_notification" INTEGER;
ALTER TABLE "sales_order" ADD COLUMN IF NOT EXISTS "notification_sent" INTEGER;

-- Finds what open orders will take from a pickup location. Most orders have none.
CREATE INDEX IF NOT EXISTS "sales_order_pickup_location_code_idx" ON "sales_order" ("pickup_location_code")
    WHERE "pickup_location_code" IS NOT NULL;
