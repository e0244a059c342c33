import { Arg, Ctx, ID, Int, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../../api/contract/rest.js";
import { DocumentCommentCreation } from "../../documents/comments.types.js";
import type { DocumentDependencies } from "../../documents/document-listener.js";
import { requireArguments } from "../../documents/validation.js";
import { refundInvoice, refundOrder } from "./refund-order.js";
import { CreditmemoCreationArguments, CreditmemoItemCreation } from "./refund.types.js";

const described = {
  items: { nullable: true, description: "Units to refund; by default everything not yet refunded." },
  notify: { nullable: true, description: "Whether the customer gets an email; false by default." },
  appendComment: { nullable: true, description: "Whether the email includes the comment; false by default." },
  comment: { nullable: true, description: "Comment on the credit memo." },
  creation: {
    nullable: true,
    description:
      "Shipping and adjustments to refund, items to return to stock, and refunds to store credit and reward points.",
  },
};

const checkBody = requireArguments("items", "isOnline", "notify", "appendComment", "comment", "arguments");

@Contract("Sales", "RefundOrder", { aggregate: "order" })
@Resolver()
export class RefundOrder {
  constructor(private readonly dependencies: DocumentDependencies) {}

  @Rest("POST /V1/order/:orderId/refund", "Magento_Sales::creditmemo", { checkBody })
  @Writes("creditmemo", { id: "result" })
  @Mutation(() => ID, {
    name: "refundOrder",
    description:
      "Refunds items of an order offline, or everything not yet refunded. Includes all shipping not yet refunded, unless an amount is sent. Returns the id of the credit memo.",
  })
  execute(
    @Arg("orderId", () => Int, { description: "Id of the order." }) orderId: number,
    @Arg("items", () => [CreditmemoItemCreation], described.items) items: CreditmemoItemCreation[] | undefined,
    @Arg("notify", () => Boolean, described.notify) notify: boolean | undefined,
    @Arg("appendComment", () => Boolean, described.appendComment) appendComment: boolean | undefined,
    @Arg("comment", () => DocumentCommentCreation, described.comment) comment: DocumentCommentCreation | undefined,
    @Arg("arguments", () => CreditmemoCreationArguments, described.creation)
    creation: CreditmemoCreationArguments | undefined,
    @Ctx() ctx: Context,
  ): Promise<number> {
    const request = { items, notify, appendComment, comment, creation };
    return refundOrder({ ...ctx, listener: this.dependencies.documentListener }, orderId, request);
  }
}

@Contract("Sales", "RefundInvoice", { aggregate: "invoice" })
@Resolver()
export class RefundInvoice {
  constructor(private readonly dependencies: DocumentDependencies) {}

  @Rest("POST /V1/invoice/:invoiceId/refund", "Magento_Sales::sales_invoice", { checkBody })
  @Writes("creditmemo", { id: "result" })
  @Mutation(() => ID, {
    name: "refundInvoice",
    description:
      "Refunds items of a paid invoice, or everything on it not yet refunded. Includes its shipping not yet refunded, unless an amount is sent. Returns the id of the credit memo.",
  })
  execute(
    @Arg("invoiceId", () => Int, { description: "Id of the invoice." }) invoiceId: number,
    @Arg("items", () => [CreditmemoItemCreation], described.items) items: CreditmemoItemCreation[] | undefined,
    @Arg("isOnline", () => Boolean, {
      nullable: true,
      description: "Whether the gateway that captured the money refunds it; false by default.",
    })
    isOnline: boolean | undefined,
    @Arg("notify", () => Boolean, described.notify) notify: boolean | undefined,
    @Arg("appendComment", () => Boolean, described.appendComment) appendComment: boolean | undefined,
    @Arg("comment", () => DocumentCommentCreation, described.comment) comment: DocumentCommentCreation | undefined,
    @Arg("arguments", () => CreditmemoCreationArguments, described.creation)
    creation: CreditmemoCreationArguments | undefined,
    @Ctx() ctx: Context,
  ): Promise<number> {
    const request = { items, isOnline, notify, appendComment, comment, creation };
    return refundInvoice({ ...ctx, listener: this.dependencies.documentListener }, invoiceId, request);
  }
}
