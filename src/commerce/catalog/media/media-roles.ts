import { type RoleRow, readSetId } from "./product-media.sql.js";
import type { Context } from "../../../api/call/context.js";
import type { CatalogAttribute } from "../attributes/attribute.types.js";
import { readAttributesOfSet } from "../attributes/attributes.sql.js";

/** The value of an empty role that hides the global image. */
const noSelection = "no_selection";

/** A gallery entry after the save; without `types` it keeps its roles. */
export interface EntryRoles {
  readonly file: string;
  readonly types?: readonly string[] | null | undefined;
}

/**
 * Returns the changes of a product's image roles in one store view or globally (0). If several entries claim a role,
 * the last one gets it. A role that no entry claims anymore is emptied, which hides the global image in a store view.
 * Null deletes a value.
 */
export function changedRoles(
  roles: readonly RoleRow[],
  shown: readonly EntryRoles[],
  storeId: number,
): Record<string, string | null> {
  const changes: Record<string, string | null> = {};
  for (const { code, value, global_value: globalValue } of roles) {
    const wanted = shown.findLast(({ types }) => types?.includes(code))?.file;
    const isReleased = shown.some(({ file, types }) => file === value && types != null);
    if (wanted !== undefined && wanted !== value) changes[code] = wanted;
    if (wanted === undefined && isReleased) changes[code] = storeId !== 0 && globalValue !== null ? noSelection : null;
  }
  return changes;
}

/** Returns the roles available in an attribute set; none for an unknown set. */
export async function readRolesOfSet(name: string, { db, scope }: Context): Promise<CatalogAttribute[]> {
  const id = await readSetId(db, name);
  if (id === undefined) return [];
  const attributes = await readAttributesOfSet(db, { entityType: "catalog_product", storeId: scope.storeId }, id);
  return attributes.filter(({ frontend_input: input }) => input === "media_image");
}
