import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { inputError, invalid, noSuchEntity } from "../../../../api/call/errors.js";
import type { Context } from "../../../../api/call/context.js";
import { Contract, Rest } from "../../../../api/contract/rest.js";
import { SearchCriteria } from "../../../../api/search-criteria/search-criteria.types.js";
import { toPriceChanges } from "./changes-output.js";
import { PriceChangePage } from "./price-change.types.js";
import { type ChangeCursor, followChanges, readHistoricalProductIds, searchChanges } from "./read-changes.sql.js";

const fields =
  "Fields: changed_at, actor_type, actor_id, call, request_id, bulk_uuid, operation_id, product_id, sku, kind, store_id, website_id, customer_group_id, quantity, old_price, new_price.";

@Contract("PriceHistory", "PriceHistory")
@Resolver()
export class PriceHistory {
  @Rest("GET /V1/price-changes", "Portico_Prices::history")
  @Query(() => PriceChangePage, {
    name: "priceChanges",
    description: `Changes of base prices, special prices, tier prices and costs. ${fields}`,
  })
  async getList(
    @Arg("searchCriteria", () => SearchCriteria, {
      nullable: true,
      description:
        "Search criteria; the latest changes first by default. Sort orders cannot be combined with a cursor.",
    })
    searchCriteria: SearchCriteria | null | undefined,
    @Arg("after", () => String, {
      nullable: true,
      description:
        "Cursor: `next` of the last response, or `0` for the beginning. Returns the changes after the cursor in the order in which they became visible; each committed change is in exactly one page. 400 if changes after the cursor were removed.",
    })
    after: string | null | undefined,
    @Ctx() { db }: Context,
  ): Promise<PriceChangePage> {
    const criteria = searchCriteria ?? {};
    if (after) return follow(db, criteria, after);
    const { items, ...page } = await searchChanges(db, { criteria });
    return { ...page, items: await toPriceChanges(db, items), next: null };
  }

  @Rest("GET /V1/products/:sku/price-changes", "Portico_Prices::history")
  @Query(() => PriceChangePage, {
    name: "productPriceChanges",
    description: `Changes of the prices of a product, which may have been deleted since. 404 for a SKU that no product has or had. ${fields}`,
  })
  async getListBySku(
    @Arg("sku", () => String, { description: "SKU of the product, case-insensitive." }) sku: string,
    @Arg("searchCriteria", () => SearchCriteria, {
      nullable: true,
      description: "Search criteria; the latest changes first by default.",
    })
    searchCriteria: SearchCriteria | null | undefined,
    @Ctx() { db }: Context,
  ): Promise<PriceChangePage> {
    const productIds = await readHistoricalProductIds(db, sku);
    if (productIds.length === 0) throw noSuchEntity("sku", sku);
    const { items, ...page } = await searchChanges(db, { criteria: searchCriteria ?? {}, productIds });
    return { ...page, items: await toPriceChanges(db, items), next: null };
  }
}

async function follow(db: Context["db"], criteria: SearchCriteria, after: string): Promise<PriceChangePage> {
  const cursor = toCursor(after);
  if (!cursor) throw invalid("after", after);
  if ((criteria.sort_orders ?? []).length > 0) throw inputError("Sort orders cannot be combined with a cursor.");
  const { items, criteria: understood, total, end, removedUpTo } = await followChanges(db, { criteria, after: cursor });
  if (cursor.position > 0 && cursor.position < removedUpTo) {
    throw inputError("The changes after the cursor %1 were removed. Continue with %2.", [after, `${removedUpTo}.0`]);
  }
  const last = items.length < total ? items.at(-1) : end;
  return {
    items: await toPriceChanges(
      db,
      items.map(({ position: _, seq: __, ...change }) => change),
    ),
    search_criteria: understood,
    total_count: total,
    next: last ? `${last.position}.${last.seq}` : after,
  };
}

function toCursor(text: string): ChangeCursor | undefined {
  const [, position, seq] = /^(\d{1,15})(?:\.(\d{1,10}))?$/.exec(text) ?? [];
  if (position === undefined) return undefined;
  const cursor = { position: Number(position), seq: Number(seq ?? 0) };
  return cursor.seq <= 2_147_483_647 ? cursor : undefined;
}
