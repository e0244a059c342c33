import type { Db } from "../../platform/db/database.js";
import { fromJson, type Row } from "../../platform/db/models.js";
import type { CustomerAttributeMetadata } from "../customer/attributes/attributes.types.js";

interface Option {
  readonly id: string;
  readonly label: string;
  /** Labels by the id of the store view. */
  readonly labels: Readonly<Record<string, string>>;
}

/** An attribute of returns. */
export interface ReturnAttribute extends Omit<Row<"rmaAttribute">, "options" | "labels"> {
  readonly labels: Readonly<Record<string, string>>;
  readonly options: readonly Option[];
}

/** Returns the attributes of returns, in the order of forms. */
export async function readReturnAttributes(db: Db): Promise<ReturnAttribute[]> {
  const rows = await db.models.rmaAttribute.findMany({ orderBy: [{ sort_order: "asc" }, { code: "asc" }] });
  return rows.map((row) => ({
    ...row,
    labels: fromJson<ReturnAttribute["labels"]>(row.labels),
    options: fromJson<readonly Option[]>(row.options),
  }));
}

/** Returns an attribute as its shape, with the labels of a store view. */
export function toMetadata(attribute: ReturnAttribute, storeId: number): CustomerAttributeMetadata {
  const { code, frontend_input, label, labels, sort_order, is_required, is_user_defined, options } = attribute;
  const isSelect = frontend_input === "select";
  const none = { label: " ", value: "" };
  const shown = options.map((option) => ({ value: option.id, label: option.labels[String(storeId)] ?? option.label }));
  return {
    frontend_input,
    input_filter: "",
    store_label: labels[String(storeId)] ?? label,
    validation_rules: [],
    multiline_count: isSelect ? 0 : 1,
    visible: true,
    required: is_required,
    data_model: "",
    options: isSelect ? [none, ...shown] : [],
    frontend_class: is_required ? "required-entry" : "",
    user_defined: is_user_defined,
    sort_order,
    frontend_label: label,
    note: "",
    system: !is_user_defined,
    backend_type: isSelect ? "int" : "varchar",
    is_used_in_grid: false,
    is_visible_in_grid: false,
    is_filterable_in_grid: false,
    is_searchable_in_grid: false,
    attribute_code: code,
  };
}
