import type { StoreScope } from "../../../../api/call/context.js";
import { toStoredValue } from "../../attributes/attribute-values.js";
import { priceCodes } from "./given-values.js";
import type { AttributeFacts, SaveFacts } from "../../attributes/product-attributes.sql.js";
import { valueEmpty } from "../product-errors.js";
import type { ValueChanges } from "../../value-documents.sql.js";

/** Attributes whose values derive from other data. */
const derived: ReadonlySet<string> = new Set(["quantity_and_stock_status", "tier_price", "gallery", "minimal_price"]);

/** The properties of a product that matter for its values. */
export interface ValuesTarget {
  readonly typeId: string;
  readonly isNew: boolean;
  readonly scope: StoreScope;
}

/** Returns the stores whose documents store an attribute's value. All values of a new product are global. */
function storesOf(scopeOfAttribute: AttributeFacts["scope"], target: ValuesTarget, facts: SaveFacts) {
  const { isNew, scope } = target;
  if (isNew || scope.storeId === 0 || scopeOfAttribute === "global") return [0];
  return scopeOfAttribute === "store" ? [scope.storeId] : facts.website_store_ids;
}

/** Whether the value documents of a product of this type store the attribute. */
const isStoredInDocument = (attribute: AttributeFacts, typeId: string): boolean =>
  attribute.backend_type !== "static" &&
  !priceCodes.has(attribute.code) &&
  !derived.has(attribute.code) &&
  (attribute.apply_to.length === 0 || attribute.apply_to.includes(typeId));

/**
 * Returns the changes of the value documents. Unknown attribute codes and attributes of other product types are
 * ignored. Throws 400 for a value of the wrong type and for a required attribute without a value.
 */
export function changedValues(
  values: ReadonlyMap<string, unknown>,
  target: ValuesTarget,
  facts: SaveFacts,
): ValueChanges {
  const changes: ValueChanges = new Map();
  for (const attribute of facts.attributes.values()) {
    if (!isStoredInDocument(attribute, target.typeId)) continue;
    const value = valueFor(attribute, values, target);
    if (value === undefined) continue;
    for (const storeId of storesOf(attribute.scope, target, facts)) {
      if (value === null && storeId === 0) checkRequired(attribute);
      const document = changes.get(storeId) ?? {};
      document[attribute.code] = value;
      changes.set(storeId, document);
    }
  }
  return changes;
}

/** Codes that responses contain although no attribute has them. Clients send them back with the product. */
const responseOnlyCodes: ReadonlySet<string> = new Set([...derived, "category_ids", "has_options", "required_options"]);

/** Returns the codes of a request that no attribute has. */
export const unknownCodes = (values: ReadonlyMap<string, unknown>, { attributes }: SaveFacts): string[] =>
  [...values.keys()].filter((code) => !attributes.has(code) && !priceCodes.has(code) && !responseOnlyCodes.has(code));

/** Returns the value to store; undefined keeps the stored value. */
function valueFor(attribute: AttributeFacts, values: ReadonlyMap<string, unknown>, { isNew }: ValuesTarget) {
  const given = values.has(attribute.code) ? toStoredValue(attribute, values.get(attribute.code)) : undefined;
  if (!isNew) return given;
  const value = given ?? toStoredValue(attribute, attribute.default_value);
  if (value !== null && value !== "") return value;
  checkRequired(attribute);
  return undefined;
}

/** Invisible attributes are never required. */
function checkRequired(attribute: AttributeFacts): void {
  if (attribute.is_required && attribute.is_visible && !attribute.default_value) throw valueEmpty(attribute.label);
}
