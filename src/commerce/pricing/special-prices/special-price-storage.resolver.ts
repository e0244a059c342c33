import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { ConfiguredContext, Context } from "../../../api/call/context.js";
import { localTime } from "../../../api/contract/dates.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { globalScope, readSettings } from "../../store/published.js";
import { awaitWrite } from "../writes/checked-rows.js";
import type { PriceDependencies } from "../writes/price-checks.js";
import { recordPrices } from "../writes/price-events.js";
import { originOf } from "../writes/price-origin.js";
import { storeViews } from "../price-scopes.sql.js";
import { writePrices } from "../writes/price-writes.sql.js";
import { clearSpecialPrices } from "./special-price-updates.sql.js";
import { PriceUpdateResult, SpecialPrice } from "../price.types.js";
import { lockProducts, pricedTypes } from "../priced-products.sql.js";
import { readSpecialPrices } from "../prices.sql.js";
import { checkSpecialPrices, type SpecialPriceFacts } from "./special-price-rules.js";
import { previewPrices } from "../history/preview/preview-prices.js";

/** Path of the time zone of special prices, as carts read them. */
const timeZone = "general/locale/timezone";

@Contract("Catalog", "SpecialPriceStorage", { aggregate: "product" })
@Resolver()
export class SpecialPriceStorage {
  constructor(private readonly dependencies: PriceDependencies) {}

  @Rest("POST /V1/products/special-price", "Magento_Catalog::catalog", { keys: ["prices.sku"], preview: previewPrices })
  @Mutation(() => [PriceUpdateResult], {
    name: "updateSpecialPrices",
    description: "Sets special prices. Returns the rows that failed, each with its reasons.",
  })
  async update(
    @Arg("prices", () => [SpecialPrice], { description: "The special prices to set." }) prices: SpecialPrice[],
    @Ctx() ctx: Context,
  ): Promise<PriceUpdateResult[]> {
    const checks = this.dependencies.priceChecks.begin(ctx);
    const known = await facts(prices, { ...ctx, ...this.dependencies });
    const { valid, failures } = await checks.filterPrices(
      checkSpecialPrices(prices, { ...known, ...(await this.starts(prices, ctx)) }),
    );
    const origin = originOf(ctx, "SpecialPriceStorage.update");
    const writing = awaitWrite("Could not save Prices.", writePrices(ctx.db, valid, origin));
    await recordPrices(ctx.db, { kind: "special", rows: valid, writing });
    return failures;
  }

  @Rest("POST /V1/products/special-price-information", "Magento_Catalog::catalog", { keys: ["skus"] })
  @Query(() => [SpecialPrice], {
    name: "readSpecialPrices",
    description: "Special prices of the given products in every store view. SKUs without one are left out.",
  })
  get(
    @Arg("skus", () => [String], { description: "SKUs of the products, case-insensitive." }) skus: string[],
    @Ctx() ctx: Context,
  ): Promise<SpecialPrice[]> {
    return readSpecialPrices(ctx.db, { skus, types: pricedTypes });
  }

  @Rest("POST /V1/products/special-price-delete", "Magento_Catalog::catalog", {
    keys: ["prices.sku"],
    preview: previewPrices,
  })
  @Mutation(() => [PriceUpdateResult], {
    name: "deleteSpecialPrices",
    description:
      "Deletes special prices and their dates, by SKU and store view. Returns the rows that failed, each with its reasons.",
  })
  async delete(
    @Arg("prices", () => [SpecialPrice], { description: "The special prices to delete." }) prices: SpecialPrice[],
    @Ctx() ctx: Context,
  ): Promise<PriceUpdateResult[]> {
    const known = await facts(prices, { ...ctx, ...this.dependencies });
    const { valid, failures } = await this.dependencies.priceChecks.filterDeletions(
      ctx,
      checkSpecialPrices(prices, known),
    );
    const origin = originOf(ctx, "SpecialPriceStorage.delete");
    await awaitWrite("Could not delete Prices", clearSpecialPrices(ctx.db, valid, origin));
    const removed = { specialPrice: null, specialFrom: null, specialTo: null };
    await recordPrices(ctx.db, { kind: "special", rows: valid.map((row) => ({ ...row, ...removed })) });
    return failures;
  }

  /** Imported special prices have no rules for their start, because they may have started in the other shop. */
  private async starts(
    prices: readonly SpecialPrice[],
    { db, isImport }: Context,
  ): Promise<Pick<SpecialPriceFacts, "start">> {
    if (isImport) return {};
    const isRequired = this.dependencies.config.PORTICO_EDITION === "commerce";
    if (prices.every(({ price_from: from }) => !from)) return { start: { laterThan: "", isRequired } };
    const settings = await readSettings(db, [timeZone]);
    return { start: { laterThan: localTime(new Date(), settings.value(timeZone, globalScope)), isRequired } };
  }
}

async function facts(prices: readonly SpecialPrice[], { db, config }: ConfiguredContext): Promise<SpecialPriceFacts> {
  const [products, stores] = await Promise.all([lockProducts(db, prices), storeViews(db)]);
  return { products, stores, scope: config.PORTICO_PRICE_SCOPE };
}
