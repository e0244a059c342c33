import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { Decimal, type DecimalText, Money, plainDecimal } from "../../../api/contract/scalars.js";
import { awaitWrite } from "../writes/checked-rows.js";
import {
  everyGroupId,
  lockGroup,
  groupOfPrice,
  groupPriceOf,
  groupPriceNotFound,
  requireNoOtherWebsite,
  websiteOfPrices,
} from "./group-price-rules.js";
import { findGroupPrice, readGroupPrices, readProduct } from "./group-prices.sql.js";
import { toQuantity } from "../../../platform/money/columns.js";
import { deleteTierPrices, writeTierPrices } from "./tier-price-writes.sql.js";
import type { PriceDependencies } from "../writes/price-checks.js";
import { recordPricedProducts } from "../writes/price-events.js";
import { originOf } from "../writes/price-origin.js";
import { lockProducts } from "../priced-products.sql.js";
import { ProductTierPrice } from "./product-tier-price.types.js";
import { previewPrices } from "../history/preview/preview-prices.js";
import { productNotFound } from "../../catalog/published.terms.js";

const groupDescription = "Id of the customer group, or `all`.";
const skuDescription = "SKU of the product, case-insensitive.";

@Contract("Catalog", "ProductTierPriceManagement", { aggregate: "product" })
@Resolver()
export class ProductTierPriceManagement {
  constructor(private readonly dependencies: PriceDependencies) {}

  @Rest("GET /V1/products/:sku/group-prices/:customerGroupId/tiers", "Magento_Catalog::catalog", { publicRead: true })
  @Query(() => [ProductTierPrice], {
    name: "groupPrices",
    description: "Prices of a product for a customer group, by quantity.",
  })
  async getList(
    @Arg("sku", () => String, { description: skuDescription }) sku: string,
    @Arg("customerGroupId", () => String, { description: groupDescription }) customerGroupId: string,
    @Ctx() ctx: Context,
  ): Promise<ProductTierPrice[]> {
    const product = await readProduct(ctx.db, sku);
    if (!product) throw productNotFound();
    const group = groupOfPrice(customerGroupId);
    if (!group) return [];
    const isOfAll = this.dependencies.config.PORTICO_PRICE_SCOPE === "website" && ctx.scope.websiteId === 0;
    const websiteId = isOfAll ? null : websiteOfPrices({ ...ctx, ...this.dependencies });
    const wanted = { productId: product.id, storeId: ctx.scope.storeId, websiteId, ...group };
    const prices = await readGroupPrices(ctx.db, wanted);
    const customer_group_id = group.allGroups ? everyGroupId : group.customerGroupId;
    return prices.map((price) => ({ customer_group_id, ...price }));
  }

  @Rest("POST /V1/products/:sku/group-prices/:customerGroupId/tiers/:qty/price/:price", "Magento_Catalog::catalog", {
    preview: previewPrices,
  })
  @Writes("product", { sku: "sku" })
  @Mutation(() => Boolean, {
    name: "addGroupPrice",
    description: "Sets the price of a product for a customer group from a minimum quantity.",
  })
  async add(
    @Arg("sku", () => String, { description: skuDescription }) sku: string,
    @Arg("customerGroupId", () => String, { description: groupDescription }) customerGroupId: string,
    @Arg("price", () => Money, { description: "Unit price, above 0; of a bundle, the discount in percent." })
    price: DecimalText,
    @Arg("qty", () => Decimal, { description: "Minimum quantity, above 0." }) qty: DecimalText,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    const checks = this.dependencies.priceChecks.begin(ctx);
    const products = await lockProducts(ctx.db, [{ sku }]);
    const product = products.find(sku);
    if (!product) throw productNotFound();
    const row = groupPriceOf(product, price, qty);
    const group = await lockGroup({ ...ctx, ...this.dependencies }, customerGroupId);
    const write = {
      productId: product.id,
      sku: product.sku,
      ...group,
      websiteId: websiteOfPrices({ ...ctx, ...this.dependencies }),
      ...row,
    };
    await requireNoOtherWebsite({ ...ctx, ...this.dependencies }, write);
    await checks.requireAllowedTierPrices([write]);
    const origin = originOf(ctx, "ProductTierPriceManagement.add");
    await awaitWrite("The group price couldn't be saved.", writeTierPrices(ctx.db, [write], origin));
    await recordPricedProducts(ctx.db, "tier", [product]);
    return true;
  }

  @Rest("DELETE /V1/products/:sku/group-prices/:customerGroupId/tiers/:qty", "Magento_Catalog::catalog", {
    preview: previewPrices,
  })
  @Writes("product", { sku: "sku" })
  @Mutation(() => Boolean, {
    name: "removeGroupPrice",
    description: "Deletes the price of a product for a customer group and a minimum quantity.",
  })
  async remove(
    @Arg("sku", () => String, { description: skuDescription }) sku: string,
    @Arg("customerGroupId", () => String, { description: groupDescription }) customerGroupId: string,
    @Arg("qty", () => Decimal, { description: "Minimum quantity." }) qty: DecimalText,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    const products = await lockProducts(ctx.db, [{ sku }]);
    const product = products.find(sku);
    if (!product) throw productNotFound();
    const websiteId = websiteOfPrices({ ...ctx, ...this.dependencies });
    const group = groupOfPrice(customerGroupId);
    const quantity = toQuantity(qty);
    const key = group && quantity !== undefined ? { productId: product.id, ...group, websiteId, quantity } : undefined;
    const stored = key && (await findGroupPrice(ctx.db, key));
    if (!stored) throw groupPriceNotFound(customerGroupId, websiteId, Number(plainDecimal(qty)));
    this.dependencies.priceChecks.requireDeletable(ctx, { kind: "tier", websiteId });
    const origin = originOf(ctx, "ProductTierPriceManagement.remove");
    const message = "The tier_price data is invalid. Verify the data and try again.";
    await awaitWrite(message, deleteTierPrices(ctx.db, [stored], origin));
    await recordPricedProducts(ctx.db, "tier", [product]);
    return true;
  }
}
