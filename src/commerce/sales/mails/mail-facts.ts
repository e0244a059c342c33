import type { AddressRow, ItemRow, OrderColumns, PaymentRow, StoredOrder } from "../orders/stored-order.js";
import type { MailedDocument } from "./mailed-documents.rows.js";

/** The data of an order for its emails. */
export interface MailedOrder {
  readonly columns: OrderColumns;
  readonly items: readonly ItemRow[];
  readonly addresses: readonly Partial<AddressRow>[];
  readonly payment: PaymentRow | null;
}

/** Returns the data of a stored order for its emails. */
export const toMailed = ({ items, addresses, payment, ...columns }: StoredOrder): MailedOrder => ({
  columns,
  items,
  addresses,
  payment,
});

/** Removes the tags from a comment, as Magento does in emails. */
export const withoutTags = (comment: string): string => comment.replace(/<\/?[a-z!][^>]*>/gi, "").trim();

/** The order, document, comment and return that an email is about. */
export interface MailFacts {
  readonly order: MailedOrder;
  /** Absent for an email about the order itself. */
  readonly document?: MailedDocument | undefined;
  readonly comment?: string | undefined;
  /** Absent for an email that is not about a return. */
  readonly returned?: MailedReturn | undefined;
  /** URLs of the pictures of products, by product id. */
  readonly pictures?: ReadonlyMap<number, string> | undefined;
}

/** The data of a return for its emails. */
export interface MailedReturn {
  readonly number: string;
  readonly status: string;
  readonly items: readonly { readonly order_item_id: number; readonly qty_requested: number }[];
}
