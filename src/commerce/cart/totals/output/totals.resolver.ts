import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import type { Context } from "../../../../api/call/context.js";
import { Contract, Rest } from "../../../../api/contract/rest.js";
import type { CartDependencies } from "../../cart-dependencies.js";
import { manage } from "../../cart-errors.js";
import { withTotals } from "../../state/read-totals.js";
import { readOpenCart } from "../../ownership/open-cart.js";
import { toStoredTotals } from "./totals-shape.js";
import { CartTotals } from "./totals.types.js";
import { guestCart, ownCart } from "../../ownership/whose-cart.js";

@Contract("Quote", "CartTotalRepository")
@Resolver()
export class CartTotalRepository {
  constructor(private readonly dependencies: CartDependencies) {}

  @Rest("GET /V1/carts/:cartId/totals", manage)
  @Rest("GET /V1/carts/mine/totals", "self", { bind: { cartId: ownCart } })
  @Rest("GET /V1/guest-carts/:cartId/totals", "anonymous", {
    bind: { cartId: guestCart },
    as: "GuestCartTotalRepository.get",
  })
  @Query(() => CartTotals, {
    name: "cartTotals",
    description: "The totals of a cart with the current prices, rules, taxes and settings.",
  })
  async get(
    @Arg("cartId", () => Int, { description: "Id of the cart; guests use its masked id." }) cartId: number,
    @Ctx() ctx: Context,
  ): Promise<CartTotals> {
    const { cart, totals } = await withTotals(ctx, await readOpenCart(ctx, cartId), this.dependencies);
    return toStoredTotals(cart, totals);
  }
}
