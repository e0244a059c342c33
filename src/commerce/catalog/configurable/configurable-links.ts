import type { Db } from "../../../platform/db/database.js";
import { inputError, notFound } from "../../../api/call/errors.js";
import { compositeTypes } from "../products/product-kinds.js";
import {
  lockVariations,
  includeVariationValues,
  readOptionCodes,
  replaceVariations,
  type Variation,
} from "./variations.sql.js";

/**
 * Replaces the variations of a configurable product. Throws 404 for an unknown id, 400 for a composite product, a
 * product without a value for one of the attributes, and two products with the same values.
 */
export async function saveConfigurableLinks(productId: number, childIds: readonly number[], db: Db): Promise<void> {
  const ids = [...new Set(childIds)];
  const codes = await readOptionCodes(db, productId);
  checkVariations(await lockVariations(db, ids, codes), codes);
  await replaceVariations(db, productId, ids);
  await includeVariationValues(db, productId);
}

function checkVariations(variations: readonly Variation[], codes: readonly string[]): void {
  const seen = new Map<string, number>();
  for (const { id, type_id: typeId, values } of variations) {
    if (typeId === null) throw notFound('The product with ID "%1" does not exist.', [id]);
    if (compositeTypes.has(typeId)) {
      throw inputError("The configurable product can't contain another composite product.");
    }
    const missingCode = codes.find((_, index) => values[index] == null);
    if (missingCode !== undefined) {
      throw inputError('Product with id "%1" does not contain required attribute "%2".', [id, missingCode]);
    }
    const key = JSON.stringify(values);
    const other = seen.get(key);
    if (codes.length > 0 && other !== undefined) {
      throw inputError('Products "%1" and "%2" have the same set of attribute values.', [id, other]);
    }
    seen.set(key, id);
  }
}
