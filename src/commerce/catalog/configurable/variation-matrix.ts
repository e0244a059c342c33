import type { CatalogContext } from "../catalog-context.js";
import { inputError } from "../../../api/call/errors.js";
import type { CustomAttribute } from "../attributes/custom-attribute.types.js";
import type { Product } from "../products/product.types.js";
import { attributeNotFound } from "./configurable-options.js";
import type { ConfigurableOption } from "./product-configurable.types.js";
import { type AttributeChoices, readChoices } from "./variations.sql.js";

const notVisible = 1;
const enabled = 1;

/** The values of one variation, in the order of the attributes. */
type Combination = readonly CustomAttribute[];

/**
 * Generates one product for each combination of the options' values, without saving it. The first option changes
 * slowest. Throws 404 for an unknown attribute, 400 for more variations than one bulk call can create.
 */
export async function generateVariations(
  product: Product,
  options: readonly ConfigurableOption[],
  { db, config }: CatalogContext,
): Promise<Product[]> {
  const names = options.map(({ attribute_id: name }) => {
    if (!name) throw inputError("Option attribute ID is not specified.");
    return name;
  });
  const attributes = await readChoices(db, names);
  const axes = options.map((option) => axisOf(option, attributes));
  const count = axes.reduce((product, axis) => product * axis.length, axes.length === 0 ? 0 : 1);
  if (count > config.PORTICO_BULK_LIMIT) {
    throw inputError("The options have %1 combinations. The limit is %2.", [count, config.PORTICO_BULK_LIMIT]);
  }
  return combinations(axes).map((values) => variationOf(product, values));
}

/** Returns the chosen values of an attribute in the attribute's order; unknown values are ignored. */
function axisOf(option: ConfigurableOption, attributes: readonly AttributeChoices[]): Combination {
  const name = option.attribute_id ?? "";
  const attribute = attributes.find(({ id, code }) => code === name || String(id) === name);
  if (!attribute) throw attributeNotFound(name);
  const chosen = new Set((option.values ?? []).map(({ value_index: value }) => String(value)));
  return attribute.values
    .filter((value) => chosen.has(value))
    .map((value) => ({ attribute_code: attribute.code, value }));
}

function combinations(axes: readonly Combination[]): Combination[] {
  if (axes.length === 0) return [];
  return axes.reduce<Combination[]>(
    (found, axis) => found.flatMap((values) => axis.map((value) => [...values, value])),
    [[]],
  );
}

function variationOf(product: Product, values: Combination): Product {
  const suffix = values.map(({ value }) => `-${String(value)}`).join("");
  const { id: _id, extension_attributes: extension, ...rest } = product;
  const { configurable_product_options: _options, configurable_product_links: _links, ...shared } = extension ?? {};
  const codes = new Set(values.map(({ attribute_code: code }) => code));
  const others = (product.custom_attributes ?? []).filter(({ attribute_code: code }) => !codes.has(code));
  return {
    ...rest,
    sku: product.sku + suffix,
    name: (product.name ?? "") + suffix,
    status: product.status ?? enabled,
    visibility: notVisible,
    extension_attributes: shared,
    product_links: product.product_links ?? [],
    tier_prices: product.tier_prices ?? [],
    custom_attributes: [...others, ...values],
  };
}
