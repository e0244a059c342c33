import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { invalid, noSuchEntity } from "../../../api/call/errors.js";
import { type CartDependencies, collectCart, openCart, ownCart } from "../../cart/published.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { asAmount } from "../../../platform/money/amount.js";
import { isPositive } from "../../../platform/money/arithmetic.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { openNonEmptyCart } from "../gift-cards/cart-cards.js";
import { requireWholeCents } from "../ledger/change-balance.js";
import { changeCustomerBalance, readCustomerBalance } from "../ledger/customer-balance.js";
import { CustomerBalance } from "../ledger/customer-balance.types.js";
import { deleteRate, searchRates, writeRate, toCurrency, toPoints } from "./rates.rows.js";
import { RewardRate, RewardRateSearchResults } from "./reward-points.types.js";
import { canUsePoints } from "./use-points.js";

const edition = "commerce";
const manage = "Magento_Customer::manage";
const own = { bind: { cartId: ownCart }, keys: ["cartId"], edition } as const;
const cart = { description: "Id of the cart." };
const customer = { description: "Id of the customer." };
const website = { description: "Id of the website." };

@Contract("Reward", "RewardManagement", { aggregate: "cart" })
@Resolver()
export class RewardManagement {
  constructor(private readonly dependencies: CartDependencies) {}

  @Rest("POST /V1/reward/mine/use-reward", "self", own)
  @Writes("cart", { cartId: "cartId" })
  @Mutation(() => Boolean, {
    name: "useRewardPoints",
    description:
      "Applies as many reward points to the customer's cart as it needs or as are available, in whole groups of the rate. " +
      "Returns false and changes nothing if points are disabled, there is no rate, or the balance is below the minimum for " +
      "using points.",
  })
  async set(@Arg("cartId", () => Int, cart) cartId: number, @Ctx() ctx: Context): Promise<boolean> {
    const found = await openNonEmptyCart(ctx, cartId);
    if (found.use_reward_points) return true;
    if (!(await canUsePoints(ctx, found))) return false;
    await collectCart(ctx, { ...found, use_reward_points: true }, this.dependencies);
    return true;
  }

  @Rest("DELETE /V1/reward/mine/use-reward", "self", own)
  @Writes("cart", { cartId: "cartId" })
  @Mutation(() => Boolean, {
    name: "removeRewardPoints",
    description: "Removes reward points from the customer's cart. Returns true even if none were applied.",
  })
  async unset(@Arg("cartId", () => Int, cart) cartId: number, @Ctx() ctx: Context): Promise<boolean> {
    const found = await openCart(ctx, cartId);
    await collectCart(ctx, { ...found, use_reward_points: false }, this.dependencies);
    return true;
  }
}

@Contract("Reward", "RewardPointsRepository", { aggregate: "customer" })
@Resolver()
export class RewardPointsRepository {
  @Rest("GET /V1/customers/:customerId/rewardPoints/:websiteId", manage, { edition })
  @Query(() => CustomerBalance, { name: "rewardPoints", description: "The reward points of a customer on a website." })
  get(
    @Arg("customerId", () => Int, customer) customerId: number,
    @Arg("websiteId", () => Int, website) websiteId: number,
    @Ctx() ctx: Context,
  ): Promise<CustomerBalance> {
    return readCustomerBalance(ctx, "reward", { customerId, websiteId });
  }

  @Rest("POST /V1/customers/:customerId/rewardPoints/:websiteId", manage, { edition })
  @Mutation(() => CustomerBalance, {
    name: "changeRewardPoints",
    description:
      "Adds reward points to the balance of a customer on a website, or subtracts some. Returns the balance.",
  })
  change(
    @Arg("customerId", () => Int, customer) customerId: number,
    @Arg("websiteId", () => Int, website) websiteId: number,
    @Arg("change", () => Int, { description: "Points, positive to add or negative to subtract." }) change: number,
    @Arg("comment", () => String, { nullable: true, description: "Reason for the change." })
    comment: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<CustomerBalance> {
    const given = { kind: "reward", customerId, websiteId, change: asAmount(change) } as const;
    return changeCustomerBalance(ctx, { ...given, comment: comment ?? undefined });
  }
}

@Contract("Reward", "RewardRateRepository", { aggregate: "reward-rate", keys: ["*"] })
@Resolver()
export class RewardRateRepository {
  @Rest("GET /V1/rewardRates", manage, { edition })
  @Query(() => RewardRateSearchResults, {
    name: "rewardRates",
    description: "Searches the rates between reward points and money.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<RewardRateSearchResults> {
    return searchRates(ctx.db, searchCriteria);
  }

  @Rest("POST /V1/rewardRates", manage, { edition })
  @Mutation(() => RewardRate, {
    name: "saveRewardRate",
    description: "Sets the rate for a direction, a website and a customer group, and replaces the previous one.",
  })
  save(
    @Arg("rate", () => RewardRate, { description: "The rate." }) rate: RewardRate,
    @Ctx() ctx: Context,
  ): Promise<RewardRate> {
    const amount = requireWholeCents(rate.currency_amount, "currency_amount");
    if (!isPositive(amount)) throw invalid("currency_amount", rate.currency_amount);
    if (rate.points < 1) throw invalid("points", rate.points);
    if (![toCurrency, toPoints].includes(rate.direction)) throw invalid("direction", rate.direction);
    return writeRate(ctx.db, { ...rate, currency_amount: amount });
  }

  @Rest("DELETE /V1/rewardRates/:rateId", manage, { edition })
  @Mutation(() => Boolean, { name: "deleteRewardRate", description: "Deletes a rate." })
  async deleteById(
    @Arg("rateId", () => Int, { description: "Id of the rate." }) rateId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    if (!(await deleteRate(ctx.db, rateId))) throw noSuchEntity("rateId", rateId);
    return true;
  }
}
