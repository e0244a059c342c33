import { Arg, Ctx, Int, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import type { Configured } from "../../../config.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { SalesMails } from "./sales-mails.js";

const outcome =
  "Returns true, or false if these emails are disabled or sent asynchronously, or if the email could not be composed.";

@Contract("Sales", "OrderManagement", { aggregate: "order" })
@Resolver()
export class OrderEmails {
  private readonly mails: SalesMails;

  constructor(dependencies: Configured) {
    this.mails = new SalesMails(dependencies);
  }

  @Rest("POST /V1/orders/:id/emails", "Magento_Sales::emails")
  @Mutation(() => Boolean, { name: "sendOrderEmail", description: `Emails an order to the customer. ${outcome}` })
  notify(@Arg("id", () => Int, { description: "Id of the order." }) id: number, @Ctx() ctx: Context): Promise<boolean> {
    return this.mails.send(ctx, { kind: "order", id });
  }
}

@Contract("Sales", "InvoiceManagement", { aggregate: "invoice" })
@Resolver()
export class InvoiceEmails {
  private readonly mails: SalesMails;

  constructor(dependencies: Configured) {
    this.mails = new SalesMails(dependencies);
  }

  @Rest("POST /V1/invoices/:id/emails", "Magento_Sales::sales_invoice")
  @Mutation(() => Boolean, { name: "sendInvoiceEmail", description: `Emails an invoice to the customer. ${outcome}` })
  notify(
    @Arg("id", () => Int, { description: "Id of the invoice." }) id: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return this.mails.send(ctx, { kind: "invoice", id });
  }
}

@Contract("Sales", "ShipmentManagement", { aggregate: "shipment" })
@Resolver()
export class ShipmentEmails {
  private readonly mails: SalesMails;

  constructor(dependencies: Configured) {
    this.mails = new SalesMails(dependencies);
  }

  @Rest("POST /V1/shipment/:id/emails", "Magento_Sales::shipment")
  @Mutation(() => Boolean, { name: "sendShipmentEmail", description: `Emails a shipment to the customer. ${outcome}` })
  notify(
    @Arg("id", () => Int, { description: "Id of the shipment." }) id: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return this.mails.send(ctx, { kind: "shipment", id });
  }
}

@Contract("Sales", "CreditmemoManagement", { aggregate: "creditmemo" })
@Resolver()
export class CreditMemoEmails {
  private readonly mails: SalesMails;

  constructor(dependencies: Configured) {
    this.mails = new SalesMails(dependencies);
  }

  @Rest("POST /V1/creditmemo/:id/emails", "Magento_Sales::sales_creditmemo")
  @Mutation(() => Boolean, {
    name: "sendCreditMemoEmail",
    description: `Emails a credit memo to the customer. ${outcome}`,
  })
  notify(
    @Arg("id", () => Int, { description: "Id of the credit memo." }) id: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return this.mails.send(ctx, { kind: "creditmemo", id });
  }
}
