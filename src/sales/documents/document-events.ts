import type { Context } from "../../call/context.js";
import type { Db } from "../../db/database.js";
import { decimal, recordEvents } from "../../events/published.js";
import type { CreatedDocument, DocumentListener } from "./document-listener.js";
import type { DocumentKind } from "./document-kinds.js";

const common = { entity_id: true, increment_id: true, order_id: true, store_id: true } as const;
const amounts = { ...common, state: true, order_currency_code: true, grand_total: true } as const;

/** Adds the documents of orders to the feed of events. */
export class DocumentEvents implements DocumentListener {
  async documentCreated({ db }: Context, { kind, documentId }: CreatedDocument): Promise<void> {
    const data = await readData(db, kind, documentId);
    if (data) await recordEvents(db, [{ type: `${kind}.created`, data }]);
  }

  commentAdded(): Promise<void> {
    return Promise.resolve();
  }
}

/** Returns what the event of a document shows. */
async function readData(db: Db, kind: DocumentKind, entity_id: number) {
  const where = { entity_id };
  if (kind === "shipment") {
    const found = await db.models.salesShipment.findUnique({ where, select: { ...common, total_qty: true } });
    return found && { ...found, total_qty: decimal(found.total_qty) };
  }
  const found =
    kind === "invoice"
      ? await db.models.salesInvoice.findUnique({ where, select: amounts })
      : await db.models.salesCreditmemo.findUnique({ where, select: amounts });
  return found && { ...found, grand_total: decimal(found.grand_total) };
}
