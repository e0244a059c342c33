import type { Db } from "../../../platform/db/database.js";
import { readStoreViews } from "../../store/published.js";
import type { CatalogContext } from "../catalog-context.js";
import { couldNotSave } from "../../../api/call/errors.js";
import { productNotFound } from "../products/product-errors.js";
import { lockKnownProduct } from "../products/save/lock-product.js";
import { refreshOptionFlags } from "../products/save/stored-product.sql.js";
import { removeOption, readOptions } from "./product-option.rows.js";
import type { CustomOption } from "./product-option.types.js";
import { optionNotFound, saveOneOption } from "./product-options.js";

/** Returns the custom options of a product in the current store view. Throws 404 for an unknown SKU. */
export async function listCustomOptions(sku: string, { db, scope }: CatalogContext): Promise<CustomOption[]> {
  const options = await readOptions(db, sku, scope.storeId);
  if (!options) throw productNotFound();
  return options;
}

/** Returns one custom option. Throws 404 for an unknown SKU and for an option of another product. */
export async function requireCustomOption(sku: string, optionId: number, ctx: CatalogContext): Promise<CustomOption> {
  const found = (await listCustomOptions(sku, ctx)).find(({ option_id }) => option_id === optionId);
  if (!found) throw optionNotFound(optionId);
  return found;
}

/**
 * Creates or updates an option and returns it in the store view, with its values in the order of the request. Throws 400 without a SKU and for an
 * incomplete option, 404 for an unknown SKU and for an option of another product.
 */
export async function saveCustomOption(option: CustomOption, ctx: CatalogContext): Promise<CustomOption> {
  const { db, scope } = ctx;
  const sku = (option.product_sku ?? "").trim();
  if (sku === "") throw couldNotSave("The ProductSku is empty. Set the ProductSku and try again.");
  const product = await lockKnownProduct(db, sku);
  const owner = { id: product.id, storeId: scope.storeId, priceStoreIds: await priceStoreIds(ctx) };
  const { option_id: optionId, choices } = await saveOneOption(owner, option, db);
  await refreshOptionFlags(db, product.id);
  const saved = await requireCustomOption(product.sku, optionId, ctx);
  const byId = new Map(saved.values?.map((value) => [value.option_type_id, value]));
  const values = saved.values && choices.flatMap(({ option_type_id: id }) => byId.get(id) ?? []);
  const ordered = values ? { ...saved, values } : saved;
  return option.option_id || ctx.answersStored ? ordered : asCreated(option, ordered);
}

/**
 * Returns a new option as Magento answers it, which repeats the request: fields that were not sent are null, and an option
 * has the price and the values that were sent, also if its type has none.
 */
function asCreated(given: CustomOption, saved: CustomOption): CustomOption {
  const { is_require = null, sort_order = null, price, price_type } = given;
  const values = given.values?.map((sent, at) => ({
    ...(saved.values?.[at] ?? sent),
    sort_order: sent.sort_order ?? null,
    price: sent.price ?? null,
    price_type: sent.price_type ?? null,
  }));
  return {
    ...saved,
    is_require,
    sort_order,
    ...(price == null ? {} : { price }),
    ...(price_type == null ? {} : { price_type }),
    ...(saved.type === "file" ? { file_extension: saved.file_extension ?? "" } : {}),
    ...(values ? { values } : {}),
  };
}

/** Deletes an option. Throws 404 for an unknown SKU and for an option of another product. */
export async function deleteCustomOption(db: Db, sku: string, optionId: number): Promise<void> {
  const product = await lockKnownProduct(db, sku);
  if (!(await removeOption(db, product.id, optionId))) throw optionNotFound(optionId);
  await refreshOptionFlags(db, product.id);
}

async function priceStoreIds({ db, scope, config }: CatalogContext): Promise<readonly number[]> {
  if (config.PORTICO_PRICE_SCOPE === "global" || scope.storeId === 0) return [];
  const views = await readStoreViews(db);
  return views.filter(({ website_id }) => website_id === scope.websiteId).map(({ id }) => id);
}
