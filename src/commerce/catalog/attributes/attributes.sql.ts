// SQL: models cannot read options that come from several tables, and one statement reads all attributes (a test checks
// this).
import type { Db } from "../../../platform/db/database.js";
import { productTaxClasses } from "../../tax/published.sql.js";
import type { Row } from "../../../platform/db/models.js";
import { type FieldSource, modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchPage } from "../../../api/search-criteria/search-page.sql.js";
import { attributeKey } from "./attribute-codes.js";
import { flagNames, type Flags, flagSql, toFlagFields } from "./attribute-flags.js";
import {
  type AttributeFrontendLabel,
  type AttributeOption,
  CatalogAttribute,
  type CatalogAttributeSearchResults,
} from "./attribute.types.js";
import { hasOptions, inputTypes } from "./input-types.js";

export type EntityTypeCode = "catalog_product" | "catalog_category";

/** The entity type whose attributes are read, and the store view for the option labels. */
export interface AttributeScope {
  readonly entityType: EntityTypeCode;
  readonly storeId: number;
}

/** The columns of an attribute that responses contain, with its labels and options. */
type AttributeRow = Omit<Row<"attribute">, "flags" | "max_length"> & {
  readonly flags: Flags;
  readonly labels: AttributeFrontendLabel[] | null;
  readonly options: AttributeOption[] | null;
};

/** Sort options of a category's products: the position in the category, and the attributes flagged for sorting. */
const sortings = `select p.id, p.code, p.frontend_label, 1, null
    from (select id, code, coalesce(frontend_label, code) as frontend_label from attribute
        where entity_type_id = (select id from entity_type where code = 'catalog_product')
          and (flags ->> 'used_for_sort_by')::boolean
      union all select 0, 'position', 'Position') as p
    where e.code = 'catalog_category' and t.code in ('available_sort_by', 'default_sort_by')`;

/**
 * The options of `tax_class_id` are the current tax classes. `$2` is the store view. Options that users manage are in the
 * order of their labels if they have the same sort order.
 */
const optionList = `(select json_agg(json_build_object('label', o.label, 'value', o.value)
    order by o.sort_order, o.label_order collate "C", o.id)
  from (select o.id, o.value, coalesce(l.label, o.label) as label, o.sort_order,
        case when t.is_user_defined then general_ci(coalesce(l.label, o.label)) end as label_order
      from attribute_option o
      left join attribute_option_label l on l.option_id = o.id and l.store_id = nullif($2::int, 0)
      where o.attribute_id = t.id
    union all
    select c.class_id, c.class_id::text, c.class_name, 1, null from ${productTaxClasses} c
      where t.code = 'tax_class_id'
    union all ${sortings}) as o)`;

const columns = `t.id, t.code, t.entity_type_id, t.frontend_label, t.frontend_input, t.frontend_class, t.note, t.position,
  t.backend_type, t.scope, t.is_required, t.is_unique, t.is_user_defined, t.default_value, t.apply_to, t.flags,
  (select json_agg(json_build_object('store_id', l.store_id, 'label', l.label) order by l.store_id)
    from attribute_label l where l.attribute_id = t.id) as labels,
  ${optionList} as options`;

/** `$1` is the code of the entity type. */
const tables = "attribute t join entity_type e on e.id = t.entity_type_id and e.code = $1::text";

const flagFields = Object.fromEntries(
  flagNames.map((name): [string, FieldSource<"attribute">] => [name, { sql: flagSql(name), type: "boolean" }]),
);

/** Fields by their names in the shape and in Magento's tables, because Magento clients search by both. */
const fields = modelFields("attribute", CatalogAttribute, {
  ...flagFields,
  attribute_id: "id",
  attribute_code: "code",
  entity_type_code: "entity_type.code",
  frontend_label: "frontend_label",
  default_frontend_label: "frontend_label",
  is_global: { sql: "case t.scope when 'global' then 1 when 'website' then 2 else 0 end", type: "integer" },
  apply_to: { sql: "array_to_string(t.apply_to, ',')", type: "text" },
  attribute_set_id: "sets.attribute_set_id",
  attribute_group_id: "sets.attribute_group_id",
  entity_attribute_id: "sets.id",
  sort_order: "sets.sort_order",
});

