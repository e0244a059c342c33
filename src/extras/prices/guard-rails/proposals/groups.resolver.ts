import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../../api/call/context.js";
import { inputError, noSuchEntity } from "../../../../api/call/errors.js";
import type { RepeatCall } from "../../../../api/call/stored/stored-calls.js";
import { Contract, Rest } from "../../../../api/contract/rest.js";
import { SearchCriteria } from "../../../../api/search-criteria/search-criteria.types.js";
import { checkComment, commentDescription, decideAll } from "./decide-all.js";
import { listOpenOfGroup, searchGroups, searchRows } from "./groups.sql.js";
import {
  PriceProposalDecisions,
  PriceProposalGroupSearchResults,
  PriceProposalRowSearchResults,
} from "./groups.types.js";
import { readProposal } from "./proposals.rows.js";

const permission = "Portico_Prices::approve";
const idsDescription = "Ids of the proposals to decide about, at most 500; all open ones of the group without it.";

/** Maximum number of proposals that one call decides about: it holds the locks of their products. */
const maxDecided = 500;

@Contract("Prices", "PriceProposalGroupManagement")
@Resolver()
export class PriceProposalGroupManagement {
  constructor(private readonly dependencies: { readonly repeatCall: RepeatCall }) {}

  @Rest("GET /V1/price-proposal-groups", permission)
  @Query(() => PriceProposalGroupSearchResults, {
    name: "priceProposalGroups",
    description:
      "Searches held calls, those of one bulk as one group, newest first. Fields: id, state, bulk_uuid, call, user_type, user_id, created_at, row_count.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() { db }: Context,
  ): Promise<PriceProposalGroupSearchResults> {
    return searchGroups(db, searchCriteria);
  }

  @Rest("GET /V1/price-proposal-groups/:id/rows", permission)
  @Query(() => PriceProposalRowSearchResults, {
    name: "priceProposalRows",
    description:
      "Searches the prices that a group would change, the first 1000 of each call. Fields: proposal_id, state, sku, kind.",
  })
  getRows(
    @Arg("id", () => Int, { description: "Id of the group." }) id: number,
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() { db }: Context,
  ): Promise<PriceProposalRowSearchResults> {
    return searchRows(db, id, searchCriteria);
  }

  @Rest("POST /V1/price-proposal-groups/:id/approve", permission, { immediate: true })
  @Mutation(() => PriceProposalDecisions, {
    name: "approvePriceProposalGroup",
    description:
      "Approves the first 500 open proposals of a group, or some of them: runs each call as its proposer, without guard-rails. A proposal whose call fails stays open, and the others are approved. 401 for the proposer, 404 for an unknown group.",
  })
  async approve(
    @Arg("id", () => Int, { description: "Id of the group." }) id: number,
    @Arg("ids", () => [Int], { nullable: true, description: idsDescription }) ids: number[] | null | undefined,
    @Arg("comment", () => String, { nullable: true, description: commentDescription })
    comment: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<PriceProposalDecisions> {
    const { repeatCall } = this.dependencies;
    return decideAll(ctx, await this.choose(ctx, id, ids), { comment: checkComment(comment), repeatCall });
  }

  @Rest("POST /V1/price-proposal-groups/:id/reject", permission, { immediate: true })
  @Mutation(() => PriceProposalDecisions, {
    name: "rejectPriceProposalGroup",
    description:
      "Rejects the first 500 open proposals of a group, or some of them, so that their calls never run. 401 for the proposer, 404 for an unknown group.",
  })
  async reject(
    @Arg("id", () => Int, { description: "Id of the group." }) id: number,
    @Arg("ids", () => [Int], { nullable: true, description: idsDescription }) ids: number[] | null | undefined,
    @Arg("comment", () => String, { nullable: true, description: commentDescription })
    comment: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<PriceProposalDecisions> {
    return decideAll(ctx, await this.choose(ctx, id, ids), { comment: checkComment(comment) });
  }

  /** Returns the proposals to decide about, in the order of their calls. */
  private async choose({ db }: Context, group: number, ids: readonly number[] | null | undefined): Promise<number[]> {
    if (!(await readProposal(db, group))) throw noSuchEntity("id", group);
    if (ids == null) return listOpenOfGroup(db, group, maxDecided);
    if (ids.length > maxDecided)
      throw inputError("At most %max proposals can be decided at once.", { max: maxDecided });
    const open = new Set(await listOpenOfGroup(db, group, maxListed));
    const other = ids.find((id) => !open.has(id));
    if (other !== undefined)
      throw inputError("The price proposal %id is not an open one of this group.", { id: other });
    return [...new Set(ids)].sort((one, next) => one - next);
  }
}

/** More than a bulk can have. */
const maxListed = 1_000_000;
