-- A text in the form in which Magento's collation (utf8_general_ci) compares and orders it byte by byte: in upper case and
-- without accents. Comparisons also ignore trailing blanks; patterns do not.
CREATE FUNCTION general_ci(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN octet_length(value) = length(value) THEN upper(value)
    ELSE upper(regexp_replace(normalize(translate(value, 'ßẞ', 'ss'), NFD), '[\u0300-\u036f]', '', 'g')) END;

-- What a product is found by: the attribute's code and the value as it is compared, long ones by their digest.
CREATE OR REPLACE FUNCTION product_value_term(code text, value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN code || '=' || CASE WHEN length(value) > 100 THEN md5(rtrim(general_ci(value)))
    ELSE rtrim(general_ci(value)) END;

REINDEX INDEX "product_values_terms";

-- Lists of products by SKU.
CREATE INDEX "product_in_order_of_skus" ON "product" (general_ci("sku_key") COLLATE "C", "id");
