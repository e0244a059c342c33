import type { Db } from "../../../platform/db/database.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { inputError, noSuchEntity } from "../../../api/call/errors.js";
import { readEntityTypeId, readSet, type StoredSet } from "./attribute-sets.rows.js";

export const products = "catalog_product";

/** Returns a set of any entity type. Throws 404 if there is none. */
export async function requireSet(db: Db, setId: number): Promise<StoredSet> {
  const found = await readSet(db, setId);
  if (!found) throw noSuchEntity("id", setId);
  return found;
}

/** Returns a product attribute set. Throws 404 if there is none, 400 if it belongs to another entity type. */
export async function requireProductSet(db: Db, setId: number): Promise<StoredSet> {
  const found = await requireSet(db, setId);
  if (found.entityTypeCode !== products) throw inputError("Provided Attribute set non product Attribute set.");
  return found;
}

/** Throws 400 for a filter by an unknown entity type. */
export async function checkEntityTypes(db: Db, { filter_groups: groups }: SearchCriteria): Promise<void> {
  const filters = (groups ?? []).flatMap((group) => group.filters ?? []);
  for (const { field, value, condition_type: type } of filters) {
    if (field !== "entity_type_code" || (type ?? "eq") !== "eq") continue;
    const code = value ?? "";
    if ((await readEntityTypeId(db, code)) === undefined) throw inputError("Invalid entity_type specified: %1", [code]);
  }
}
