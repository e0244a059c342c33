import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { awaitWrite } from "../writes/checked-rows.js";
import type { PriceDependencies } from "../writes/price-checks.js";
import { recordPricedProducts } from "../writes/price-events.js";
import { originOf } from "../writes/price-origin.js";
import { lockTierPriceScopes } from "../price-scopes.sql.js";
import { deleteTierPrices, replaceTierPrices, writeTierPrices } from "./tier-price-writes.sql.js";
import { PriceUpdateResult, TierPrice } from "../price.types.js";
import { lockProducts, pricedTypes } from "../priced-products.sql.js";
import { readStoredTierPrices, readTierPrices } from "../prices.sql.js";
import { checkTierPrices, type TierPriceFacts } from "./tier-price-rules.js";
import { previewPrices } from "../history/preview/preview-prices.js";

@Contract("Catalog", "TierPriceStorage", { aggregate: "product" })
@Resolver()
export class TierPriceStorage {
  constructor(private readonly dependencies: PriceDependencies) {}

  @Rest("POST /V1/products/tier-prices", "Magento_Catalog::catalog", { keys: ["prices.sku"], preview: previewPrices })
  @Mutation(() => [PriceUpdateResult], {
    name: "updateTierPrices",
    description: "Adds or overwrites tier prices. Returns the rows that failed, each with its reasons.",
  })
  async update(
    @Arg("prices", () => [TierPrice], { description: "The tier prices to set." }) prices: TierPrice[],
    @Ctx() ctx: Context,
  ): Promise<PriceUpdateResult[]> {
    const checks = this.dependencies.priceChecks.begin(ctx);
    const known = await facts(prices, ctx);
    const stored = await readStoredTierPrices(ctx.db, {
      productIds: known.products.ofTypes(pricedTypes).map((product) => product.id),
      ofAllWebsites: prices.some((row) => row.website_id !== 0),
      ofOneWebsite: prices.some((row) => row.website_id === 0),
    });
    const { valid, failures } = await checks.filterTierPrices(checkTierPrices(prices, { ...known, stored }));
    const origin = originOf(ctx, "TierPriceStorage.update");
    await awaitWrite("Could not save Tier Prices", writeTierPrices(ctx.db, valid, origin));
    await recordPricedProducts(ctx.db, "tier", valid);
    return failures;
  }

  @Rest("PUT /V1/products/tier-prices", "Magento_Catalog::catalog", { keys: ["prices.sku"], preview: previewPrices })
  @Mutation(() => [PriceUpdateResult], {
    name: "replaceTierPrices",
    description:
      "Replaces all tier prices of the products in the rows. Returns the rows that failed, each with its reasons. A product without a valid row keeps its stored prices.",
  })
  async replace(
    @Arg("prices", () => [TierPrice], { description: "The tier prices to set." }) prices: TierPrice[],
    @Ctx() ctx: Context,
  ): Promise<PriceUpdateResult[]> {
    const checks = this.dependencies.priceChecks.begin(ctx);
    const known = await facts(prices, ctx);
    const { valid, failures } = await checks.filterTierPrices(checkTierPrices(prices, known));
    const productIds = [...new Set(valid.map((row) => row.productId))];
    const origin = originOf(ctx, "TierPriceStorage.replace");
    await awaitWrite("Could not replace Tier Prices", replaceTierPrices(ctx.db, { productIds, rows: valid }, origin));
    await recordPricedProducts(ctx.db, "tier", valid);
    return failures;
  }

  @Rest("POST /V1/products/tier-prices-information", "Magento_Catalog::catalog", { keys: ["skus"] })
  @Query(() => [TierPrice], {
    name: "readTierPrices",
    description: "All tier prices of the given products. SKUs without one are left out.",
  })
  get(
    @Arg("skus", () => [String], { description: "SKUs of the products, case-insensitive." }) skus: string[],
    @Ctx() ctx: Context,
  ): Promise<TierPrice[]> {
    return readTierPrices(ctx.db, { skus, types: pricedTypes });
  }

  @Rest("POST /V1/products/tier-prices-delete", "Magento_Catalog::catalog", {
    keys: ["prices.sku"],
    preview: previewPrices,
  })
  @Mutation(() => [PriceUpdateResult], {
    name: "deleteTierPrices",
    description:
      "Deletes the tier prices that equal the given ones in every field. Returns the rows that failed, each with its reasons.",
  })
  async delete(
    @Arg("prices", () => [TierPrice], { description: "The tier prices to delete, with all fields." })
    prices: TierPrice[],
    @Ctx() ctx: Context,
  ): Promise<PriceUpdateResult[]> {
    const known = await facts(prices, ctx);
    const { valid, failures } = await this.dependencies.priceChecks.filterTierDeletions(
      ctx,
      checkTierPrices(prices, known),
    );
    const origin = originOf(ctx, "TierPriceStorage.delete");
    await awaitWrite("Could not delete Tier Prices", deleteTierPrices(ctx.db, valid, origin));
    await recordPricedProducts(ctx.db, "tier", valid);
    return failures;
  }
}

async function facts(prices: readonly TierPrice[], { db }: Context): Promise<TierPriceFacts> {
  // Sent in this order: price writes lock products first, then groups.
  const locks = [lockProducts(db, prices), lockTierPriceScopes(db, groupNames(prices))] as const;
  const [products, scopes] = await Promise.all(locks);
  return { products, scopes };
}

const groupNames = (prices: readonly TierPrice[]): string[] => prices.flatMap((row) => row.customer_group ?? []);
