import type { Difference } from "./differences.js";

const missing =
  (because: string) =>
  (at: string): Difference => ({ at, what: "missing", because });

const extension = (name: string) => `sales-data-order-extension-interface.${name}`;

/** Differences of the order shapes from the contract. */
export const orderDifferences: readonly Difference[] = [
  missing("Sales events have no routes in the specification.")("sales-data-order-item-interface.event_id"),
  missing("It belongs to the B2B edition's companies, which have no routes in the specification.")(
    extension("company_order_attributes"),
  ),
  missing("Portico stores no tokens of payment gateways.")("sales-data-order-payment-interface.extension_attributes"),
  missing("Gift cards as products are no part of the specification.")(
    "catalog-data-product-option-extension-interface.giftcard_item_option",
  ),
  {
    at: "catalog-data-product-option-extension-interface.grouped_options",
    what: "extra",
    because: "Later releases have it, and it is how a grouped product is bought in one call.",
  },
  {
    at: "PUT /V1/orders/:parent_id",
    what: "parameter",
    because: "The id of an order is a number; the published description calls it a string in this one place.",
  },
  {
    at: "POST /V1/order/:orderId/invoice",
    what: "body",
    because: "The contract's arguments have no properties; they are ignored, as all unknown keys beside arguments are.",
  },
  {
    at: "POST /V1/invoices/:id/capture response",
    what: "type",
    because: "The answer is the value true; the published description calls it a string in this one place.",
  },
  ...["shipment", "creditmemo"].map((document): Difference => ({
    at: `POST /V1/${document}/:id/comments`,
    what: "parameter",
    because: "The id is a number, as in the shape that the path fills it into; the contract calls it a string here.",
  })),
  ...["sales-data-shipment-package-interface", "sales-data-shipment-package-creation-interface"].map(
    (at): Difference => ({
      at,
      what: "type",
      because: "The contract's packages have no properties; Portico keeps whatever JSON a package is.",
    }),
  ),
];
