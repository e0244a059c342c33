import { addedAttributes } from "../../../api/contract/extension-attributes.js";
import { writeAddedValues } from "../../../api/search-criteria/added-values.sql.js";
import type { Db } from "../../../platform/db/database.js";
import { customerValues } from "../customers.rows.js";
import type { Customer } from "../customers.types.js";

/**
 * Saves the attributes that extensions added to customers. As for other managed fields, those that shoppers may not set are
 * ignored if the caller does not manage customers.
 */
export async function saveAddedFields(
  db: Db,
  { id, given, isManager }: { readonly id: number; readonly given: Customer; readonly isManager: boolean },
): Promise<void> {
  const closed = isManager ? [] : addedAttributes(customerValues.shape).filter((field) => !field.shoppersMaySet);
  const names = new Set(closed.map(({ name }) => name));
  const sent = Object.entries(given.extension_attributes ?? {}).filter(([name]) => !names.has(name));
  await writeAddedValues(db, customerValues, { id, given: Object.fromEntries(sent) });
}
