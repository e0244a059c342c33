import type { Context } from "../../../api/call/context.js";
import { inputError } from "../../../api/call/errors.js";
import { attributeNotFound, systemAttribute, usedByConfigurables } from "./attribute-errors.js";
import { deleteAttributeValues, blockProductSaves } from "./attribute-values.sql.js";
import { isUsedByConfigurables, lockAttribute, deleteAttributeRow } from "./attribute-writes.rows.js";

/** Costs have operations of their own; the attribute only represents them. */
const neverDeleted: ReadonlySet<string> = new Set(["cost"]);

/**
 * Deletes a product attribute with its options, its assignments to sets and all its values. Throws 404 for an unknown
 * code, 400 for a system attribute and for an attribute that product variations use.
 */
export async function deleteAttribute(code: string, { db }: Context): Promise<void> {
  await blockProductSaves(db);
  const attribute = await lockAttribute(db, "catalog_product", code);
  if (!attribute) throw attributeNotFound(code);
  if (!attribute.is_user_defined || neverDeleted.has(attribute.code)) throw systemAttribute();
  if (await isUsedByConfigurables(db, attribute.id, null)) throw inputError(usedByConfigurables);
  await deleteAttributeRow(db, attribute.id);
  await deleteAttributeValues(db, attribute.code, null);
}
