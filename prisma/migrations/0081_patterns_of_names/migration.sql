-- Patterns on names are compared as Magento's collation does, so the trigrams are those of that form; similarly spelled names
-- use them, too. Reading goes on meanwhile. Writing of products waits for the build: nine seconds for a million products.
DO $$
BEGIN
  IF to_regclass('product_values_name_trigrams') IS NOT NULL THEN
    CREATE INDEX "product_values_name_patterns" ON "product_values" USING gin (general_ci("data" ->> 'name') gin_trgm_ops);
    DROP INDEX "product_values_name_trigrams";
    EXECUTE $function$
      CREATE OR REPLACE FUNCTION product_names_like(term text)
      RETURNS TABLE (product_id int, store_id int, likeness real)
      LANGUAGE sql STABLE ROWS 100 SET pg_trgm.word_similarity_threshold = 0.4 AS
      'SELECT v.product_id, v.store_id, word_similarity(general_ci($1), general_ci(v.data ->> ''name''))
        FROM product_values v WHERE general_ci($1) <% general_ci(v.data ->> ''name'')'
    $function$;
  END IF;
END $$;

-- The same words as before, found in four fifths of the time, which is most of what writing a document takes. The index has
-- them already.
CREATE OR REPLACE FUNCTION product_search_words(data jsonb) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
  RETURN array_to_tsvector(ARRAY(
    SELECT given.key || ':' || left(word, 100)
    FROM jsonb_each_text(data) AS given,
      unnest(tsvector_to_array(to_tsvector('pg_catalog.simple'::regconfig, left(given.value, 20000)))) AS word
    WHERE word <> ''));
