import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import type { MailSubject } from "./mail-settings.js";

type Kind = Exclude<MailSubject, "order" | "order_ready_for_pickup">;

/** The data of an invoice, a shipment or a credit memo for its emails. */
export interface MailedDocument {
  readonly kind: Kind;
  readonly columns: Partial<Row<"salesInvoice"> & Row<"salesCreditmemo">> & { readonly order_id: number };
  readonly items: readonly {
    readonly order_item_id: number;
    readonly name?: string | null;
    readonly sku?: string | null;
    readonly qty: string;
    readonly row_total?: string | null;
  }[];
  readonly tracks: readonly Pick<Row<"salesShipmentTrack">, "title" | "track_number" | "carrier_code">[];
}

const include = { items: { orderBy: { entity_id: "asc" } } } as const;

/** Returns a document; undefined for an unknown one. */
export async function findMailedDocument(db: Db, kind: Kind, entity_id: number): Promise<MailedDocument | undefined> {
  const where = { entity_id };
  const row = await {
    invoice: () => db.models.salesInvoice.findUnique({ where, include }),
    shipment: () => db.models.salesShipment.findUnique({ where, include: { ...include, tracks: true } }),
    creditmemo: () => db.models.salesCreditmemo.findUnique({ where, include }),
  }[kind]();
  if (!row) return undefined;
  const { items, ...columns } = row;
  return { kind, columns, items, tracks: "tracks" in row ? row.tracks : [] };
}

/**
 * Records whether the email of an order or a document was sent. Leaves `updated_at` unchanged, because ERPs that poll for
 * changes need not see this one.
 */
export async function saveEmailSent(db: Db, { kind, id }: MailTopic, email_sent: 1 | null): Promise<void> {
  const change = { where: { entity_id: id }, data: { email_sent } };
  await {
    order: () => db.models.salesOrder.updateMany(change),
    order_ready_for_pickup: () =>
      db.models.salesOrder.updateMany({
        where: change.where,
        data: { send_notification: 1, notification_sent: email_sent ?? 0 },
      }),
    invoice: () => db.models.salesInvoice.updateMany(change),
    shipment: () => db.models.salesShipment.updateMany(change),
    creditmemo: () => db.models.salesCreditmemo.updateMany(change),
  }[kind]();
}

/** The order or document that an email is about. */
export interface MailTopic {
  readonly kind: MailSubject;
  /** Id of the order or the document. */
  readonly id: number;
}

/** Marks the latest history entry about an order or a kind of document as sent to the customer. */
export async function markNotified(db: Db, order_id: number, kind: MailSubject): Promise<void> {
  const entity_name = kind === "order_ready_for_pickup" ? "order" : kind;
  const entry = await db.models.salesOrderHistory.findFirst({
    where: { parent_id: order_id, entity_name, is_customer_notified: 0 },
    orderBy: [{ created_at: "desc" }, { entity_id: "desc" }],
    select: { entity_id: true },
  });
  if (!entry) return;
  await db.models.salesOrderHistory.update({
    where: { entity_id: entry.entity_id },
    data: { is_customer_notified: 1 },
  });
}
