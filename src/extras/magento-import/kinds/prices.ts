import { priceFailures } from "../../../commerce/pricing/published.js";
import { type Entity, entitiesOf, numberOf, textOf, without } from "../entity.js";
import type { Expected, Item, Page, ReadContext, WriteContext } from "../kind.js";
import { longPages } from "../shops/pages.js";
import { rowKind } from "../row-kind.js";

const list = {
  path: "/products",
  idField: "entity_id",
  idKey: "id",
  changedField: "updated_at",
  fields: "items[id,sku],total_count",
  keyOf: (entity: Entity) => textOf(entity, "sku"),
};

/** The price storages. Prices for all store views were imported with their product, except tier prices. */
const storages = [
  { name: "base", path: "/products/base-prices" },
  { name: "special", path: "/products/special-price" },
  { name: "cost", path: "/products/cost" },
  { name: "tier", path: "/products/tier-prices" },
] as const;

async function* pricePages(reading: ReadContext): AsyncGenerator<Page> {
  for await (const page of longPages(list, reading)) {
    const skus = page.items.map(({ key }) => key);
    const rows = await Promise.all(
      storages.map(async ({ name, path }) => [name, skus.length === 0 ? [] : await ask(reading, path, skus)] as const),
    );
    yield { ...page, items: skus.map((sku) => priceItem(sku, rows)) };
  }
}

const ask = async ({ source }: ReadContext, path: string, skus: readonly string[]) =>
  entitiesOf(await source.ask(`${path}-information`, { skus }));

function priceItem(sku: string, rows: readonly (readonly [string, readonly Entity[]])[]): Item {
  const own = rows.map(([name, found]) => {
    const ofSku = found.filter((row) => textOf(row, "sku").toLowerCase() === sku.toLowerCase());
    return [name, name === "tier" ? ofSku : ofSku.filter((row) => numberOf(row, "store_id") !== 0)] as const;
  });
  return { key: sku, entity: { sku, ...Object.fromEntries(own) } };
}

/** Tier prices, and base prices, special prices and costs of store views and websites. */
export const prices = rowKind({
  name: "prices",
  pages: pricePages,
  lists: storages.map(({ name, path }) => ({
    ...{ method: name === "tier" ? "PUT" : "POST", path, field: "prices" },
    failed: { rows: priceFailures, part: `a ${name} price` },
    rowsOf: ({ entity }, to) => entitiesOf(entity[name]).flatMap((row) => mappedRow(row, to)),
  })),
  toExpected({ entity }, to) {
    const found = expectedPrices(entity, to);
    return found.length === 0 ? undefined : found;
  },
});

const expectedPrices = (entity: Entity, to: WriteContext): readonly Expected[] =>
  storages.flatMap(({ name, path }) => {
    const body = entitiesOf(entity[name]).flatMap((row) => mappedRow(row, to));
    return body.length === 0 ? [] : [{ path: `${path}-information`, requestBody: { skus: [entity["sku"]] }, body }];
  });

/** Returns a row with the ids of Portico. Prices of a website or store view that was not imported are noted. */
function mappedRow(row: Entity, to: WriteContext): readonly Entity[] {
  const { ids, note } = to;
  if (row["website_id"] !== undefined) {
    const source = numberOf(row, "website_id");
    const website_id = source === 0 ? 0 : ids.find("websites", source);
    if (website_id === undefined) note("partly", `without a tier price of website ${source}, which was not imported`);
    return website_id === undefined ? [] : [{ ...without(row, "extension_attributes"), website_id }];
  }
  const store_id = ids.find("store views", numberOf(row, "store_id"));
  if (store_id === undefined)
    note("partly", `without a price of store view ${numberOf(row, "store_id")}, which was not imported`);
  return store_id === undefined ? [] : [{ ...without(row, "extension_attributes"), store_id }];
}
