import type { ProductLinkAttribute, ProductLinkType } from "./product-link.types.js";

/** The types of link, in Magento's order. */
export const linkTypes: readonly ProductLinkType[] = [
  { code: 1, name: "related" },
  { code: 5, name: "crosssell" },
  { code: 4, name: "upsell" },
  { code: 3, name: "associated" },
];

const codes: ReadonlyMap<string, number> = new Map(linkTypes.map(({ code, name }) => [name, code]));

/** Magento's number of a type of link; undefined for an unknown type. */
export const codeOfLinkType = (name: string): number | undefined => codes.get(name);

/** The type of the products that make up a grouped product. */
export const associated = "associated";

/** What a link of a type has besides the two products; an unknown type has nothing. */
export function attributesOfLinkType(name: string): ProductLinkAttribute[] {
  if (!codes.has(name)) return [];
  const position = { code: "position", type: "int" };
  return name === associated ? [position, { code: "qty", type: "decimal" }] : [position];
}
