import type { Context } from "../../../api/call/context.js";
import type { Configured } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import { queueMails } from "../../../platform/mail/mail.sql.js";
import { readPictures } from "../../catalog/published.sale.js";
import type { CreatedOrder, NewOrder } from "../orders/save/create-order.js";
import type { AddedComment, CreatedDocument, DocumentObserver } from "../documents/document-listener.js";
import { lockOrder } from "../orders/lock-order.js";
import type { StoredOrder } from "../orders/stored-order.js";
import { requireEntity } from "../require-entity.js";
import { MailComposer, type MailToWrite } from "./compose-mails.js";
import { requestMail } from "./mail-requests.rows.js";
import {
  type MailedDocument,
  type MailTopic,
  markNotified,
  findMailedDocument,
  saveEmailSent,
} from "./mailed-documents.rows.js";
import { MailSettings, type MailView } from "./mail-settings.js";
import { type MailedOrder, toMailed, withoutTags } from "./mail-facts.js";

type MailContext = Pick<Context, "db" | "log">;

/** The order, document and comment that an email is about. */
interface MailFacts {
  readonly order: StoredOrder;
  readonly document?: MailedDocument | undefined;
  readonly comment?: string | undefined;
}

/** Emails about orders and their documents. Each is added to the outbox in the transaction of its event. */
export class SalesMails implements DocumentObserver {
  private readonly composer: MailComposer;

  constructor({ config }: Configured) {
    this.composer = new MailComposer(config);
  }

  async documentCreated(ctx: Context, { kind, documentId, notify, comment }: CreatedDocument): Promise<void> {
    if (notify) await this.write(ctx, { kind, id: documentId }, comment);
  }

  async commentAdded(ctx: Context, { kind, parentId, comment, notify }: AddedComment): Promise<void> {
    const { order, document } = await readFacts(ctx.db, { kind, id: parentId });
    const settings = await MailSettings.read(ctx.db, order.store_id);
    if (!settings.isEnabled(`${kind}_comment`)) return;
    const mail = {
      kind: `${kind}_comment`,
      notify,
      order: toMailed(order),
      document,
      comment: withoutTags(comment),
    } as const;
    await this.queue(ctx, settings, mail);
  }

  /** Prepares the confirmation of an order that is about to be placed. `emailSent` is the value of the order's column. */
  async prepareConfirmation(db: Db, view: MailView): Promise<OrderConfirmation> {
    const settings = await MailSettings.readFor(db, view);
    const isSent = settings.isEnabled("order") && !settings.isAsync;
    if (isSent) await this.composer.prepare(settings, "order");
    return {
      emailSent: isSent ? 1 : null,
      queue: async (ctx, order, created) => {
        if (!settings.isEnabled("order")) return;
        if (settings.isAsync) await requestMail(ctx.db, { kind: "order", id: created.orderId });
        else {
          const facts = { order: toMailedOrder(order, created), pictures: created.pictures };
          await this.queue(ctx, settings, { kind: "order", notify: true, ...facts });
        }
      },
    };
  }

  /**
   * Sends the email of an order or a document, and marks the latest entry about it in the history of the order. Returns
   * false if it is disabled, is sent later, or could not be composed. Throws 404 for an unknown order or document, and 400
   * for the id 0.
   */
  async send(ctx: MailContext, mailed: MailTopic): Promise<boolean> {
    const orderId = await this.write(ctx, mailed);
    if (orderId !== undefined) await markNotified(ctx.db, orderId, mailed.kind);
    return orderId !== undefined;
  }

  /** Writes the email of an order or a document. Returns the id of the order if there is one now. */
  private async write(ctx: MailContext, mailed: MailTopic, comment?: string): Promise<number | undefined> {
    const facts = { ...(await readFacts(ctx.db, mailed)), comment };
    const settings = await MailSettings.read(ctx.db, facts.order.store_id);
    if (!settings.isEnabled(mailed.kind)) return undefined;
    if (settings.isAsync) {
      await saveEmailSent(ctx.db, mailed, null);
      await requestMail(ctx.db, mailed, comment);
      return undefined;
    }
    return (await this.sendNow(ctx, settings, { mailed, facts })) ? facts.order.entity_id : undefined;
  }

  /** Sends a queued email, unless these emails were disabled meanwhile. */
  async sendRequested(ctx: MailContext, mailed: MailTopic, comment: string | undefined): Promise<void> {
    const facts = { ...(await readFacts(ctx.db, mailed)), comment };
    const settings = await MailSettings.read(ctx.db, facts.order.store_id);
    if (settings.isEnabled(mailed.kind)) await this.sendNow(ctx, settings, { mailed, facts });
  }

  private async sendNow(
    ctx: MailContext,
    settings: MailSettings,
    { mailed, facts }: { readonly mailed: MailTopic; readonly facts: MailFacts },
  ): Promise<boolean> {
    const pictures = await readPictures(ctx.db, facts.order.store_id, productsOf(facts));
    const mail = { ...facts, kind: mailed.kind, notify: true, order: toMailed(facts.order), pictures };
    if (!(await this.queue(ctx, settings, mail))) return false;
    await saveEmailSent(ctx.db, mailed, 1);
    return true;
  }

  /** Adds an email to the outbox. Returns whether there is one. */
  private async queue(ctx: MailContext, settings: MailSettings, mail: MailToWrite): Promise<boolean> {
    const mails = await this.composer.compose(ctx, settings, mail);
    await queueMails(ctx.db.atCommit, mails);
    return mails.length > 0;
  }
}

/** The confirmation of an order that is being placed. */
export interface OrderConfirmation {
  /** Value of the order's column `email_sent`. */
  readonly emailSent: 1 | null;
  readonly queue: (ctx: MailContext, order: NewOrder, created: PicturedOrder) => Promise<void>;
}

/** An order that was placed, with the files of the pictures of its products by product id. */
interface PicturedOrder extends CreatedOrder {
  readonly pictures: ReadonlyMap<number, string>;
}

/** Returns the ids of the products of an order. */
const productsOf = ({ order }: MailFacts): number[] => order.items.flatMap(({ product_id }) => product_id ?? []);

/** Locks the order, as everything that changes it or its documents does, and returns the data for its email. */
async function readFacts(db: Db, { kind, id }: MailTopic): Promise<MailFacts> {
  if (kind === "order" || kind === "order_ready_for_pickup") return { order: await lockOrder(db, id) };
  const document = await requireEntity((db, id) => findMailedDocument(db, kind, id), db, id);
  return { order: await lockOrder(db, document.columns.order_id), document };
}

/** Returns the data of a new order for its emails. Its lines have no ids yet, so their positions are used as ids. */
const toMailedOrder = (order: NewOrder, { orderId, incrementId }: CreatedOrder): MailedOrder => ({
  columns: { ...order.columns, entity_id: orderId, increment_id: incrementId },
  items: order.items.map(({ columns, parent }, at) => ({
    ...columns,
    sku: columns.sku ?? "",
    item_id: at + 1,
    parent_item_id: parent === undefined ? null : parent + 1,
  })),
  addresses: [
    { ...order.billingAddress, address_type: "billing" },
    ...(order.shippingAddress ? [{ ...order.shippingAddress, address_type: "shipping" }] : []),
  ],
  payment: order.payment,
});
