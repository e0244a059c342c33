import {
  attributesOf,
  customAttributes,
  type Entity,
  entitiesOf,
  idsFrom,
  numberOf,
  partOf,
  pick,
  textOf,
} from "../../entity.js";
import type { Item, Kind, Page, ReadContext, WriteContext } from "../../kind.js";
import type { NextId } from "../../../../platform/db/next-ids.js";
import { type Filter, longPages, withCriteria } from "../../shops/pages.js";
import { isMissing } from "../../shops/shop.js";
import { mappedValue } from "../attributes.js";
import { customOptions, downloads, recordPartIds } from "./product-choices.js";
import { noteUnknownAttributes, productBody } from "./product-body.js";
import { gallery, imagesOf, expectedGallery } from "./product-images.js";

const list = {
  path: "/products",
  idField: "entity_id",
  idKey: "id",
  changedField: "updated_at",
  keyOf: (entity: Entity) => textOf(entity, "sku"),
};

/** Pages of products, each product with its stock, images and values of store views. */
async function* productPages(reading: ReadContext): AsyncGenerator<Page> {
  for await (const page of longPages(list, reading)) {
    const [views, present] = await Promise.all([viewValues(page.items, reading), presentImages(page.items, reading)]);
    const items = await Promise.all(
      page.items.map(async ({ key, entity }) => ({
        key,
        entity: {
          ...entity,
          stock_item: await readStock(entity, reading),
          view_values: views.get(numberOf(entity, "id")) ?? {},
          images: await imagesOf(entity, present, reading),
        },
      })),
    );
    yield { ...page, items };
  }
}

