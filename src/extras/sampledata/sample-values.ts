import { isVariation, type SampleProduct } from "./sample-products.js";
import type { SampleStores } from "./sample-stores.sql.js";

/** A value document: attribute values by code, as stored in the catalog. */
export type ValueDocument = Readonly<Record<string, string>>;

/** Returns the default values of a product, which store views can override. */
export function globalValues(product: SampleProduct, { attributes }: SampleStores): ValueDocument {
  const { name, sku, typeId, choice } = product;
  const option = choice?.label === undefined ? undefined : attributes[choice.code].options.get(choice.label);
  return {
    name,
    description: `<p>${name} is one of Portico's sample products.</p>`,
    short_description: `${name}, for trying things out.`,
    meta_title: name,
    url_key: sku,
    status: "1",
    visibility: isVariation(product) ? "1" : "4",
    tax_class_id: "2",
    options_container: "container2",
    msrp_display_actual_price_type: "0",
    ...(isShipped(product) ? { weight: `${1 + (product.number % 9)}.500000` } : {}),
    ...(choice && option !== undefined ? { [choice.code]: String(option) } : {}),
    ...(typeId === "bundle" ? bundleValues(product) : {}),
    ...(typeId === "downloadable" ? downloadableValues : {}),
  };
}

/**
 * Returns the translation of a product. Only every fourth product has one; store views show the default values of the
 * others.
 */
export function translatedValues({ number, sku }: SampleProduct, language: "de" | "fr"): ValueDocument | undefined {
  if (number % 4 !== 1) return undefined;
  return language === "de"
    ? { name: `Beispielartikel ${sku}`, short_description: "Zum Ausprobieren." }
    : { name: `Article d'exemple ${sku}`, short_description: "Pour essayer." };
}

/** A bundle has no weight here: its weight is the sum of its parts. */
const isShipped = ({ typeId }: SampleProduct) => typeId === "simple" || typeId === "configurable";

const bundleValues = ({ hasFixedPrice }: SampleProduct) => ({
  price_type: hasFixedPrice ? "1" : "0",
  price_view: "0",
  sku_type: "0",
  weight_type: "0",
  // Shipped separately, because its parts are at several sources.
  shipment_type: "1",
});

const downloadableValues = {
  links_purchased_separately: "1",
  links_exist: "1",
  links_title: "Files",
  samples_title: "Samples",
};
