import type { Context } from "../../call/context.js";
import type { StoredOrder } from "../orders/orders.rows.js";
import type { DocumentKind } from "./document-kinds.js";

/** The columns of a document that events show. */
interface ShownColumns {
  readonly increment_id: string;
  readonly store_id: number;
  /** State of an invoice or a credit memo. */
  readonly state?: number | null | undefined;
  readonly order_currency_code?: string | null | undefined;
  readonly grand_total?: string | null | undefined;
  /** Units of a shipment. */
  readonly total_qty?: string | null | undefined;
}

/** A document that was made. */
export interface CreatedDocument {
  readonly kind: DocumentKind;
  readonly orderId: number;
  readonly documentId: number;
  /** Its columns, as far as events show them. */
  readonly columns: ShownColumns;
  /** Whether the customer gets a mail. */
  readonly notify: boolean;
  /** The comment for the mail; absent where there is none, or where it is not for the mail. */
  readonly comment?: string | undefined;
}

/** A comment that was added to an order or to a document of it. */
export interface AddedComment {
  readonly kind: DocumentKind | "order";
  /** Id of the order or the document. */
  readonly parentId: number;
  readonly comment: string;
  /** Whether the customer gets a mail. */
  readonly notify: boolean;
}

/** A change of an order that is about to be committed. */
export interface ChangedOrder {
  /** What changes it, as `invoice:12`, `creditmemo:3` or `cancel:4`. */
  readonly cause: string;
  readonly order: StoredOrder;
}

/**
 * Learns of what was written for orders, within the transaction that wrote it. What it throws undoes the transaction, so it
 * only queues work, such as mails.
 */
export interface DocumentObserver {
  documentCreated(ctx: Context, document: CreatedDocument): Promise<void>;
  commentAdded(ctx: Context, comment: AddedComment): Promise<void>;
}

/** Learns of documents, and of what they do to their orders. */
export interface DocumentListener extends DocumentObserver {
  /** Is called before a document has its number, because it may lock balances. The order is as it will be. */
  orderChanged(ctx: Pick<Context, "db" | "actor">, change: ChangedOrder): Promise<void>;
}

/** What resolvers of documents take in their constructor. */
export interface DocumentDependencies {
  readonly documentListener: DocumentListener;
}
