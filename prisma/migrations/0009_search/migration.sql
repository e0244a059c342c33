-- The words of a value document, each with the code of its attribute: which attributes a search looks into is decided when it
-- runs, so that neither a writer nor a change of an attribute has an index to keep right.
CREATE FUNCTION product_search_words(data jsonb) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
  RETURN array_to_tsvector(ARRAY(
    SELECT DISTINCT given.key || ':' || left(word.lexeme, 100)
    FROM jsonb_each_text(data) AS given,
      unnest(to_tsvector('pg_catalog.simple'::regconfig, left(given.value, 20000))) AS word
    WHERE word.lexeme <> ''));

-- The list of what is still to be merged is read with every search, and so is kept short.
CREATE INDEX "product_values_words" ON "product_values" USING gin (product_search_words("data"))
  WITH (gin_pending_list_limit = 512);
-- With statistics the planner takes the function for cheap, and calls it for every product where many have the word.
ALTER INDEX "product_values_words" ALTER COLUMN 1 SET STATISTICS 0;

-- Beginnings of SKUs compare by their bytes. The cast makes it an index that the models need not name.
CREATE INDEX "product_sku_beginning" ON "product" (("sku_key"::text) text_pattern_ops);

-- What is misspelt is found by its trigrams. The extension comes with PostgreSQL, but some installations leave it out: there
-- a search finds what is spelt right, and nothing else.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX "product_values_name_trigrams" ON "product_values" USING gin (lower("data" ->> 'name') gin_trgm_ops);
    EXECUTE $function$
      CREATE FUNCTION product_names_like(term text) RETURNS TABLE (product_id int, store_id int, likeness real)
      LANGUAGE sql STABLE ROWS 100 SET pg_trgm.word_similarity_threshold = 0.4 AS
      'SELECT v.product_id, v.store_id, word_similarity($1, lower(v.data ->> ''name''))
        FROM product_values v WHERE $1 <% lower(v.data ->> ''name'')'
    $function$;
  ELSE
    CREATE FUNCTION product_names_like(term text) RETURNS TABLE (product_id int, store_id int, likeness real)
      LANGUAGE sql STABLE ROWS 1 AS 'SELECT 0, 0, 0::real WHERE false';
  END IF;
END $$;
