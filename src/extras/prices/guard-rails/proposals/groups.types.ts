import { Field, Int } from "type-graphql";
import { callerType } from "../../../../api/auth/closed-sets.types.js";
import { OneOf } from "../../../../api/contract/closed-set.js";
import { OutputShape } from "../../../../api/contract/shape.js";
import { SearchResults } from "../../../../api/search-criteria/search-results.js";
import { proposalGroupState, proposalState } from "../../closed-sets.types.js";
import { ProposedPrice } from "./proposals.types.js";

@OutputShape(
  "PriceProposalGroup",
  "The held calls of one bulk, or a held synchronous call, to decide about together.",
  {
    mayLack: ["bulk_uuid", "comment", "decided_at", "decided_by_name", "store_code", "user_name"],
  },
)
export class PriceProposalGroup {
  @Field(() => Int, { description: "Id of its first proposal." })
  id!: number;

  @OneOf(proposalGroupState)
  @Field(() => String, { description: "State: open while one of its proposals is open." })
  state!: string;

  @Field(() => String, { nullable: true, description: "Bulk of the held operations; null for a synchronous call." })
  bulk_uuid!: string | null;

  @Field(() => String, { description: "Method and path of the held calls." })
  call!: string;

  @Field(() => String, { nullable: true, description: "Store code of the held calls; null if they had none." })
  store_code!: string | null;

  @OneOf(callerType)
  @Field(() => Int, { description: "Type of the proposer: an integration or an administrator." })
  user_type!: number;

  @Field(() => Int, { description: "Id of the proposer among the users of this type." })
  user_id!: number;

  @Field(() => String, { nullable: true, description: "Name of the proposer; null if it was deleted." })
  user_name!: string | null;

  @Field(() => String, { description: "Time of the first call in UTC." })
  created_at!: string;

  @Field(() => Int, { description: "Number of its proposals." })
  proposal_count!: number;

  @Field(() => Int, { description: "Number of its open proposals." })
  open_count!: number;

  @Field(() => Int, { description: "Number of its open proposals whose last approval failed." })
  failed_count!: number;

  @Field(() => Int, { description: "Number of prices that its calls change." })
  row_count!: number;

  @Field(() => String, { nullable: true, description: "Time of the last decision in UTC; null before the first." })
  decided_at!: string | null;

  @Field(() => String, { nullable: true, description: "Name of the last user who decided; null before a decision." })
  decided_by_name!: string | null;

  @Field(() => String, { nullable: true, description: "Comment of the last decision that has one." })
  comment!: string | null;
}

@OutputShape("PriceProposalRow", "A price that a group of held calls would change.")
export class PriceProposalRow {
  @Field(() => Int, { description: "Id of the proposal that changes it." })
  proposal_id!: number;

  @OneOf(proposalState)
  @Field(() => String, { description: "State of the proposal." })
  state!: string;

  @Field(() => String, { nullable: true, description: "Why its last approval failed; null if none failed." })
  failure!: string | null;

  @Field(() => ProposedPrice, { description: "The price before and after the change." })
  change!: ProposedPrice;
}

@OutputShape("PriceProposalFailure", "A proposal that stays open, because its call fails now.")
export class PriceProposalFailure {
  @Field(() => Int, { description: "Id of the proposal." })
  id!: number;

  @Field(() => String, { description: "Reason." })
  message!: string;
}

@OutputShape("PriceProposalDecisions", "The result of a decision about several proposals.")
export class PriceProposalDecisions {
  @Field(() => Int, { description: "Number of proposals that were decided." })
  decided!: number;

  @Field(() => [PriceProposalFailure], { description: "Proposals that stay open, with the reasons." })
  failed!: PriceProposalFailure[];
}

export const PriceProposalGroupSearchResults = SearchResults(PriceProposalGroup);
export type PriceProposalGroupSearchResults = SearchResults<PriceProposalGroup>;

export const PriceProposalRowSearchResults = SearchResults(PriceProposalRow);
export type PriceProposalRowSearchResults = SearchResults<PriceProposalRow>;
