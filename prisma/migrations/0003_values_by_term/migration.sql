-- Names of attribute sets are unique in any case, as under the collation that Magento's tables have.
CREATE UNIQUE INDEX "attribute_set_name_in_any_case" ON "attribute_set" ("entity_type_id", lower("name"));

-- What a product is found by: the attribute's code and the value in lower case, long ones by their digest.
CREATE FUNCTION product_value_term(code text, value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN code || '=' || CASE WHEN length(value) > 100 THEN md5(lower(value)) ELSE lower(value) END;

-- All terms of a document; a list of options (multiselect) is found by each of them as well.
CREATE FUNCTION product_value_terms(data jsonb) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ARRAY(
    SELECT product_value_term(given.key, given.value) FROM jsonb_each_text(data) AS given
    UNION ALL
    SELECT given.key || '~' || item FROM jsonb_each_text(data) AS given, unnest(string_to_array(lower(given.value), ',')) AS item
    WHERE given.value LIKE '%,%' AND given.value !~ '\s');

-- One index for equality by any attribute, so that a new one needs none. The list of what is still to be merged into it is
-- read with every search, and so is kept short.
CREATE INDEX "product_values_terms" ON "product_values" USING gin (product_value_terms("data"))
  WITH (gin_pending_list_limit = 512);

-- With statistics the planner takes the function for cheap, and calls it for every product where many have the value.
ALTER INDEX "product_values_terms" ALTER COLUMN 1 SET STATISTICS 0;
