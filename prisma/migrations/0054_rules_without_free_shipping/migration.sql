-- Magento leaves out free shipping of a rule that was saved without it.
ALTER TABLE "sales_rule" ALTER COLUMN "simple_free_shipping" DROP NOT NULL, ALTER COLUMN "simple_free_shipping" DROP DEFAULT;
