-- Descriptions of customer attributes as Magento 2.4.7 has them.
UPDATE customer_attribute AS attribute SET sort_order = given.sort_order
FROM (VALUES ('store_id', 20), ('password_hash', 81), ('default_billing', 82), ('default_shipping', 83), ('updated_at', 87),
  ('failures_num', 100), ('first_failure', 110), ('rp_token', 115), ('rp_token_created_at', 120), ('lock_expires', 120)
) AS given (code, sort_order)
WHERE attribute.entity = 'customer' AND attribute.code = given.code;
UPDATE customer_attribute SET input_filter = 'trim' WHERE code = 'middlename';
UPDATE customer_attribute SET frontend_class = 'required-entry validate-email' WHERE entity = 'customer' AND code = 'email';
UPDATE customer_attribute SET options = '[]' WHERE entity = 'customer' AND code = 'disable_auto_group_change';
UPDATE customer_attribute SET is_visible = false, is_system = false WHERE entity = 'customer_address' AND code = 'fax';
