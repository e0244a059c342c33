import type { Row } from "../db/models.js";

/** Magento's defaults for settings without a row. */
const defaults: Readonly<Record<string, string>> = {
  "general/locale/code": "en_US",
  "general/locale/timezone": "America/Los_Angeles",
  "general/locale/weight_unit": "lbs",
  "currency/options/base": "USD",
  "currency/options/default": "USD",
  "web/unsecure/base_url": "{{base_url}}",
  "web/unsecure/base_link_url": "{{unsecure_base_url}}",
  "web/unsecure/base_static_url": "{{unsecure_base_url}}static/",
  "web/unsecure/base_media_url": "{{unsecure_base_url}}media/",
  "web/secure/base_url": "{{unsecure_base_url}}",
  "web/secure/base_link_url": "{{secure_base_url}}",
  "web/secure/base_static_url": "{{secure_base_url}}static/",
  "web/secure/base_media_url": "{{secure_base_url}}media/",
  "web/default/cms_home_page": "home",
  "web/default/cms_no_route": "no-route",
  "web/default/cms_no_cookies": "enable-cookies",
  "oauth/authentication_lock/max_failures_count": "6",
  "oauth/authentication_lock/timeout": "1800",
  "customer/create_account/default_group": "1",
  "customer/create_account/confirm": "0",
  "customer/account_share/scope": "1",
  "customer/password/minimum_password_length": "8",
  "customer/password/required_character_classes_number": "3",
  "customer/password/reset_link_expiration_period": "2",
  "customer/password/password_reset_protection_type": "1",
  "customer/password/max_number_password_reset_requests": "5",
  "customer/password/min_time_between_password_reset_requests": "10",
  "trans_email/ident_support/email": "support@example.com",
  "customer/address/telephone_show": "req",
  "customer/address/company_show": "opt",
  "customer/address/fax_show": "",
};

/** The store view and website of a setting; 0 and 0 mean the default scope. */
export interface SettingScope {
  readonly storeId: number;
  readonly websiteId: number;
}

export type SettingRow = Row<"configValue">;

/** Settings as read. The narrowest scope wins: store view, then website, then default. */
export class Settings {
  private readonly values: ReadonlyMap<string, string>;

  constructor(rows: readonly SettingRow[]) {
    this.values = new Map(rows.map((row) => [keyOf(row.path, row.scope, row.scope_id), row.value]));
  }

  /** Returns the value of a path; if it was never set, Magento's default or an empty text. */
  value(path: string, { storeId, websiteId }: SettingScope): string {
    return (
      this.values.get(keyOf(path, "stores", storeId)) ??
      this.values.get(keyOf(path, "websites", websiteId)) ??
      this.values.get(keyOf(path, "default", 0)) ??
      defaults[path] ??
      ""
    );
  }

  /** Whether a `1`/`0` setting is on. */
  isOn(path: string, scope: SettingScope): boolean {
    return this.value(path, scope) === "1";
  }

  /** Returns an integer setting; 0 if it is not one. */
  number(path: string, scope: SettingScope): number {
    return Number.parseInt(this.value(path, scope), 10) || 0;
  }
}

const keyOf = (path: string, scope: string, id: number) => `${scope}/${id}/${path}`;
