import { Field, Int } from "type-graphql";
import { OutputShape } from "../../../../api/contract/shape.js";
import { SearchResults } from "../../../../api/search-criteria/search-results.js";
import { PriceToChange, PriceValue } from "../../../../commerce/pricing/price-fields.types.js";
import { PriceUpdateResult } from "../../../../commerce/pricing/price.types.js";
import { OneOf } from "../../../../api/contract/closed-set.js";
import { callerType } from "../../../../api/auth/closed-sets.types.js";
import { proposalState } from "../../closed-sets.types.js";

@OutputShape("ProposedPriceValue", "The value of a price before or after a proposed change.")
export class ProposedPriceValue extends PriceValue {}

@OutputShape("ProposedPrice", "A price that a held call would change.")
export class ProposedPrice extends PriceToChange {
  @Field(() => Int, { description: "Id of the website; 0 for all websites." })
  override website_id!: number;

  @Field(() => ProposedPriceValue, {
    nullable: true,
    description: "The stored value when the call was held; null if there was none.",
  })
  old!: ProposedPriceValue | null;

  @Field(() => ProposedPriceValue, { nullable: true, description: "The proposed value; null removes the price." })
  new!: ProposedPriceValue | null;
}

@OutputShape("PriceProposal", "A call that a guard-rail holds until another user approves or rejects it.", {
  mayLack: [
    "bulk_uuid",
    "changes",
    "comment",
    "decided_at",
    "decided_by_id",
    "decided_by_type",
    "failure",
    "operation_id",
    "reasons",
    "store_code",
    "user_name",
  ],
})
export class PriceProposal {
  @Field(() => Int, { description: "Id." })
  id!: number;

  @OneOf(proposalState)
  @Field(() => String, { description: "State." })
  state!: string;

  @Field(() => String, { description: "Method and path of the held call." })
  call!: string;

  @Field(() => String, { nullable: true, description: "Store code of the held call; null if it had none." })
  store_code!: string | null;

  @OneOf(callerType)
  @Field(() => Int, { description: "Type of the proposer: an integration or an administrator." })
  user_type!: number;

  @Field(() => Int, { description: "Id of the proposer among the users of this type." })
  user_id!: number;

  @Field(() => String, {
    nullable: true,
    description:
      "User name of the administrator, or name of the integration, that made the call; null if it was deleted.",
  })
  user_name!: string | null;

  @Field(() => String, { description: "Request id of the held call." })
  request_id!: string;

  @Field(() => String, { nullable: true, description: "Bulk of the held operation; null for a synchronous call." })
  bulk_uuid!: string | null;

  @Field(() => Int, { nullable: true, description: "Number of the operation in its bulk." })
  operation_id!: number | null;

  @Field(() => String, { description: "Time of the call in UTC." })
  created_at!: string;

  @Field(() => Int, { description: "Number of prices that the call changes." })
  row_count!: number;

  @Field(() => Int, { nullable: true, description: "Type of the user who decided; null while the proposal is open." })
  decided_by_type!: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the user who decided; null while the proposal is open." })
  decided_by_id!: number | null;

  @Field(() => String, { nullable: true, description: "Time of the decision in UTC; null while the proposal is open." })
  decided_at!: string | null;

  @Field(() => String, { nullable: true, description: "Comment of the user who decided." })
  comment!: string | null;

  @Field(() => String, { nullable: true, description: "Reason why the last approval failed; null if none failed." })
  failure!: string | null;

  @Field(() => [PriceUpdateResult], {
    nullable: true,
    description: "Reasons why the call is held, at most 1000; null in lists.",
  })
  reasons?: PriceUpdateResult[] | null;

  @Field(() => [ProposedPrice], {
    nullable: true,
    description: "The prices that the call changes, at most 1000; null in lists.",
  })
  changes?: ProposedPrice[] | null;
}

export const PriceProposalSearchResults = SearchResults(PriceProposal);
export type PriceProposalSearchResults = SearchResults<PriceProposal>;
