-- Names and codes that are unique in any case get a column with the text in lower case.
ALTER TABLE "tax_class" ADD COLUMN "class_name_key" TEXT;
UPDATE "tax_class" SET "class_name_key" = lower("class_name");
ALTER TABLE "tax_class" ALTER COLUMN "class_name_key" SET NOT NULL;
DROP INDEX "tax_class_class_type_class_name_key";
CREATE UNIQUE INDEX "tax_class_class_type_class_name_key_key" ON "tax_class" ("class_type", "class_name_key");

ALTER TABLE "tax_rate" ADD COLUMN "code_key" TEXT;
UPDATE "tax_rate" SET "code_key" = lower("code");
ALTER TABLE "tax_rate" ALTER COLUMN "code_key" SET NOT NULL;
DROP INDEX "tax_rate_code_key";
CREATE UNIQUE INDEX "tax_rate_code_key_key" ON "tax_rate" ("code_key");

ALTER TABLE "tax_rule" ADD COLUMN "code_key" TEXT;
UPDATE "tax_rule" SET "code_key" = lower("code");
ALTER TABLE "tax_rule" ALTER COLUMN "code_key" SET NOT NULL;
DROP INDEX "tax_rule_code_key";
CREATE UNIQUE INDEX "tax_rule_code_key_key" ON "tax_rule" ("code_key");
