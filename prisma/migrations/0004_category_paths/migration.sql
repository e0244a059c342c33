-- A subtree is a range of paths, from '1/2' to just before '1/20', where paths compare by their bytes.
ALTER TABLE "category" ALTER COLUMN "path" TYPE VARCHAR(255) COLLATE "C";
-- Whether an address is taken among the children of a category is looked up by the key.
CREATE INDEX "category_values_url_key" ON "category_values" (("data" ->> 'url_key'));
-- Clients search by the parent, and say 0 for none.
CREATE INDEX "category_parent_or_0" ON "category" ((coalesce("parent_id", 0)));
