import type { RoleRow } from "./product-media.sql.js";

/** A role that holds no image, where the global one would show otherwise. */
export const noSelection = "no_selection";

/** An entry as it is after the save; without `types` it keeps the roles that it has. */
export interface ShownEntry {
  readonly file: string;
  readonly types?: readonly string[] | null | undefined;
}

/**
 * What is to change in the roles of a product, in one store view or globally (0). Of several entries that want a role the last one
 * gets it. A role that no entry wants any more is empty: in a store view it hides the global one. Null takes a value away.
 */
export function changedRoles(
  roles: readonly RoleRow[],
  shown: readonly ShownEntry[],
  storeId: number,
): Record<string, string | null> {
  const changes: Record<string, string | null> = {};
  for (const { code, value, global_value: globalValue } of roles) {
    const wanted = shown.findLast(({ types }) => types?.includes(code))?.file;
    const isGivenUp = shown.some(({ file, types }) => file === value && types != null);
    if (wanted !== undefined && wanted !== value) changes[code] = wanted;
    if (wanted === undefined && isGivenUp) changes[code] = storeId !== 0 && globalValue !== null ? noSelection : null;
  }
  return changes;
}
