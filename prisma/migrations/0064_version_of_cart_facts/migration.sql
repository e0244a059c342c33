-- Totals of carts are stored with the version of the facts that they were computed from. This table counts the changes of
-- facts that all carts share. The rows of a product or a customer show their changes themselves (xmin).
CREATE TABLE IF NOT EXISTS "cart_facts" (
    "id" INTEGER NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "cart_facts_pkey" PRIMARY KEY ("id")
);

INSERT INTO "cart_facts" ("id") VALUES (1) ON CONFLICT DO NOTHING;

-- Counts once in a transaction, at its commit, so that the row is locked last and only briefly.
CREATE OR REPLACE FUNCTION "count_cart_facts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "cart_facts" SET "version" = "version" + 1 WHERE "id" = 1 AND "xmin" <> pg_current_xact_id()::xid;
  RETURN NULL;
END $$;

DO $$
DECLARE
  watched RECORD;
BEGIN
  FOR watched IN SELECT * FROM (VALUES
    ('config_value', 'INSERT OR UPDATE OR DELETE', ''),
    ('store', 'UPDATE', ''),
    ('store_group', 'UPDATE', ''),
    ('website', 'UPDATE', ''),
    ('customer_group', 'UPDATE', ''),
    ('customer_group_excluded_website', 'INSERT OR UPDATE OR DELETE', ''),
    ('tax_class', 'INSERT OR UPDATE OR DELETE', ''),
    ('tax_rate', 'INSERT OR UPDATE OR DELETE', ''),
    ('tax_rate_title', 'INSERT OR UPDATE OR DELETE', ''),
    ('tax_rule', 'INSERT OR UPDATE OR DELETE', ''),
    ('tax_rule_rate', 'INSERT OR UPDATE OR DELETE', ''),
    ('tax_rule_customer_class', 'INSERT OR UPDATE OR DELETE', ''),
    ('tax_rule_product_class', 'INSERT OR UPDATE OR DELETE', ''),
    -- Every order counts the uses of its rules, which changes no price.
    ('sales_rule', 'INSERT OR DELETE OR UPDATE OF name, description, from_date, to_date, uses_per_customer, is_active,
      condition, action_condition, stop_rules_processing, sort_order, simple_action, discount_amount, discount_qty,
      discount_step, apply_to_shipping, coupon_type, use_auto_generation, simple_free_shipping', ''),
    ('sales_rule_website', 'INSERT OR UPDATE OR DELETE', ''),
    ('sales_rule_customer_group', 'INSERT OR UPDATE OR DELETE', ''),
    ('sales_rule_label', 'INSERT OR UPDATE OR DELETE', ''),
    ('shipping_table_rate', 'INSERT OR UPDATE OR DELETE', ''),
    ('gift_wrapping', 'INSERT OR UPDATE OR DELETE', ''),
    ('gift_wrapping_design', 'INSERT OR UPDATE OR DELETE', ''),
    ('gift_wrapping_website', 'INSERT OR UPDATE OR DELETE', ''),
    ('attribute_option', 'UPDATE', ''),
    ('attribute_option_label', 'INSERT OR UPDATE OR DELETE', ''),
    ('category', 'UPDATE OF path', ''),
    ('category_values', 'UPDATE', 'WHEN (OLD.data -> ''is_anchor'' IS DISTINCT FROM NEW.data -> ''is_anchor'')')
  ) AS tables (name, events, condition) LOOP
    EXECUTE format('DROP TRIGGER IF EXISTS "count_cart_facts" ON %I', watched.name);
    EXECUTE format('CREATE CONSTRAINT TRIGGER "count_cart_facts" AFTER %s ON %I DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW %s EXECUTE FUNCTION "count_cart_facts"()', watched.events, watched.name, watched.condition);
  END LOOP;
END $$;
