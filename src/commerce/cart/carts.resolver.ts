import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../api/call/context.js";
import { missing, noSuchEntity } from "../../api/call/errors.js";
import { Contract, Rest, Writes } from "../../api/contract/rest.js";
import { Void } from "../../api/contract/scalars.js";
import { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { listActiveCarts } from "./ownership/active-carts.js";
import { assignCart } from "./ownership/assign-cart.js";
import { searchCarts, toCart } from "./cart-answer.js";
import type { CartDependencies } from "./cart-dependencies.js";
import { manage } from "./cart-errors.js";
import { ensureTotals } from "./state/read-totals.js";
import { Cart, CartSearchResults } from "./carts.types.js";
import { findOrCreateCart, createGuestCart, createUnassignedCart } from "./create-cart.js";
import { readAnyCart, readOpenCart } from "./ownership/open-cart.js";
import { saveCart } from "./save-cart.js";
import { guestCart, ownCart, ownId } from "./ownership/whose-cart.js";

const cart = "Id of the cart, or the masked id of a guest's cart.";
const customerIdDescription = "Id of the customer; for customers always their own.";

@Contract("Quote", "CartManagement", { aggregate: "cart" })
@Resolver()
export class CartManagement {
  constructor(private readonly dependencies: CartDependencies) {}

  @Rest("POST /V1/carts/", manage, { keys: [] })
  @Writes("cart", { cartId: "result" })
  @Mutation(() => String, { name: "createCart", description: "Creates a cart without an owner and returns its id." })
  async createEmptyCart(@Ctx() ctx: Context): Promise<string> {
    return String(await createUnassignedCart(ctx));
  }

  @Rest("POST /V1/customers/:customerId/carts", manage, {
    keys: ["customer:customerId", "cart:customer-{customerId}"],
  })
  @Rest("POST /V1/carts/mine", "self", { bind: { customerId: ownId }, keys: ["customerId"] })
  @Writes("cart", { cartId: "result" })
  @Mutation(() => Int, {
    name: "createCustomerCart",
    description: "Returns the id of the customer's active cart; creates one if there is none.",
  })
  createEmptyCartForCustomer(
    @Arg("customerId", () => Int, { nullable: true, description: customerIdDescription })
    customerId: number | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<number> {
    if (customerId == null) throw missing(["customerId"]);
    return findOrCreateCart(ctx, customerId);
  }

  @Rest("GET /V1/carts/mine", "self", { bind: { customerId: ownId } })
  @Query(() => Cart, { name: "customerCart", description: "The active cart of the calling customer." })
  async getCartForCustomer(
    @Arg("customerId", () => Int, { nullable: true, description: customerIdDescription })
    customerId: number | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<Cart> {
    if (customerId == null) throw missing(["customerId"]);
    const [active] = await listActiveCarts(ctx.db, [customerId], ctx.scope);
    if (!active) throw noSuchEntity("customerId", customerId);
    return toCart(ctx, await ensureTotals(ctx, await readOpenCart(ctx, active.id), this.dependencies));
  }

  @Rest("PUT /V1/carts/:cartId", manage, { keys: ["cartId", "customer-{customerId}"] })
  @Rest("PUT /V1/guest-carts/:cartId", "self", {
    bind: { cartId: guestCart, customerId: ownId },
    keys: ["cartId", "customerId"],
    as: "GuestCartManagement.assignCustomer",
  })
  @Writes("cart", { cartId: "cartId" })
  @Mutation(() => Boolean, {
    name: "assignCartToCustomer",
    description:
      "Assigns a cart without an owner to a customer. The items and the coupon of the customer's active cart move to it.",
  })
  async assignCustomer(
    @Arg("cartId", () => Int, { description: cart }) cartId: number,
    @Arg("customerId", () => Int, { description: customerIdDescription }) customerId: number,
    @Arg("storeId", () => Int, { description: "Id of the store view for the cart." }) storeId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await assignCart(ctx, { cartId, customerId, storeId }, this.dependencies);
    return true;
  }
}

@Contract("Quote", "GuestCartManagement", { aggregate: "cart" })
@Resolver()
export class GuestCartManagement {
  @Rest("POST /V1/guest-carts", "anonymous", { keys: [] })
  @Writes("cart", { cartId: "result" })
  @Mutation(() => String, {
    name: "createGuestCart",
    description: "Creates a guest cart and returns its masked id. Anyone who knows the masked id can use the cart.",
  })
  createEmptyCart(@Ctx() ctx: Context): Promise<string> {
    return createGuestCart(ctx);
  }
}

@Contract("Quote", "CartRepository", { aggregate: "cart" })
@Resolver()
export class CartRepository {
  constructor(private readonly dependencies: CartDependencies) {}

  @Rest("GET /V1/carts/:cartId", manage)
  @Rest("GET /V1/guest-carts/:cartId", "anonymous", { bind: { cartId: guestCart }, as: "GuestCartRepository.get" })
  @Query(() => Cart, {
    name: "cart",
    description: "A cart, active or closed; a closed cart is returned without items.",
  })
  async get(@Arg("cartId", () => Int, { description: cart }) cartId: number, @Ctx() ctx: Context): Promise<Cart> {
    return toCart(ctx, await ensureTotals(ctx, await readAnyCart(ctx, cartId), this.dependencies));
  }

  @Rest("GET /V1/carts/search", manage)
  @Query(() => CartSearchResults, {
    name: "carts",
    description: "Searches carts, including closed ones, by their fields and by totals such as `grand_total`.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<CartSearchResults> {
    return searchCarts(ctx.db, searchCriteria);
  }

  @Rest("PUT /V1/carts/mine", "self", { bind: { "quote.id": ownCart }, keys: ["quote.id"] })
  @Writes("cart", { cartId: "quote.id" })
  @Mutation(() => Void, {
    nullable: true,
    name: "saveCart",
    description:
      "Updates a cart with the fields sent: customer data, note, store view, addresses, items and shipping method.",
  })
  save(
    @Arg("quote", () => Cart, { description: "The cart; fields that are not sent are kept." }) quote: Cart,
    @Ctx() ctx: Context,
  ): Promise<void> {
    return saveCart(ctx, quote, this.dependencies);
  }
}
