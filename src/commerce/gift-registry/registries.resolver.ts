import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../api/call/context.js";
import { noSuchEntity } from "../../api/call/errors.js";
import { type CartDependencies, guestCart, ownCart } from "../cart/published.js";
import { ShippingMethod } from "../checkout/shipping/shipping-methods.types.js";
import { Contract, Rest } from "../../api/contract/rest.js";
import { createRegistry, estimateToRegistry, requireRegistry } from "./registries.js";
import { deleteRegistry } from "./registries.rows.js";
import { GiftRegistry } from "./registries.types.js";

const edition = "commerce";
const manage = "Magento_Customer::manage";
const registry = { description: "Id of the gift registry." };

@Contract("GiftRegistry", "ShippingMethodManagement", { aggregate: "cart", keys: ["cartId"] })
@Resolver()
export class GiftRegistryShipping {
  constructor(private readonly dependencies: CartDependencies) {}

  @Rest("POST /V1/giftregistry/mine/estimate-shipping-methods", "self", { bind: { cartId: ownCart }, edition })
  @Rest("POST /V1/guest-giftregistry/:cartId/estimate-shipping-methods", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestCartShippingMethodManagement.estimateByRegistryId",
    edition,
  })
  @Query(() => [ShippingMethod], {
    name: "estimateShippingToGiftRegistry",
    description: "Shipping methods for a cart and the address of a gift registry. Nothing is stored.",
  })
  estimateByRegistryId(
    @Arg("cartId", () => Int, { description: "Id of the cart, or the masked id of a guest's cart." }) cartId: number,
    @Arg("registryId", () => Int, registry) registryId: number,
    @Ctx() ctx: Context,
  ): Promise<ShippingMethod[]> {
    return estimateToRegistry(ctx, { cartId, registryId }, this.dependencies);
  }
}

@Contract("GiftRegistry", "GiftRegistryRepository", { aggregate: "gift-registry" })
@Resolver()
export class GiftRegistryRepository {
  @Rest("POST /V1/giftRegistries", manage, { edition, keys: [] })
  @Mutation(() => GiftRegistry, { name: "createGiftRegistry", description: "Creates a gift registry for a customer." })
  create(
    @Arg("giftRegistry", () => GiftRegistry, { description: "The registry." }) given: GiftRegistry,
    @Ctx() ctx: Context,
  ): Promise<GiftRegistry> {
    return createRegistry(ctx, given);
  }

  @Rest("GET /V1/giftRegistries/:registryId", manage, { edition })
  @Query(() => GiftRegistry, { name: "giftRegistry", description: "A gift registry with its items and its address." })
  get(@Arg("registryId", () => Int, registry) registryId: number, @Ctx() ctx: Context): Promise<GiftRegistry> {
    return requireRegistry(ctx, registryId);
  }

  @Rest("DELETE /V1/giftRegistries/:registryId", manage, { edition })
  @Mutation(() => Boolean, { name: "deleteGiftRegistry", description: "Deletes a gift registry." })
  async deleteById(@Arg("registryId", () => Int, registry) registryId: number, @Ctx() ctx: Context): Promise<boolean> {
    if (!(await deleteRegistry(ctx.db, registryId))) throw noSuchEntity("registryId", registryId);
    return true;
  }
}
