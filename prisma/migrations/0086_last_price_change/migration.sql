-- Finds the last change of a product's prices; nulls without one. PostgreSQL takes comparing an array of 250 products for as cheap as
-- comparing a number. So it would read all blocks of a month for each product, where the index leads to those of the product.
CREATE OR REPLACE FUNCTION "last_price_change"(product int, OUT set_id bigint, OUT changed_at timestamptz)
  LANGUAGE sql STABLE PARALLEL RESTRICTED COST 1000 SET enable_seqscan = off AS $$
    SELECT b."set_id", b."changed_at" FROM "price_change_block" b WHERE b."product_ids" && ARRAY[product]
    ORDER BY b."changed_at" DESC, b."set_id" DESC LIMIT 1
  $$;
