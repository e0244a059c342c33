import type { ConfiguredContext } from "../../../api/call/context.js";
import { serviceUrl } from "../../../api/http/address.js";
import { queueMails } from "../../../platform/mail/mail.sql.js";
import { MailTemplates } from "../../../platform/mail/mail-templates.js";
import type { TemplateValues } from "../../../platform/mail/template.js";
import {
  mailShopOf,
  mailShopPaths,
  type MailShop,
  mailShopValues,
  readSettings,
  readStoreViews,
} from "../../store/published.js";
import { resetHours } from "../passwords/password-rules.js";

const support = "trans_email/ident_support/email";

/** The customer data that emails use. */
export interface Recipient {
  readonly id?: number | null;
  readonly email?: string | null;
  readonly firstname?: string | null;
  readonly store_id?: number | null;
  readonly website_id?: number | null;
}

/** The shop that an email comes from. */
interface Shop extends MailShop {
  /** Code of the store view, or empty. */
  readonly storeCode: string;
  readonly support: string;
  /** Lifetime of a password reset token in hours. */
  readonly hours: number;
}

/** Names of the templates of account emails. */
export const accountMailKinds = [
  "welcome",
  "welcome_no_password",
  "confirmation",
  "password_reset",
  "password_changed",
  "email_changed",
] as const;
export type AccountMailKind = (typeof accountMailKinds)[number];

/** What a mail shows besides the shop and the customer. */
interface Details {
  /** Page of the shop that the button opens. */
  readonly link?: string;
  /** Text to enter where the page asks for it. */
  readonly code?: string;
  /** Lifetime of the link and the code. */
  readonly lifetime?: string;
  readonly former_email?: string;
}

type MailContext = Pick<ConfiguredContext, "db" | "config" | "log">;

/** The account emails of customers. Each is added to the outbox in the transaction of its event. */
export class AccountMails {
  private constructor(
    private readonly ctx: MailContext,
    private readonly customer: Recipient,
    private readonly shop: Shop,
  ) {}

  /** Returns the emails to a customer from the customer's shop. */
  static async for(ctx: MailContext, customer: Recipient): Promise<AccountMails> {
    const { db, config } = ctx;
    const views = await readStoreViews(db);
    const view = views.find(({ id }) => id === customer.store_id) ?? views.find(({ id }) => id !== 0);
    const settings = await readSettings(db, [...mailShopPaths, ...resetHours.paths, support]);
    const scope = { storeId: view?.id ?? 0, websiteId: view?.website_id ?? 0 };
    return new AccountMails(ctx, customer, {
      ...mailShopOf(view, settings, serviceUrl(config)),
      storeCode: view?.code ?? "",
      support: settings.value(support, scope),
      hours: resetHours.of(settings, scope),
    });
  }

  mailWelcome(): Promise<void> {
    return this.queue("welcome", { link: this.link("customer/account/login/") });
  }

  mailWelcomeWithoutPassword(token: string): Promise<void> {
    return this.queue("welcome_no_password", this.passwordLink(token));
  }

  /**
   * The link only redirects to `redirectUrl` if that is a page of the shop, so that emails cannot lead people elsewhere.
   */
  mailConfirmation(key: string, redirectUrl: string | null): Promise<void> {
    const onward = redirectUrl?.startsWith(this.shop.url) ? { back_url: redirectUrl } : {};
    const link = this.link("customer/account/confirm/", { id: String(this.customer.id), key, ...onward });
    return this.queue("confirmation", { link, code: key });
  }

  mailPasswordReset(token: string): Promise<void> {
    return this.queue("password_reset", this.passwordLink(token));
  }

  mailPasswordChanged(): Promise<void> {
    return this.queue("password_changed", { link: this.link("customer/account/forgotpassword/") });
  }

  /** Sent to both addresses, so that a customer whose account is taken over notices. */
  async mailEmailChanged(formerEmail: string): Promise<void> {
    const details = { former_email: formerEmail };
    await this.queue("email_changed", details, formerEmail);
    await this.queue("email_changed", details);
  }

  private passwordLink(token: string): Details {
    const { locale, hours } = this.shop;
    const link = this.link("customer/account/createPassword/", { token });
    return { link, code: token, lifetime: hoursText(hours, locale) };
  }

  private link(path: string, query: Readonly<Record<string, string>> = {}): string {
    const url = new URL(path, this.shop.url);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  }

  private async queue(kind: AccountMailKind, details: Details, recipient = this.customer.email ?? ""): Promise<void> {
    const { db, config, log } = this.ctx;
    const { shop, customer } = this;
    const values = accountMailValues(shop, { customer, ...details });
    const templates = new MailTemplates(config.PORTICO_MAIL_TEMPLATES);
    const rendered = await templates.render({ ...shop, name: kind }, () => values, log);
    await queueMails(db, [{ kind, recipient, ...rendered }]);
  }
}

/** Returns the values for the templates of an account email. Their names are documented in docs/emails.md. */
export const accountMailValues = (
  shop: MailShop & Pick<Shop, "support">,
  { customer, ...details }: Details & { readonly customer: Recipient },
): TemplateValues => ({
  ...details,
  shop: mailShopValues(shop, shop.support),
  customer: customer.firstname ?? "",
  email: customer.email ?? "",
});

/** Writes a number of hours in words of a locale: `2 hours`. */
function hoursText(hours: number, locale: string): string {
  const style = { style: "unit", unit: "hour", unitDisplay: "long" } as const;
  try {
    return new Intl.NumberFormat(locale.replaceAll("_", "-"), style).format(hours);
  } catch {
    // A setting can have any text.
    return new Intl.NumberFormat("en", style).format(hours);
  }
}
