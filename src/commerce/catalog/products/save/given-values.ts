import type { Product } from "../product.types.js";

/** Codes whose values are stored as prices. */
export const priceCodes: ReadonlySet<string> = new Set([
  "price",
  "special_price",
  "special_from_date",
  "special_to_date",
  "cost",
]);

const ownFields = ["name", "price", "status", "visibility", "weight"] as const;
const ownCodes: ReadonlySet<string> = new Set(ownFields);

/** Returns the attribute values of a request, by code. Custom attributes that are fields of the shape are ignored. */
export function givenValues(product: Product): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const { attribute_code, value } of product.custom_attributes ?? []) {
    if (!ownCodes.has(attribute_code)) values.set(attribute_code, value ?? null);
  }
  for (const code of ownFields) {
    const value = product[code];
    if (value !== undefined) values.set(code, value);
  }
  return values;
}
