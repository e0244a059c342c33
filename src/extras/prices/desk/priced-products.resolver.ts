import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import { admits } from "../../../api/auth/actor.js";
import { readCallerNames } from "../../../api/auth/caller-names.rows.js";
import { mayChangePrices } from "../../../api/auth/price-rights.js";
import type { Context } from "../../../api/call/context.js";
import { inputError } from "../../../api/call/errors.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { priceKind } from "../../../commerce/pricing/closed-sets.types.js";
import { storeViews } from "../../../commerce/pricing/price-scopes.sql.js";
import { storeNotFound } from "../../../commerce/store/published.structure.js";
import type { Configured } from "../../../config.js";
import { requireFields } from "./history-rights.js";
import { findPricedProducts, type StoredPricedProduct } from "./priced-products.sql.js";
import { type PricedProduct, PricedProductPage } from "./priced-products.types.js";

const defaultSize = 50;
const maxSize = 1000;

const fields =
  "Fields: id, sku, name, type_id, status, category_id, price, special_price, special_from, special_to, cost, margin_percent, quantity, and changed_at for the times at which prices changed, which needs the resource `Portico_Prices::history`.";

@Contract("Catalog", "PricedProducts")
@Resolver()
export class PricedProducts {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/priced-products", "Magento_Catalog::catalog")
  @Query(() => PricedProductPage, {
    name: "pricedProducts",
    description: `Products with their prices, stock and last price change, sorted by one field, by SKU by default; products without a value come last. At most ${maxSize} products a page, ${defaultSize} by default. ${fields}`,
  })
  async getList(
    @Arg("searchCriteria", () => SearchCriteria, {
      nullable: true,
      description: "Search criteria with at most one sort order. `current_page` must be 1: a cursor turns pages.",
    })
    searchCriteria: SearchCriteria | null | undefined,
    @Arg("after", () => String, {
      nullable: true,
      description: "Cursor: `next` of the last response with the same criteria.",
    })
    after: string | null | undefined,
    @Arg("storeId", () => Int, {
      nullable: true,
      description:
        "Id of the store view whose prices to return; default: 0, for all store views. 404 if it does not exist.",
    })
    storeId: number | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<PricedProductPage> {
    const criteria = searchCriteria ?? {};
    const hasHistory = admits(["Portico_Prices::history"], ctx.actor);
    requireFields(criteria, hasHistory);
    const view = { storeId: storeId ?? 0, websiteId: await websiteOf(ctx, storeId ?? 0) };
    const { PORTICO_PRICE_SCOPE: priceScope } = this.dependencies.config;
    const query = { criteria, storeId: view.storeId, after, size: sizeOf(criteria), hasHistory };
    const { items, criteria: understood, total, next } = await findPricedProducts(ctx.db, query, { priceScope });
    const isEditable = view.storeId === 0 || priceScope !== "global";
    return {
      items: await withNames(ctx, items),
      ...{ search_criteria: understood, total_count: total, next },
      editable_kinds: priceKind.list.filter(
        (kind) => isEditable && mayChangePrices(ctx.actor, { kind, websiteId: view.websiteId }),
      ),
    };
  }
}

function sizeOf({ page_size: size, current_page: page }: SearchCriteria): number {
  if (page != null && page > 1) throw inputError("The current page must be 1. A cursor turns pages.");
  if (size == null || size === 0) return defaultSize;
  if (size < 0) throw inputError("The page size must be greater than 0.");
  if (size > maxSize) throw inputError("Maximum SearchCriteria pageSize is %max", { max: maxSize });
  return size;
}

async function websiteOf({ db }: Context, storeId: number): Promise<number> {
  if (storeId === 0) return 0;
  const view = (await storeViews(db)).get(storeId);
  if (!view) throw storeNotFound();
  return view.websiteId;
}

async function withNames({ db }: Context, stored: readonly StoredPricedProduct[]): Promise<PricedProduct[]> {
  const callers = stored.flatMap(({ actor_type, actor_id }) => (actor_type === null ? [] : [{ actor_type, actor_id }]));
  const nameOf = await readCallerNames(db, callers);
  return stored.map(({ actor_type, actor_id, ...product }) => ({
    ...product,
    changed_by: actor_type === null ? null : nameOf({ actor_type, actor_id }),
  }));
}
