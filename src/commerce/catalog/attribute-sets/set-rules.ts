import type { Db } from "../../../platform/db/database.js";
import { inputError, missing, noSuchEntity } from "../../../api/call/errors.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import type { AttributeGroupSearchResults } from "./attribute-sets.types.js";
import { searchGroups } from "./attribute-groups.rows.js";
import { readSet, type StoredSet } from "./attribute-sets.rows.js";

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

/**
 * Searches the groups of the set in the `attribute_set_id` filter. Throws 400 without this filter, 404 for an unknown
 * set.
 */
export async function searchGroupsOfSet(db: Db, criteria: SearchCriteria): Promise<AttributeGroupSearchResults> {
  const filters = (criteria.filter_groups ?? []).flatMap((group) => group.filters ?? []);
  const setId = filters.find(({ field }) => field === "attribute_set_id")?.value;
  if (!setId) throw missing(["attribute_set_id"]);
  const id = /^\d{1,9}$/.test(setId) ? Number(setId) : undefined;
  if (id === undefined || !(await readSet(db, id))) throw noSuchEntity("attributeSetId", setId);
  return searchGroups(db, criteria);
}
