import type { SoldProduct } from "../../catalog/published.js";
import { type Chosen, valueIds } from "./chosen.js";

/**
 * Returns the SKU of a line. A configurable product has the SKU of its variation; a bundle with a dynamic SKU appends the
 * SKUs of its parts. SKUs of chosen custom options follow.
 */
export function lineSku(product: SoldProduct, chosen: Chosen, parts: readonly SoldProduct[]): string {
  const own = product.type_id === "configurable" ? (parts[0]?.sku ?? product.sku) : product.sku;
  const isDynamic = product.type_id === "bundle" && product.values["sku_type"] !== "1";
  return [own, ...(isDynamic ? parts.map(({ sku }) => sku) : []), ...optionSkus(product, chosen)]
    .join("-")
    .slice(0, maxSkuLength);
}

/** Length of the column. */
const maxSkuLength = 255;

const optionSkus = ({ options }: SoldProduct, { custom_options: chosen = [] }: Chosen): string[] =>
  (options ?? []).flatMap((option) => {
    const given = chosen.find(({ option_id }) => option_id === String(option.option_id));
    if (!given) return [];
    const ids = valueIds(given.option_value);
    const skus = option.values
      ? option.values.filter(({ option_type_id: id }) => ids.includes(String(id))).map(({ sku }) => sku)
      : [option.sku];
    return skus.filter((sku): sku is string => Boolean(sku));
  });
