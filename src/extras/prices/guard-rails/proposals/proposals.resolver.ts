import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../../api/call/context.js";
import { noSuchEntity } from "../../../../api/call/errors.js";
import type { RepeatCall } from "../../../../api/call/stored/stored-calls.js";
import { Contract, Rest } from "../../../../api/contract/rest.js";
import { SearchCriteria } from "../../../../api/search-criteria/search-criteria.types.js";
import { checkComment, commentDescription } from "./decide-all.js";
import { approveProposal, rejectProposal } from "./decide.js";
import { readProposal, searchProposals } from "./proposals.rows.js";
import { PriceProposal, PriceProposalSearchResults } from "./proposals.types.js";

const permission = "Portico_Prices::approve";
const idDescription = "Id of the proposal.";

@Contract("Prices", "PriceProposalManagement")
@Resolver()
export class PriceProposalManagement {
  constructor(private readonly dependencies: { readonly repeatCall: RepeatCall }) {}

  @Rest("GET /V1/price-proposals", permission)
  @Query(() => PriceProposalSearchResults, {
    name: "priceProposals",
    description: "Searches held calls by their fields. Their reasons and changes are left out.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<PriceProposalSearchResults> {
    return searchProposals(ctx.db, searchCriteria);
  }

  @Rest("GET /V1/price-proposals/:id", permission)
  @Query(() => PriceProposal, {
    name: "priceProposal",
    description: "A held call with its reasons and the prices that it would change. 404 for an unknown id.",
  })
  get(@Arg("id", () => Int, { description: idDescription }) id: number, @Ctx() ctx: Context): Promise<PriceProposal> {
    return requireProposal(ctx, id);
  }

  @Rest("POST /V1/price-proposals/:id/approve", permission, { immediate: true })
  @Mutation(() => PriceProposal, {
    name: "approvePriceProposal",
    description:
      "Approves a held call: runs it as its proposer, without guard-rails, and returns the proposal. 401 for the proposer, 400 if the proposal is not open or if the call fails; the proposal then stays open.",
  })
  async approve(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Arg("comment", () => String, { nullable: true, description: commentDescription })
    comment: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<PriceProposal> {
    const { repeatCall } = this.dependencies;
    await approveProposal(ctx, id, { comment: checkComment(comment), repeatCall });
    return requireProposal(ctx, id);
  }

  @Rest("POST /V1/price-proposals/:id/reject", permission, { immediate: true })
  @Mutation(() => PriceProposal, {
    name: "rejectPriceProposal",
    description:
      "Rejects a held call, so that it never runs, and returns the proposal. 401 for the proposer, 400 if the proposal is not open.",
  })
  async reject(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Arg("comment", () => String, { nullable: true, description: commentDescription })
    comment: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<PriceProposal> {
    await rejectProposal(ctx, id, checkComment(comment));
    return requireProposal(ctx, id);
  }
}

async function requireProposal({ db }: Context, id: number): Promise<PriceProposal> {
  const proposal = await readProposal(db, id);
  if (!proposal) throw noSuchEntity("id", id);
  return proposal;
}
