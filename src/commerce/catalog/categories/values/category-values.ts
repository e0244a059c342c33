import type { StoreScope } from "../../../../api/call/context.js";
import { toStoredValue } from "../../attributes/attribute-values.js";
import type { AttributeFacts } from "../../attributes/product-attributes.sql.js";
import type { Category } from "../category.types.js";
import type { ValueChanges } from "../../value-documents.sql.js";
import { couldNotSaveCategory } from "../category-errors.js";

/** Attributes whose values derive from the position in the tree. */
const derived: ReadonlySet<string> = new Set(["all_children", "path_in_store", "children", "url_path"]);

/** Attributes with a configured default. */
const fromSettings: ReadonlySet<string> = new Set(["available_sort_by", "default_sort_by", "filter_price_range"]);

const ownFields = ["name", "is_active", "include_in_menu", "available_sort_by"] as const;

/**
 * Returns the attribute values of a request, by code. Fields of the shape take precedence over custom attributes; a field
 * with null is ignored, as in Magento.
 */
export function givenCategoryValues(category: Category): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const { attribute_code, value } of category.custom_attributes ?? []) {
    // The contract types these as lists, although a category has one default.
    const isList = attribute_code === "default_sort_by" && Array.isArray(value);
    const isListed = attribute_code === "available_sort_by" && Array.isArray(value);
    values.set(attribute_code, (isList ? value[0] : isListed ? value.join(",") : value) ?? null);
  }
  for (const code of ownFields) {
    const value = category[code];
    if (value != null) values.set(code, toAttributeValue(value));
  }
  return values;
}

/** Returns a field of the shape as the attribute's value: a number for a boolean, a text for a list. */
function toAttributeValue(value: string | boolean | readonly string[]): string | number {
  if (typeof value === "boolean") return Number(value);
  return typeof value === "string" ? value : value.join(",");
}

export interface ValuesTarget {
  readonly isNew: boolean;
  readonly scope: StoreScope;
  readonly attributes: ReadonlyMap<string, AttributeFacts>;
}

/** Returns the store whose document stores store-scoped values. All values of a new category are global. */
export const storeOf = ({ isNew, scope }: Pick<ValuesTarget, "isNew" | "scope">): number => (isNew ? 0 : scope.storeId);

/**
 * Returns the changes of the value documents. Unknown attribute codes are ignored. Throws 400 for a value of the wrong
 * type and for a required attribute without a value.
 */
export function changedCategoryValues(values: ReadonlyMap<string, unknown>, target: ValuesTarget): ValueChanges {
  const changes: ValueChanges = new Map();
  for (const attribute of target.attributes.values()) {
    if (attribute.backend_type === "static" || derived.has(attribute.code)) continue;
    const storeId = attribute.scope === "store" ? storeOf(target) : 0;
    const value = valueFor(attribute, { values, storeId, isNew: target.isNew });
    if (value === undefined) continue;
    const document = changes.get(storeId) ?? {};
    document[attribute.code] = value;
    changes.set(storeId, document);
  }
  return changes;
}

interface ValueContext {
  readonly values: ReadonlyMap<string, unknown>;
  readonly storeId: number;
  readonly isNew: boolean;
}

/** Returns the value to store; null deletes the stored value, undefined keeps it. */
function valueFor(attribute: AttributeFacts, { values, storeId, isNew }: ValueContext): string | null | undefined {
  const isGiven = values.has(attribute.code);
  if (!isGiven && !isNew) return undefined;
  const given = isGiven ? toStoredValue(attribute, values.get(attribute.code)) : null;
  if (given !== null || storeId !== 0) return given;
  const value = isNew || attribute.is_required ? attribute.default_value || null : null;
  if (value === null && attribute.is_required && !fromSettings.has(attribute.code)) {
    throw couldNotSaveCategory(`The "${attribute.label}" attribute value is empty. Set the attribute and try again.`);
  }
  return value ?? (isNew ? undefined : null);
}
