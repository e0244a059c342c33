import type { Db } from "../../../../platform/db/database.js";
import type { CatalogContext } from "../../catalog-context.js";
import type { Selection } from "../../../../api/call/answer/selection.js";
import { readBundleOptions, removeOtherOptions as removeOtherBundleOptions } from "../../bundle/bundle.rows.js";
import { readConfigurableParts, removeOtherOptions } from "../../configurable/configurable.rows.js";
import { replaceVariations } from "../../configurable/variations.sql.js";
import { readDownloadableParts, removeOtherDownloads } from "../../downloadable/downloadable.rows.js";
import { removeUnusedFiles } from "../../downloadable/product-files.js";
import type { ReadScope } from "../product.sql.js";
import type { Product } from "../product.types.js";
import { refreshOptionFlags } from "./stored-product.sql.js";

/** The parts of a product that are specific to its type. */
type TypeParts = NonNullable<Product["extension_attributes"]>;

interface TypePartsQuery {
  readonly db: Db;
  readonly selection?: Selection | undefined;
}

/**
 * Reads the type-specific parts of products, by product id: one statement for each type in the list, none if the parts
 * are not requested.
 */
export async function readTypeParts(
  products: readonly { readonly id?: number | null; readonly type_id?: string | null }[],
  scope: ReadScope,
  { db, selection }: TypePartsQuery,
): Promise<ReadonlyMap<number, TypeParts>> {
  const found = new Map<number, TypeParts>();
  if (selection && !selection.has("extension_attributes")) return found;
  const wanted = selection?.at("extension_attributes");
  const idsOf = (type: string, ...parts: string[]): number[] =>
    wanted === undefined || parts.some((part) => wanted.has(part))
      ? products.flatMap(({ id, type_id }) => (type_id === type && id != null ? [id] : []))
      : [];
  const bundles = await readBundleOptions(db, scope, idsOf("bundle", "bundle_product_options"));
  for (const [id, options] of bundles) found.set(id, { bundle_product_options: options });
  const downloadables = await readDownloadableParts(
    db,
    scope.storeId,
    idsOf("downloadable", "downloadable_product_links", "downloadable_product_samples"),
  );
  for (const { product_id: id, links, samples } of downloadables) {
    found.set(id, { downloadable_product_links: links, downloadable_product_samples: samples });
  }
  const configurables = await readConfigurableParts(
    db,
    scope.storeId,
    idsOf("configurable", "configurable_product_options", "configurable_product_links"),
  );
  for (const { product_id: id, options, links } of configurables) {
    found.set(id, { configurable_product_options: options, configurable_product_links: links });
  }
  return found;
}

/** Adds the type-specific parts to a product. */
export function putTypeParts(product: Product, found: ReadonlyMap<number, TypeParts>): Product {
  const parts = found.get(product.id ?? 0);
  if (parts) product.extension_attributes = { ...product.extension_attributes, ...parts };
  return product;
}

/** Reads the type-specific parts of a product and adds them to it. */
export const addTypeParts = async (product: Product, scope: ReadScope, wanted: TypePartsQuery): Promise<Product> =>
  putTypeParts(product, await readTypeParts([product], scope, wanted));

/** Deletes the parts of a product's former type. */
export async function removeTypeParts(productId: number, formerType: string, ctx: CatalogContext): Promise<void> {
  const { db } = ctx;
  if (formerType === "bundle") await removeOtherBundleOptions(db, productId, []);
  if (formerType === "configurable") {
    await removeOtherOptions(db, productId, []);
    await replaceVariations(db, productId, []);
  }
  if (formerType === "downloadable") {
    await removeOtherDownloads(db, "downloadable_link", { productId, keptIds: [] });
    await removeOtherDownloads(db, "downloadable_sample", { productId, keptIds: [] });
    await removeUnusedFiles(productId, ctx);
  }
  await refreshOptionFlags(db, productId);
}
