import { countryOptions } from "../../directory/published.js";
import type { Context } from "../../call/context.js";
import type { CatalogAttribute } from "./attribute.types.js";

/** Fills in the country options of `country_of_manufacture` if the attribute is in the list. */
export async function withCountries<Attribute extends CatalogAttribute>(
  attributes: readonly Attribute[],
  { db, scope }: Pick<Context, "db" | "scope">,
): Promise<Attribute[]> {
  const hasCountries = ({ attribute_code }: CatalogAttribute) => attribute_code === "country_of_manufacture";
  if (!attributes.some(hasCountries)) return [...attributes];
  const options = await countryOptions(db, scope);
  return attributes.map((attribute) => (hasCountries(attribute) ? { ...attribute, options } : attribute));
}
