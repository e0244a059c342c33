-- Identifiers of content, and names and codes of attribute sets and groups, get a column with the text in lower case.
ALTER TABLE "cms_page" ADD COLUMN "identifier_key" TEXT;
UPDATE "cms_page" SET "identifier_key" = lower("identifier");
ALTER TABLE "cms_page" ALTER COLUMN "identifier_key" SET NOT NULL;
DROP INDEX "cms_page_identifier_idx";
CREATE INDEX "cms_page_identifier_key_idx" ON "cms_page"("identifier_key");

ALTER TABLE "cms_block" ADD COLUMN "identifier_key" TEXT;
UPDATE "cms_block" SET "identifier_key" = lower("identifier");
ALTER TABLE "cms_block" ALTER COLUMN "identifier_key" SET NOT NULL;
DROP INDEX "cms_block_identifier_idx";
CREATE INDEX "cms_block_identifier_key_idx" ON "cms_block"("identifier_key");

ALTER TABLE "attribute_set" ADD COLUMN "name_key" TEXT;
UPDATE "attribute_set" SET "name_key" = lower("name");
ALTER TABLE "attribute_set" ALTER COLUMN "name_key" SET NOT NULL;
DROP INDEX "attribute_set_name_in_any_case";
DROP INDEX "attribute_set_entity_type_id_name_key";
CREATE UNIQUE INDEX "attribute_set_entity_type_id_name_key_key" ON "attribute_set"("entity_type_id", "name_key");

ALTER TABLE "attribute_group" ADD COLUMN "name_key" TEXT, ADD COLUMN "code_key" TEXT;
UPDATE "attribute_group" SET "name_key" = lower("name"), "code_key" = lower("code");
ALTER TABLE "attribute_group" ALTER COLUMN "name_key" SET NOT NULL, ALTER COLUMN "code_key" SET NOT NULL;
DROP INDEX "attribute_group_name_in_any_case";
DROP INDEX "attribute_group_code_in_any_case";
DROP INDEX "attribute_group_attribute_set_id_name_key";
CREATE UNIQUE INDEX "attribute_group_attribute_set_id_name_key_key" ON "attribute_group"("attribute_set_id", "name_key");
CREATE UNIQUE INDEX "attribute_group_attribute_set_id_code_key_key" ON "attribute_group"("attribute_set_id", "code_key");
