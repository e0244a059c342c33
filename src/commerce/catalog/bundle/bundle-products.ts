import type { Context } from "../../../api/call/context.js";
import type { Configured } from "../../../config.js";
import { inputError, notFound, type WebapiError } from "../../../api/call/errors.js";
import { checkBundleSources } from "../../inventory/published.js";
import { readScope } from "../products/find/find-products.js";
import { drawIds } from "../products/save/new-ids.sql.js";
import { productNotFound, productOptionNotFound } from "../products/product-errors.js";
import { lockProduct } from "../products/save/lock-product.js";
import { findProduct, type StoredProduct } from "../products/save/stored-product.sql.js";
import { saveOptions } from "./bundle-options.js";
import { alreadyAssigned, childOf, requireChildren, selectionRow } from "./bundle-selections.js";
import {
  removeOption,
  removeSelection,
  readBundleOptions,
  readStoredOptions,
  type StoredOption,
  writeSelections,
} from "./bundle.rows.js";
import type { BundleLink, BundleOption } from "./product-bundle.types.js";

const bundleRequired = () => inputError("This is implemented for bundle products only.");
const notBundle = (sku: string) => inputError(`The product with the "%1" SKU isn't a bundle product.`, [sku]);
function requireBundle(product: StoredProduct | undefined, wrongType: WebapiError): StoredProduct {
  if (!product) throw productNotFound();
  if (product.type_id !== "bundle") throw wrongType;
  return product;
}

/** The context of a read, with the configuration, which determines the scope of prices. */
type ReadContext = Context & Configured;

/**
 * Returns the options of a bundle in the current store view. Throws 404 for an unknown SKU, 400 for another product
 * type.
 */
export async function listBundleOptions(sku: string, ctx: ReadContext): Promise<BundleOption[]> {
  return optionsOf(requireBundle(await findProduct(ctx.db, sku), bundleRequired()), ctx);
}

const optionsOf = async ({ id }: StoredProduct, { db, scope, config }: ReadContext): Promise<BundleOption[]> =>
  (await readBundleOptions(db, readScope(scope.storeId, { config }), [id])).get(id) ?? [];

/** Returns an option of a bundle. Throws as `listBundleOptions` does, and 404 for an option of another product. */
export async function requireBundleOption(sku: string, optionId: number, ctx: ReadContext): Promise<BundleOption> {
  const option = (await listBundleOptions(sku, ctx)).find(({ option_id: id }) => id === optionId);
  if (!option) throw productOptionNotFound();
  return option;
}

/** Returns the products of a bundle's options, or of one option. Throws as `listBundleOptions` does. */
export async function listBundleChildren(
  sku: string,
  optionId: number | undefined,
  ctx: ReadContext,
): Promise<BundleLink[]> {
  const bundle = requireBundle(await findProduct(ctx.db, sku), bundleRequired());
  const options = await optionsOf(bundle, ctx);
  const links = options
    .filter(({ option_id: id }) => optionId === undefined || id === optionId)
    .flatMap(({ product_links: products }) => products ?? []);
  // In a bundle with a dynamic price, the products have their own prices.
  return bundle.has_fixed_price ? links : links.map((link) => ({ ...link, price: null }));
}

/**
 * Creates an option of the bundle with the option's SKU, or updates the option with the given id. Returns its id.
 * Throws 404 for an unknown bundle, option or product, 400 if a rule of bundles is violated.
 */
export async function saveBundleOption(option: BundleOption, { db, scope }: Context): Promise<number> {
  const bundle = requireBundle(await lockProduct(db, { sku: option.sku ?? "" }), bundleRequired());
  const stored = await readStoredOptions(db, bundle.id);
  if (option.option_id && !stored.some(({ option_id: id }) => id === option.option_id)) throw productOptionNotFound();
  const target = { id: bundle.id, sku: bundle.sku, storeId: scope.storeId };
  const [id = 0] = await saveOptions(target, { options: [option], stored }, db);
  await checkBundleSources(db, bundle.id);
  return id;
}

/** Deletes an option of a bundle. Throws as `requireBundleOption` does. */
export async function deleteBundleOption(sku: string, optionId: number, { db }: Context): Promise<true> {
  const bundle = requireBundle(await lockProduct(db, { sku }), bundleRequired());
  if (!(await removeOption(db, bundle.id, optionId))) throw productOptionNotFound();
  return true;
}

/** Returns the option of a bundle with an id. Throws 400 if the bundle does not have it. */
function requireOption(stored: readonly StoredOption[], optionId: number, bundleSku: string): StoredOption {
  const option = stored.find(({ option_id: id }) => id === optionId);
  if (option) return option;
  throw inputError('Product with specified sku: "%1" does not contain option: "%2"', [bundleSku, optionId]);
}

/**
 * Adds a product to an option of a bundle and returns the id of the selection. Throws 404 for an unknown SKU, 400 for
 * an option of another product, a product that the option already has, and a composite product.
 */
export async function addBundleChild(
  sku: string,
  { optionId, link }: { readonly optionId: number; readonly link: BundleLink },
  { db }: Context,
): Promise<number> {
  const bundle = requireBundle(await lockProduct(db, { sku }), bundleRequired());
  const option = requireOption(await readStoredOptions(db, bundle.id), optionId, bundle.sku);
  const child = childOf(link, await requireChildren([link], db));
  if (option.selections.some((row) => row.product_id === child.id)) {
    throw alreadyAssigned(child.sku, bundle.sku);
  }
  const [id = 0] = await drawIds(db, "bundle_selection", 1);
  await writeSelections(db, [
    selectionRow(link, { selection_id: id, option_id: option.option_id, product_id: child.id }),
  ]);
  await checkBundleSources(db, bundle.id, child.sku);
  return id;
}

/**
 * Updates a selection of a bundle's option, including its product and its option. Throws as `addBundleChild` does, and
 * 400 for a selection id of another bundle.
 */
export async function saveBundleChild(sku: string, link: BundleLink, { db }: Context): Promise<true> {
  const bundle = requireBundle(await lockProduct(db, { sku }), bundleRequired());
  const child = childOf(link, await requireChildren([link], db));
  if (!link.id) throw inputError("The product link needs an ID field entered. Enter and try again.");
  const stored = await readStoredOptions(db, bundle.id);
  const before = stored.flatMap((option) => option.selections).find((row) => String(row.selection_id) === link.id);
  if (!before) {
    const template = `The product link with the "%1" ID field wasn't found. Verify the ID and try again.`;
    throw inputError(template, [link.id]);
  }
  const option = requireOption(stored, link.option_id ?? before.option_id, bundle.sku);
  if (option.selections.some((row) => row.product_id === child.id && row.selection_id !== before.selection_id)) {
    throw alreadyAssigned(child.sku, bundle.sku);
  }
  const place = { selection_id: before.selection_id, option_id: option.option_id, product_id: child.id };
  await writeSelections(db, [selectionRow(link, place, before)]);
  await checkBundleSources(db, bundle.id, child.sku);
  return true;
}

/**
 * Removes a product from an option of a bundle. Throws 404 if the option does not have it, 400 for another product
 * type.
 */
export async function removeBundleChild(
  sku: string,
  { optionId, childSku }: { readonly optionId: number; readonly childSku: string },
  { db }: Context,
): Promise<true> {
  const bundle = requireBundle(await lockProduct(db, { sku }), notBundle(sku));
  if (!(await removeSelection(db, { productId: bundle.id, optionId, childSku }))) {
    throw notFound("The bundle product doesn't exist. Review your request and try again.");
  }
  return true;
}
