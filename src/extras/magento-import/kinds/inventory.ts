import { compositeTypes } from "../../../commerce/catalog/published.terms.js";
import { type Entity, entitiesOf, numberOf, partOf, textOf, without } from "../entity.js";
import { type Item, type Kind, onePage, type Page, type ReadContext, type WriteContext } from "../kind.js";
import { listKind } from "../list-kind.js";
import { longPages, readAll, withCriteria } from "../shops/pages.js";
import { rowKind } from "../row-kind.js";
import type { Shop } from "../shops/shop.js";

/** Reads a list of the inventory. */
const readInventory = (shop: Shop, name: string) => readAll(shop, `/inventory/${name}`);

/** Sources, matched by code. */
export const sources: Kind = {
  name: "sources",
  pages: onePage(async ({ source }) =>
    (await readInventory(source, "sources")).map((entity) => ({ key: textOf(entity, "source_code"), entity })),
  ),
  async write({ key, entity }, { shop, cached }) {
    const known = await cached("sources", async () => {
      const found = await readInventory(shop, "sources");
      return new Set(found.map((source) => textOf(source, "source_code").toLowerCase()));
    });
    const body = { source: entity };
    const path = `/inventory/sources/${encodeURIComponent(key)}`;
    if (known.has(key.toLowerCase())) await shop.write({ method: "PUT", path, body });
    else await shop.write({ method: "POST", path: "/inventory/sources", body });
  },
  toExpected: ({ key, entity }) => [
    {
      path: `/inventory/sources/${encodeURIComponent(key)}`,
      body: without(entity, "extension_attributes", "carrier_links", "region_id"),
    },
  ],
};

/** Returns a stock with its sales channels, which are the codes of imported websites. */
function stockBody(entity: Entity, { stores }: WriteContext): Entity {
  const codes = new Set(stores.websites.map((website) => textOf(website, "code")));
  const channels = entitiesOf(partOf(entity, "extension_attributes")["sales_channels"]).filter((channel) =>
    codes.has(textOf(channel, "code")),
  );
  return { name: entity["name"], extension_attributes: { sales_channels: channels } };
}

/** Stocks with their sales channels. */
export const stocks = listKind({
  name: "stocks",
  read: (shop) => readInventory(shop, "stocks"),
  idField: "stock_id",
  model: "inventoryStock",
  keyOf: (entity) => textOf(entity, "name").toLowerCase(),
  nameOf: (entity) => textOf(entity, "name"),
  body: stockBody,
  create: (body) => ({ method: "POST", path: "/inventory/stocks", body: { stock: body } }),
  update: (body, id) => ({
    method: "PUT",
    path: `/inventory/stocks/${id}`,
    body: { stock: { ...body, stock_id: id } },
  }),
  compare: (entity, id, to) => ({ path: `/inventory/stocks/${id}`, body: stockBody(entity, to) }),
});

/** The sources of each stock. */
export const stockLinks: Kind = {
  name: "sources of stocks",
  pages: onePage(async ({ source }) =>
    (await readInventory(source, "stock-source-links")).map((entity) => ({
      key: `${textOf(entity, "stock_id")} ${textOf(entity, "source_code")}`,
      entity,
    })),
  ),
  async write({ entity }, { shop, ids }) {
    const link = {
      ...without(entity, "extension_attributes"),
      stock_id: ids.get("stocks", numberOf(entity, "stock_id")),
    };
    await shop.write({ method: "POST", path: "/inventory/stock-source-links", body: { links: [link] } });
  },
};

const list = {
  path: "/products",
  idField: "entity_id",
  idKey: "id",
  fields: "items[id,sku,type_id],total_count",
  keyOf: (entity: Entity) => textOf(entity, "sku"),
};

/** Reads all quantities, because they do not change the time of a product's last change. */
async function* quantityPages(reading: ReadContext): AsyncGenerator<Page> {
  for await (const page of longPages(list, reading)) {
    const simple = page.items.filter(({ entity }) => !compositeTypes.has(textOf(entity, "type_id")));
    const [given, present] = await Promise.all([
      sourceItems(
        reading.source,
        simple.map(({ key }) => key),
      ),
      sourceItems(
        reading.target,
        simple.map(({ key }) => key),
      ),
    ]);
    const items = page.items.map((item) => ({
      ...item,
      entity: { ...item.entity, given: ofSku(given, item.key), present: ofSku(present, item.key) },
    }));
    yield { ...page, items };
  }
}

const ofSku = (rows: readonly Entity[], sku: string) =>
  rows.filter((row) => textOf(row, "sku").toLowerCase() === sku.toLowerCase());

/** Reads the quantities of SKUs. A SKU with a comma cannot be part of a list filter, so it is read alone. */
async function sourceItems(shop: Shop, skus: readonly string[]): Promise<readonly Entity[]> {
  const together = skus.filter((sku) => !sku.includes(","));
  const filters = [
    ...(together.length > 0 ? [{ field: "sku", condition: "in", value: together.join(",") }] : []),
    ...skus.filter((sku) => sku.includes(",")).map((value) => ({ field: "sku", condition: "eq", value })),
  ];
  const found = await Promise.all(filters.map((filter) => readAll(shop, "/inventory/source-items", [filter])));
  return found.flat();
}

const sourceItemList = { method: "POST", field: "sourceItems" } as const;

/** Quantities of each product by source. */
export const quantities = rowKind({
  name: "quantities",
  pages: quantityPages,
  lists: [
    { ...sourceItemList, path: "/inventory/source-items", rowsOf: changedRows },
    { ...sourceItemList, path: "/inventory/source-items-delete", rowsOf: deletedRows },
  ],
  toExpected(item) {
    const items = sourceRows(item);
    const filters = [{ field: "sku", condition: "eq", value: item.key }];
    return items.length === 0
      ? undefined
      : [{ path: withCriteria("/inventory/source-items", { filters }), body: { items } }];
  },
});

const sourceRows = ({ entity }: Item) => entitiesOf(entity["given"]).map((row) => without(row, "extension_attributes"));

function changedRows(item: Item): readonly Entity[] {
  const present = entitiesOf(item.entity["present"]);
  return sourceRows(item).filter((row) => !present.some((other) => isSame(row, other)));
}

function deletedRows(item: Item): readonly Entity[] {
  const codes = new Set(sourceRows(item).map((row) => textOf(row, "source_code")));
  const present = entitiesOf(item.entity["present"]);
  return codes.size === 0 ? [] : present.filter((row) => !codes.has(textOf(row, "source_code")));
}

const isSame = (one: Entity, other: Entity) =>
  ["source_code", "quantity", "status"].every((field) => textOf(one, field) === textOf(other, field));
