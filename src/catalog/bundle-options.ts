import { toAmount, toQuantity } from "../pricing/price-amounts.js";
import type { Db } from "../db/database.js";
import { inputError, notFound } from "../webapi/errors.js";
import type { BundleLink, BundleOption } from "./product-bundle.types.js";
import { invalidValue, productNotFound, valueEmpty } from "./product-errors.js";
import { compositeTypes } from "./product-types.js";
import type { SavedProduct } from "./saved-product.js";
import { withOwnValues } from "./store-values.js";

const optionTypes: ReadonlySet<string> = new Set(["select", "radio", "checkbox", "multi"]);

interface Child {
  readonly id: number;
  readonly sku_key: string;
  readonly type_id: string;
}

type Children = ReadonlyMap<string, Child>;

/**
 * Gives a bundle these options and no others: one with an id is changed, one without is added; likewise the products of
 * each. Throws a 404 for a SKU or an id that does not exist, a 400 for what breaks a rule of bundles.
 */
export async function saveBundleOptions(bundle: SavedProduct, options: readonly BundleOption[], db: Db): Promise<void> {
  const { models } = db;
  const children = await childrenOf(options, db);
  const stored = await models.bundleOption.findMany({ where: { product_id: bundle.id } });
  const kept = options.flatMap(({ option_id }) => (option_id == null ? [] : [option_id]));
  if (kept.some((id) => !stored.some(({ option_id }) => option_id === id))) {
    throw notFound("The option that was requested doesn't exist. Verify the entity and try again.");
  }
  await models.bundleOption.deleteMany({ where: { product_id: bundle.id, option_id: { notIn: kept } } });
  for (const option of options) {
    if (option.type != null && !optionTypes.has(option.type)) throw invalidValue("type", option.type);
    const before = stored.find(({ option_id }) => option_id === option.option_id);
    const { option_id: optionId } = before
      ? await models.bundleOption.update({
          where: { option_id: before.option_id },
          data: { ...ownColumns(option), ...titleColumns(option, before, bundle.storeId) },
        })
      : await models.bundleOption.create({
          data: { type: "select", ...ownColumns(option), title: titleOf(option), product_id: bundle.id },
        });
    await saveSelections(optionId, { option, children, bundleSku: bundle.sku }, db);
  }
}

function titleOf({ title }: BundleOption): string {
  if (!title) throw valueEmpty("title");
  return title;
}

const ownColumns = ({ type, required, position }: BundleOption) => ({
  ...(type == null ? {} : { type }),
  ...(required == null ? {} : { required }),
  ...(position == null ? {} : { position }),
});

function titleColumns({ title }: BundleOption, { by_store }: { readonly by_store: unknown }, storeId: number) {
  if (title === undefined) return {};
  if (storeId === 0) return title === null ? {} : { title };
  return { by_store: withOwnValues(by_store, storeId, { title }) };
}

async function childrenOf(options: readonly BundleOption[], db: Db): Promise<Children> {
  const skus = options.flatMap((option) => (option.product_links ?? []).map((link) => link.sku ?? ""));
  if (skus.length === 0) return new Map();
  const found = await db.query<Child>("select id, sku_key, type_id from product where sku_key = any($1::text[])", [
    skus.map((sku) => sku.toLowerCase()),
  ]);
  const children = new Map(found.map((child) => [child.sku_key, child]));
  for (const sku of skus) {
    const child = children.get(sku.toLowerCase());
    if (!child) throw productNotFound();
    if (compositeTypes.has(child.type_id)) {
      throw inputError("The bundle product can't contain another composite product.");
    }
  }
  return children;
}

interface SavedOption {
  readonly option: BundleOption;
  readonly children: Children;
  readonly bundleSku: string;
}

async function saveSelections(optionId: number, { option, children, bundleSku }: SavedOption, db: Db): Promise<void> {
  const links = option.product_links;
  if (links == null) return;
  const skus = links.map(({ sku }) => (sku ?? "").toLowerCase());
  const double = skus.find((sku, index) => skus.indexOf(sku) !== index);
  if (double !== undefined) {
    throw inputError('Child with specified sku: "%1" already assigned to product: "%2"', [double, bundleSku]);
  }
  // A product is in an option once, so its id tells a selection as well as the selection's own.
  const ids = skus.flatMap((sku) => children.get(sku)?.id ?? []);
  await db.models.bundleSelection.deleteMany({ where: { option_id: optionId, product_id: { notIn: ids } } });
  for (const [index, link] of links.entries()) {
    const productId = ids[index];
    if (productId === undefined) continue;
    const columns = selectionColumns(link);
    await db.models.bundleSelection.upsert({
      where: { option_id_product_id: { option_id: optionId, product_id: productId } },
      create: { ...columns, option_id: optionId, product_id: productId },
      update: columns,
    });
  }
}

function selectionColumns(link: BundleLink) {
  const { qty, position, is_default, price, price_type, can_change_quantity } = link;
  if (qty != null && toQuantity(qty) === undefined) throw invalidValue("qty", qty);
  if (price != null && toAmount(price) === undefined) throw invalidValue("price", price);
  return {
    ...(qty == null ? {} : { qty }),
    ...(position == null ? {} : { position }),
    ...(is_default == null ? {} : { is_default }),
    ...(price == null ? {} : { price }),
    ...(price_type == null ? {} : { price_type }),
    ...(can_change_quantity == null ? {} : { can_change_quantity }),
  };
}
