import type { Db } from "../../../platform/db/database.js";
import type { Context } from "../../../api/call/context.js";
import { alreadyExists, inputError, invalid, missing, tooLong } from "../../../api/call/errors.js";
import { toDecimal } from "../../../api/contract/scalars.js";
import { checkCode, codeFromLabel } from "./attribute-codes.js";
import { attributeNotFound, usedByConfigurables } from "./attribute-errors.js";
import { filterableWith, type Flags, isOn, mergeFlags } from "./attribute-flags.js";
import {
  type AttributeWithOptions,
  hasOwnOptions,
  checkDefaultOption,
  saveOptions,
} from "./options/attribute-options.js";
import { parseTimestamp } from "./attribute-values.js";
import { deleteStoreViewValues, blockProductSaves } from "./attribute-values.sql.js";
import {
  type AttributeValues,
  insertAttribute,
  isUsedByConfigurables,
  lockAttribute,
  readFlags,
  replaceLabels,
  type StoredAttribute,
  updateAttribute,
  writeFlags,
} from "./attribute-writes.rows.js";
import type { CatalogAttribute } from "./attribute.types.js";
import { hasOptions, inputTypes } from "./input-types.js";
import { readAttributes } from "./product-attributes.sql.js";

const products = "catalog_product";
const scopes: ReadonlySet<string> = new Set(["store", "website", "global"]);

/**
 * Creates a product attribute with its options and returns its code. Throws 400 for a missing label, an unknown input
 * type, and a code that is malformed, reserved or taken.
 */
export async function addAttribute(given: CatalogAttribute, ctx: Context): Promise<string> {
  if (!given.frontend_labels?.length && !given.default_frontend_label) throw missing(["frontend_label"]);
  const label = sentLabel(given);
  if (label === undefined) throw invalid("frontend_label", null);
  const code = given.attribute_code || codeFromLabel(label);
  checkCode(code);
  const type = inputTypes.get(given.frontend_input ?? "");
  if (!type) throw invalid("frontend_input", given.frontend_input ?? null);
  const input = type.storedAs ?? given.frontend_input ?? "";
  const before = { ...defaultValues, frontend_input: input, backend_type: type.backendType };
  const values = mergedValues(
    {
      ...given,
      ...(type.applyTo ? { apply_to: [...type.applyTo] } : {}),
      ...(given.options?.length && hasOptions(input) ? { default_value: given.default_value ?? "" } : {}),
    },
    before,
  );
  const id = await insertAttribute(ctx.db, {
    ...values,
    entityType: products,
    code,
    frontend_input: input,
    backend_type: type.backendType,
  });
  if (id === undefined) throw alreadyExists("%1 already exists.", ["Attribute with the same code"]);
  const { default_value } = values;
  await saveParts({ id, code, frontend_input: input, is_user_defined: true, default_value }, given, ctx);
  return code;
}

/**
 * Updates the given properties of a product attribute and returns its code. Code, input type and backend type cannot be
 * changed. A request with the id of the attribute also clears the product types and the flag of the advanced search unless
 * it sets them, as in Magento. Throws 404 for an unknown code, 400 for a change of scope while product variations use the attribute.
 */
export async function changeAttribute(given: CatalogAttribute, ctx: Context): Promise<string> {
  const code = given.attribute_code ?? "";
  if (given.scope != null) await blockProductSaves(ctx.db);
  const stored = await lockAttribute(ctx.db, products, code);
  if (!stored) throw attributeNotFound(code);
  const values = mergedValues(
    given.attribute_id && !isOn(given.is_searchable) ? { ...given, is_visible_in_advanced_search: "0" } : given,
    given.attribute_id ? { ...stored, apply_to: [] } : stored,
  );
  await changeScope(stored, values.scope, ctx);
  await updateAttribute(ctx.db, stored.id, values);
  await saveParts({ ...stored, default_value: values.default_value }, given, ctx);
  return stored.code;
}

/** Whether a product attribute has the code. */
export async function hasAttribute(code: string, { db }: Context): Promise<boolean> {
  return (await readAttributes(db, [code])).has(code);
}

/** Input types whose values the storefront can offer as filters. */
const filterable: ReadonlySet<string | null> = new Set(["select", "multiselect", "boolean", "price"]);

/** Returns the number in `is_filterable` of a product attribute. Throws 404 for an unknown attribute. */
export async function readFilterable(db: Db, code: string): Promise<number> {
  const flags = await readFlags(db, products, code);
  if (!flags) throw attributeNotFound(code);
  return filterableWith(flags);
}

