import type { SoldProduct } from "../../catalog/published.sale.js";
import { type Chosen, inOrder, valueIds } from "./chosen.js";

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

/** Returns the SKUs of chosen options. Several values of an option have one, with an empty part for a value without SKU. */
const optionSkus = ({ options }: SoldProduct, { custom_options: chosen = [] }: Chosen): string[] =>
  inOrder(options ?? []).flatMap((option) => {
    const given = chosen.find(({ option_id }) => option_id === String(option.option_id));
    if (!given) return [];
    const skuOf = (id: string) => option.values?.find(({ option_type_id }) => String(option_type_id) === id)?.sku ?? "";
    const sku = option.values ? valueIds(given.option_value).map(skuOf).join("-") : option.sku;
    return sku ? [sku] : [];
  });
