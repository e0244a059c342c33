/** The kinds of documents of an order. */
export type DocumentKind = "invoice" | "shipment" | "creditmemo";

/** The models of the documents and of their comments. */
export const documentModels = {
  invoice: { document: "salesInvoice", comment: "salesInvoiceComment" },
  shipment: { document: "salesShipment", comment: "salesShipmentComment" },
  creditmemo: { document: "salesCreditmemo", comment: "salesCreditmemoComment" },
} as const;
