import type { Db } from "../../../platform/db/database.js";
import { inputError, notFound } from "../../../api/call/errors.js";
import { attributeNotFound, systemAttribute, usedByConfigurables } from "../attributes/attribute-errors.js";
import { deleteAttributeValues, blockProductSaves } from "../attributes/attribute-values.sql.js";
import { isUsedByConfigurables, lockAttribute, type StoredAttribute } from "../attributes/attribute-writes.rows.js";
import { lockGroup, placeAttribute, removeFromSet } from "./attribute-groups.rows.js";
import { readSet } from "./attribute-sets.rows.js";
import { groupNotFound } from "./save-group.js";
import { products } from "./set-rules.js";

export interface Assignment {
  readonly setId: number;
  readonly groupId: number;
  readonly code: string;
  readonly sortOrder: number;
}

/**
 * Assigns a product attribute to a group of a set and returns the id of the assignment. Throws 404 for an unknown set,
 * group or attribute, 400 for a set of another entity type and for a group of another set.
 */
export async function assignAttribute(db: Db, { setId, groupId, code, sortOrder }: Assignment): Promise<number> {
  const found = await readSet(db, setId);
  if (!found) {
    throw notFound('The AttributeSet with a "%1" ID doesn\'t exist. Verify the attributeSet and try again.', [setId]);
  }
  if (found.entityTypeCode !== products) {
    throw inputError("The attribute set ID is incorrect. Verify the ID and try again.");
  }
  const attribute = await lockAttribute(db, products, code);
  const group = await lockGroup(db, groupId);
  if (!group) throw groupNotFound(groupId);
  if (group.attribute_set_id !== setId) throw inputError("The attribute group doesn't belong to the attribute set.");
  if (!attribute) throw attributeNotFound(code);
  return placeAttribute(db, {
    attribute_set_id: setId,
    attribute_group_id: groupId,
    attribute_id: attribute.id,
    sort_order: sortOrder,
  });
}

/**
 * Removes an attribute from a set, and its values from the products of the set. Throws 404 for an unknown set or
 * attribute, 400 for an attribute that is not in the set, a system attribute, or an attribute that product variations
 * use.
 */
export async function unassignAttribute(db: Db, setId: string, code: string): Promise<void> {
  await blockProductSaves(db);
  const found = /^\d{1,9}$/.test(setId) ? await readSet(db, Number(setId)) : undefined;
  if (found?.entityTypeCode !== products) {
    throw notFound('The "%1" attribute set wasn\'t found. Verify and try again.', [setId]);
  }
  const id = found.set.attribute_set_id;
  const attribute = await lockAttribute(db, products, code);
  if (!attribute) throw attributeNotFound(code);
  if (!(await isUnlocked(db, attribute, id))) {
    throw inputError("Attribute '%1' is locked. %2", [code, usedByConfigurables]);
  }
  const wasIn = await removeFromSet(db, id, attribute.id);
  if (!wasIn) {
    const reason = 'The "%1" attribute wasn\'t found in the "%2" attribute set. Enter the attribute and try again.';
    throw inputError(reason, [code, setId]);
  }
  if (!attribute.is_user_defined) throw systemAttribute();
  await deleteAttributeValues(db, attribute.code, id);
}

const isUnlocked = async (db: Db, { id, is_user_defined }: StoredAttribute, setId: number): Promise<boolean> =>
  !is_user_defined || !(await isUsedByConfigurables(db, id, setId));
