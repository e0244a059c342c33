import type { Context } from "../../call/context.js";
import { inputError } from "../../call/errors.js";
import { attributeNotFound, systemAttribute, usedByConfigurables } from "./attribute-errors.js";
import { dropValuesOf, keepSavesOut } from "./attribute-values.rows.js";
import { isUsedByConfigurables, lockAttribute, removeAttribute } from "./attribute-writes.rows.js";

/** Costs have operations of their own, which the attribute stands for. */
const neverDeleted: ReadonlySet<string> = new Set(["cost"]);

/**
 * Removes an attribute of products with its options, its places in sets, and all its values. Throws a 404 for a code that
 * no attribute has, a 400 for one of the system and for one that variations of a product differ by.
 */
export async function deleteAttribute(code: string, { db }: Context): Promise<void> {
  await keepSavesOut(db);
  const attribute = await lockAttribute(db, "catalog_product", code);
  if (!attribute) throw attributeNotFound(code);
  if (!attribute.is_user_defined || neverDeleted.has(code)) throw systemAttribute();
  if (await isUsedByConfigurables(db, attribute.id, null)) throw inputError(usedByConfigurables);
  await removeAttribute(db, attribute.id);
  await dropValuesOf(db, code, null);
}
