/**
 * The modules of Magento's contracts whose queries may read from a standby of the database: the catalog, content, past sales
 * and reference data. Modules whose answers decide about a sale or a right are never here: carts, checkout, stock, accounts,
 * balances, roles, tokens and the queue.
 */
export const standbyModules: ReadonlySet<string> = new Set([
  "Bundle",
  "Catalog",
  "CheckoutAgreements",
  "Cms",
  "ConfigurableProduct",
  "Directory",
  "Downloadable",
  "Eav",
  "PriceHistory",
  "Rma",
  "Sales",
  "Search",
  "Storefront",
  "Tax",
]);
