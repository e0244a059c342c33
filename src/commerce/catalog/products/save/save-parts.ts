import { replaceTierPrices } from "../../../pricing/published.js";
import type { CatalogContext } from "../../catalog-context.js";
import { saveBundleOptions } from "../../bundle/bundle-options.js";
import { saveConfigurableLinks } from "../../configurable/configurable-links.js";
import { saveConfigurableOptions } from "../../configurable/configurable-options.js";
import { saveDownloadableLinks } from "../../downloadable/downloadable-links.js";
import { saveDownloadableSamples } from "../../downloadable/downloadable-samples.js";
import { givenCategories } from "../../categories/links/product-categories.js";
import { saveCategories } from "../../categories/links/product-categories.sql.js";
import { categoryNotFound } from "../../categories/category-errors.js";
import { saveLinks } from "../../links/product-links.js";
import { saveMedia } from "../../media/product-media.js";
import { saveCustomOptions } from "../../options/product-options.js";
import { tierPriceReplacement } from "./prices/product-tier-prices.js";
import { writeAddedValues } from "../../../../api/search-criteria/added-values.sql.js";
import { productValues } from "../product.sql.js";
import type { Product } from "../product.types.js";
import { assignFirstWebsites } from "../../websites/product-website.sql.js";
import { replaceWebsites } from "../../websites/product-websites.js";
import { origin, type SavedProduct } from "./saved-product.js";
import { checkBundleSources, saveStockItem } from "../../../inventory/published.js";
import { type OptionFlags, refreshOptionFlags } from "./stored-product.sql.js";

/** Saves the parts of a product in a request; absent and null parts stay unchanged. */
export async function saveParts(product: SavedProduct, given: Product, ctx: CatalogContext): Promise<void> {
  const { db } = ctx;
  const websiteIds = given.extension_attributes?.website_ids;
  if (websiteIds != null) await replaceWebsites(db, product.id, websiteIds);
  else if (product.isNew) await assignFirstWebsites(db, { productId: product.id, websiteId: ctx.scope.websiteId });
  const categories = givenCategories(given, product);
  const unknown = categories && (await saveCategories(db, { productId: product.id, ...categories }));
  if (unknown !== undefined) throw categoryNotFound(unknown);
  await saveStockItem(product, given.extension_attributes?.stock_item ?? undefined, db);
  await writeAddedValues(db, productValues, { id: product.id, given: given.extension_attributes });
  if (given.tier_prices != null) {
    const replacement = await tierPriceReplacement(product, given.tier_prices, ctx);
    if (replacement.rows.length > 0) await ctx.priceChecks.begin(ctx).requireAllowedTierPrices(replacement.rows);
    await replaceTierPrices(db, replacement, origin(ctx));
  }
  if (given.product_links != null) await saveLinks(product, given.product_links, db);
  if (given.media_gallery_entries != null) await saveMedia(product, given.media_gallery_entries, ctx);
  await saveChoices(product, given, ctx);
}

/** Saves custom options and the parts of the product type, then updates whether the product has options. */
async function saveChoices(product: SavedProduct, given: Product, ctx: CatalogContext): Promise<void> {
  const { db } = ctx;
  const extension = given.extension_attributes ?? {};
  if (given.options != null) await saveCustomOptions(product, given.options, ctx);
  const isOf = (typeId: string, part: unknown) => product.typeId === typeId && part != null;
  const { bundle_product_options: bundleOptions, downloadable_product_links: links } = extension;
  const { downloadable_product_samples: samples, configurable_product_options: attributes } = extension;
  const variations = extension.configurable_product_links;
  // As in Magento, an empty list of these three changes nothing.
  const hasSome = (typeId: string, part: readonly unknown[] | null | undefined) =>
    isOf(typeId, part) && part?.length !== 0;
  if (hasSome("bundle", bundleOptions)) {
    await saveBundleOptions(product, bundleOptions ?? [], db);
    await checkBundleSources(db, product.id);
  }
  if (hasSome("downloadable", links)) await saveDownloadableLinks(product, links ?? [], ctx);
  if (hasSome("downloadable", samples)) await saveDownloadableSamples(product, samples ?? [], ctx);
  if (isOf("configurable", attributes)) await saveConfigurableOptions(product, attributes ?? [], db);
  // Without an option there is no variation.
  if (isOf("configurable", attributes) && attributes?.length === 0 && variations == null) {
    await saveConfigurableLinks(product.id, [], db);
  }
  if (isOf("configurable", variations)) await saveConfigurableLinks(product.id, variations ?? [], db);
  const imported = ctx.isImport ? flagsOf(product) : undefined;
  if (given.options != null || imported) await refreshOptionFlags(db, product.id, imported);
}

const flagsOf = ({ values }: SavedProduct): OptionFlags => ({
  hasOptions: values.get("has_options") === "1",
  requiredOptions: values.get("required_options") === "1",
});
