import type { Context } from "../../call/context.js";
import type { DocumentKind } from "./document-kinds.js";

/** A document that was made. */
export interface CreatedDocument {
  readonly kind: DocumentKind;
  readonly orderId: number;
  readonly documentId: number;
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

/**
 * Learns of what was written for orders, within the transaction that wrote it. What it throws undoes the transaction, so it
 * only queues work, such as mails.
 */
export interface DocumentListener {
  documentCreated(ctx: Context, document: CreatedDocument): Promise<void>;
  commentAdded(ctx: Context, comment: AddedComment): Promise<void>;
}

/** What resolvers of documents take in their constructor. */
export interface DocumentDependencies {
  readonly documentListener: DocumentListener;
}
