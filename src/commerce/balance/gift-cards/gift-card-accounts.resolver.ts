import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { noSuchEntity } from "../../../api/call/errors.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { CustomerBalance } from "../ledger/customer-balance.types.js";
import type { LimitedCartDependencies } from "../../cart/published.js";
import { readCodePool, generateCodes } from "./code-pool.js";
import { GiftCardAccount, GiftCardAccountSearchResults, GiftCardCodes } from "./gift-card-accounts.types.js";
import { searchCards, toAccount, readCardsByCode } from "./gift-cards.rows.js";
import { redeemCard } from "./redeem-card.js";
import { changeAccount, createAccount, deleteAccount, readAccount } from "./save-account.js";

const permission = "Magento_GiftCardAccount::giftcardaccount";
const edition = "commerce";
const id = { description: "Id of the gift card." };

@Contract("GiftCardAccount", "GiftCardRedemption", { aggregate: "gift-card" })
@Resolver()
export class GiftCardRedemption {
  constructor(private readonly dependencies: LimitedCartDependencies) {}

  @Rest("POST /V1/giftcardaccounts/mine/redeem", "self", {
    bind: { customerId: (actor) => actor.id },
    edition,
    immediate: true,
  })
  @Mutation(() => CustomerBalance, {
    name: "redeemGiftCard",
    description:
      "Converts the whole balance of a gift card into store credit of the customer, on the website of the account, and returns " +
      "the store credit. 404 for a code that cannot be used, 400 if the card is not redeemable or store credit is " +
      "disabled, and 429 after ten wrong codes in ten minutes.",
  })
  redeem(
    @Arg("customerId", () => Int, { description: "Id of the customer." }) customerId: number,
    @Arg("giftCardCode", () => String, { description: "Code of the gift card; case is ignored." }) giftCardCode: string,
    @Ctx() ctx: Context,
  ): Promise<CustomerBalance> {
    return redeemCard(ctx, { customerId, code: giftCardCode }, this.dependencies);
  }
}

@Contract("GiftCardAccount", "GiftCardCodePool", { aggregate: "gift-card-pool", keys: ["*"] })
@Resolver()
export class GiftCardCodePool {
  @Rest("GET /V1/giftCardCodePool", permission, { edition })
  @Query(() => GiftCardCodes, {
    name: "giftCardCodes",
    description: "The number of pre-generated gift card codes.",
  })
  get(@Ctx() ctx: Context): Promise<GiftCardCodes> {
    return readCodePool(ctx);
  }

  @Rest("POST /V1/giftCardCodePool", permission, { edition })
  @Mutation(() => GiftCardCodes, {
    name: "generateGiftCardCodes",
    description:
      "Generates as many gift card codes as giftcard/giftcardaccount_general/pool_size says, in the format of the other settings " +
      "there. 400 if the format allows too few codes.",
  })
  async generate(@Ctx() ctx: Context): Promise<GiftCardCodes> {
    await generateCodes(ctx.db);
    return readCodePool(ctx);
  }
}

@Contract("GiftCardAccount", "GiftCardAccountRepository", { aggregate: "gift-card" })
@Resolver()
export class GiftCardAccountRepository {
  // Runs immediately, because a queued operation would store its response, and whoever reads the code in it can spend
  // the card.
  @Rest("POST /V1/giftcardaccounts", permission, { edition, immediate: true })
  @Mutation(() => GiftCardAccount, {
    name: "createGiftCardAccount",
    description: "Creates a gift card with a balance.",
  })
  create(
    @Arg("giftCardAccount", () => GiftCardAccount, { description: "The gift card." }) given: GiftCardAccount,
    @Ctx() ctx: Context,
  ): Promise<GiftCardAccount> {
    return createAccount(ctx, given);
  }

  @Rest("GET /V1/giftcardaccounts", permission, { edition })
  @Query(() => GiftCardAccountSearchResults, {
    name: "giftCardAccounts",
    description: "Searches gift cards by their fields, except state.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<GiftCardAccountSearchResults> {
    return searchCards(ctx.db, searchCriteria);
  }

  @Rest("GET /V1/giftcardaccounts/:id", permission, { edition })
  @Query(() => GiftCardAccount, { name: "giftCardAccount", description: "A gift card." })
  get(@Arg("id", () => Int, id) accountId: number, @Ctx() ctx: Context): Promise<GiftCardAccount> {
    return readAccount(ctx, accountId);
  }

  @Rest("GET /V1/giftcardaccounts/code/:code", permission, { edition })
  @Query(() => GiftCardAccount, {
    name: "giftCardAccountByCode",
    description: "A gift card by its code; case is ignored.",
  })
  async getByCode(
    @Arg("code", () => String, { description: "Code of the gift card." }) code: string,
    @Ctx() ctx: Context,
  ): Promise<GiftCardAccount> {
    const [card] = await readCardsByCode(ctx.db, [code]);
    if (!card) throw noSuchEntity("code", code);
    return toAccount(card);
  }

  @Rest("PUT /V1/giftcardaccounts/:id", permission, { edition, immediate: true })
  @Mutation(() => GiftCardAccount, {
    name: "changeGiftCardAccount",
    description:
      "Changes the balance, status, expiry or is_redeemable of a gift card; fields that are not sent are kept.",
  })
  change(
    @Arg("id", () => Int, id) accountId: number,
    @Arg("giftCardAccount", () => GiftCardAccount, { description: "Fields to change." }) given: GiftCardAccount,
    @Ctx() ctx: Context,
  ): Promise<GiftCardAccount> {
    return changeAccount(ctx, accountId, given);
  }

  @Rest("DELETE /V1/giftcardaccounts/:id", permission, { edition })
  @Mutation(() => Boolean, {
    name: "deleteGiftCardAccount",
    description: "Deletes a gift card; its balance entries are kept.",
  })
  async deleteById(@Arg("id", () => Int, id) accountId: number, @Ctx() ctx: Context): Promise<boolean> {
    await deleteAccount(ctx, accountId);
    return true;
  }
}
