import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { requireEntity } from "../require-entity.js";
import { toTransaction } from "./transaction-answer.js";
import { findTransaction, readTransactionsOf, searchTransactions } from "./transactions.rows.js";
import { Transaction, TransactionSearchResults } from "./transactions.types.js";

const fetch = "Magento_Sales::transactions_fetch";

@Contract("Sales", "TransactionRepository")
@Resolver()
export class TransactionRepository {
  @Rest("GET /V1/transactions/:id", fetch)
  @Query(() => Transaction, { name: "paymentTransaction", description: "A transaction of a payment gateway." })
  async get(
    @Arg("id", () => Int, { description: "Id of the transaction." }) id: number,
    @Ctx() { db }: Context,
  ): Promise<Transaction> {
    const found = await requireEntity(findTransaction, db, id);
    return toTransaction(found, await readTransactionsOf(db, [found.order_id]));
  }

  @Rest("GET /V1/transactions", fetch)
  @Query(() => TransactionSearchResults, {
    name: "paymentTransactions",
    description: "Searches the transactions of payment gateways by their fields.",
  })
  async getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() { db }: Context,
  ): Promise<TransactionSearchResults> {
    const page = await searchTransactions(db, searchCriteria);
    const all = await readTransactionsOf(
      db,
      page.items.map(({ order_id }) => order_id),
    );
    return { ...page, items: page.items.map((row) => toTransaction(row, all)) };
  }
}
