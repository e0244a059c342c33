-- What the storage has to let go of.
CREATE INDEX "private_file_removed_idx" ON "private_file" ("removed_at") WHERE "removed_at" IS NOT NULL;

-- A file that no product has any more is removed, whatever took it away: a save, or the end of the product.
CREATE FUNCTION "remove_downloadable_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE private_file SET removed_at = now() AT TIME ZONE 'utc' WHERE storage_key = OLD.storage_key;
  RETURN NULL;
END
$$;

CREATE TRIGGER "downloadable_file_deleted" AFTER DELETE ON "downloadable_file"
  FOR EACH ROW EXECUTE FUNCTION "remove_downloadable_file"();
