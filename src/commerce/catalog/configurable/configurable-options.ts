import type { Db } from "../../../platform/db/database.js";
import { aggregate, inputError, notFound, type Reason } from "../../../api/call/errors.js";
import { drawIds } from "../products/save/new-ids.sql.js";
import { invalidProduct } from "../products/product-errors.js";
import { withOwnValues } from "../products/find/store-values.js";
import {
  type ChoiceAttribute,
  lockAttributes,
  type OptionRow,
  readStoredOptions,
  removeOtherOptions,
  writeOptions,
} from "./configurable.rows.js";
import type { ConfigurableOption } from "./product-configurable.types.js";

/** A configurable product whose row is locked by the transaction. */
export interface Configurable {
  readonly id: number;
  /** The store whose labels are written; 0 for the global labels. */
  readonly storeId: number;
}

/** 404 for an unknown product attribute. */
export const attributeNotFound = (name: string) =>
  notFound('The attribute with a "%1" attributeCode doesn\'t exist. Verify the attribute and try again.', [name]);

/**
 * Replaces the options of a configurable product. Throws 404 for an unknown attribute, 400 for an attribute that cannot
 * distinguish variations and for a new option without label or values.
 */
export async function saveConfigurableOptions(
  product: Configurable,
  options: readonly ConfigurableOption[],
  db: Db,
): Promise<void> {
  const stored = await readStoredOptions(db, product.id);
  const rows = await optionRows(product, { options, stored }, db);
  const kept = rows.map(({ id }) => id);
  if (stored.some(({ id }) => !kept.includes(id))) await removeOtherOptions(db, product.id, kept);
  await writeOptions(db, rows);
}

/** Saves one option of a product and returns its id; other options stay. Throws as `saveConfigurableOptions` does. */
export async function saveOneOption(product: Configurable, option: ConfigurableOption, db: Db): Promise<number> {
  const stored = await readStoredOptions(db, product.id);
  if (option.id && !stored.some(({ id }) => id === option.id)) {
    throw notFound('Option with id "%1" not found', [option.id]);
  }
  const [row] = await optionRows(product, { options: [option], stored }, db);
  if (!row) throw inputError("Something went wrong while saving option.");
  await writeOptions(db, [row]);
  return row.id;
}

interface Given {
  readonly options: readonly ConfigurableOption[];
  readonly stored: readonly OptionRow[];
}

/** Returns the rows to write, based on stored options with the same id or attribute. Throws 400 for a repeated attribute. */
async function optionRows(product: Configurable, { options, stored }: Given, db: Db): Promise<OptionRow[]> {
  const names = options.flatMap(({ attribute_id: name }) => (name ? [name] : []));
  const attributes = await lockAttributes(db, names);
  const attributeOf = (name: string) => attributes.find(({ id, code }) => code === name || String(id) === name);
  const matched = options.map((option) => {
    const attribute = option.attribute_id ? attributeOf(option.attribute_id) : undefined;
    const byId = stored.find(({ id }) => id === option.id);
    const before = byId ?? stored.find(({ attribute_id: id }) => id === attribute?.id);
    return { option, before, attribute: before ? undefined : choiceAttribute(option, attribute) };
  });
  const ids = matched.map(({ before, attribute }) => before?.attribute_id ?? attribute?.id);
  if (new Set(ids).size < ids.length) throw inputError("Product already has this option");
  const fresh = await drawIds(db, "configurable_option", matched.filter(({ before }) => !before).length);
  return matched.map(({ option, before, attribute }) =>
    before
      ? changedRow(product, option, before)
      : newRow(product, option, { id: fresh.shift() ?? 0, attributeId: attribute?.id ?? 0 }),
  );
}

/** Checks the required fields of a new option. Throws one 400 that lists all missing fields. */
export function checkComplete(option: ConfigurableOption): void {
  const reasons: Reason[] = [];
  if (!option.attribute_id) reasons.push({ message: "Option attribute ID is not specified." });
  if (!option.label) reasons.push({ message: "Option label is not specified." });
  if (!option.values || option.values.length === 0) reasons.push({ message: "Option values are not specified." });
  for (const { value_index: value } of option.values ?? []) {
    if (!value) reasons.push({ message: "Value index is not specified for an option." });
  }
  if (reasons.length > 0) throw aggregate(reasons);
}

/** Returns the attribute of a new option. Throws 404 if it is unknown, 400 if it is not a `select` attribute. */
function choiceAttribute(option: ConfigurableOption, attribute: ChoiceAttribute | undefined): ChoiceAttribute {
  checkComplete(option);
  if (!attribute) throw attributeNotFound(option.attribute_id ?? "");
  if (attribute.frontend_input !== "select") {
    throw invalidProduct(`The attribute "${attribute.code}" cannot be used to configure a product.`);
  }
  return attribute;
}

function newRow(
  product: Configurable,
  option: ConfigurableOption,
  { id, attributeId }: { readonly id: number; readonly attributeId: number },
): OptionRow {
  return {
    id,
    product_id: product.id,
    attribute_id: attributeId,
    label: option.label ?? "",
    position: option.position ?? 0,
    is_use_default: option.is_use_default ?? false,
    value_indexes: valueIndexes(option) ?? [],
    by_store: {},
  };
}

/** In a store view, the label is saved for that view only. */
function changedRow({ storeId }: Configurable, option: ConfigurableOption, before: OptionRow): OptionRow {
  const { label } = option;
  return {
    ...before,
    label: (storeId === 0 ? label : undefined) ?? before.label,
    position: option.position ?? before.position,
    is_use_default: option.is_use_default ?? before.is_use_default,
    value_indexes: valueIndexes(option) ?? before.value_indexes,
    by_store: storeId === 0 ? before.by_store : withOwnValues(before.by_store, storeId, { label }),
  };
}

function valueIndexes({ values }: ConfigurableOption): number[] | undefined {
  const given = values?.map(({ value_index: value }) => {
    if (!value) throw inputError("Value index is not specified for an option.");
    return value;
  });
  return given && [...new Set(given)];
}
