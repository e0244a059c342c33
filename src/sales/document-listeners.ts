import type { Configured } from "../config.js";
import { DocumentEvents } from "./documents/document-events.js";
import type { DocumentListener } from "./documents/document-listener.js";
import { SalesMails } from "./mails/sales-mails.js";

/** Returns what learns of documents and comments: the mails, and the feed of events. */
export function documentListeners(dependencies: Configured): DocumentListener {
  const listeners = [new SalesMails(dependencies), new DocumentEvents()];
  return {
    async documentCreated(ctx, document) {
      for (const listener of listeners) await listener.documentCreated(ctx, document);
    },
    async commentAdded(ctx, comment) {
      for (const listener of listeners) await listener.commentAdded(ctx, comment);
    },
  };
}
