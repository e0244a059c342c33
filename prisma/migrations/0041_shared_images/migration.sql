-- Several entries of products and gift wrappings can show one file. The row is locked first, and what shows it is read in a
-- statement of its own, which sees what another transaction has just committed.
CREATE FUNCTION "remove_unused_image"("shown" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM media_file WHERE path = shown AND removed_at IS NULL FOR UPDATE;
  UPDATE media_file SET removed_at = now() AT TIME ZONE 'utc'
  WHERE path = shown AND removed_at IS NULL
    AND NOT EXISTS (SELECT FROM product_media WHERE product_media.file = shown)
    AND NOT EXISTS (SELECT FROM gift_wrapping WHERE gift_wrapping.image = shown);
END
$$;

CREATE OR REPLACE FUNCTION "remove_media_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM remove_unused_image(OLD.file);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION "remove_wrapping_image"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM remove_unused_image(OLD.image);
  RETURN NULL;
END
$$;