/** Magento's list has no stock, so it is read with one call per product. */
async function readStock(entity: Entity, { source }: ReadContext): Promise<Entity | undefined> {
  const inList = partOf(partOf(entity, "extension_attributes"), "stock_item");
  if (Object.keys(inList).length > 0) return inList;
  try {
    return (await source.get(`/stockItems/${encodeURIComponent(textOf(entity, "sku"))}`)) as Entity;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const viewFields = "items[id,name,status,visibility,custom_attributes]";

/** Returns the values of the products of a page in each store view, by product id and code of the view. */
async function viewValues(items: readonly Item[], { source, stores }: ReadContext) {
  const ids = items.map(({ entity }) => numberOf(entity, "id"));
  const found = new Map<number, Record<string, Entity>>();
  if (ids.length === 0) return found;
  const filters: Filter[] = [{ field: "entity_id", condition: "in", value: ids.join(",") }];
  const path = withCriteria("/products", { filters, pageSize: ids.length, fields: viewFields });
  await Promise.all(
    stores.views.map(async ({ code }) => {
      const answer = (await source.get(path, code)) as Entity;
      for (const product of entitiesOf(answer["items"])) {
        const id = numberOf(product, "id");
        found.set(id, { ...found.get(id), [code]: product });
      }
    }),
  );
  return found;
}

/** Returns the ids of the images in Portico for the products of a page. */
async function presentImages(items: readonly Item[], { target, ids }: ReadContext): Promise<ReadonlySet<number>> {
  const known = items.flatMap(({ entity }) => ids.find("products", numberOf(entity, "id")) ?? []);
  if (known.length === 0) return new Set();
  const filters: Filter[] = [{ field: "entity_id", condition: "in", value: known.join(",") }];
  const path = withCriteria("/products", {
    filters,
    pageSize: known.length,
    fields: "items[media_gallery_entries[id]]",
  });
  const answer = (await target.get(path)) as Entity;
  const entries = entitiesOf(answer["items"]).flatMap((product) => entitiesOf(product["media_gallery_entries"]));
  return new Set(entries.map((entry) => numberOf(entry, "id")));
}

const answerFields =
  "id,sku,media_gallery_entries[id],options[option_id,values[option_type_id]]," +
  "extension_attributes[downloadable_product_links[id],downloadable_product_samples[id]]";

/** Products of all types with their values, images, options and stock. Links to other products are imported later. */
export const products: Kind = {
  name: "products",
  pages: productPages,
  async write({ key: sku, entity }, to) {
    const product = {
      ...productBody(entity, to),
      ...gallery(entity, to),
      options: customOptions(entity, to),
    };
    const extension_attributes = { ...partOf(product, "extension_attributes"), ...downloads(entity, to) };
    const write = { method: "POST", path: "/products", fields: answerFields } as const;
    const body = { product: { ...product, extension_attributes } };
    const saved = (await to.shop.create({ ...write, body }, ...wantedIds(entity))) as Entity;
    const [sourceId, id] = [numberOf(entity, "id"), numberOf(saved, "id")];
    to.ids.set("products", sourceId, id);
    if (id !== sourceId) to.note("id", `id changed from ${sourceId} to ${id}`);
    recordPartIds(entity, saved, to);
    await writeViews(sku, entity, to);
    await noteUnknownAttributes(entity, to);
  },
  toExpected({ key: sku, entity }, to) {
    return [
      { path: `/products/${encodeURIComponent(sku)}`, body: expectedBody(entity, to) },
      ...expectedViews(sku, entity, to),
    ];
  },
};

/**
 * Leaves out fields of extension modules, which the import noted as missing. Images are compared by their fields, not
 * their bytes.
 */
function expectedBody(entity: Entity, to: WriteContext): Entity {
  const body = productBody(entity, to);
  const shared = pick(partOf(body, "extension_attributes"), ["website_ids", "category_links", "stock_item"]);
  return {
    ...body,
    ...expectedGallery(entity),
    options: customOptions(entity, to),
    extension_attributes: { ...shared, ...downloads(entity, to) },
  };
}

function wantedIds(entity: Entity): readonly NextId[] {
  const options = entitiesOf(entity["options"]);
  const values = options.flatMap((option) => entitiesOf(option["values"]));
  const extension = partOf(entity, "extension_attributes");
  return [
    { model: "product", id: numberOf(entity, "id") },
    { model: "stockItem", id: numberOf(partOf(entity, "stock_item"), "item_id") },
    { model: "productMedia", ...idsFrom(entity["media_gallery_entries"], "id") },
    { model: "productOption", ...idsFrom(options, "option_id") },
    { model: "productOptionValue", ...idsFrom(values, "option_type_id") },
    { model: "downloadableLink", ...idsFrom(extension["downloadable_product_links"], "id") },
    { model: "downloadableSample", ...idsFrom(extension["downloadable_product_samples"], "id") },
  ];
}

const ownFields = ["name", "status", "visibility"];

/**
 * Returns the values of a store view that differ from the default values. Magento does not show whether a view
 * overrides the default with an equal value; in Portico the view then uses the default.
 */
function differingValues(all: Entity, view: Entity, to: WriteContext): Entity {
  const fields = ownFields.filter((field) => view[field] !== undefined && view[field] !== all[field]);
  const before = attributesOf(all);
  const values = [...attributesOf(view)]
    .filter(([code, value]) => !derivedInViews.has(code) && JSON.stringify(value) !== JSON.stringify(before.get(code)))
    .map(([code, value]) => [code, mappedValue(code, value, to)] as const);
  return {
    ...pick(view, fields),
    ...(values.length > 0 ? { custom_attributes: customAttributes(new Map(values)) } : {}),
  };
}

/** Prices are imported separately, roles of images come with the gallery, and the rest is derived from other fields. */
const derivedInViews = new Set([
  ...["special_price", "special_from_date", "special_to_date", "cost", "category_ids", "image", "small_image"],
  ...["thumbnail", "swatch_image", "required_options", "has_options", "options_container"],
]);

function viewsOf(entity: Entity, to: WriteContext): readonly (readonly [store: string, product: Entity])[] {
  const views = partOf(entity, "view_values") as Readonly<Record<string, Entity>>;
  return Object.entries(views)
    .map(([store, values]) => [store, differingValues(entity, values, to)] as const)
    .filter(([, product]) => Object.keys(product).length > 0);
}

async function writeViews(sku: string, entity: Entity, to: WriteContext): Promise<void> {
  for (const [store, values] of viewsOf(entity, to)) {
    const body = { product: { sku, ...values } };
    await to.shop.write({ method: "PUT", path: `/products/${encodeURIComponent(sku)}`, body, store, fields: "id" });
  }
}

const expectedViews = (sku: string, entity: Entity, to: WriteContext) =>
  viewsOf(entity, to).map(([store, body]) => ({ path: `/products/${encodeURIComponent(sku)}`, store, body }));
