-- Names and codes of the groups of a set are unique in any case, as under the collation that Magento's tables have.
CREATE UNIQUE INDEX "attribute_group_name_in_any_case" ON "attribute_group" ("attribute_set_id", lower("name"));
CREATE UNIQUE INDEX "attribute_group_code_in_any_case" ON "attribute_group" ("attribute_set_id", lower("code"));
