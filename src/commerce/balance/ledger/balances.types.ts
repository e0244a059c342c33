import { Field, Int } from "type-graphql";
import { type DecimalText, Money } from "../../../api/contract/scalars.js";
import { OutputShape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import { OneOf, Values } from "../../../api/contract/closed-set.js";
import { callerType } from "../../../api/auth/closed-sets.types.js";

@OutputShape("BalanceEntry", "A change of a gift card, of store credit or of reward points. Entries are never changed.")
export class BalanceEntry {
  @Field(() => Int, { description: "Id." })
  id!: number;

  @Field(() => Int, { description: "Id of the account; for a gift card, the id of the card." })
  account_id!: number;

  @Values("gift_card", "store_credit", "reward")
  @Field(() => String, { description: "gift_card, store_credit or reward." })
  kind!: string;

  @Field(() => String, {
    description:
      "created, updated, used, returned, refunded (money to store credit), transferred or redeemed (a gift card to store " +
      "credit), earned, deducted or expired (points).",
  })
  action!: string;

  @Field(() => Money, { description: "Change in the base currency of the website, or in points for rewards." })
  change!: DecimalText;

  @Field(() => Money, { description: "Balance after the change." })
  balance_after!: DecimalText;

  @Field(() => String, {
    description:
      "Cause of the change, for example `order:12`, `cancel:12`, or `call:` and an id for a change by a caller.",
  })
  cause!: string;

  @Field(() => Int, { nullable: true, description: "Id of the order; null if there is none." })
  order_id?: number | null;

  @OneOf(callerType)
  @Field(() => Int, { description: "Type of the caller." })
  actor_type!: number;

  @Field(() => Int, { nullable: true, description: "Id of the caller; null for guests." })
  actor_id?: number | null;

  @Field(() => String, { nullable: true, description: "Comment." })
  comment?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Time when added points expire, in UTC; null if they never do, and for all other changes.",
  })
  expires_at?: string | null;

  @Field(() => String, { description: "Time, in UTC." })
  created_at!: string;
}

export const BalanceEntrySearchResults = SearchResults(BalanceEntry);
export type BalanceEntrySearchResults = SearchResults<BalanceEntry>;
