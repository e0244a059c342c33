import type { Configured } from "../../config.js";
import { DocumentEvents } from "./documents/document-events.js";
import type { DocumentListener } from "./documents/document-listener.js";
import { SalesMails } from "./mails/sales-mails.js";
import { updateRewardPoints } from "./orders/commerce/points-of-orders.js";

/**
 * Returns the listener of documents and comments: it queues emails, records events and, in the commerce edition, moves
 * reward points.
 */
export function documentListeners(dependencies: Configured): DocumentListener {
  const listeners = [new SalesMails(dependencies), new DocumentEvents()];
  const hasPoints = dependencies.config.PORTICO_EDITION === "commerce";
  return {
    async documentCreated(ctx, document) {
      for (const listener of listeners) await listener.documentCreated(ctx, document);
    },
    async commentAdded(ctx, comment) {
      for (const listener of listeners) await listener.commentAdded(ctx, comment);
    },
    async orderChanged(ctx, change) {
      if (hasPoints) await updateRewardPoints(ctx, change);
    },
  };
}
