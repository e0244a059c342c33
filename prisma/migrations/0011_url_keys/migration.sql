-- Makes a URL key a product's own in the given scopes, and tells whether it could. A global key counts in every store view, so
-- it clashes with any; keys of two store views do not meet. Whoever wants the key waits first: each statement here sees what
-- was committed meanwhile, which a single one would not.
CREATE FUNCTION "claim_url_key"(claimant integer, wanted text, scopes integer[]) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('url key ' || wanted, 0));
  IF EXISTS (
    SELECT FROM product_url_key k WHERE k.url_key = wanted AND k.product_id <> claimant
      AND (k.store_id = 0 OR k.store_id = ANY (scopes) OR 0 = ANY (scopes))
  ) THEN
    RETURN false;
  END IF;
  DELETE FROM product_url_key k WHERE k.product_id = claimant AND k.store_id = ANY (scopes) AND k.url_key <> wanted;
  INSERT INTO product_url_key (store_id, url_key, product_id)
  SELECT scope, wanted, claimant FROM unnest(scopes) AS given (scope)
  ON CONFLICT (store_id, url_key) DO NOTHING;
  RETURN true;
END
$$;
