import { serviceUrl } from "../../../api/http/address.js";
import { readSettings, readStoreViews, storeConfigOf, storeConfigPaths } from "../../store/published.js";
import { storeNotFound } from "../../store/published.structure.js";
import type { StoreConfig } from "../../store/stores.types.js";
import type { CatalogContext } from "../catalog-context.js";
import type { Amount } from "../../../platform/money/amount.js";
import { currencyText } from "../../../platform/money/currency-text.js";
import { inputError } from "../../../api/call/errors.js";
import { compileSearch } from "../../../api/search-criteria/compile-sql.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { readScope } from "../products/find/find-products.js";
import { localTime } from "../../../api/contract/dates.js";
import { productFields } from "../products/find/product-fields.sql.js";
import { type PartRow, readParts, readRendered, type RenderRow } from "./product-render.sql.js";
import type { ProductRender, ProductRenderImage } from "./product-render.types.js";
import type { ValueDocument } from "../value-documents.sql.js";
import { compositeTypes } from "../products/product-kinds.js";
import { pricesOf } from "./render-prices.js";

/** The image that Magento's default theme shows in listings. */
const imageCode = "recently_viewed_products_grid_content_widget";
const imageSide = "300";

/**
 * Returns the data that a storefront needs to list products. Throws 404 for an unknown store view, 400 for a currency
 * without a rate.
 */
export async function renderProducts(
  criteria: SearchCriteria,
  { storeId, currencyCode }: { readonly storeId: number; readonly currencyCode: string },
  ctx: CatalogContext,
): Promise<ProductRender[]> {
  const { db, config } = ctx;
  const store = (await readStoreViews(db)).find(({ id }) => id === storeId && id !== 0);
  if (!store) throw storeNotFound();
  const shop = storeConfigOf(store, await readSettings(db, storeConfigPaths), serviceUrl(config));
  if (shop.base_currency_code !== currencyCode) {
    throw inputError('Undefined rate from "%1-%2".', [shop.base_currency_code, currencyCode]);
  }
  const scope = readScope(storeId, ctx);
  const field = await productFields(criteria, scope, db);
  const search = compileSearch(criteria, { field, tieBreaker: "p.id", values: [storeId] });
  const found = await readRendered(db, scope, search);
  const composite = found.filter(({ type_id }) => compositeTypes.has(type_id)).map(({ id }) => id);
  const parts = await readParts(db, scope, composite);
  return found.map((row) => render(row, parts.get(row.id) ?? [], shop));
}

function render(row: RenderRow, parts: readonly PartRow[], shop: StoreConfig): ProductRender {
  const values = { ...row.global_values, ...row.view_values };
  const style = { locale: shop.locale, currency: shop.base_currency_code };
  const now = localTime(new Date(), shop.timezone);
  const format = (amount: Amount) => `<span class="price">${currencyText(amount, style)}</span>`;
  return {
    add_to_cart_button: button(row, `${shop.base_url}checkout/cart/add/product/${row.id}/`, row.required_options),
    add_to_compare_button: button(row, `${shop.base_url}catalog/product_compare/add/`, false),
    price_info: pricesOf(row, parts, { now, format }),
    images: images(values, shop),
    url: `${shop.base_url}${values["url_key"] ? `${values["url_key"]}.html` : `catalog/product/view/id/${row.id}`}`,
    id: row.id,
    name: values["name"] ?? "",
    type: row.type_id,
    is_salable: "1",
    store_id: shop.id,
    currency_code: shop.base_currency_code,
  };
}

const button = ({ id }: RenderRow, url: string, requiresOptions: boolean) => ({
  post_data: JSON.stringify({ action: url, data: { product: String(id) } }),
  url,
  required_options: requiresOptions,
});

function images(values: ValueDocument, shop: StoreConfig): ProductRenderImage[] {
  const file = values["small_image"] ?? values["image"];
  if (file == null || file === "no_selection") return [];
  return [
    {
      url: `${shop.base_media_url}catalog/product${file}`,
      code: imageCode,
      height: imageSide,
      width: imageSide,
      label: values["small_image_label"] ?? values["name"] ?? "",
      resized_width: imageSide,
      resized_height: imageSide,
    },
  ];
}
