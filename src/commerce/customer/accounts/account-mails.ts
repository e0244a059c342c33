import { serviceUrl } from "../../../api/http/address.js";
import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import { queueMail } from "../../../platform/mail/mail.sql.js";
import { readSettings, readStoreViews, storeConfigOf, storeConfigPaths } from "../../store/published.js";
import { resetHours } from "../passwords/password-rules.js";

const shopName = "general/store_information/name";
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
interface Shop {
  readonly name: string;
  /** Base URL of its pages, with a trailing slash. */
  readonly url: string;
  readonly support: string;
  /** Lifetime of a password reset token in hours. */
  readonly hours: number;
}

interface Letter {
  readonly kind: string;
  readonly subject: string;
  /** Separated by blank lines. */
  readonly paragraphs: readonly string[];
}

/** The account emails of customers. Each is added to the outbox in the transaction of its event. */
export class AccountMails {
  private constructor(
    private readonly db: Db,
    private readonly customer: Recipient,
    private readonly shop: Shop,
  ) {}

  /** Returns the emails to a customer from the customer's shop. */
  static async for(
    { db, config }: { readonly db: Db; readonly config: Config },
    customer: Recipient,
  ): Promise<AccountMails> {
    const views = await readStoreViews(db);
    const view = views.find(({ id }) => id === customer.store_id) ?? views.find(({ id }) => id !== 0);
    const settings = await readSettings(db, [...storeConfigPaths, ...resetHours.paths, shopName, support]);
    const scope = { storeId: view?.id ?? 0, websiteId: view?.website_id ?? 0 };
    const url = view ? storeConfigOf(view, settings, serviceUrl(config)).secure_base_link_url : serviceUrl(config);
    const name = settings.value(shopName, scope) || new URL(url).host;
    return new AccountMails(db, customer, {
      name,
      url,
      support: settings.value(support, scope),
      hours: resetHours.of(settings, scope),
    });
  }

  mailWelcome(): Promise<void> {
    const { name } = this.shop;
    return this.queue({
      kind: "welcome",
      subject: `Welcome to ${name}`,
      paragraphs: [
        `your account with ${name} is ready. Sign in with this email address and your password:`,
        this.link("customer/account/login/"),
      ],
    });
  }

  mailWelcomeWithoutPassword(token: string): Promise<void> {
    const { name } = this.shop;
    return this.queue({
      kind: "welcome_no_password",
      subject: `Welcome to ${name}`,
      paragraphs: [
        `an account with ${name} was created for this email address. It has no password yet. To sign in, set one:`,
        this.link("customer/account/createPassword/", { token }),
        this.lifetime(token),
      ],
    });
  }

  /**
   * The link only redirects to `redirectUrl` if that is a page of the shop, so that emails cannot lead people elsewhere.
   */
  mailConfirmation(key: string, redirectUrl: string | null): Promise<void> {
    const { name, url } = this.shop;
    const onward = redirectUrl?.startsWith(url) ? { back_url: redirectUrl } : {};
    return this.queue({
      kind: "confirmation",
      subject: `Confirm your email address for ${name}`,
      paragraphs: [
        `an account with ${name} was created for this email address. Before it can be used, confirm that the address is yours:`,
        this.link("customer/account/confirm/", { id: String(this.customer.id), key, ...onward }),
        `If you are asked for a code, enter ${key}.`,
        "If you did not ask for an account, ignore this email: nobody can use the account without confirmation.",
      ],
    });
  }

  mailPasswordReset(token: string): Promise<void> {
    const { name } = this.shop;
    return this.queue({
      kind: "password_reset",
      subject: `Set a new password for ${name}`,
      paragraphs: [
        `somebody, most likely you, asked to set a new password for your account with ${name}. Set it here:`,
        this.link("customer/account/createPassword/", { token }),
        this.lifetime(token),
        "If it was not you, ignore this email: your password stays the same.",
      ],
    });
  }

  mailPasswordChanged(): Promise<void> {
    const { name } = this.shop;
    return this.queue({
      kind: "password_changed",
      subject: `Your password for ${name} was changed`,
      paragraphs: [
        `the password of your account with ${name} was changed, and you were signed out everywhere.`,
        `If it was not you, set a new one and tell us at ${this.shop.support}:`,
        this.link("customer/account/forgotpassword/"),
      ],
    });
  }

  /** Sent to both addresses, so that a customer whose account is taken over notices. */
  async mailEmailChanged(formerEmail: string): Promise<void> {
    const { name } = this.shop;
    const letter: Letter = {
      kind: "email_changed",
      subject: `Your email address for ${name} was changed`,
      paragraphs: [
        `the email address of your account with ${name} was changed from ${formerEmail} to ${this.customer.email ?? ""}. From now on, sign in with the new one.`,
        `If it was not you, tell us at ${this.shop.support}.`,
      ],
    };
    await this.queue(letter, formerEmail);
    await this.queue(letter);
  }

  private lifetime(token: string): string {
    const { hours } = this.shop;
    const span = hours === 1 ? "one hour" : `${hours} hours`;
    return `If you are asked for a code, enter ${token}. Both can be used once, within ${span}.`;
  }

  private link(path: string, query: Readonly<Record<string, string>> = {}): string {
    const url = new URL(path, this.shop.url);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  }

  private queue({ kind, subject, paragraphs }: Letter, recipient = this.customer.email ?? ""): Promise<void> {
    const { firstname } = this.customer;
    const body = [`Hello${firstname ? ` ${firstname}` : ""},`, ...paragraphs, this.shop.name].join("\n\n");
    return queueMail(this.db, { kind, recipient, subject, body: `${body}\n` });
  }
}
