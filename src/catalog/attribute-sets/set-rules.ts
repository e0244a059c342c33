import type { Db } from "../../db/database.js";
import { inputError, missing, noSuchEntity } from "../../call/errors.js";
import type { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import type { AttributeGroupSearchResults } from "./attribute-sets.types.js";
import { searchGroups } from "./attribute-groups.rows.js";
import { readSet, type StoredSet } from "./attribute-sets.rows.js";

export const products = "catalog_product";

/** A set of whatever entity type; 404 where there is none. */
export async function setById(db: Db, setId: number): Promise<StoredSet> {
  const found = await readSet(db, setId);
  if (!found) throw noSuchEntity("id", setId);
  return found;
}

/** A set of products; 404 where there is no set, 400 where it is one of something else. */
export async function productSet(db: Db, setId: number): Promise<StoredSet> {
  const found = await setById(db, setId);
  if (found.entityTypeCode !== products) throw inputError("Provided Attribute set non product Attribute set.");
  return found;
}

/** The groups of the set that the criteria name. 400 where they name none, 404 where there is no such set. */
export async function groupsOfSet(db: Db, criteria: SearchCriteria): Promise<AttributeGroupSearchResults> {
  const filters = (criteria.filter_groups ?? []).flatMap((group) => group.filters ?? []);
  const setId = filters.find(({ field }) => field === "attribute_set_id")?.value;
  if (!setId) throw missing(["attribute_set_id"]);
  const id = /^\d{1,9}$/.test(setId) ? Number(setId) : undefined;
  if (id === undefined || !(await readSet(db, id))) throw noSuchEntity("attributeSetId", setId);
  return searchGroups(db, criteria);
}
