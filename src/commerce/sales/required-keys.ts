import { withoutNulls } from "../../platform/db/models.js";

/**
 * Keys that answers always have, by shape: Magento's service contracts do not document them as null. They are null if the
 * column is empty.
 */
const requiredKeys = {
  order: ["base_grand_total", "customer_email", "grand_total", "state", "status"],
  orderItem: ["sku"],
  address: ["address_type", "city", "country_id", "firstname", "lastname", "postcode", "telephone"],
  payment: ["account_status", "cc_last4", "method"],
  comment: ["comment", "is_customer_notified", "is_visible_on_front"],
  invoice: ["total_qty"],
  invoiceItem: ["sku"],
  memoItem: ["base_cost", "base_price"],
  track: ["weight", "qty", "description", "track_number", "title", "carrier_code"],
  transaction: ["txn_id", "parent_txn_id"],
} as const;

type ShapeName = keyof typeof requiredKeys;

type Shown<Row, Shape extends ShapeName> = {
  [Name in keyof Row]?: Name extends (typeof requiredKeys)[Shape][number] ? Row[Name] : Exclude<Row[Name], null>;
};

/** Returns a row as its shape: without null fields, except those that are always present. */
export function shownColumns<Row extends object, Shape extends ShapeName>(shape: Shape, row: Row): Shown<Row, Shape> {
  const shown: Record<string, unknown> = withoutNulls(row);
  for (const name of requiredKeys[shape]) shown[name] ??= null;
  return shown as Shown<Row, Shape>;
}

/** Returns a function that returns rows as a shape. */
export const shownAs =
  <Shape extends ShapeName>(shape: Shape) =>
  <Row extends object>(row: Row): Shown<Row, Shape> =>
    shownColumns(shape, row);
