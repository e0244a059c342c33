import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { type CartDependencies, collectCart, openCart, ownCart } from "../../cart/published.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { type DecimalText, Money } from "../../../api/contract/scalars.js";
import { readSettings } from "../../store/published.js";
import { balancePaths, isCreditOn } from "../cart-balances.js";
import { openNonEmptyCart } from "../gift-cards/cart-cards.js";
import { requireWholeCents } from "../ledger/change-balance.js";
import { changeCustomerBalance, readCustomerBalance } from "../ledger/customer-balance.js";
import { CustomerBalance } from "../ledger/customer-balance.types.js";

const edition = "commerce";
const own = { bind: { cartId: ownCart }, keys: ["cartId"], edition } as const;
const cart = { description: "Id of the cart." };
const customer = { description: "Id of the customer." };
const website = { description: "Id of the website." };

@Contract("CustomerBalance", "BalanceManagementFromQuote", { aggregate: "cart" })
@Resolver()
export class BalanceManagementFromQuote {
  constructor(private readonly dependencies: CartDependencies) {}

  @Rest("POST /V1/carts/mine/balance/apply", "self", own)
  @Writes("cart", { cartId: "cartId" })
  @Mutation(() => Boolean, {
    name: "applyStoreCredit",
    description:
      "Applies as much store credit as the customer's cart needs. Returns false and changes nothing if store credit is disabled.",
  })
  async apply(@Arg("cartId", () => Int, cart) cartId: number, @Ctx() ctx: Context): Promise<boolean> {
    const found = await openNonEmptyCart(ctx, cartId);
    if (!isCreditOn(await readSettings(ctx.db, balancePaths), found)) return false;
    await collectCart(ctx, { ...found, use_store_credit: true }, this.dependencies);
    return true;
  }

  @Rest("DELETE /V1/carts/mine/balance", "self", own)
  @Writes("cart", { cartId: "cartId" })
  @Mutation(() => Boolean, {
    name: "removeStoreCredit",
    description: "Removes store credit from the customer's cart. Returns true even if none was applied.",
  })
  async remove(@Arg("cartId", () => Int, cart) cartId: number, @Ctx() ctx: Context): Promise<boolean> {
    const found = await openCart(ctx, cartId);
    await collectCart(ctx, { ...found, use_store_credit: false }, this.dependencies);
    return true;
  }
}

@Contract("CustomerBalance", "StoreCreditRepository", { aggregate: "customer" })
@Resolver()
export class StoreCreditRepository {
  @Rest("GET /V1/customers/:customerId/storeCredit/:websiteId", "Magento_Customer::manage", { edition })
  @Query(() => CustomerBalance, { name: "storeCredit", description: "The store credit of a customer on a website." })
  get(
    @Arg("customerId", () => Int, customer) customerId: number,
    @Arg("websiteId", () => Int, website) websiteId: number,
    @Ctx() ctx: Context,
  ): Promise<CustomerBalance> {
    return readCustomerBalance(ctx, "store_credit", { customerId, websiteId });
  }

  @Rest("POST /V1/customers/:customerId/storeCredit/:websiteId", "Magento_Customer::manage", { edition })
  @Mutation(() => CustomerBalance, {
    name: "changeStoreCredit",
    description:
      "Adds an amount to the store credit of a customer on a website, or subtracts one. Returns the balance.",
  })
  change(
    @Arg("customerId", () => Int, customer) customerId: number,
    @Arg("websiteId", () => Int, website) websiteId: number,
    @Arg("change", () => Money, {
      description: "Amount in base currency, positive to add or negative to subtract, with at most two decimals.",
    })
    change: DecimalText,
    @Arg("comment", () => String, { nullable: true, description: "Reason for the change." })
    comment: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<CustomerBalance> {
    const amount = requireWholeCents(change, "change");
    const given = {
      kind: "store_credit",
      customerId,
      websiteId,
      change: amount,
      comment: comment ?? undefined,
    } as const;
    return changeCustomerBalance(ctx, given);
  }
}
