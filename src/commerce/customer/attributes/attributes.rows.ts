import type { Db } from "../../../platform/db/database.js";
import { fromJson, type Row } from "../../../platform/db/models.js";
import { readOptionSources, type OptionSource } from "./attribute-options.js";
import type { CustomerAttributeMetadata, CustomerAttributeOption } from "./attributes.types.js";
import type { DefinedAttribute } from "./custom-values.js";

/** The entity types with attributes. */
export type AttributeEntity = "customer" | "customer_address";

/** Returns the user-defined attributes of customers or addresses, whose values are in `custom_attributes`. */
export async function readDefinedAttributes(db: Db, entity: AttributeEntity): Promise<DefinedAttribute[]> {
  const attributes = await db.models.customerAttribute.findMany({
    where: { entity, is_user_defined: true },
    select: { code: true, frontend_label: true, is_required: true, is_visible: true },
    orderBy: { id: "asc" },
  });
  return attributes.map(({ code, frontend_label, is_required, is_visible }) => ({
    code,
    label: frontend_label ?? code,
    isRequired: is_required && is_visible,
  }));
}

/** The attributes to read; all of the entity type by default. */
export interface AttributeFilter {
  readonly code?: string;
  /** A form that shows them, such as `customer_account_create`. */
  readonly form?: string;
  readonly isUserDefined?: true;
}

/** Returns the attributes of customers or addresses, in form order. */
export async function readAttributes(
  db: Db,
  entity: AttributeEntity,
  { code, form, isUserDefined }: AttributeFilter = {},
): Promise<CustomerAttributeMetadata[]> {
  const rows = await db.models.customerAttribute.findMany({
    where: {
      entity,
      ...(code === undefined ? {} : { code: code.toLowerCase() }),
      ...(form === undefined ? {} : { used_in_forms: { has: form } }),
      ...(isUserDefined === undefined ? {} : { is_user_defined: true }),
    },
    orderBy: [{ sort_order: "asc" }, { id: "asc" }],
  });
  const sources = rows.map(({ option_source }) => option_source as OptionSource | null);
  const optionsOf = await readOptionSources(db, sources);
  const metadata = rows.map((row, index) => toMetadata(row, { source: sources[index] ?? null, optionsOf }));
  if (code === undefined) return metadata;
  // Read alone, an attribute of no form has no place among others.
  const isInForm = rows.some(({ used_in_forms, is_user_defined }) => used_in_forms.length > 0 || is_user_defined);
  return isInForm ? metadata : metadata.map((attribute) => ({ ...attribute, sort_order: 0 }));
}

interface Options {
  readonly source: OptionSource | null;
  readonly optionsOf: (source: OptionSource) => CustomerAttributeOption[];
}

function toMetadata(row: Row<"customerAttribute">, { source, optionsOf }: Options): CustomerAttributeMetadata {
  const label = row.frontend_label;
  const stored = fromJson<CustomerAttributeOption[]>(row.options);
  return {
    frontend_input: row.frontend_input,
    input_filter: row.input_filter,
    store_label: label,
    validation_rules: fromJson<CustomerAttributeMetadata["validation_rules"]>(row.validation_rules),
    multiline_count: row.multiline_count,
    visible: row.is_visible,
    required: row.is_required,
    data_model: row.code === "postcode" ? "Magento\\Customer\\Model\\Attribute\\Data\\Postcode" : "",
    options: source === null ? withEmptyOption(row.frontend_input, stored) : optionsOf(source),
    frontend_class: row.frontend_class,
    user_defined: row.is_user_defined,
    sort_order: row.sort_order,
    frontend_label: label,
    note: row.note,
    system: row.is_system,
    backend_type: row.backend_type,
    is_used_in_grid: row.is_used_in_grid,
    is_visible_in_grid: row.is_visible_in_grid,
    is_filterable_in_grid: row.is_filterable_in_grid,
    is_searchable_in_grid: row.is_searchable_in_grid,
    attribute_code: row.code,
  };
}

/** The options of a select input start with an empty one. */
const withEmptyOption = (input: string, options: CustomerAttributeOption[]): CustomerAttributeOption[] =>
  input === "select" && options.length > 0 ? [{ label: " ", value: "" }, ...options] : options;
