import type { StoredValues, ValueOwner } from "../../../api/search-criteria/added-values.sql.js";
import type { Row } from "../../../platform/db/models.js";

/** A stored line. Missing columns have no value. */
export type ItemRow = Partial<Row<"salesOrderItem">> & Pick<Row<"salesOrderItem">, "item_id" | "sku">;
export type AddressRow = Partial<Row<"salesOrderAddress">> & Pick<Row<"salesOrderAddress">, "entity_id">;
export type PaymentRow = Partial<Row<"salesOrderPayment">>;
export type CommentRow = Partial<Row<"salesOrderHistory">>;
export type TaxRow = Partial<Row<"salesOrderTax">> & Pick<Row<"salesOrderTax">, "tax_id">;
export type TaxItemRow = Partial<Row<"salesOrderTaxItem">> & Pick<Row<"salesOrderTaxItem">, "tax_item_id" | "tax_id">;
export type OrderColumns = Partial<Row<"salesOrder">>;

/** A stored order with its parts. Missing columns have no value. */
export type StoredOrder = OrderColumns &
  Pick<Row<"salesOrder">, "entity_id" | "store_id" | "increment_id"> & {
    readonly items: readonly ItemRow[];
    readonly addresses: readonly AddressRow[];
    readonly payment: PaymentRow | null;
    readonly history: readonly CommentRow[];
    readonly taxes: readonly TaxRow[];
    readonly tax_items: readonly TaxItemRow[];
    /** Attributes that extensions added. */
    readonly added?: StoredValues;
  };

/** The values of the attributes that extensions add to orders. */
export const orderValues: ValueOwner = { shape: "Order", table: "sales_order_added_value", column: "order_id" };
