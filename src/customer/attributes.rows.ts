import type { Db } from "../db/database.js";
import { optionSources, type OptionSource } from "./attribute-options.js";
import type { CustomerAttributeMetadata, CustomerAttributeOption } from "./attributes.types.js";
import type { DefinedAttribute } from "./custom-values.js";

/** The entity types with attributes. */
export type AttributeEntity = "customer" | "customer_address";

/** Returns the user-defined attributes of customers or addresses, whose values are in `custom_attributes`. */
export const readDefinedAttributes = (db: Db, entity: AttributeEntity): Promise<DefinedAttribute[]> =>
  db.query<DefinedAttribute>(
    `select code, coalesce(frontend_label, code) as label, is_required and is_visible as "isRequired"
     from customer_attribute where entity = $1::text and is_user_defined order by id`,
    [entity],
  );

type AttributeRow = Omit<CustomerAttributeMetadata, "data_model"> & { readonly option_source: OptionSource | null };

const columns = `frontend_input, input_filter, coalesce(frontend_label, '') as store_label, validation_rules,
  multiline_count, is_visible as visible, is_required as required, options, option_source, frontend_class,
  is_user_defined as user_defined, sort_order, coalesce(frontend_label, '') as frontend_label, note, is_system as system,
  backend_type, is_used_in_grid, is_visible_in_grid, is_filterable_in_grid, is_searchable_in_grid,
  code as attribute_code`;

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
  const rows = await db.query<AttributeRow>(
    `select ${columns} from customer_attribute
     where entity = $1::text and ($2::text is null or code = $2::text)
       and ($3::text is null or $3::text = any(used_in_forms)) and ($4::boolean is null or is_user_defined)
     order by sort_order, id`,
    [entity, code ?? null, form ?? null, isUserDefined ?? null],
  );
  const optionsOf = await optionSources(
    db,
    rows.map(({ option_source }) => option_source),
  );
  return rows.map(({ option_source, ...row }) => ({
    ...row,
    data_model: "",
    options: option_source === null ? withNone(row) : optionsOf(option_source),
  }));
}

/** A single choice starts with an empty option. */
const withNone = ({ frontend_input, options }: Omit<AttributeRow, "option_source">): CustomerAttributeOption[] =>
  frontend_input === "select" && options.length > 0 ? [{ label: " ", value: "" }, ...options] : options;
