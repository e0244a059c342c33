-- Paths are unique in any case, and get a column with the path in lower case.
ALTER TABLE "media_file" ADD COLUMN "path_key" TEXT;
UPDATE "media_file" SET "path_key" = lower("path");
ALTER TABLE "media_file" ALTER COLUMN "path_key" SET NOT NULL;
DROP INDEX "media_file_path_lower_key";
CREATE UNIQUE INDEX "media_file_path_key_key" ON "media_file"("path_key");
