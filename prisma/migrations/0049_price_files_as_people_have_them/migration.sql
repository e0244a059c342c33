-- How the cells of a file are read, the rows that delete a price, and the rows that deserve a look.
ALTER TABLE "price_import" ADD COLUMN "reading" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "price_import_part" ADD COLUMN "deleted" INTEGER, ADD COLUMN "warned" INTEGER, ADD COLUMN "warnings" TEXT;

-- Parts that have run deleted no price separately: their deletions count as written.
UPDATE "price_import_part" SET "deleted" = 0, "warned" = 0 WHERE "written" IS NOT NULL;

CREATE TABLE "price_import_mapping" (
  "name_key" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "columns" JSONB NOT NULL,
  "kind" TEXT,
  "decimal" TEXT,
  "charset" TEXT,
  "empty" TEXT,

  CONSTRAINT "price_import_mapping_pkey" PRIMARY KEY ("name_key")
);
