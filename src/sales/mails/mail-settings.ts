import type { Db } from "../../db/database.js";
import {
  readSettings,
  readStoreViews,
  type Settings,
  type SettingScope,
  storeConfigPaths,
} from "../../store/published.js";
import { isEmailAddress } from "../../auth/email-address.js";

/** What mails are about, and with `_comment`, the comments on it. */
export type MailSubject = "order" | "invoice" | "shipment" | "creditmemo";
export type MailKind = MailSubject | `${MailSubject}_comment` | ReturnMailKind;
/** Mails about returns and about comments on them. */
export type ReturnMailKind = "return" | "return_comment";

const shopName = "general/store_information/name";
const salesEmail = "trans_email/ident_sales/email";
const asyncSending = "sales_email/general/async_sending";
const locale = "general/locale/code";
const timezone = "general/locale/timezone";
const returnGroups: Readonly<Record<ReturnMailKind, string>> = {
  return: "magento_rma",
  return_comment: "magento_rma_comment",
};
const groupOf = (kind: MailKind): string =>
  kind === "return" || kind === "return_comment" ? returnGroups[kind] : kind;
const of = (kind: MailKind, name: string) => `sales_email/${groupOf(kind)}/${name}`;
const subjects: readonly MailSubject[] = ["order", "invoice", "shipment", "creditmemo"];

/** The paths of all settings that mails of sales depend on. */
const paths: readonly string[] = [
  ...[...storeConfigPaths, shopName, salesEmail, asyncSending],
  ...[
    ...subjects.flatMap((kind): MailKind[] => [kind, `${kind}_comment`]),
    "return" as const,
    "return_comment" as const,
  ].flatMap((kind) => ["enabled", "copy_to", "copy_method"].map((name) => of(kind, name))),
];

/** The store view of an order. */
export type MailView = Pick<Awaited<ReturnType<typeof readStoreViews>>[number], "id" | "code" | "website_id">;

/** The settings of mails of sales in the store view of an order. */
export class MailSettings {
  private constructor(
    readonly view: MailView | undefined,
    readonly settings: Settings,
  ) {}

  /** Reads the settings for an order's store view. An order of a store view that is gone uses those of all. */
  static async read(db: Db, storeId: number): Promise<MailSettings> {
    const [settings, views] = await Promise.all([readSettings(db, paths), readStoreViews(db)]);
    return new MailSettings(
      views.find(({ id }) => id === storeId),
      settings,
    );
  }

  /** Reads the settings for a store view. */
  static async readFor(db: Db, view: MailView): Promise<MailSettings> {
    return new MailSettings(view, await readSettings(db, paths));
  }

  get shopName(): string {
    return this.value(shopName);
  }

  get salesEmail(): string {
    return this.value(salesEmail);
  }

  get locale(): string {
    return this.value(locale).replace("_", "-");
  }

  get timezone(): string {
    return this.value(timezone);
  }

  isEnabled(kind: MailKind): boolean {
    return this.settings.isOn(of(kind, "enabled"), this.scope);
  }

  /** Whether mails of documents are written later. The setting counts for all store views, as in Magento. */
  get isAsync(): boolean {
    return this.settings.isOn(asyncSending, { storeId: 0, websiteId: 0 });
  }

  /** Who gets copies; what is no e-mail address is left out. */
  copiesOf(kind: MailKind): { readonly addresses: readonly string[]; readonly isSeparate: boolean } {
    const addresses = this.value(of(kind, "copy_to"))
      .split(",")
      .map((address) => address.trim())
      .filter(isEmailAddress);
    return { addresses, isSeparate: this.value(of(kind, "copy_method")) === "copy" };
  }

  private get scope(): SettingScope {
    return { storeId: this.view?.id ?? 0, websiteId: this.view?.website_id ?? 0 };
  }

  private value(path: string): string {
    return this.settings.value(path, this.scope);
  }
}
