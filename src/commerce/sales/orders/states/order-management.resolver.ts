import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../../api/contract/rest.js";
import type { DocumentDependencies } from "../../documents/document-listener.js";
import { addComment, listComments } from "../order-comments.js";
import { OrderComment, OrderCommentSearchResults } from "../order-comments.types.js";
import { cancelOrder } from "./cancel-order.js";
import { holdOrder, releaseOrder } from "./hold-order.js";
import { requireEntity } from "../../require-entity.js";
import { findStatus } from "../orders.rows.js";

const view = "Magento_Sales::actions_view";
const orderId = { description: "Id of the order." };

@Contract("Sales", "OrderManagement", { aggregate: "order" })
@Resolver()
export class OrderManagement {
  constructor(private readonly dependencies: DocumentDependencies) {}

  @Rest("GET /V1/orders/:id/statuses", view)
  @Query(() => String, { name: "orderStatus", description: "The status of an order." })
  async getStatus(@Arg("id", () => Int, orderId) id: number, @Ctx() ctx: Context): Promise<string> {
    const { status } = await requireEntity(findStatus, ctx.db, id);
    return status ?? "";
  }

  @Rest("GET /V1/orders/:id/comments", view)
  @Query(() => OrderCommentSearchResults, {
    name: "orderComments",
    description: "Returns all comments on an order; none for an unknown order.",
  })
  getCommentsList(@Arg("id", () => Int, orderId) id: number, @Ctx() ctx: Context): Promise<OrderCommentSearchResults> {
    return listComments(ctx.db, id);
  }

  @Rest("POST /V1/orders/:id/comments", "Magento_Sales::comment")
  @Writes("order", { id: "id" })
  @Mutation(() => Boolean, {
    name: "addOrderComment",
    description:
      "Adds a comment to an order. A status in it, which must belong to the order's state, becomes that of the order. Returns true.",
  })
  addComment(
    @Arg("id", () => Int, orderId) id: number,
    @Arg("statusHistory", () => OrderComment, { description: "The comment." }) statusHistory: OrderComment,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return addComment({ ...ctx, listener: this.dependencies.documentListener }, id, statusHistory);
  }

  @Rest("POST /V1/orders/:id/cancel", "Magento_Sales::cancel")
  @Writes("order", { id: "id" })
  @Mutation(() => Boolean, {
    name: "cancelOrder",
    description:
      "Cancels the units of an order that are neither invoiced nor shipped. Returns false if the order cannot be canceled.",
  })
  cancel(@Arg("id", () => Int, orderId) id: number, @Ctx() ctx: Context): Promise<boolean> {
    return cancelOrder({ ...ctx, listener: this.dependencies.documentListener }, id);
  }

  @Rest("POST /V1/orders/:id/hold", "Magento_Sales::hold")
  @Writes("order", { id: "id" })
  @Mutation(() => Boolean, { name: "holdOrder", description: "Puts an order on hold. Returns true." })
  hold(@Arg("id", () => Int, orderId) id: number, @Ctx() ctx: Context): Promise<boolean> {
    return holdOrder(ctx.db, id);
  }

  @Rest("POST /V1/orders/:id/unhold", "Magento_Sales::unhold")
  @Writes("order", { id: "id" })
  @Mutation(() => Boolean, {
    name: "unholdOrder",
    description: "Releases an order from hold, and restores its former state and status. Returns true.",
  })
  unHold(@Arg("id", () => Int, orderId) id: number, @Ctx() ctx: Context): Promise<boolean> {
    return releaseOrder(ctx.db, id);
  }
}
