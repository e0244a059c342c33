import { asAmount, asPercent, hundredPercent } from "../../../../platform/money/amount.js";
import { percent, subtract } from "../../../../platform/money/arithmetic.js";
import { round } from "../../../../platform/money/rounding.js";
import type { ProductTierPrice } from "../../../pricing/tier-prices/product-tier-price.types.js";
import { addedAttributes } from "../../../../api/contract/extension-attributes.js";
import { toAddedValues } from "../../../../api/search-criteria/added-values.sql.js";
import type { Selection } from "../../../../api/call/answer/selection.js";
import type { CustomAttribute } from "../../attributes/custom-attribute.types.js";
import { toMediaEntry } from "../../media/product-media.sql.js";
import type { TierPriceRow } from "../../../pricing/published.sql.js";
import { type PartsToRead, type ProductRow, productValues } from "../product.sql.js";
import type { Product, ProductExtension } from "../product.types.js";
import { toStockItem } from "../../../inventory/published.js";

/** Attributes that have a field of their own in the shape. */
const ownFields: ReadonlySet<string> = new Set(["name", "status", "visibility", "weight"]);

/**
 * Returns the price of a product. Configurable products and bundles with a dynamic price are priced by their parts and
 * have the price 0, grouped products have none.
 */
function priceOf({ type_id: type, price }: ProductRow, values: Readonly<Record<string, string | null>>) {
  if (type === "grouped") return undefined;
  if (type === "configurable" || (type === "bundle" && values["price_type"] !== "1")) return "0";
  return price ?? (type === "bundle" ? "0" : undefined);
}

/**
 * Returns the parts to read for a selection; without one, all parts. Lists omit stock unless it is requested by name,
 * as in Magento.
 */
export function partsToRead(selection: Selection | undefined, within: "one" | "list"): PartsToRead {
  const has = (name: string) => selection === undefined || selection.has(name);
  const extension = selection?.at("extension_attributes");
  const hasExtension = (name: string) =>
    has("extension_attributes") && (extension === undefined || extension.has(name));
  return {
    websites: hasExtension("website_ids"),
    categories: hasExtension("category_links") || has("custom_attributes"),
    tierPrices: has("tier_prices"),
    media: has("media_gallery_entries"),
    options: has("options"),
    links: has("product_links"),
    stock: within === "one" ? hasExtension("stock_item") : (extension?.has("stock_item") ?? false),
    added: addedAttributes(productValues.shape).some(({ name }) => hasExtension(name)),
  };
}

/** Whether the weight of a product is the sum of the selections that a customer chooses. */
const hasDynamicWeight = ({ type_id }: ProductRow, values: Readonly<Record<string, string | null>>) =>
  type_id === "bundle" && values["weight_type"] !== "1";

/** Returns the product in the form of the shape; parts that were not read are absent. */
export function toProduct(row: ProductRow): Product {
  const values: Record<string, string | null> = { ...row.global_values, ...row.view_values };
  const weight = hasDynamicWeight(row, values) ? "0" : values["weight"];
  const price = priceOf(row, values);
  return {
    id: row.id,
    sku: row.sku,
    ...(values["name"] == null ? {} : { name: values["name"] }),
    attribute_set_id: row.attribute_set_id,
    ...(price === undefined ? {} : { price }),
    ...(values["status"] == null ? {} : { status: Number(values["status"]) }),
    ...(values["visibility"] == null ? {} : { visibility: Number(values["visibility"]) }),
    type_id: row.type_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(weight == null ? {} : { weight }),
    extension_attributes: extension(row),
    product_links: row.links ?? [],
    options: row.options ?? [],
    media_gallery_entries: (row.media ?? []).map((entry) => toMediaEntry(entry, values)),
    tier_prices: (row.tier_prices ?? []).map((tier) => tierPrice(tier, row.price)),
    custom_attributes: customAttributes(row, values),
  };
}

function extension(row: ProductRow): ProductExtension {
  const links = (row.categories ?? []).map(([id, position]) => ({ position, category_id: String(id) }));
  return {
    ...(row.website_ids === undefined ? {} : { website_ids: [...(row.website_ids ?? [])] }),
    ...(links.length > 0 ? { category_links: links } : {}),
    ...(row.stock ? { stock_item: toStockItem(row.stock, row.stock_settings ?? null) } : {}),
    ...toAddedValues(productValues.shape, row.added),
  };
}

function customAttributes(row: ProductRow, values: Readonly<Record<string, string | null>>): CustomAttribute[] {
  const found: CustomAttribute[] = [];
  const add = (attribute_code: string, value: unknown) => found.push({ attribute_code, value });
  for (const code in values) {
    const value = values[code];
    // An empty text in a store view hides the global value.
    if (value && !ownFields.has(code)) add(code, value);
  }
  if (row.special_price !== null) add("special_price", row.special_price);
  if (row.special_from !== null) add("special_from_date", row.special_from);
  if (row.special_to !== null) add("special_to_date", row.special_to);
  if (row.cost !== null) add("cost", row.cost);
  add("required_options", row.required_options ? "1" : "0");
  add("has_options", row.has_options ? "1" : "0");
  if (row.categories !== undefined) {
    add(
      "category_ids",
      (row.categories ?? []).map(([id]) => String(id)),
    );
  }
  return found;
}

/** Converts a tier price to the form of the shape. A percentage also has the resulting amount. */
function tierPrice(row: TierPriceRow, price: string | null): ProductTierPrice {
  const { customer_group_id, qty, value, percentage_value, website_id } = row;
  const amount = () =>
    round(percent(asAmount(price ?? 0), subtract(hundredPercent, asPercent(percentage_value ?? 0))), 6);
  return {
    customer_group_id,
    qty,
    value: value ?? amount(),
    extension_attributes: { ...(percentage_value === null ? {} : { percentage_value }), website_id },
  };
}
