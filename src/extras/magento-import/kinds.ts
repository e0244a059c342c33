import type { Kind } from "./kind.js";
import { attributeSets } from "./kinds/attribute-sets.js";
import { attributes } from "./kinds/attributes.js";
import { categories } from "./kinds/categories.js";
import { cmsBlocks, cmsPages } from "./kinds/content.js";
import { customerGroups } from "./kinds/customer-groups.js";
import { customers } from "./kinds/customers.js";
import { creditMemos, invoices, shipments } from "./kinds/documents.js";
import { quantities, sources, stockLinks, stocks } from "./kinds/inventory.js";
import { orders } from "./kinds/orders.js";
import { prices } from "./kinds/prices.js";
import { productParts } from "./kinds/products/product-parts.js";
import { products } from "./kinds/products/products.js";
import { coupons, salesRules } from "./kinds/promotions.js";
import { settings, storeRoots, stores } from "./kinds/stores.js";
import { taxClasses, taxRates, taxRules } from "./kinds/tax.js";

/** All kinds of data in the order of the import: each after the kinds it refers to. */
export const kinds: readonly Kind[] = [
  ...[stores, settings, taxClasses, taxRates, taxRules, customerGroups],
  ...[attributes, attributeSets, cmsBlocks, cmsPages, categories, storeRoots],
  ...[sources, stocks, stockLinks],
  ...[products, productParts, prices, quantities],
  ...[customers, salesRules, coupons],
  ...[orders, invoices, shipments, creditMemos],
];

/** Data that is not imported, with reasons. The command prints these at the end. */
export const notImported: readonly string[] = [
  "passwords of customers: Magento does not return them; customers must set a new one",
  "administrators, roles, integrations and their tokens: Magento has no REST API for them",
  "settings other than locale, time zone, weight unit and currencies, and currency rates: set them with bin/portico config:set and currency:rates:set",
  "attributes of categories and customers: no REST route creates them; their values are left out",
  "groups of attributes in a set: the REST API does not show which group an attribute is in",
  "store views of CMS pages and blocks: the REST API does not show them; all pages and blocks apply to all store views",
  "files of downloadable products and images of categories: the REST API does not return their content",
  "catalog price rules, URL rewrites, table rates, reviews, wish lists, newsletters and carts",
  "payment transactions, stored cards, gift cards, store credit, points and returns",
  "reservations of stock: create them with bin/portico inventory:reservation:list-inconsistencies -r and inventory:reservation:create-compensations",
];
