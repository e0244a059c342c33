import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { CartAddress } from "../../cart/addresses/addresses.types.js";
import {
  type CartDependencies,
  estimatedGuestCart,
  guestCart,
  manage,
  ownCart,
  readOpenCart,
} from "../../cart/published.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { estimateByAddressId, estimateMethods, estimateShippingMethods } from "./estimates.js";
import { ShippingMethod } from "./shipping-methods.types.js";

const own = { bind: { cartId: ownCart } };
const cart = { description: "Id of the cart." };

@Contract("Quote", "ShippingMethodManagement", { aggregate: "cart", keys: ["cartId"] })
@Resolver()
export class ShippingMethodManagement {
  constructor(private readonly dependencies: CartDependencies) {}

  @Rest("GET /V1/carts/:cartId/shipping-methods", manage)
  @Rest("GET /V1/carts/mine/shipping-methods", "self", own)
  @Rest("GET /V1/guest-carts/:cartId/shipping-methods", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestShippingMethodManagement.getList",
  })
  @Query(() => [ShippingMethod], {
    name: "shippingMethods",
    description: "Shipping methods for a cart and its shipping address; none for empty and virtual carts.",
  })
  getList(@Arg("cartId", () => Int, cart) cartId: number, @Ctx() ctx: Context): Promise<ShippingMethod[]> {
    return estimateShippingMethods(ctx, cartId, this.dependencies);
  }

  @Rest("POST /V1/carts/:cartId/estimate-shipping-methods-by-address-id", manage)
  @Rest("POST /V1/carts/mine/estimate-shipping-methods-by-address-id", "self", own)
  @Query(() => [ShippingMethod], {
    name: "estimateShippingMethodsByAddressId",
    description: "Shipping methods for a cart and an address of its customer. Nothing is stored.",
  })
  async estimateByAddressId(
    @Arg("cartId", () => Int, cart) cartId: number,
    @Arg("addressId", () => Int, { description: "Id of the customer's address." }) addressId: number,
    @Ctx() ctx: Context,
  ): Promise<ShippingMethod[]> {
    const { dependencies } = this;
    return estimateByAddressId(ctx, await readOpenCart(ctx, cartId), { addressId, dependencies });
  }
}

@Contract("Quote", "ShipmentEstimation", { aggregate: "cart", keys: ["cartId"] })
@Resolver()
export class ShipmentEstimation {
  constructor(private readonly dependencies: CartDependencies) {}

  @Rest("POST /V1/carts/:cartId/estimate-shipping-methods", manage)
  @Rest("POST /V1/carts/mine/estimate-shipping-methods", "self", own)
  @Rest("POST /V1/guest-carts/:cartId/estimate-shipping-methods", "anonymous", {
    bind: { cartId: estimatedGuestCart },
    as: "GuestShipmentEstimation.estimateByExtendedAddress",
  })
  @Query(() => [ShippingMethod], {
    name: "estimateShippingMethods",
    description: "Shipping methods for a cart and a full or partial address; a country is enough. Nothing is stored.",
  })
  async estimateByExtendedAddress(
    @Arg("cartId", () => Int, cart) cartId: number,
    @Arg("address", () => CartAddress, { description: "The address." }) address: CartAddress,
    @Ctx() ctx: Context,
  ): Promise<ShippingMethod[]> {
    return estimateMethods(ctx, await readOpenCart(ctx, cartId), { address, dependencies: this.dependencies });
  }
}
