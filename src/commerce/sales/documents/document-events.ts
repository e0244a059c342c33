import type { Context } from "../../../api/call/context.js";
import { decimal, recordEvents } from "../../events/published.recording.js";
import type { CreatedDocument, DocumentObserver } from "./document-listener.js";

/** Records an event for each new document of an order. */
export class DocumentEvents implements DocumentObserver {
  async documentCreated({ db }: Context, document: CreatedDocument): Promise<void> {
    await recordEvents(db, [{ type: `${document.kind}.created`, data: dataOf(document) }]);
  }

  commentAdded(): Promise<void> {
    return Promise.resolve();
  }
}

/** Returns the data of the event of a document. */
function dataOf({ kind, orderId, documentId, columns }: CreatedDocument) {
  const { increment_id, store_id, state = null, order_currency_code = null, grand_total, total_qty } = columns;
  const common = { entity_id: documentId, increment_id, order_id: orderId, store_id };
  if (kind === "shipment") return { ...common, total_qty: decimal(total_qty ?? null) };
  return { ...common, state, order_currency_code, grand_total: decimal(grand_total ?? null) };
}
