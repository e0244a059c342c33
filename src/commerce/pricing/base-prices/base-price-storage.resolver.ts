import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { checkBasePrices } from "./base-price-rules.js";
import { awaitWrite } from "../writes/checked-rows.js";
import type { PriceDependencies } from "../writes/price-checks.js";
import { recordPrices } from "../writes/price-events.js";
import { originOf } from "../writes/price-origin.js";
import { storeViews } from "../price-scopes.sql.js";
import { writePrices } from "../writes/price-writes.sql.js";
import { BasePrice, PriceUpdateResult } from "../price.types.js";
import { lockProducts, pricedTypes } from "../priced-products.sql.js";
import { readBasePrices } from "../prices.sql.js";
import { previewPrices } from "../history/preview/preview-prices.js";

@Contract("Catalog", "BasePriceStorage", { aggregate: "product" })
@Resolver()
export class BasePriceStorage {
  constructor(private readonly dependencies: PriceDependencies) {}

  @Rest("POST /V1/products/base-prices", "Magento_Catalog::catalog", { keys: ["prices.sku"], preview: previewPrices })
  @Mutation(() => [PriceUpdateResult], {
    name: "updateBasePrices",
    description: "Sets base prices. Returns the rows that failed, each with its reasons.",
  })
  async update(
    @Arg("prices", () => [BasePrice], { description: "The base prices to set." }) prices: BasePrice[],
    @Ctx() ctx: Context,
  ): Promise<PriceUpdateResult[]> {
    const checks = this.dependencies.priceChecks.begin(ctx);
    const [products, stores] = await Promise.all([lockProducts(ctx.db, prices), storeViews(ctx.db)]);
    const scope = this.dependencies.config.PORTICO_PRICE_SCOPE;
    const { valid, failures } = await checks.filterPrices(checkBasePrices(prices, { products, stores, scope }));
    const origin = originOf(ctx, "BasePriceStorage.update");
    const writing = awaitWrite("Could not save Prices.", writePrices(ctx.db, valid, origin));
    await recordPrices(ctx.db, { kind: "base", rows: valid, writing });
    return failures;
  }

  @Rest("POST /V1/products/base-prices-information", "Magento_Catalog::catalog", { keys: ["skus"] })
  @Query(() => [BasePrice], {
    name: "readBasePrices",
    description: "Base prices of the given products in every store view. SKUs without one are left out.",
  })
  get(
    @Arg("skus", () => [String], { description: "SKUs of the products, case-insensitive." }) skus: string[],
    @Ctx() ctx: Context,
  ): Promise<BasePrice[]> {
    return readBasePrices(ctx.db, { skus, types: pricedTypes });
  }
}
