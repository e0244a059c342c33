import type { CatalogContext } from "../catalog-context.js";
import { inputError, notFound } from "../../../api/call/errors.js";
import { retypeStock } from "../../inventory/published.js";
import { readProductsByIds } from "../products/find/find-products.js";
import { productNotFound, productOptionNotFound } from "../products/product-errors.js";
import type { Product } from "../products/product.types.js";
import { lockProduct } from "../products/save/lock-product.js";
import { findProduct, refreshOptionFlags, type StoredProduct } from "../products/save/stored-product.sql.js";
import { saveConfigurableLinks } from "./configurable-links.js";
import { checkComplete, saveOneOption } from "./configurable-options.js";
import { makeConfigurable, removeOption, readConfigurableParts } from "./configurable.rows.js";
import type { ConfigurableOption } from "./product-configurable.types.js";
import {
  detachVariations,
  lockVariations,
  readOptionCodes,
  readVariationIds,
  replaceVariations,
} from "./variations.sql.js";

const typeId = "configurable";

/** Product types that become configurable with their first option. */
const convertible: ReadonlySet<string> = new Set(["simple", "virtual", typeId]);

function requireType(product: StoredProduct | undefined): StoredProduct {
  if (!product) throw productNotFound();
  return product;
}

function requireConfigurable(given: StoredProduct | undefined, sku: string): StoredProduct {
  const product = requireType(given);
  if (product.type_id === typeId) return product;
  throw inputError('This is implemented for the "%1" configurable product only.', [sku]);
}

/**
 * Returns the options of a configurable product in the store view. Throws 404 for an unknown SKU, 400 for another
 * product type.
 */
export async function listConfigurableOptions(
  sku: string,
  { db, scope }: CatalogContext,
): Promise<ConfigurableOption[]> {
  const { id } = requireConfigurable(await findProduct(db, sku), sku);
  const [parts] = await readConfigurableParts(db, scope.storeId, [id]);
  return parts?.options ?? [];
}

/**
 * Returns an option of a configurable product. Throws as `listConfigurableOptions` does, and 404 for an id of another
 * product.
 */
export async function requireConfigurableOption(
  sku: string,
  id: number,
  ctx: CatalogContext,
): Promise<ConfigurableOption> {
  const option = (await listConfigurableOptions(sku, ctx)).find((found) => found.id === id);
  if (option) return option;
  throw notFound('The "%1" entity that was requested doesn\'t exist. Verify the entity and try again.', [id]);
}

/**
 * Creates an option of a product, or updates the option with the id or the attribute. Returns its id. A simple or
 * virtual product becomes configurable. Throws 404 for an unknown SKU, id or attribute, 400 for an incomplete new
 * option.
 */
export async function saveConfigurableOption(
  sku: string,
  option: ConfigurableOption,
  { db, scope }: CatalogContext,
): Promise<number> {
  const found = await lockProduct(db, { sku });
  const product = option.id ? requireConfigurable(found, sku) : requireType(found);
  if (!option.id) checkComplete(option);
  if (!convertible.has(product.type_id)) throw inputError("Incompatible product type");
  const saved = await saveOneOption({ id: product.id, storeId: scope.storeId }, option, db);
  if (product.type_id !== typeId) {
    await makeConfigurable(db, product.id);
    await retypeStock(db, { id: product.id, sku: product.sku, typeId }, product.type_id);
  }
  await refreshOptionFlags(db, product.id);
  return saved;
}

/**
 * Deletes an option of a configurable product and unlinks its variations, which could no longer be distinguished.
 * Throws as `listConfigurableOptions` does, and 404 for an id of another product.
 */
export async function deleteConfigurableOption(sku: string, id: number, { db }: CatalogContext): Promise<true> {
  const product = requireConfigurable(await lockProduct(db, { sku }), sku);
  if (!(await removeOption(db, product.id, id))) throw productOptionNotFound();
  await replaceVariations(db, product.id, []);
  await refreshOptionFlags(db, product.id);
  return true;
}

/**
 * Returns the variations of a configurable product in the store view; other products have none. Throws 404 for an
 * unknown SKU.
 */
export async function listVariations(sku: string, ctx: CatalogContext): Promise<Iterable<Product>> {
  const product = requireType(await findProduct(ctx.db, sku));
  return product.type_id === typeId ? readProductsByIds(await readVariationIds(ctx.db, product.id), ctx) : [];
}

/**
 * Links a product as a variation of a configurable product. Throws 404 for an unknown SKU, 400 if it is already linked,
 * lacks a value for an option's attribute, has the same values as another variation, or is composite.
 */
export async function addConfigurableChild(sku: string, childSku: string, { db }: CatalogContext): Promise<true> {
  const parent = requireType(await lockProduct(db, { sku }));
  const child = requireType(await findProduct(db, childSku));
  const ids = await readVariationIds(db, parent.id);
  if (ids.includes(child.id)) throw inputError("The product is already attached.");
  const codes = parent.type_id === typeId ? await readOptionCodes(db, parent.id) : [];
  if (codes.length === 0) throw inputError("The parent product doesn't have configurable product options.");
  const [variation] = await lockVariations(db, [child.id], codes);
  const missingCode = codes.find((_, index) => !variation?.values[index]);
  if (missingCode !== undefined) {
    const template = `The child product doesn't have the "%1" attribute value. Verify the value and try again.`;
    throw inputError(template, [missingCode]);
  }
  await saveConfigurableLinks(parent.id, [...ids, child.id], db);
  return true;
}

/** Unlinks a variation from a configurable product. Throws 404 if it is not linked, 400 for another product type. */
export async function removeConfigurableChild(sku: string, childSku: string, { db }: CatalogContext): Promise<true> {
  const parent = requireType(await lockProduct(db, { sku }));
  if (parent.type_id !== typeId) {
    throw inputError(`The product with the "%1" SKU isn't a configurable product.`, [sku]);
  }
  const child = await findProduct(db, childSku);
  if (!child || !(await readVariationIds(db, parent.id)).includes(child.id)) throw productOptionNotFound();
  await detachVariations(db, parent.id, [child.id]);
  return true;
}
