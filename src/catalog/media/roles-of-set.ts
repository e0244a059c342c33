import type { Context } from "../../call/context.js";
import type { CatalogAttribute } from "../attributes/attribute.types.js";
import { readAttributesOfSet } from "../attributes/attributes.sql.js";
import { readSetId } from "./product-media.sql.js";

/** Returns the roles available in an attribute set; none for an unknown set. */
export async function rolesOfSet(name: string, { db, scope }: Context): Promise<CatalogAttribute[]> {
  const id = await readSetId(db, name);
  if (id === undefined) return [];
  const attributes = await readAttributesOfSet(db, { entityType: "catalog_product", storeId: scope.storeId }, id);
  return attributes.filter(({ frontend_input: input }) => input === "media_image");
}
