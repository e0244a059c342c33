import { createHash } from "node:crypto";
import { toUrlKey } from "../../store/published.urls.js";
import { inputError, invalid } from "../../../api/call/errors.js";

const longest = 60;

/** Codes that product fields or search fields already use. */
const reserved: ReadonlySet<string> = new Set([
  "id",
  "entity_id",
  "product_id",
  "attribute_set_id",
  "attribute_set",
  "type_id",
  "type",
  "store",
  "store_id",
  "store_ids",
  "website_id",
  "website_ids",
  "category",
  "category_id",
  "category_collection",
  "extension_attributes",
  "custom_attributes",
  "media_gallery_entries",
  "media_gallery_images",
  "options",
  "product_links",
  "tier_prices",
  "final_price",
  "position",
  "qty",
  "stock_item",
]);

/** Returns the key of an attribute, which callers name by its code, in any case, or by its id. */
export const attributeKey = (given: string): { readonly id: number } | { readonly code: string } =>
  /^\d{1,9}$/.test(given) ? { id: Number(given) } : { code: given.toLowerCase() };

/** Derives the code of an attribute from its label, as Magento does. */
export function codeFromLabel(label: string): string {
  const code = toUrlKey(label).replaceAll("-", "_").slice(0, longest);
  if (/^[a-z][a-z_0-9]{0,29}[a-z0-9]$/.test(code)) return code;
  return `attr_${code || createHash("sha256").update(label).digest("hex").slice(0, 8)}`.slice(0, longest);
}

/** Throws 400 for a code that is malformed, too long or reserved. */
export function checkCode(code: string): void {
  if (!/^[a-z][a-z_0-9]*$/.test(code)) throw invalid("attribute_code", code);
  if (code.length > longest) {
    throw inputError(`An attribute code must not be less than 1 and more than ${String(longest)} characters.`);
  }
  if (reserved.has(code)) {
    throw inputError("The attribute code '%1' is reserved by system. Please try another attribute code", [code]);
  }
}
