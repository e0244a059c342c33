import { type RoleRow, readSetId } from "./product-media.sql.js";
import type { Context } from "../../../api/call/context.js";
import type { ValueChanges } from "../value-documents.sql.js";
import type { CatalogAttribute } from "../attributes/attribute.types.js";
import { readAttributesOfSet } from "../attributes/attributes.sql.js";

/** The value of an empty role that hides the global image. */
const noSelection = "no_selection";

/** A gallery entry after the save; without `types` it keeps its roles. */
export interface EntryRoles {
  readonly file: string;
  readonly types?: readonly string[] | null | undefined;
  readonly label: string | null;
  /** The label of the store view, if it has its own. */
  readonly ownLabel: string | null;
}

/** Roles whose image label is an attribute of the product, such as `image_label`. */
const labelled: ReadonlySet<string> = new Set(["image", "small_image", "thumbnail"]);

/**
 * Returns the changes of a product's image roles, and of the attributes with the labels of the images. If several entries
 * claim a role, the last one gets it. A role that no entry claims anymore is emptied, which hides the global image in a
 * store view.
 */
export function changedRoles(roles: readonly RoleRow[], shown: readonly EntryRoles[]): ValueChanges {
  const changes: ValueChanges = new Map();
  const change = (scope: number, code: string, value: string | null) =>
    changes.set(scope, { ...changes.get(scope), [code]: value });
  for (const { code, scope, value, own_value: own, global_value: globalValue, store_id: storeId } of roles) {
    const entry = shown.findLast(({ types }) => types?.includes(code)) ?? shown.find(({ file }) => file === value);
    if (!entry) continue;
    const isReleased = entry.types != null && !entry.types.includes(code);
    const after = isReleased ? (scope !== 0 && globalValue !== null ? noSelection : null) : entry.file;
    if (after !== value) change(scope, code, after);
    if (labelled.has(code)) {
      const isInherited = scope !== 0 && after === globalValue;
      const label = entry.ownLabel ?? (isInherited ? null : entry.label);
      change(scope, `${code}_label`, (isReleased ? null : label) || null);
    }
    if (scope !== storeId && own !== null) change(storeId, code, null);
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
