import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { Configured } from "../config.js";
import type { ConfiguredContext, Context } from "../call/context.js";
import { Contract, Rest } from "../contract/rest.js";
import { written } from "./checked-rows.js";
import { storeViews } from "./price-scopes.sql.js";
import { clearSpecialPrices, writePrices } from "./price-writes.sql.js";
import { PriceUpdateResult, SpecialPrice } from "./price.types.js";
import { holdProducts } from "./priced-products.sql.js";
import { readSpecialPrices } from "./prices.sql.js";
import { checkSpecialPrices, currentTime, type SpecialPriceFacts, specialPriceTypes } from "./special-price-rules.js";

@Contract("Catalog", { aggregate: "product" })
@Resolver()
export class SpecialPriceStorage {
  constructor(private readonly dependencies: Configured) {}

  @Rest("POST /V1/products/special-price", "Magento_Catalog::catalog", { keys: ["prices.sku"] })
  @Mutation(() => [PriceUpdateResult], {
    name: "updateSpecialPrices",
    description: "Sets special prices; the rows that could not be set come back, each with its reasons.",
  })
  async update(
    @Arg("prices", () => [SpecialPrice], { description: "The special prices to set." }) prices: SpecialPrice[],
    @Ctx() ctx: Context,
  ): Promise<PriceUpdateResult[]> {
    const start = { laterThan: currentTime(), isRequired: this.dependencies.config.PORTICO_EDITION === "commerce" };
    const { valid, failures } = checkSpecialPrices(prices, {
      ...(await facts(prices, { ...ctx, ...this.dependencies })),
      start,
    });
    const origin = { actor: ctx.actor, call: "SpecialPriceStorage.update" };
    await written("Could not save Prices.", writePrices(ctx.db, valid, origin));
    return failures;
  }

  @Rest("POST /V1/products/special-price-information", "Magento_Catalog::catalog", { keys: ["skus"] })
  @Mutation(() => [SpecialPrice], {
    name: "readSpecialPrices",
    description: "Special prices of the given products in every store view; SKUs that have none are passed over.",
  })
  get(
    @Arg("skus", () => [String], { description: "SKUs of the products, in any case." }) skus: string[],
    @Ctx() ctx: Context,
  ): Promise<SpecialPrice[]> {
    return readSpecialPrices(ctx.db, { skus, types: specialPriceTypes });
  }

  @Rest("POST /V1/products/special-price-delete", "Magento_Catalog::catalog", { keys: ["prices.sku"] })
  @Mutation(() => [PriceUpdateResult], {
    name: "deleteSpecialPrices",
    description:
      "Takes special prices and their dates away, by SKU and store view; the rows that are not valid come back, each with its reasons.",
  })
  async delete(
    @Arg("prices", () => [SpecialPrice], { description: "The special prices to take away." }) prices: SpecialPrice[],
    @Ctx() ctx: Context,
  ): Promise<PriceUpdateResult[]> {
    const { valid, failures } = checkSpecialPrices(prices, await facts(prices, { ...ctx, ...this.dependencies }));
    const origin = { actor: ctx.actor, call: "SpecialPriceStorage.delete" };
    await written("Could not delete Prices", clearSpecialPrices(ctx.db, valid, origin));
    return failures;
  }
}

const facts = async (
  prices: readonly SpecialPrice[],
  { db, config }: ConfiguredContext,
): Promise<SpecialPriceFacts> => ({
  products: await holdProducts(db, prices),
  stores: await storeViews(db),
  scope: config.PORTICO_PRICE_SCOPE,
});