/** Returns an attribute, or undefined for an unknown code or id. */
export async function readAttribute(
  db: Db,
  { entityType, storeId }: AttributeScope,
  code: string,
): Promise<CatalogAttribute | undefined> {
  const key = attributeKey(code);
  const [condition, value] = "id" in key ? ["t.id = $3::int", key.id] : ["t.code = $3::text", key.code];
  const row = await db.one<AttributeRow>(`select ${columns} from ${tables} where ${condition}`, [
    entityType,
    storeId,
    value,
  ]);
  return row && toAttribute(row);
}

/** Returns the attributes that match the criteria. */
export async function searchAttributes(
  db: Db,
  { entityType, storeId }: AttributeScope,
  searchCriteria: SearchCriteria,
): Promise<CatalogAttributeSearchResults> {
  const page = await searchPage<AttributeRow>(db, searchCriteria, {
    columns,
    from: tables,
    field: (name) => fields.field(name),
    tieBreaker: "t.id",
    // Always true. The options use $2 but the count does not, and PostgreSQL rejects a parameter without a known type.
    condition: "$2::int is not null",
    values: [entityType, storeId],
  });
  return { ...page, items: page.items.map(toAttribute) };
}

/** Returns the attributes of a set, in the order of their places inside their groups. */
export async function readAttributesOfSet(
  db: Db,
  { entityType, storeId }: AttributeScope,
  setId: number,
): Promise<CatalogAttribute[]> {
  const rows = await db.query<AttributeRow>(
    `select ${columns} from ${tables}
     join attribute_set_attribute m on m.attribute_id = t.id and m.attribute_set_id = $3::int
     join attribute_group g on g.id = m.attribute_group_id
     order by m.sort_order, g.sort_order, g.id, t.id`,
    [entityType, storeId, setId],
  );
  return rows.map(toAttribute);
}

function toAttribute(row: AttributeRow): CatalogAttribute {
  const type = row.is_user_defined ? inputTypes.get(row.frontend_input ?? "") : undefined;
  return {
    extension_attributes: { is_pagebuilder_enabled: false },
    ...toFlagFields(row.flags),
    position: row.position,
    apply_to: row.apply_to,
    scope: row.scope,
    attribute_id: row.id,
    attribute_code: row.code,
    frontend_input: row.frontend_input ?? "",
    entity_type_id: String(row.entity_type_id),
    is_required: row.is_required,
    options: toOptions(row),
    is_user_defined: row.is_user_defined,
    ...(row.frontend_label === null ? {} : { default_frontend_label: row.frontend_label }),
    frontend_labels: row.labels ?? [],
    ...(row.note === null ? {} : { note: row.note }),
    backend_type: row.backend_type,
    ...(type?.backendModel === undefined ? {} : { backend_model: type.backendModel }),
    ...(type?.sourceModel === undefined ? {} : { source_model: type.sourceModel }),
    ...(row.default_value === null ? {} : { default_value: row.default_value }),
    is_unique: row.is_unique ? "1" : "0",
    ...(row.frontend_class === null ? {} : { frontend_class: row.frontend_class }),
    validation_rules: [],
  };
}

/** User-defined option lists start with an empty option, as in Magento. */
export const emptyOption = { label: " ", value: "" } as const;

/** A boolean attribute has two options. */
function toOptions({ is_user_defined, frontend_input, options }: AttributeRow): AttributeOption[] {
  if (is_user_defined && hasOptions(frontend_input)) return [emptyOption, ...(options ?? [])];
  if (frontend_input === "boolean" && !options) {
    return [
      { label: "Yes", value: "1" },
      { label: "No", value: "0" },
    ];
  }
  return options ?? [];
}
