import type { CatalogAttribute } from "./attribute.types.js";

/** Flags that are booleans in the shape. */
const booleanFlags = [
  "is_wysiwyg_enabled",
  "is_html_allowed_on_front",
  "used_for_sort_by",
  "is_filterable",
  "is_filterable_in_search",
  "is_used_in_grid",
  "is_visible_in_grid",
  "is_filterable_in_grid",
  "is_visible",
] as const satisfies readonly (keyof CatalogAttribute)[];

/** Flags that are the strings `1` and `0` in the shape. */
const textFlags = [
  "is_searchable",
  "is_visible_in_advanced_search",
  "is_comparable",
  "is_used_for_promo_rules",
  "is_visible_on_front",
  "used_in_product_listing",
] as const satisfies readonly (keyof CatalogAttribute)[];

/** All flags of an attribute, by their names in the shape and in the stored document. */
export const flagNames = [...booleanFlags, ...textFlags] as const;

export type FlagName = (typeof flagNames)[number];

/** The stored flags of an attribute. An absent flag is off, except `is_visible`. */
export type Flags = Readonly<Partial<Record<FlagName, boolean>>> & {
  /** The number that was set for `is_filterable`, if it is not 0 or 1. */
  readonly filterable_with?: number;
};

/** Returns `is_filterable` as a number: 0, 1, or the number that was set. */
export const filterableWith = ({ is_filterable: isFilterable, filterable_with: number }: Flags): number =>
  isFilterable ? (number ?? 1) : 0;

/** SQL expression of a flag of attribute `t`. */
export const flagSql = (name: FlagName): string =>
  `coalesce((t.flags ->> '${name}')::boolean, ${String(name === "is_visible")})`;

/** Converts stored flags to fields of the shape. */
export function toFlagFields(flags: Flags): Partial<CatalogAttribute> {
  return {
    ...Object.fromEntries(booleanFlags.map((name) => [name, flags[name] ?? name === "is_visible"])),
    ...Object.fromEntries(textFlags.map((name) => [name, flags[name] ? "1" : "0"])),
  };
}

/** Returns the flags of the request, over the stored ones. String flags follow PHP's rules for false. */
export function mergeFlags({ filterable_with: number, ...stored }: Flags, attribute: CatalogAttribute): Flags {
  const sent: Partial<Record<FlagName, boolean>> = {};
  for (const name of booleanFlags) if (attribute[name] != null) sent[name] = attribute[name];
  for (const name of textFlags) if (attribute[name] != null) sent[name] = isOn(attribute[name]);
  // A client that sends back what it read keeps the number.
  const keepsNumber = number !== undefined && sent.is_filterable !== false;
  return { ...stored, ...sent, ...(keepsNumber ? { filterable_with: number } : {}) };
}

/** Whether a string flag is on. */
export const isOn = (text: string | null | undefined): boolean =>
  text != null && !["", "0", "false"].includes(text.trim().toLowerCase());
