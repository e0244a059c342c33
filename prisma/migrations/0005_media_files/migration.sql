-- Some file systems do not tell `A.jpg` from `a.jpg`.
CREATE UNIQUE INDEX "media_file_path_lower_key" ON "media_file" (lower("path"));

-- What the storage has to let go of.
CREATE INDEX "media_file_due_idx" ON "media_file" ("removed_at") WHERE "removed_at" IS NOT NULL AND "gone_at" IS NULL;

-- A file that nothing shows any more is removed, whatever took the last entry away: a save, or the end of its product.
CREATE FUNCTION "remove_media_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE media_file SET removed_at = now() AT TIME ZONE 'utc'
  WHERE path = OLD.file AND removed_at IS NULL
    AND NOT EXISTS (SELECT FROM product_media WHERE product_media.file = OLD.file);
  RETURN NULL;
END
$$;

CREATE TRIGGER "product_media_deleted" AFTER DELETE ON "product_media"
  FOR EACH ROW EXECUTE FUNCTION "remove_media_file"();

CREATE TRIGGER "product_media_replaced" AFTER UPDATE OF "file" ON "product_media"
  FOR EACH ROW WHEN (OLD.file IS DISTINCT FROM NEW.file) EXECUTE FUNCTION "remove_media_file"();
