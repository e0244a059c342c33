import type { Context } from "../../../api/call/context.js";
import type { Configured } from "../../../config.js";
import { queueMails } from "../../../platform/mail/mail.sql.js";
import { readPictures } from "../../catalog/published.sale.js";
import type { StoredOrder } from "../orders/stored-order.js";
import { MailComposer } from "./compose-mails.js";
import { MailSettings, type ReturnMailKind } from "./mail-settings.js";
import { type MailedReturn, toMailed, withoutTags } from "./mail-facts.js";

/** An email about a return. */
export interface ReturnMail {
  readonly kind: ReturnMailKind;
  readonly returned: MailedReturn;
  readonly comment?: string | undefined;
  /** Recipient instead of the email address of the order. */
  readonly recipient?: string | undefined;
}

/** Emails about returns. Each is added to the outbox in the transaction of its event. */
export class ReturnMails {
  private readonly composer: MailComposer;

  constructor({ config }: Configured) {
    this.composer = new MailComposer(config);
  }

  /** Emails the customer of a locked order about a return, unless these emails are disabled. */
  async queue({ db, log }: Pick<Context, "db" | "log">, order: StoredOrder, mail: ReturnMail): Promise<void> {
    const settings = await MailSettings.read(db, order.store_id);
    if (!settings.isEnabled(mail.kind)) return;
    const comment = mail.comment === undefined ? undefined : withoutTags(mail.comment);
    const ids = mail.kind === "return" ? productsOf(order, mail.returned) : [];
    const pictures = await readPictures(db, order.store_id, ids);
    const written = { ...mail, comment, order: toMailed(order), notify: true, pictures };
    await queueMails(db.atCommit, await this.composer.compose({ log }, settings, written));
  }
}

/** Returns the ids of the products of a return. */
function productsOf({ items }: StoredOrder, returned: MailedReturn): number[] {
  const wanted = new Set(returned.items.map(({ order_item_id }) => order_item_id));
  return items.flatMap(({ item_id, product_id }) => (wanted.has(item_id) && product_id != null ? [product_id] : []));
}
