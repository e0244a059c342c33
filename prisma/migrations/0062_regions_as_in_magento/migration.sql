-- Magento's code of A Coruña has a Cyrillic letter. Clients send it as they read it there.
UPDATE country_region SET code = 'A Coruсa' WHERE country_id = 'ES' AND code = 'A Coruca';
-- The regions are the options of an attribute of addresses.
UPDATE customer_attribute SET option_source = 'regions' WHERE entity = 'customer_address' AND code = 'region_id';
