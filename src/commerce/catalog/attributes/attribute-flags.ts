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
export type Flags = Readonly<Partial<Record<FlagName, boolean>>>;

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

/** Returns the flags of the request. String flags follow PHP's rules for false. */
export function sentFlags(attribute: CatalogAttribute): Flags {
  const sent: Partial<Record<FlagName, boolean>> = {};
  for (const name of booleanFlags) if (attribute[name] != null) sent[name] = attribute[name];
  for (const name of textFlags) if (attribute[name] != null) sent[name] = isOn(attribute[name]);
  return sent;
}

/** Whether a string flag is on. */
export const isOn = (text: string | null | undefined): boolean =>
  text != null && !["", "0", "false"].includes(text.trim().toLowerCase());
