/** A place where we differ from the contract on purpose. */
export interface Difference {
  /** `shape.property`, where the shape goes by its name in types.json; or a route's key. */
  readonly at: string;
  /** What may differ there. */
  readonly what:
    "missing" | "extra" | "type" | "required" | "permission" | "forced" | "service" | "parameter" | "body" | "response";
  readonly because: string;
}

const needsModule = (module: string) => `It belongs to ${module}, which has no routes in the specification.`;
const giftCards =
  "Gift cards as products are no part of the specification; their amounts would be stored and never used.";
const shopFront = "Markup and buttons of a shop front, which Portico does not have.";

/**
 * Every difference with its reason. One that is no longer needed fails. The comparison itself allows for every shape:
 * - `extension_attributes` without properties in the contract may be missing: there is nothing to write in it;
 * - fewer properties may be required, because the operation checks them and says which row or field fails;
 * - null may be added to a plain type, because Magento returns null for what is not set;
 * - a value of an attribute may be anything where the contract says string, because multiple selections are lists.
 */
export const differences: readonly Difference[] = [
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
  {
    at: "customer-data-customer-extension-interface.assistance_allowed",
    what: "missing",
    because: needsModule("Login as Customer"),
  },
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
];
