-- Writing one value document planned the functions of its indexes anew each time, because a statement plans those in SQL for
-- itself. A session keeps the plans of these. They return the same as before, so the indexes have it already.

-- The value is compared as by product_value_term, whose body is repeated here: restoring a dump and maintenance run without a
-- search path, and would not find it by its name.
CREATE OR REPLACE FUNCTION product_value_terms(data jsonb) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  terms text[];
  has_lists boolean;
BEGIN
  SELECT
    array_agg(given.key || '=' || CASE WHEN length(given.value) > 100 THEN md5(compared.value) ELSE compared.value END),
    bool_or(given.value LIKE '%,%' AND given.value !~ '\s')
  INTO terms, has_lists
  FROM jsonb_each_text(data) AS given,
    LATERAL (SELECT rtrim(CASE WHEN octet_length(given.value) = length(given.value) THEN upper(given.value)
      ELSE upper(regexp_replace(normalize(translate(given.value, 'ßẞ', 'ss'), NFD), '[\u0300-\u036f]', '', 'g')) END) AS value
    ) AS compared;
  IF has_lists THEN
    RETURN terms || ARRAY(
      SELECT given.key || '~' || unnest(string_to_array(lower(given.value), ',')) FROM jsonb_each_text(data) AS given
      WHERE given.value LIKE '%,%' AND given.value !~ '\s');
  END IF;
  RETURN coalesce(terms, '{}');
END $$;

-- No lexeme is empty, so that none needs to be left out.
CREATE OR REPLACE FUNCTION product_search_words(data jsonb) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
BEGIN
  RETURN array_to_tsvector(ARRAY(
    SELECT given.key || ':'
      || left(unnest(tsvector_to_array(to_tsvector('pg_catalog.simple'::regconfig, left(given.value, 20000)))), 100)
    FROM jsonb_each_text(data) AS given));
END $$;
