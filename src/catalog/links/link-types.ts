import type { ProductLinkAttribute, ProductLinkType } from "./product-link.types.js";

/** Link types, in Magento's order. */
export const linkTypes: readonly ProductLinkType[] = [
  { code: 1, name: "related" },
  { code: 5, name: "crosssell" },
  { code: 4, name: "upsell" },
  { code: 3, name: "associated" },
];

const codes: ReadonlyMap<string, number> = new Map(linkTypes.map(({ code, name }) => [name, code]));

/** Returns Magento's numeric code of a link type, or undefined for an unknown type. */
export const codeOfLinkType = (name: string): number | undefined => codes.get(name);

/** The link type of a grouped product to its products. */
export const associated = "associated";

/** Returns the attributes of a link type; an empty list for an unknown type. */
export function attributesOfLinkType(name: string): ProductLinkAttribute[] {
  if (!codes.has(name)) return [];
  const position = { code: "position", type: "int" };
  return name === associated ? [position, { code: "qty", type: "decimal" }] : [position];
}
