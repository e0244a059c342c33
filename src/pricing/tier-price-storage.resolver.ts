import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { Configured } from "../config.js";
import type { ConfiguredContext, Context } from "../call/context.js";
import { Contract, Rest } from "../contract/rest.js";
import { written } from "./checked-rows.js";
import { holdTierPriceScopes } from "./price-scopes.sql.js";
import { deleteTierPrices, replaceTierPrices, writeTierPrices } from "./price-writes.sql.js";
import { PriceUpdateResult, TierPrice } from "./price.types.js";
import { holdProducts } from "./priced-products.sql.js";
import { readStoredTierPrices, readTierPrices } from "./prices.sql.js";
import { checkTierPrices, type TierPriceFacts, tierPriceTypes } from "./tier-price-rules.js";

@Contract("Catalog", { aggregate: "product" })
@Resolver()
export class TierPriceStorage {
  constructor(private readonly dependencies: Configured) {}

  @Rest("POST /V1/products/tier-prices", "Magento_Catalog::catalog", { keys: ["prices.sku"] })
  @Mutation(() => [PriceUpdateResult], {
    name: "updateTierPrices",
    description: "Adds or overwrites tier prices; the rows that could not be set come back, each with its reasons.",
  })
  async update(
    @Arg("prices", () => [TierPrice], { description: "The tier prices to set." }) prices: TierPrice[],
    @Ctx() ctx: Context,
  ): Promise<PriceUpdateResult[]> {
    const known = await facts(prices, { ...ctx, ...this.dependencies });
    const stored = await readStoredTierPrices(ctx.db, {
      productIds: known.products.ofTypes(tierPriceTypes).map((product) => product.id),
      ofAllWebsites: prices.some((row) => row.website_id !== 0),
      ofOneWebsite: prices.some((row) => row.website_id === 0),
    });
    const { valid, failures } = checkTierPrices(prices, { ...known, stored });
    const origin = { actor: ctx.actor, call: "TierPriceStorage.update" };
    await written("Could not save Tier Prices", writeTierPrices(ctx.db, valid, origin));
    return failures;
  }

  @Rest("PUT /V1/products/tier-prices", "Magento_Catalog::catalog", { keys: ["prices.sku"] })
  @Mutation(() => [PriceUpdateResult], {
    name: "replaceTierPrices",
    description:
      "Puts the given tier prices in place of all that each named product has; the rows that could not be set come back, each with its reasons. A product of which no row is valid keeps what it has.",
  })
  async replace(
    @Arg("prices", () => [TierPrice], { description: "The tier prices to set." }) prices: TierPrice[],
    @Ctx() ctx: Context,
  ): Promise<PriceUpdateResult[]> {
    const { valid, failures } = checkTierPrices(prices, await facts(prices, { ...ctx, ...this.dependencies }));
    const productIds = [...new Set(valid.map((row) => row.productId))];
    const origin = { actor: ctx.actor, call: "TierPriceStorage.replace" };
    await written("Could not replace Tier Prices", replaceTierPrices(ctx.db, { productIds, rows: valid }, origin));
    return failures;
  }

  @Rest("POST /V1/products/tier-prices-information", "Magento_Catalog::catalog", { keys: ["skus"] })
  @Mutation(() => [TierPrice], {
    name: "readTierPrices",
    description: "All tier prices of the given products; SKUs that have none are passed over.",
  })
  get(
    @Arg("skus", () => [String], { description: "SKUs of the products, in any case." }) skus: string[],
    @Ctx() ctx: Context,
  ): Promise<TierPrice[]> {
    return readTierPrices(ctx.db, { skus, types: tierPriceTypes });
  }

  @Rest("POST /V1/products/tier-prices-delete", "Magento_Catalog::catalog", { keys: ["prices.sku"] })
  @Mutation(() => [PriceUpdateResult], {
    name: "deleteTierPrices",
    description:
      "Takes away the tier prices that equal the given ones in every field; the rows that are not valid come back, each with its reasons.",
  })
  async delete(
    @Arg("prices", () => [TierPrice], { description: "The tier prices to take away, in full." }) prices: TierPrice[],
    @Ctx() ctx: Context,
  ): Promise<PriceUpdateResult[]> {
    const { valid, failures } = checkTierPrices(prices, await facts(prices, { ...ctx, ...this.dependencies }));
    const origin = { actor: ctx.actor, call: "TierPriceStorage.delete" };
    await written("Could not delete Tier Prices", deleteTierPrices(ctx.db, valid, origin));
    return failures;
  }
}

const facts = async (prices: readonly TierPrice[], { db, config }: ConfiguredContext): Promise<TierPriceFacts> => ({
  products: await holdProducts(db, prices),
  scopes: await holdTierPriceScopes(db, groupNames(prices)),
  scope: config.PORTICO_PRICE_SCOPE,
});

const groupNames = (prices: readonly TierPrice[]): string[] => prices.flatMap((row) => row.customer_group ?? []);
