import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { inputError } from "../../../api/call/errors.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { saveDocumentComment } from "../documents/comments.js";
import { listDocumentComments } from "../documents/documents.rows.js";
import type { DocumentDependencies } from "../documents/document-listener.js";
import { findMemo, searchMemos } from "./credit-memos.rows.js";
import {
  Creditmemo,
  CreditmemoComment,
  CreditmemoCommentSearchResults,
  CreditmemoSearchResults,
} from "./credit-memos.types.js";
import { refundMemo } from "./refund/refund-memo.js";
import { requireEntity } from "../require-entity.js";
import { saveMemo } from "./save-memo.js";

const permission = "Magento_Sales::sales_creditmemo";
const memoId = { description: "Id of the credit memo." };

@Contract("Sales", "CreditmemoRepository", { aggregate: "creditmemo" })
@Resolver()
export class CreditmemoRepository {
  @Rest("GET /V1/creditmemo/:id", permission)
  @Query(() => Creditmemo, { name: "creditmemo", description: "A credit memo." })
  get(@Arg("id", () => Int, memoId) id: number, @Ctx() ctx: Context): Promise<Creditmemo> {
    return requireEntity(findMemo, ctx.db, id);
  }

  @Rest("GET /V1/creditmemos", permission)
  @Query(() => CreditmemoSearchResults, {
    name: "creditmemos",
    description: "Searches credit memos by their fields.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<CreditmemoSearchResults> {
    return searchMemos(ctx.db, searchCriteria);
  }

  @Rest("POST /V1/creditmemo", permission, { keys: ["order:entity.order_id", "entity.entity_id"] })
  @Mutation(() => Creditmemo, {
    name: "saveCreditmemo",
    description: "Stores a credit memo as sent, or changes the one with the id. Order and stock stay unchanged.",
  })
  save(
    @Arg("entity", () => Creditmemo, { description: "The credit memo, or the fields to change." }) entity: Creditmemo,
    @Ctx() ctx: Context,
  ): Promise<Creditmemo> {
    return saveMemo(ctx, entity);
  }
}

@Contract("Sales", "CreditmemoManagement", { aggregate: "creditmemo" })
@Resolver()
export class CreditmemoManagement {
  constructor(private readonly dependencies: DocumentDependencies) {}

  @Rest("GET /V1/creditmemo/:id/comments", permission)
  @Query(() => CreditmemoCommentSearchResults, {
    name: "creditmemoComments",
    description: "Returns all comments on a credit memo; none for an unknown credit memo.",
  })
  getCommentsList(
    @Arg("id", () => Int, memoId) id: number,
    @Ctx() ctx: Context,
  ): Promise<CreditmemoCommentSearchResults> {
    return listDocumentComments(ctx.db, "creditmemo", id);
  }

  @Rest("PUT /V1/creditmemo/:id", permission)
  @Writes("creditmemo", { id: "id" })
  @Mutation(() => Boolean, {
    name: "cancelCreditmemo",
    description: "Always fails with 400, because a credit memo cannot be canceled.",
  })
  cancel(@Arg("id", () => Int, memoId) _id: number, @Ctx() _ctx: Context): Promise<boolean> {
    throw inputError("You can not cancel Credit Memo");
  }

  @Rest("POST /V1/creditmemo/refund", permission, { keys: ["order:creditmemo.order_id"] })
  @Mutation(() => Creditmemo, {
    name: "refundCreditmemo",
    description:
      "Refunds an order with a credit memo whose amounts are used as sent. 400 for more units or money than are left.",
  })
  refund(
    @Arg("creditmemo", () => Creditmemo, { description: "The credit memo." }) creditmemo: Creditmemo,
    @Arg("offlineRequested", () => Boolean, {
      nullable: true,
      description: "Whether the money is refunded offline instead of by the gateway; false by default.",
    })
    offlineRequested: boolean | undefined,
    @Ctx() ctx: Context,
  ): Promise<Creditmemo> {
    const listener = this.dependencies.documentListener;
    return refundMemo({ ...ctx, listener }, creditmemo, { isOffline: Boolean(offlineRequested) });
  }
}

@Contract("Sales", "CreditmemoCommentRepository", { aggregate: "creditmemo" })
@Resolver()
export class CreditmemoCommentRepository {
  constructor(private readonly dependencies: DocumentDependencies) {}

  @Rest("POST /V1/creditmemo/:id/comments", permission, {
    path: { id: "entity.parent_id" },
    keys: ["entity.parent_id"],
  })
  @Mutation(() => CreditmemoComment, {
    name: "saveCreditmemoComment",
    description: "Adds a comment to a credit memo, or changes the one with the id.",
  })
  save(
    @Arg("entity", () => CreditmemoComment, { description: "The comment." }) entity: CreditmemoComment,
    @Ctx() ctx: Context,
  ): Promise<CreditmemoComment> {
    const listener = this.dependencies.documentListener;
    return saveDocumentComment({ ...ctx, listener }, "creditmemo", entity);
  }
}
