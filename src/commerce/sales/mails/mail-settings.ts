import type { Db } from "../../../platform/db/database.js";
import {
  globalScope,
  readSettings,
  readStoreViews,
  type Settings,
  type SettingScope,
  mailShopPaths,
} from "../../store/published.js";
import { isEmailAddress } from "../../../api/auth/email-address.js";

/** Subjects of emails and of comments. With `_comment`, the email is about a comment on the subject. */
type CommentedSubject = "order" | "invoice" | "shipment" | "creditmemo";
/** Subjects of emails. */
export type MailSubject = CommentedSubject | "order_ready_for_pickup";
export type MailKind = MailSubject | `${CommentedSubject}_comment` | ReturnMailKind;
/** Kinds of emails about returns and about comments on them. */
export type ReturnMailKind = "return" | "return_comment";

const salesEmail = "trans_email/ident_sales/email";
const asyncSending = "sales_email/general/async_sending";
const returnGroups: Readonly<Record<ReturnMailKind, string>> = {
  return: "magento_rma",
  return_comment: "magento_rma_comment",
};
const groupOf = (kind: MailKind): string =>
  kind === "return" || kind === "return_comment" ? returnGroups[kind] : kind;
const pathOf = (kind: MailKind, name: string) => `sales_email/${groupOf(kind)}/${name}`;
const subjects: readonly CommentedSubject[] = ["order", "invoice", "shipment", "creditmemo"];

/** All kinds of emails about orders, their documents and returns. */
export const mailKinds: readonly MailKind[] = [
  ...subjects.flatMap((kind): MailKind[] => [kind, `${kind}_comment`]),
  "order_ready_for_pickup",
  "return",
  "return_comment",
];

/** The paths of all settings of sales emails. */
const paths: readonly string[] = [
  ...[...mailShopPaths, salesEmail, asyncSending],
  ...mailKinds.flatMap((kind) => ["enabled", "copy_to", "copy_method"].map((name) => pathOf(kind, name))),
];

/** The store view of an order. */
export type MailView = Pick<Awaited<ReturnType<typeof readStoreViews>>[number], "id" | "code" | "website_id">;

/** Settings of sales emails in the store view of an order. */
export class MailSettings {
  private constructor(
    readonly view: MailView | undefined,
    readonly settings: Settings,
  ) {}

  /** Reads the settings for an order's store view. If it no longer exists, the default settings apply. */
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

  get salesEmail(): string {
    return this.value(salesEmail);
  }

  isEnabled(kind: MailKind): boolean {
    return this.settings.isOn(pathOf(kind, "enabled"), this.scope);
  }

  /** Whether emails are composed later. The setting applies to all store views, as in Magento. */
  get isAsync(): boolean {
    return this.settings.isOn(asyncSending, globalScope);
  }

  /** Returns the recipients of copies, without invalid email addresses. */
  copiesOf(kind: MailKind): { readonly addresses: readonly string[]; readonly isSeparate: boolean } {
    const addresses = this.value(pathOf(kind, "copy_to"))
      .split(",")
      .map((address) => address.trim())
      .filter(isEmailAddress);
    return { addresses, isSeparate: this.value(pathOf(kind, "copy_method")) === "copy" };
  }

  private get scope(): SettingScope {
    return { storeId: this.view?.id ?? 0, websiteId: this.view?.website_id ?? 0 };
  }

  private value(path: string): string {
    return this.settings.value(path, this.scope);
  }
}
