-- Two names that differ in case alone are one name to Magento, and to those who look for them.
CREATE UNIQUE INDEX "tax_class_class_type_class_name_key" ON "tax_class" ("class_type", lower("class_name"));
CREATE UNIQUE INDEX "tax_rate_code_key" ON "tax_rate" (lower("code"));
CREATE UNIQUE INDEX "tax_rule_code_key" ON "tax_rule" (lower("code"));
CREATE INDEX "cms_page_identifier_idx" ON "cms_page" (lower("identifier"));
CREATE INDEX "cms_block_identifier_idx" ON "cms_block" (lower("identifier"));
