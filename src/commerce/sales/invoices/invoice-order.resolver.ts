import { Arg, Ctx, ID, Int, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { DocumentCommentCreation } from "../documents/comments.types.js";
import type { DocumentDependencies } from "../documents/document-listener.js";
import { requireArguments } from "../documents/validation.js";
import { createInvoice } from "./create-invoice.js";
import { InvoiceItemCreation } from "./invoices.types.js";

const checkBody = requireArguments("capture", "items", "notify", "appendComment", "comment", "arguments");

@Contract("Sales", "InvoiceOrder", { aggregate: "order" })
@Resolver()
export class InvoiceOrder {
  constructor(private readonly dependencies: DocumentDependencies) {}

  @Rest("POST /V1/order/:orderId/invoice", "Magento_Sales::invoice", { checkBody })
  @Writes("invoice", { id: "result" })
  @Mutation(() => ID, {
    name: "invoiceOrder",
    description:
      "Invoices items of an order, or everything not yet invoiced. The invoice is marked as paid. Returns its id.",
  })
  execute(
    @Arg("orderId", () => Int, { description: "Id of the order." }) orderId: number,
    @Arg("capture", () => Boolean, {
      nullable: true,
      description: "Whether the gateway captures the money; otherwise it is recorded as received. False by default.",
    })
    capture: boolean | undefined,
    @Arg("items", () => [InvoiceItemCreation], {
      nullable: true,
      description: "Items to invoice; by default everything not yet invoiced.",
    })
    items: InvoiceItemCreation[] | undefined,
    @Arg("notify", () => Boolean, {
      nullable: true,
      description: "Whether the customer gets an email; false by default.",
    })
    notify: boolean | undefined,
    @Arg("appendComment", () => Boolean, {
      nullable: true,
      description: "Whether the email includes the comment; false by default.",
    })
    appendComment: boolean | undefined,
    @Arg("comment", () => DocumentCommentCreation, { nullable: true, description: "A comment on the invoice." })
    comment: DocumentCommentCreation | undefined,
    @Ctx() ctx: Context,
  ): Promise<number> {
    const { documentListener: listener } = this.dependencies;
    return createInvoice({ ...ctx, listener }, orderId, { capture, items, notify, appendComment, comment });
  }
}
