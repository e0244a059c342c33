import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import type { Context } from "../../../../api/call/context.js";
import { Contract, Rest } from "../../../../api/contract/rest.js";
import { storeNotFound } from "../../../store/published.structure.js";
import { storeViews } from "../../price-scopes.sql.js";
import { listPricesAsOf, type ViewOfPrices } from "./prices-as-of.js";
import { ProductPricesAsOf } from "./prices-as-of.types.js";

@Contract("PriceHistory", "PricesAsOf")
@Resolver()
export class PricesAsOf {
  @Rest("POST /V1/products/prices-as-of", "Portico_Prices::history", { immediate: true })
  @Query(() => [ProductPricesAsOf], {
    name: "readPricesAsOf",
    description:
      "Prices of products at a given time, even before the first recorded change. Products that have been deleted since are listed if they had prices at that time; SKUs that no product has or had are left out. 400 for a time in the future or before the history that is kept.",
  })
  async get(
    @Arg("skus", () => [String], { description: "SKUs of the products, case-insensitive." }) skus: string[],
    @Arg("at", () => String, {
      description: "The time, ISO 8601, such as `2026-01-31T12:00:00.000Z`; in UTC if it has no time zone.",
    })
    at: string,
    @Arg("storeId", () => Int, {
      nullable: true,
      description:
        "Id of a store view, to return only the prices that it can use: its own, those of store 0, and tier prices of its website and of all websites. By default every store view and website. 404 if it does not exist.",
    })
    storeId: number | null | undefined,
    @Ctx() { db }: Context,
  ): Promise<ProductPricesAsOf[]> {
    return listPricesAsOf(db, { skus, at, view: await viewOf(db, storeId) });
  }
}

async function viewOf(db: Context["db"], storeId: number | null | undefined): Promise<ViewOfPrices | undefined> {
  if (storeId === null || storeId === undefined) return undefined;
  const view = (await storeViews(db)).get(storeId);
  if (!view) throw storeNotFound();
  return { storeId, websiteId: view.websiteId };
}
