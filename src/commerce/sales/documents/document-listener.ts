import type { Context } from "../../../api/call/context.js";
import type { StoredOrder } from "../orders/stored-order.js";
import type { DocumentKind } from "./document-numbers.sql.js";

/** Columns of a document that events contain. */
interface DocumentEventColumns {
  readonly increment_id: string;
  readonly store_id: number;
  /** State of an invoice or a credit memo. */
  readonly state?: number | null | undefined;
  readonly order_currency_code?: string | null | undefined;
  readonly grand_total?: string | null | undefined;
  /** Units of a shipment. */
  readonly total_qty?: string | null | undefined;
}

/** A new document. */
export interface CreatedDocument {
  readonly kind: DocumentKind;
  readonly orderId: number;
  readonly documentId: number;
  /** Its columns, including those that events contain. */
  readonly columns: DocumentEventColumns;
  /** Whether the customer gets an email. */
  readonly notify: boolean;
  /** The comment to include in the email; absent if there is none, or if the email does not include it. */
  readonly comment?: string | undefined;
}

/** A new comment on an order or one of its documents. */
export interface AddedComment {
  readonly kind: DocumentKind | "order";
  /** Id of the order or the document. */
  readonly parentId: number;
  readonly comment: string;
  /** Whether the customer gets an email. */
  readonly notify: boolean;
}

/** A change of an order that is about to be committed. */
export interface ChangedOrder {
  /** Cause of the change, for example `invoice:12`, `creditmemo:3` or `cancel:4`. */
  readonly cause: string;
  readonly order: StoredOrder;
}

/**
 * Is notified of new documents and comments of orders, within the transaction that writes them. An error that it throws
 * rolls back the transaction, so it only queues work, for example emails.
 */
export interface DocumentObserver {
  documentCreated(ctx: Context, document: CreatedDocument): Promise<void>;
  commentAdded(ctx: Context, comment: AddedComment): Promise<void>;
}

/** Is notified of documents and of the changes that they make to their orders. */
export interface DocumentListener extends DocumentObserver {
  /** Called before a document has its number, because it may lock balances. The order is in its changed state. */
  orderChanged(ctx: Pick<Context, "db" | "actor">, change: ChangedOrder): Promise<void>;
}

/** Dependencies of resolvers of documents. */
export interface DocumentDependencies {
  readonly documentListener: DocumentListener;
}
