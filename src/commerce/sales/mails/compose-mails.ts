import { serviceUrl } from "../../../api/http/address.js";
import type { Config } from "../../../config.js";
import type { Context } from "../../../api/call/context.js";
import { isEmailAddress } from "../../../api/auth/email-address.js";
import type { Mail } from "../../../platform/mail/mail.sql.js";
import { MailTemplates } from "../../../platform/mail/mail-templates.js";
import { mailShopOf } from "../../store/published.js";
import type { MailedOrder, MailFacts } from "./mail-facts.js";
import type { MailKind, MailSettings } from "./mail-settings.js";
import { mailValues } from "./mail-values.js";

/** An email to compose. The pictures are files, as products have them. */
export interface MailToWrite extends MailFacts {
  readonly kind: MailKind;
  /** Whether the customer gets the email. Otherwise only the recipients of copies do. */
  readonly notify: boolean;
  /** Recipient instead of the email address of the order. */
  readonly recipient?: string | undefined;
}

/** Composes the emails of orders and of their documents. */
export class MailComposer {
  private readonly templates: MailTemplates;

  constructor(private readonly config: Config) {
    this.templates = new MailTemplates(config.PORTICO_MAIL_TEMPLATES);
  }

  /** Reads the templates of an email before it is composed, so that no lock is held while they are read. */
  prepare(settings: MailSettings, kind: MailKind): Promise<void> {
    return this.templates.prepare(this.nameOf(settings, kind));
  }

  /**
   * Returns the email to the customer and the separate copies. An error is logged and no email is returned, because an email
   * must never fail the operation that it is about.
   */
  async compose({ log }: Pick<Context, "log">, settings: MailSettings, mail: MailToWrite): Promise<Mail[]> {
    const recipient = mail.recipient && isEmailAddress(mail.recipient) ? mail.recipient : emailOf(mail.order);
    if (recipient === undefined) {
      log.warn(
        { kind: mail.kind, orderId: mail.order.columns.entity_id },
        "order has no valid email address, not sending an email",
      );
      return [];
    }
    try {
      return await this.write({ log }, settings, { ...mail, recipient });
    } catch (error) {
      log.error({ err: error, kind: mail.kind, orderId: mail.order.columns.entity_id }, "failed to compose an email");
      return [];
    }
  }

  private async write(
    { log }: Pick<Context, "log">,
    settings: MailSettings,
    { kind, notify, recipient, ...facts }: MailToWrite & { readonly recipient: string },
  ): Promise<Mail[]> {
    const { addresses, isSeparate } = settings.copiesOf(kind);
    if (!notify && addresses.length === 0) return [];
    const shop = this.shopOf(settings);
    const pictures = picturesAt(shop.mediaUrl, facts.pictures);
    const name = this.nameOf(settings, kind);
    const rendered = await this.templates.render(name, (texts) => mailValues(shop, { ...facts, pictures }, texts), log);
    const letter = { ...rendered, kind };
    const bcc = isSeparate ? [] : addresses;
    const separate = isSeparate || !notify ? addresses.map((address) => ({ ...letter, recipient: address })) : [];
    return [...(notify ? [{ ...letter, recipient, bcc }] : []), ...separate];
  }

  private nameOf(settings: MailSettings, name: MailKind) {
    return { name, storeCode: settings.view?.code ?? "", locale: this.shopOf(settings).locale };
  }

  private shopOf({ view, settings, salesEmail }: MailSettings) {
    return { ...mailShopOf(view, settings, serviceUrl(this.config)), email: salesEmail };
  }
}

/** Returns the URLs of pictures. */
const picturesAt = (mediaUrl: string, files: MailFacts["pictures"] = new Map()): ReadonlyMap<number, string> =>
  new Map([...files].map(([id, file]) => [id, `${mediaUrl}catalog/product${encodeURI(file)}`]));

/** Returns the email address of an order, if it is valid. An imported order may have any text. */
function emailOf({ columns, addresses }: MailedOrder): string | undefined {
  const billing = addresses.find(({ address_type }) => address_type === "billing");
  const email = columns.customer_email ?? billing?.email;
  return email && isEmailAddress(email) ? email : undefined;
}
