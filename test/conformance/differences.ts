import { orderDifferences } from "./order-differences.js";

/** An intended difference from the contract. */
export interface Difference {
  /** `shape.property`, with the shape's name in types.json; the key of a route; or that and the name of an argument. */
  readonly at: string;
  /** What may differ. */
  readonly what:
    "missing" | "extra" | "type" | "required" | "permission" | "forced" | "service" | "parameter" | "body" | "response";
  readonly because: string;
}

const answeredSo = "Magento 2.4.7 answers so, whatever its description says.";
const needsModule = (module: string) => `It belongs to ${module}, which has no routes in the specification.`;
const giftCards =
  "Gift cards as products are no part of the specification; their amounts would be stored and never used.";
const refused = "The operation refuses to go without it, whatever the description of Magento says.";
/** Fields that the operations require. */
const requiredFields = [
  "gift-card-account-data-gift-card-account-interface.gift_cards",
  "catalog-data-category-product-link-interface.sku",
  "inventory-api-data-source-interface.source_code",
  "inventory-api-data-source-interface.name",
  "inventory-api-data-source-interface.country_id",
  "inventory-api-data-source-interface.postcode",
  "inventory-sales-api-data-sales-channel-interface.type",
  "inventory-sales-api-data-sales-channel-interface.code",
  "inventory-api-data-stock-interface.name",
];
const shopFront = "Markup and buttons of a shop front, which Portico does not have.";

/**
 * Every difference with its reason. An unused one fails. The comparison itself allows for every shape:
 * - `extension_attributes` without properties in the contract may be missing, because it has no content;
 * - fewer properties may be required, because the operation checks them and names the row or field;
 * - null may be added to a scalar type, because Magento returns null for unset values;
 * - an attribute value may be anything instead of a string, because multiple selections are lists.
 */
