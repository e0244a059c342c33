import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchEntries } from "./balances.rows.js";
import { BalanceEntrySearchResults } from "./balances.types.js";

@Contract("Balance", "BalanceEntryRepository")
@Resolver()
export class BalanceEntryRepository {
  @Rest("GET /V1/balanceEntries", "Magento_GiftCardAccount::giftcardaccount", { edition: "commerce" })
  @Query(() => BalanceEntrySearchResults, {
    name: "balanceEntries",
    description:
      "Searches the changes of gift cards, store credit and reward points, for example by account_id or order_id.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<BalanceEntrySearchResults> {
    return searchEntries(ctx.db, searchCriteria);
  }
}
