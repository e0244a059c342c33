import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../api/call/context.js";
import { invalid, noSuchEntity } from "../../api/call/errors.js";
import type { Configured } from "../../config.js";
import { Contract, Rest, Writes } from "../../api/contract/rest.js";
import { ReturnMails } from "../sales/published.js";
import { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { changeReturn, deleteReturn, returnClosed } from "./save/change-return.js";
import { mailComments } from "./mail-return.js";
import { labelsPdf, toComment, toReturn, toTrack } from "./return-answer.js";
import { addComments, addTracks } from "./save/return-parts.js";
import { isClosed } from "./return-states.js";
import { deleteTrack, readLabels, searchReturns } from "./returns.rows.js";
import {
  Return,
  ReturnComment,
  ReturnCommentSearchResults,
  ReturnSearchResults,
  ReturnTrack,
  ReturnTrackSearchResults,
} from "./returns.types.js";
import { createReturn, lockReturn, requireReturn } from "./save/save-return.js";

const permission = "Magento_Rma::magento_rma";
const edition = "commerce";
const returnId = { description: "Id of the return." };

@Contract("Rma", "RmaManagement", { aggregate: "return" })
@Resolver()
export class RmaManagement {
  private readonly mails: ReturnMails;

  constructor(dependencies: Configured) {
    this.mails = new ReturnMails(dependencies);
  }

  @Rest("POST /V1/returns", permission, {
    edition,
    as: "RmaManagement.saveRma",
    keys: ["rmaDataObject.entity_id", "order:rmaDataObject.order_id"],
  })
  @Mutation(() => Return, {
    name: "createReturn",
    description:
      "Creates a return of shipped units, with comments and parcels. The service assigns ids, number, time and status, and " +
      "ignores them in the request.",
  })
  async create(
    @Arg("rmaDataObject", () => Return, { description: "The return." }) given: Return,
    @Ctx() ctx: Context,
  ): Promise<Return> {
    return toReturn(await createReturn({ ...ctx, mails: this.mails }, given));
  }

  @Rest("PUT /V1/returns/:id", permission, { edition, as: "RmaManagement.saveRma" })
  @Mutation(() => Return, {
    name: "changeReturn",
    description:
      "Changes the given fields of a return. Items, found by their ids, change from pending to authorized or denied, from " +
      "authorized to received or denied, and from received to approved or rejected. The status of the return is derived.",
  })
  async change(
    @Arg("id", () => Int, returnId) id: number,
    @Arg("rmaDataObject", () => Return, { description: "The fields to change." }) given: Return,
    @Ctx() ctx: Context,
  ): Promise<Return> {
    return toReturn(await changeReturn({ ...ctx, mails: this.mails }, given.entity_id || id, given));
  }

  @Rest("GET /V1/returns", permission, { edition })
  @Query(() => ReturnSearchResults, {
    name: "returns",
    description: "Searches returns by their fields, for example increment_id, order_id or status.",
  })
  async search(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<ReturnSearchResults> {
    const page = await searchReturns(ctx.db, searchCriteria);
    return { ...page, items: page.items.map(toReturn) };
  }
}

@Contract("Rma", "RmaRepository", { aggregate: "return" })
@Resolver()
export class RmaRepository {
  @Rest("GET /V1/returns/:id", permission, { edition })
  @Query(() => Return, { name: "return", description: "A return with its items, comments and parcels." })
  async get(@Arg("id", () => Int, returnId) id: number, @Ctx() ctx: Context): Promise<Return> {
    return toReturn(await requireReturn(ctx.db, id));
  }

  @Rest("DELETE /V1/returns/:id", permission, { edition })
  @Mutation(() => Boolean, {
    name: "deleteReturn",
    description: "Deletes a return. 400 if any of its items was received.",
  })
  async delete(
    @Arg("id", () => Int, returnId) id: number,
    @Arg("rmaDataObject", () => Return, { nullable: true, description: "The return; if sent, its id must not differ." })
    given: Return | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    if (given?.entity_id && given.entity_id !== id) throw invalid("entity_id", given.entity_id);
    await deleteReturn(ctx, id);
    return true;
  }
}

@Contract("Rma", "CommentManagement", { aggregate: "return" })
@Resolver()
export class CommentManagement {
  private readonly mails: ReturnMails;

  constructor(dependencies: Configured) {
    this.mails = new ReturnMails(dependencies);
  }

  @Rest("POST /V1/returns/:id/comments", permission, { edition })
  @Writes("return", { id: "id" })
  @Mutation(() => Boolean, {
    name: "addReturnComment",
    description: "Adds a comment to a return, and emails it to the customer if customer_notified is set.",
  })
  async addComment(
    @Arg("id", () => Int, returnId) id: number,
    @Arg("data", () => ReturnComment, { description: "The comment." }) data: ReturnComment,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    const { stored, order } = await lockReturn(ctx.db, id);
    await addComments(ctx.db, { id, status: stored.status }, [data]);
    await mailComments({ ...ctx, mails: this.mails }, { order, stored }, [data]);
    return true;
  }

  @Rest("GET /V1/returns/:id/comments", permission, { edition })
  @Query(() => ReturnCommentSearchResults, {
    name: "returnComments",
    description: "Returns the comments on a return, the oldest first.",
  })
  async commentsList(
    @Arg("id", () => Int, returnId) id: number,
    @Ctx() ctx: Context,
  ): Promise<ReturnCommentSearchResults> {
    const { comments } = await requireReturn(ctx.db, id);
    return { items: comments.map(toComment), search_criteria: { filter_groups: [] }, total_count: comments.length };
  }
}

@Contract("Rma", "TrackManagement", { aggregate: "return" })
@Resolver()
export class TrackManagement {
  @Rest("POST /V1/returns/:id/tracking-numbers", permission, { edition })
  @Writes("return", { id: "id" })
  @Mutation(() => Boolean, { name: "addReturnTrack", description: "Adds a parcel to a return." })
  async addTrack(
    @Arg("id", () => Int, returnId) id: number,
    @Arg("track", () => ReturnTrack, { description: "The parcel." }) track: ReturnTrack,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    const { stored } = await lockReturn(ctx.db, id);
    if (isClosed(stored)) throw returnClosed();
    await addTracks(ctx.db, { id, storeId: stored.store_id }, [track]);
    return true;
  }

  @Rest("GET /V1/returns/:id/tracking-numbers", permission, { edition })
  @Query(() => ReturnTrackSearchResults, { name: "returnTracks", description: "Returns the parcels of a return." })
  async getTracks(@Arg("id", () => Int, returnId) id: number, @Ctx() ctx: Context): Promise<ReturnTrackSearchResults> {
    const { tracks } = await requireReturn(ctx.db, id);
    return { items: tracks.map(toTrack), search_criteria: { filter_groups: [] }, total_count: tracks.length };
  }

  @Rest("DELETE /V1/returns/:id/tracking-numbers/:trackId", permission, { edition })
  @Writes("return", { id: "id" })
  @Mutation(() => Boolean, { name: "removeReturnTrack", description: "Removes a parcel from a return." })
  async removeTrackById(
    @Arg("id", () => Int, returnId) id: number,
    @Arg("trackId", () => Int, { description: "Id of the parcel." }) trackId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    const { stored } = await lockReturn(ctx.db, id);
    if (isClosed(stored)) throw returnClosed();
    if (!(await deleteTrack(ctx.db, id, trackId))) throw noSuchEntity("trackId", trackId);
    return true;
  }

  @Rest("GET /V1/returns/:id/labels", permission, { edition })
  @Query(() => String, {
    name: "returnLabels",
    description:
      "Returns the shipping labels of a return as a PDF in Base64, one label per page; empty if there are none.",
  })
  async getShippingLabelPdf(@Arg("id", () => Int, returnId) id: number, @Ctx() ctx: Context): Promise<string> {
    await requireReturn(ctx.db, id);
    const labels = await readLabels(ctx.db, id);
    return labels.length === 0 ? "" : (await labelsPdf(labels)).toString("base64");
  }
}
