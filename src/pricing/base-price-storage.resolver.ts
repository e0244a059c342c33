import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { Configured } from "../config.js";
import type { Context } from "../call/context.js";
import { Contract, Rest } from "../contract/rest.js";
import { basePriceTypes, checkBasePrices } from "./base-price-rules.js";
import { written } from "./checked-rows.js";
import { storeViews } from "./price-scopes.sql.js";
import { writePrices } from "./price-writes.sql.js";
import { BasePrice, PriceUpdateResult } from "./price.types.js";
import { holdProducts } from "./priced-products.sql.js";
import { readBasePrices } from "./prices.sql.js";

@Contract("Catalog", { aggregate: "product" })
@Resolver()
export class BasePriceStorage {
  constructor(private readonly dependencies: Configured) {}

  @Rest("POST /V1/products/base-prices", "Magento_Catalog::catalog", { keys: ["prices.sku"] })
  @Mutation(() => [PriceUpdateResult], {
    name: "updateBasePrices",
    description: "Sets base prices; the rows that could not be set come back, each with its reasons.",
  })
  async update(
    @Arg("prices", () => [BasePrice], { description: "The base prices to set." }) prices: BasePrice[],
    @Ctx() ctx: Context,
  ): Promise<PriceUpdateResult[]> {
    const products = await holdProducts(ctx.db, prices);
    const stores = await storeViews(ctx.db);
    const scope = this.dependencies.config.PORTICO_PRICE_SCOPE;
    const { valid, failures } = checkBasePrices(prices, { products, stores, scope });
    const origin = { actor: ctx.actor, call: "BasePriceStorage.update" };
    await written("Could not save Prices.", writePrices(ctx.db, valid, origin));
    return failures;
  }

  @Rest("POST /V1/products/base-prices-information", "Magento_Catalog::catalog", { keys: ["skus"] })
  @Mutation(() => [BasePrice], {
    name: "readBasePrices",
    description: "Base prices of the given products in every store view; SKUs that have none are passed over.",
  })
  get(
    @Arg("skus", () => [String], { description: "SKUs of the products, in any case." }) skus: string[],
    @Ctx() ctx: Context,
  ): Promise<BasePrice[]> {
    return readBasePrices(ctx.db, { skus, types: basePriceTypes });
  }
}