/**
 * Sets the number in `is_filterable` of a product attribute. Throws 404 for an unknown attribute, 400 for an input type
 * that cannot be a filter.
 */
export async function setFilterable(db: Db, code: string, number: number): Promise<void> {
  const stored = await lockAttribute(db, products, code);
  if (!stored) throw attributeNotFound(code);
  if (number !== 0 && !filterable.has(stored.frontend_input)) throw invalid("is_filterable", number);
  await writeFlags(db, stored.id, { ...stored.flags, is_filterable: number !== 0, filterable_with: number });
}

async function changeScope(stored: StoredAttribute, scope: string, { db }: Context): Promise<void> {
  if (scope === stored.scope) return;
  if (await isUsedByConfigurables(db, stored.id, null)) {
    throw inputError("Do not change the scope. %1", [usedByConfigurables]);
  }
  if (scope === "global") await deleteStoreViewValues(db, stored.code);
}

async function saveParts(attribute: AttributeWithOptions, given: CatalogAttribute, ctx: Context): Promise<void> {
  if (given.frontend_labels?.length) {
    const labels = given.frontend_labels.map(
      ({ store_id, label }) => [store_id ?? 0, checkedLabel(label ?? "")] as const,
    );
    const own = labels.filter(([storeId, label]) => storeId !== 0 && label !== "");
    await replaceLabels(ctx.db, attribute.id, new Map(own));
  }
  if (given.default_value && attribute.default_value && hasOwnOptions(attribute)) {
    await checkDefaultOption(attribute, attribute.default_value, ctx);
  }
  if (given.options) await saveOptions(attribute, given.options, ctx);
}

type Before = AttributeValues & Pick<StoredAttribute, "frontend_input" | "backend_type">;

const defaultValues: AttributeValues = {
  frontend_label: "",
  frontend_class: null,
  note: null,
  position: 0,
  scope: "global",
  is_required: false,
  is_unique: false,
  default_value: null,
  apply_to: [],
  flags: {},
};

/** Merges the request into the stored values. An unknown scope is ignored, as in Magento. */
function mergedValues(given: CatalogAttribute, before: Before): AttributeValues {
  return {
    frontend_label: sentLabel(given) ?? before.frontend_label,
    frontend_class: given.frontend_class === undefined ? before.frontend_class : given.frontend_class || null,
    note: given.note === undefined ? before.note : given.note || null,
    position: given.position ?? before.position,
    scope: given.scope != null && scopes.has(given.scope) ? given.scope : before.scope,
    is_required: given.is_required ?? before.is_required,
    is_unique: given.is_unique == null ? before.is_unique : isOn(given.is_unique),
    default_value: given.default_value ? checkedDefault(given.default_value, before) : defaultAfter(given, before),
    apply_to: given.apply_to ?? before.apply_to,
    flags: mergedFlags(mergeFlags(before.flags, given), before.frontend_input),
  };
}

/** An attribute that is not searchable is not in the advanced search; text from the rich text editor may contain HTML. */
const mergedFlags = (flags: Flags, frontendInput: string | null): Flags => ({
  ...flags,
  ...(flags.is_searchable ? {} : { is_visible_in_advanced_search: false }),
  ...(frontendInput === "textarea" && flags.is_wysiwyg_enabled ? { is_html_allowed_on_front: true } : {}),
});

function sentLabel(given: CatalogAttribute): string | undefined {
  const ofAdministration = given.frontend_labels?.findLast(({ store_id }) => store_id === 0)?.label;
  const label = given.default_frontend_label || ofAdministration;
  return label ? checkedLabel(label) : undefined;
}

function checkedLabel(label: string): string {
  if ([...label].length > 255) throw tooLong("Label", 255);
  return label;
}

/** Null clears the default, an absent one stays. */
const defaultAfter = ({ default_value: given }: CatalogAttribute, before: Before) =>
  given === undefined ? before.default_value : given;

function checkedDefault(given: string, { backend_type, frontend_input }: Before): string {
  const value = given.trim();
  if (value === "") return "";
  if (backend_type === "decimal" && toDecimal(value) === undefined) {
    throw inputError("The default decimal value is invalid. Verify the value and try again.");
  }
  if (backend_type === "datetime") {
    const parsed = parseTimestamp(value);
    if (parsed === undefined) throw inputError("The default date is invalid. Verify the date and try again.");
    return parsed;
  }
  const isWhole = /^[+-]?\d{1,9}$/.test(value);
  if (backend_type === "int" && !isWhole) throw invalid("default_value", value);
  if (frontend_input === "boolean" && !["0", "1"].includes(value)) throw invalid("default_value", value);
  return value;
}
