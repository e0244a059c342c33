-- Orders of a deleted customer lose the id of the customer, as in Magento. A foreign key would refuse imported orders of customers
-- who are not here.
CREATE OR REPLACE FUNCTION "forget_customer_of_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "sales_order" SET "customer_id" = NULL WHERE "customer_id" = OLD."id";
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS "customer_deleted" ON "customer";
CREATE TRIGGER "customer_deleted" AFTER DELETE ON "customer"
  FOR EACH ROW EXECUTE FUNCTION "forget_customer_of_orders"();
