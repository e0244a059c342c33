import { serviceUrl } from "../../../api/http/address.js";
import { join } from "node:path";
import type { Config } from "../../../config.js";
import type { Context } from "../../../api/call/context.js";
import { isEmailAddress } from "../../../api/auth/email-address.js";
import type { Mail } from "../../../platform/mail/mail.sql.js";
import { MailTemplates } from "../../../platform/mail/mail-templates.js";
import { storeConfigOf } from "../../store/published.js";
import type { MailKind, MailSettings } from "./mail-settings.js";
import { type MailedOrder, type MailFacts, mailValues } from "./mail-values.js";

/** An email to compose. */
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
    const standard = join(import.meta.dirname, "templates");
    this.templates = new MailTemplates({ standard, own: config.PORTICO_MAIL_TEMPLATES });
  }

  /**
   * Returns the email to the customer and the separate copies. An error is logged and no email is returned, because an email
   * must never fail the operation that it is about.
   */
  compose({ log }: Pick<Context, "log">, settings: MailSettings, mail: MailToWrite): Mail[] {
    const recipient = mail.recipient && isEmailAddress(mail.recipient) ? mail.recipient : emailOf(mail.order);
    if (recipient === undefined) {
      log.warn(
        { kind: mail.kind, orderId: mail.order.columns.entity_id },
        "order has no valid email address, not sending an email",
      );
      return [];
    }
    try {
      return this.write({ log }, settings, { ...mail, recipient });
    } catch (error) {
      log.error({ err: error, kind: mail.kind, orderId: mail.order.columns.entity_id }, "failed to compose an email");
      return [];
    }
  }

  private write(
    { log }: Pick<Context, "log">,
    settings: MailSettings,
    { kind, notify, recipient, ...facts }: MailToWrite & { readonly recipient: string },
  ): Mail[] {
    const { addresses, isSeparate } = settings.copiesOf(kind);
    if (!notify && addresses.length === 0) return [];
    const values = mailValues(this.shopOf(settings), facts);
    const letter = {
      ...this.templates.render({ name: kind, storeCode: settings.view?.code ?? "", values }, log),
      kind,
    };
    const bcc = isSeparate ? [] : addresses;
    const separate = isSeparate || !notify ? addresses.map((address) => ({ ...letter, recipient: address })) : [];
    return [...(notify ? [{ ...letter, recipient, bcc }] : []), ...separate];
  }

  private shopOf({ view, settings, shopName, salesEmail, locale, timezone }: MailSettings) {
    const service = serviceUrl(this.config);
    const url = view ? storeConfigOf(view, settings, service).secure_base_link_url : service;
    return { name: shopName || hostOf(url), url, email: salesEmail, locale, timezone };
  }
}

/** Returns the host of a URL, or the text itself if it is not a URL, because settings can have any text. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** Returns the email address of an order, if it is valid. An imported order may have any text. */
function emailOf({ columns, addresses }: MailedOrder): string | undefined {
  const billing = addresses.find(({ address_type }) => address_type === "billing");
  const email = columns.customer_email ?? billing?.email;
  return email && isEmailAddress(email) ? email : undefined;
}
