-- As in Magento, `links_exist` has no default, so products do not store it.
UPDATE "attribute" SET "default_value" = NULL WHERE "code" = 'links_exist' AND "entity_type_id" = 4;
UPDATE "attribute" SET "default_value" = '' WHERE "code" = 'gift_message_available' AND "entity_type_id" = 4 AND "default_value" IS NULL;
UPDATE "product_values" SET "data" = "data" - 'links_exist' WHERE "data" ? 'links_exist';
