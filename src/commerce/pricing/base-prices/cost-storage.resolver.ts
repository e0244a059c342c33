import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { awaitWrite } from "../writes/checked-rows.js";
import { checkCosts } from "./cost-rules.js";
import type { PriceDependencies } from "../writes/price-checks.js";
import { recordPricedProducts, recordPrices } from "../writes/price-events.js";
import { originOf } from "../writes/price-origin.js";
import { storeViews } from "../price-scopes.sql.js";
import { clearCosts, writePrices } from "../writes/price-writes.sql.js";
import { Cost, PriceUpdateResult } from "../price.types.js";
import { lockProducts } from "../priced-products.sql.js";
import { readCosts } from "../prices.sql.js";
import { previewPrices } from "../history/preview/preview-prices.js";
import { plainTypes } from "../../catalog/published.terms.js";

@Contract("Catalog", "CostStorage", { aggregate: "product" })
@Resolver()
export class CostStorage {
  constructor(private readonly dependencies: PriceDependencies) {}

  @Rest("POST /V1/products/cost", "Magento_Catalog::catalog", { keys: ["prices.sku"], preview: previewPrices })
  @Mutation(() => [PriceUpdateResult], {
    name: "updateCosts",
    description: "Sets the costs of products. Returns the rows that failed, each with its reasons.",
  })
  async update(
    @Arg("prices", () => [Cost], { description: "The costs to set." }) prices: Cost[],
    @Ctx() ctx: Context,
  ): Promise<PriceUpdateResult[]> {
    const checks = this.dependencies.priceChecks.begin(ctx);
    const [products, stores] = await Promise.all([lockProducts(ctx.db, prices), storeViews(ctx.db)]);
    const { valid, failures } = await checks.filterPrices(checkCosts(prices, { products, stores }));
    const origin = originOf(ctx, "CostStorage.update");
    const writing = awaitWrite("Could not save Prices.", writePrices(ctx.db, valid, origin));
    await recordPrices(ctx.db, { kind: "cost", rows: valid, writing });
    return failures;
  }

  @Rest("POST /V1/products/cost-information", "Magento_Catalog::catalog", { keys: ["skus"] })
  @Query(() => [Cost], {
    name: "readCosts",
    description: "Costs of the given products in every store view. SKUs without one are left out.",
  })
  get(
    @Arg("skus", () => [String], { description: "SKUs of the products, case-insensitive." }) skus: string[],
    @Ctx() ctx: Context,
  ): Promise<Cost[]> {
    return readCosts(ctx.db, { skus, types: plainTypes });
  }

  @Rest("POST /V1/products/cost-delete", "Magento_Catalog::catalog", { keys: ["skus"], preview: previewPrices })
  @Mutation(() => Boolean, {
    name: "deleteCosts",
    description: "Deletes the costs of the given products in every store view. SKUs without one are ignored.",
  })
  async delete(
    @Arg("skus", () => [String], { description: "SKUs of the products, case-insensitive." }) skus: string[],
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    this.dependencies.priceChecks.requireDeletable(ctx, { kind: "cost", websiteId: 0 });
    const products = await lockProducts(
      ctx.db,
      skus.map((sku) => ({ sku })),
    );
    const priced = products.ofTypes(plainTypes);
    const ids = priced.map((product) => product.id);
    const origin = originOf(ctx, "CostStorage.delete");
    await awaitWrite("Could not delete Prices", clearCosts(ctx.db, ids, origin));
    await recordPricedProducts(ctx.db, "cost", priced);
    return true;
  }
}
