import type { Config } from "../../../../config.js";
import type { StoreScope } from "../../../../api/call/context.js";
import { toStoredValue } from "../../attributes/attribute-values.js";
import { priceCodes } from "./given-values.js";
import type { AttributeFacts, SaveFacts, StoredValue } from "../../attributes/product-attributes.sql.js";
import { valueEmpty } from "../product-errors.js";
import type { ValueChanges } from "../../value-documents.sql.js";

/** Attributes whose values derive from other data. */
const derived: ReadonlySet<string> = new Set(["quantity_and_stock_status", "tier_price", "gallery", "minimal_price"]);

/** The properties of a product that matter for its values. */
export interface ValuesTarget {
  readonly typeId: string;
  readonly isNew: boolean;
  readonly scope: StoreScope;
  readonly priceScope: Config["PORTICO_PRICE_SCOPE"];
}

/** Returns the stores whose documents store an attribute's value. All values of a new product are global. */
function storesOf(attribute: AttributeFacts, { isNew, scope, priceScope }: ValuesTarget, facts: SaveFacts) {
  // Every price has the scope of prices, whatever its attribute says.
  const scopeOfAttribute = attribute.frontend_input === "price" ? priceScope : attribute.scope;
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
    for (const storeId of storesOf(attribute, target, facts)) {
      // Only a store view can store an empty value; null removes its own value, so that the global one applies.
      const stored = value === "" && storeId === 0 ? null : value;
      if (stored === "" || (stored === null && storeId === 0)) checkRequired(attribute);
      if (isInherited(attribute, values.get(attribute.code), facts.stored_values[storeId]?.[attribute.code])) continue;
      const document = changes.get(storeId) ?? {};
      document[attribute.code] = stored;
      changes.set(storeId, document);
    }
  }
  return changes;
}

/** Backend types of texts and dates. */
const textTypes: ReadonlySet<string | null> = new Set(["varchar", "text", "datetime"]);

/** Whether a store view can store an empty value, which hides the global one. */
const canBeEmpty = ({ backend_type, frontend_input }: AttributeFacts) =>
  textTypes.has(backend_type) && frontend_input !== "media_image";

/**
 * Whether a store view has no text or date of its own and is given the one that it inherits. It stays inherited then, so
 * that a client can read a product and send it back whole.
 */
const isInherited = ({ backend_type }: AttributeFacts, given: unknown, stored: StoredValue | undefined): boolean =>
  stored !== undefined &&
  stored.own === null &&
  textTypes.has(backend_type) &&
  given !== null &&
  String(given) === (stored.inherited ?? "");

/** Codes that responses contain although no attribute has them. Clients send them back with the product. */
const responseOnlyCodes: ReadonlySet<string> = new Set([...derived, "category_ids", "has_options", "required_options"]);

/** Returns the codes of a request that no attribute has. */
export const unknownCodes = (values: ReadonlyMap<string, unknown>, { attributes }: SaveFacts): string[] =>
  [...values.keys()].filter((code) => !attributes.has(code) && !priceCodes.has(code) && !responseOnlyCodes.has(code));

/** Returns the value to store: empty text for an explicit empty value, null for none, undefined to keep the stored one. */
function valueFor(attribute: AttributeFacts, values: ReadonlyMap<string, unknown>, { isNew }: ValuesTarget) {
  const sent = values.get(attribute.code);
  const given = values.has(attribute.code) ? toStoredValue(attribute, sent) : undefined;
  const isCleared = given === null && sent !== null;
  if (!isNew) return isCleared && canBeEmpty(attribute) ? "" : given;
  const value = isCleared ? null : (given ?? toStoredValue(attribute, attribute.default_value || null));
  if (value !== null) return value;
  checkRequired(attribute);
  return undefined;
}

/** Invisible attributes are never required. */
function checkRequired(attribute: AttributeFacts): void {
  if (attribute.is_required && attribute.is_visible && !attribute.default_value) throw valueEmpty(attribute.label);
}
