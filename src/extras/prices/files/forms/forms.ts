import { inputError } from "../../../../api/call/errors.js";
import type { PriceKind } from "../../../../commerce/pricing/closed-sets.types.js";

/** A form of files that other programs write. */
export interface Form {
  readonly name: string;
  /** Whether a file with these columns has the form. The names are in lower case, without marks and repeated spaces. */
  readonly recognizes: (names: ReadonlySet<string>) => boolean;
  /** Fields by the name of the column. All other columns are left out. */
  readonly fields: Readonly<Record<string, string>>;
  /** The kind of the prices if each row has one. */
  readonly kind?: PriceKind;
  /** Returns the field of a column whose name depends on the shop. */
  readonly fieldOf?: (name: string, currency: string) => string | undefined;
}

const hasAny = (names: ReadonlySet<string>, wanted: readonly string[]) => wanted.some((name) => names.has(name));

const akeneoPrice = /^(price|special_price|cost)-(?:.+-)?([a-z]{3})$/;

/** The programs whose files are recognized by their columns, in the order in which they are tried. */
export const forms: readonly Form[] = [
  {
    name: "magento-advanced-pricing",
    recognizes: (names) => names.has("sku") && names.has("tier_price_website") && names.has("tier_price"),
    kind: "tier",
    fields: {
      sku: "sku",
      tier_price_website: "website_id",
      tier_price_customer_group: "customer_group",
      tier_price_qty: "quantity",
      tier_price: "price",
      tier_price_value_type: "price_type",
    },
  },
  {
    name: "magento-products",
    recognizes: (names) =>
      names.has("sku") &&
      !names.has("kind") &&
      hasAny(names, ["price", "special_price", "cost"]) &&
      hasAny(names, ["store_view_code", "attribute_set_code", "product_type", "special_price_from_date", "url_key"]),
    fields: {
      sku: "sku",
      store_view_code: "store_id",
      price: "price",
      special_price: "special_price",
      special_price_from_date: "price_from",
      special_price_to_date: "price_to",
      cost: "cost",
    },
  },
  {
    name: "shopify",
    recognizes: (names) => names.has("variant price") || (names.has("compare-at price") && names.has("price")),
    fields: {
      "variant sku": "sku",
      "variant price": "price",
      "variant compare at price": "compare_at_price",
      "cost per item": "cost",
      sku: "sku",
      price: "price",
      "compare-at price": "compare_at_price",
    },
  },
  {
    name: "woocommerce",
    recognizes: (names) => names.has("sku") && names.has("regular price"),
    fields: {
      sku: "sku",
      "regular price": "price",
      "sale price": "special_price",
      "date sale price starts": "price_from",
      "date sale price ends": "price_to",
    },
  },
  {
    name: "prestashop",
    recognizes: (names) =>
      hasAny(names, ["reference", "reference #"]) &&
      hasAny(names, ["price (tax excl.)", "price tax excluded", "price tax excluded or price tax included"]),
    fields: {
      reference: "sku",
      "reference #": "sku",
      "price (tax excl.)": "price",
      "price tax excluded": "price",
      "price tax excluded or price tax included": "price",
      "wholesale price": "cost",
      "cost price": "cost",
    },
  },
  {
    name: "odoo",
    recognizes: (names) =>
      hasAny(names, ["internal reference", "default_code"]) && hasAny(names, ["sales price", "list_price"]),
    fields: {
      "internal reference": "sku",
      default_code: "sku",
      "sales price": "price",
      list_price: "price",
      cost: "cost",
      standard_price: "cost",
    },
  },
  {
    name: "akeneo",
    recognizes: (names) =>
      hasAny(names, ["sku", "identifier"]) && !names.has("kind") && [...names].some((name) => akeneoPrice.test(name)),
    fields: { sku: "sku", identifier: "sku" },
    fieldOf(name, currency) {
      const [, field, code] = akeneoPrice.exec(name) ?? [];
      return code?.toUpperCase() === currency ? field : undefined;
    },
  },
  {
    name: "google-feed",
    recognizes: (names) =>
      names.has("id") &&
      names.has("price") &&
      !names.has("sku") &&
      hasAny(names, ["title", "link", "availability", "sale_price", "sale price", "gtin", "image_link"]),
    fields: {
      id: "sku",
      price: "price",
      sale_price: "special_price",
      "sale price": "special_price",
      sale_price_effective_date: "sale_interval",
      "sale price effective date": "sale_interval",
      cost_of_goods_sold: "cost",
    },
  },
];

/** Throws 400 for a known form that has no prices, and names the operation that reads it. */
export function rejectOtherForms(names: ReadonlySet<string>): void {
  if (!names.has("source_code") || !names.has("sku")) return;
  throw inputError(
    "The file has the stock of sources, not prices. Send stock to %route, or price files with the columns sku and price here.",
    { route: "POST /V1/inventory/source-items" },
  );
}
