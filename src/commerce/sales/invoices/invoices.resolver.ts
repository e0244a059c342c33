import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { saveDocumentComment } from "../documents/comments.js";
import { listDocumentComments } from "../documents/documents.rows.js";
import type { DocumentDependencies } from "../documents/document-listener.js";
import { searchInvoices, toInvoice } from "./invoices.rows.js";
import { readInvoice } from "./lock-invoice.js";
import { Invoice, InvoiceComment, InvoiceCommentSearchResults, InvoiceSearchResults } from "./invoices.types.js";
import { captureInvoice, voidInvoice } from "./pay-invoice.js";
import { saveInvoice } from "./save-invoice.js";

const invoices = "Magento_Sales::sales_invoice";
const invoiceId = { description: "Id of the invoice." };

@Contract("Sales", "InvoiceRepository", { aggregate: "invoice" })
@Resolver()
export class InvoiceRepository {
  constructor(private readonly dependencies: DocumentDependencies) {}

  @Rest("GET /V1/invoices/:id", invoices)
  @Query(() => Invoice, { name: "invoice", description: "An invoice." })
  async get(@Arg("id", () => Int, invoiceId) id: number, @Ctx() { db }: Context): Promise<Invoice> {
    return toInvoice(await readInvoice(db, id));
  }

  @Rest("GET /V1/invoices", invoices)
  @Query(() => InvoiceSearchResults, {
    name: "invoices",
    description: "Searches invoices by their fields.",
  })
  async getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() { db }: Context,
  ): Promise<InvoiceSearchResults> {
    const page = await searchInvoices(db, searchCriteria);
    return { ...page, items: page.items.map(toInvoice) };
  }

  @Rest("POST /V1/invoices/", invoices, {
    keys: ["entity.entity_id|entity.increment_id", "order:entity.order_id"],
  })
  @Mutation(() => Invoice, {
    name: "saveInvoice",
    description: "Stores an invoice as sent, or changes the one with the id. The order stays unchanged.",
  })
  async save(
    @Arg("entity", () => Invoice, { description: "The invoice, or the fields to change." }) entity: Invoice,
    @Ctx() ctx: Context,
  ): Promise<Invoice> {
    return toInvoice(await saveInvoice(ctx, entity));
  }

  @Rest("GET /V1/invoices/:id/comments", invoices, { as: "InvoiceManagement.getCommentsList" })
  @Query(() => InvoiceCommentSearchResults, {
    name: "invoiceComments",
    description: "Returns all comments on an invoice; none for an unknown invoice.",
  })
  getCommentsList(
    @Arg("id", () => Int, invoiceId) id: number,
    @Ctx() { db }: Context,
  ): Promise<InvoiceCommentSearchResults> {
    return listDocumentComments(db, "invoice", id);
  }

  @Rest("POST /V1/invoices/comments", invoices, {
    as: "InvoiceCommentRepository.save",
    keys: ["entity.parent_id"],
  })
  @Mutation(() => InvoiceComment, {
    name: "saveInvoiceComment",
    description: "Adds a comment to the invoice whose id is its parent_id, or changes the comment with the id.",
  })
  saveComment(
    @Arg("entity", () => InvoiceComment, { description: "The comment." }) entity: InvoiceComment,
    @Ctx() ctx: Context,
  ): Promise<InvoiceComment> {
    const { documentListener: listener } = this.dependencies;
    return saveDocumentComment({ ...ctx, listener }, "invoice", entity);
  }

  @Rest("POST /V1/invoices/:id/capture", invoices, { as: "InvoiceManagement.setCapture" })
  @Writes("invoice", { id: "id" })
  @Mutation(() => Boolean, {
    name: "captureInvoice",
    description: "Captures the payment of an open invoice through the gateway of its order. Returns true.",
  })
  capture(@Arg("id", () => Int, invoiceId) id: number, @Ctx() ctx: Context): Promise<boolean> {
    return captureInvoice(ctx, id);
  }

  @Rest("POST /V1/invoices/:id/void", invoices, { as: "InvoiceManagement.setVoid" })
  @Writes("invoice", { id: "id" })
  @Mutation(() => Boolean, {
    name: "voidInvoice",
    description:
      "Voids the payment that the gateway authorized for an invoice's order, and cancels the invoice if it is open. Returns true.",
  })
  void(@Arg("id", () => Int, invoiceId) id: number, @Ctx() ctx: Context): Promise<boolean> {
    return voidInvoice(ctx, id);
  }
}