export const differences: readonly Difference[] = [
  ...orderDifferences,
  ...requiredFields.map((at): Difference => ({ at, what: "required", because: refused })),
  {
    at: "catalog-data-product-extension-interface.discounts",
    what: "missing",
    because: "Discounts by rule arise in a cart; nothing ever sets them on a product.",
  },
  {
    at: "PUT /V1/products/:sku/media/:entryId",
    what: "parameter",
    because: "The id of an entry is a number; the published description calls it a string in this one place.",
  },
  {
    at: "POST /V1/products/attribute-sets/attributes response",
    what: "type",
    because: answeredSo,
  },
  {
    at: "POST /V1/configurable-products/:sku/options response",
    what: "type",
    because: answeredSo,
  },
  {
    at: "PUT /V1/configurable-products/:sku/options/:id response",
    what: "type",
    because: answeredSo,
  },
  {
    at: "POST /V1/products/:sku/media response",
    what: "type",
    because: "Magento answers the id as text; the published description says integer.",
  },
  { at: "catalog-data-product-extension-interface.giftcard_amounts", what: "missing", because: giftCards },
  { at: "catalog-data-product-render-extension-interface.wishlist_button", what: "missing", because: shopFront },
  {
    at: "catalog-data-product-render-price-info-interface.extension_attributes",
    what: "missing",
    because: "MSRP, fixed product taxes and amounts with tax are not computed for the render information.",
  },
  {
    at: "customer-data-customer-extension-interface.company_attributes",
    what: "missing",
    because: needsModule("the B2B edition's companies"),
  },
  { at: "sales-rule-data-rule-discount-interface.rule_id", what: "missing", because: answeredSo },
  { at: "sales-rule-data-rule-discount-interface.rule_i_d", what: "extra", because: answeredSo },
  ...[
    "POST /V1/carts",
    "PUT /V1/guest-carts/:cartId/selected-payment-method",
    "POST /V1/carts/:cartId/billing-address",
    "POST /V1/guest-carts/:cartId/billing-address",
    "POST /V1/carts/mine/billing-address",
    "POST /V1/order/:orderId/refund",
    "POST /V1/order/:orderId/ship",
    "POST /V1/order/:orderId/invoice",
    "POST /V1/invoice/:invoiceId/refund",
  ].map((route) => ({ at: `${route} response`, what: "type", because: answeredSo }) as const),
  ...[
    "sales-data-order-item-extension-interface.itemized_taxes",
    "sales-data-order-extension-interface.taxes",
    "sales-data-order-extension-interface.additional_itemized_taxes",
  ].map((at) => ({ at, what: "extra", because: "Orders have it since 2.4.7." }) as const),
  { at: "POST /V1/orders", what: "permission", because: "2.4.7 asks for the permission to create orders." },
  ...[
    "PUT /V1/bundle-products/options/:optionId",
    "PUT /V1/configurable-products/:sku/options/:id",
    "PUT /V1/products/:sku/downloadable-links/:id",
    "PUT /V1/products/:sku/downloadable-links/samples/:id",
  ].map((at): Difference => ({
    at,
    what: "parameter",
    because: "The id is a number, as in the shape that the path fills it into; the contract calls it a string here.",
  })),
  {
    at: "catalog-data-eav-attribute-extension-interface.is_pagebuilder_enabled",
    what: "extra",
    because:
      "Attributes of products and of categories share a shape; the contract has the property for products alone.",
  },
  ...["code", "proposal_id"].map((name): Difference => ({
    at: `catalog-data-price-update-result-extension-interface.${name}`,
    what: "extra",
    because: "Only rows that a guard-rail stops have it, and there are none unless an administrator creates them.",
  })),
  {
    at: "PUT /V1/categories/:id",
    what: "parameter",
    because: "The id of a category is a number; the published description calls it a string in this one place.",
  },
  ...[
    "products/attribute-sets/:attributeSetId",
    "products/attribute-sets/:attributeSetId/groups",
    "eav/attribute-sets/:attributeSetId",
  ].map((path): Difference => ({
    at: `PUT /V1/${path}`,
    what: "parameter",
    because:
      "The id of an attribute set is a number, as the body of the same call has it; the description says string.",
  })),
  {
    at: "GET /V1/modules",
    what: "service",
    because: "Its contract is the only one outside a module's folder Api, which no client gets to see.",
  },
  {
    at: "PUT /V1/cmsPage/:id",
    what: "parameter",
    because: "The id of a page is a number; the published description calls it a string in this one place.",
  },
  {
    at: "PUT /V1/cmsBlock/:id",
    what: "parameter",
    because: "The id of a block is a number; the published description calls it a string in this one place.",
  },
  {
    at: "PUT /V1/taxClasses/:classId",
    what: "parameter",
    because: "The id of a tax class is a number; the published description calls it a string in this one place.",
  },
  {
    at: "PUT /V1/customerGroups/:id",
    what: "parameter",
    because: "The id of a customer group is a number; the published description calls it a string in this one place.",
  },
  {
    at: "PUT /V1/products/options/:optionId",
    what: "parameter",
    because: "The id of an option is a number; the published description calls it a string in this one place.",
  },
  {
    at: "PUT /V1/products/:productSku/stockItems/:itemId",
    what: "parameter",
    because: "The id of a stock item is a number; the published description calls it a string in this one place.",
  },
  {
    at: "PUT /V1/customers/:customerId",
    what: "parameter",
    because: "The id of a customer is a number; the published description calls it a string in this one place.",
  },
  {
    at: "PUT /V1/inventory/stocks/:stockId",
    what: "parameter",
    because: "The id of a stock is a number; the published description calls it a string in this one place.",
  },
  {
    at: "GET /V1/inventory/get-sources-assigned-to-stock-ordered-by-priority/:stockId",
    what: "response",
    because: "The published description leaves out what it answers: the list of sources.",
  },
  ...["PUT /V1/customers/me", "PUT /V1/customers/:customerId"].map((route): Difference => ({
    at: `${route} currentPassword`,
    what: "extra",
    because: "Customers prove their password to change their e-mail address, and Magento ignores the argument.",
  })),
  ...["PUT /V1/salesRules/:ruleId", "PUT /V1/coupons/:couponId"].map((at): Difference => ({
    at,
    what: "parameter",
    because: "The id is a number, as in the shape that the path fills it into; the contract calls it a string here.",
  })),
  {
    at: "PUT /V1/guest-carts/:cartId",
    what: "body",
    because: "The customer is the caller, who cannot name another one; the description has the argument nevertheless.",
  },
  {
    at: "quote-data-address-extension-interface.gift_registry_id",
    what: "missing",
    because: needsModule("Gift Registry"),
  },
  {
    at: "quote-data-address-extension-interface.bolt_id",
    what: "missing",
    because: needsModule("a payment service of another vendor"),
  },
  {
    at: "quote-data-cart-extension-interface.negotiable_quote",
    what: "missing",
    because: needsModule("the B2B edition's negotiable quotes"),
  },
  ...["carts/:cartId", "carts/mine", "guest-carts/:cartId"].map((path): Difference => ({
    at: `PUT /V1/${path}/items/:itemId`,
    what: "parameter",
    because:
      "The id of an item is a number, as in the shape that the path fills it into; the contract calls it a string.",
  })),
  {
    at: "quote-data-cart-item-extension-interface.negotiable_quote_item",
    what: "missing",
    because: needsModule("the B2B edition's negotiable quotes"),
  },
  {
    at: "quote-data-totals-item-interface.extension_attributes",
    what: "missing",
    because: needsModule("the B2B edition's negotiable quotes"),
  },
  {
    at: "quote-data-totals-extension-interface.negotiable_quote_totals",
    what: "missing",
    because: needsModule("the B2B edition's negotiable quotes"),
  },
  { at: "quote-data-product-option-extension-interface.giftcard_item_option", what: "missing", because: giftCards },
  ...[
    "quote-data-totals-interface.items_qty",
    "bundle-data-bundle-option-interface.option_qty",
    "grouped-product-data-grouped-options-interface.qty",
  ].map((at): Difference => ({
    at,
    what: "type",
    because: "Quantities may have decimal places where a product is sold so; the contract has whole numbers here.",
  })),
  {
    at: "POST /V1/carts/:cartId/estimate-shipping-methods",
    what: "parameter",
    because: "The id of a cart is a number; the published description calls it a string in this one place.",
  },
  ...["carts/mine", "guest-carts/:cartId"].map((path): Difference => ({
    at: `POST /V1/${path}/set-payment-information response`,
    what: "type",
    because: "Magento answers true; the published description says integer.",
  })),
  ...[
    "PUT /V1/gift-wrappings/:wrappingId",
    "DELETE /V1/returns/:id",
    "PUT /V1/returns/:id",
    "POST /V1/returns/:id/comments",
  ].map((at): Difference => ({
    at,
    what: "parameter",
    because: "The id is a number, as elsewhere on these routes; the published description says string here.",
  })),
  {
    at: "DELETE /V1/returns/:id",
    what: "body",
    because: "Nobody sends the whole return to delete it; if sent, it must not name another one.",
  },
  ...["rma-data-rma-interface", "rma-data-comment-interface"].map((shape): Difference => ({
    at: `${shape}.custom_attributes`,
    what: "missing",
    because: "Returns and their comments have no attributes of their own; those of returns belong to the items.",
  })),
  ...["reward_currency_amount", "base_reward_currency_amount", "refund_reward_points"].map((name): Difference => ({
    at: `sales-data-creditmemo-extension-interface.${name}`,
    what: "extra",
    because: "The contract has no place for the points that a credit memo returns.",
  })),
  ...["customer_balance_amount", "refund_reward_points"].map((name): Difference => ({
    at: `sales-data-creditmemo-creation-arguments-extension-interface.${name}`,
    what: "extra",
    because: "The contract has no place for where the money of a refund goes.",
  })),
  {
    at: "rma-data-item-extension-interface.reason_other",
    what: "extra",
    because: "The text of the reason Other has no other place.",
  },
  {
    at: "rma-data-track-extension-interface.shipping_label",
    what: "extra",
    because: "No route of the contract brings the labels that one of them returns.",
  },
];
