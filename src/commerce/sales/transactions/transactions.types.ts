import { Field } from "type-graphql";
import { Fields, integers, texts } from "../../../api/contract/fields.js";
import { OutputShape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";

@OutputShape("PaymentTransaction", "A transaction of a payment gateway for an order.")
export class Transaction extends Fields({
  ...integers({
    transaction_id: "Id.",
    parent_id: "Id of the parent transaction.",
    order_id: "Id of the order.",
    payment_id: "Id of the order's payment.",
    is_closed:
      "1 if the transaction is closed: no other transaction, such as a capture after an authorization, can follow it. Otherwise 0.",
  }),
  ...texts({
    txn_id: "Id at the gateway.",
    parent_txn_id: "Id at the gateway of the parent transaction; null if there is none.",
    txn_type: "Type: payment, order, authorization, capture, void or refund.",
    created_at: "Time, in UTC.",
  }),
}) {
  @Field(() => [String], {
    nullable: true,
    description: "Values of the gateway's details; JSON if they are not text.",
  })
  additional_information?: string[] | null;

  @Field(() => [Transaction], { nullable: true, description: "Transactions that follow this one." })
  child_transactions?: Transaction[] | null;
}

export const TransactionSearchResults = SearchResults(Transaction);
export type TransactionSearchResults = SearchResults<Transaction>;
