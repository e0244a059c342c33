import type { ValueOf } from "../../../api/contract/closed-set.js";
import { linkType } from "../closed-sets.types.js";
import type { ProductLinkAttribute, ProductLinkType } from "./product-link.types.js";

const codes: Readonly<Record<ValueOf<typeof linkType>, number>> = {
  related: 1,
  crosssell: 5,
  upsell: 4,
  associated: 3,
};

/** Link types, in Magento's order. */
export const linkTypes: readonly ProductLinkType[] = linkType.list.map((name) => ({ code: codes[name], name }));

/** Returns Magento's numeric code of a link type, or undefined for an unknown type. */
export const codeOfLinkType = (name: string): number | undefined => (linkType.has(name) ? codes[name] : undefined);

/** The link type of a grouped product to its products. */
export const associated = "associated";

/** Returns the attributes of a link type; an empty list for an unknown type. */
export function attributesOfLinkType(name: string): ProductLinkAttribute[] {
  if (!linkType.has(name)) return [];
  const position = { code: "position", type: "int" };
  return name === associated ? [position, { code: "qty", type: "decimal" }] : [position];
}
