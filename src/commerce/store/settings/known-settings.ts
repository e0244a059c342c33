import { checkoutSettings } from "./checkout-settings.js";
import { analyticsSettings, salesMailSettings } from "./sales-settings.js";
import { commerceSettings } from "./commerce-settings.js";
import { countries, flag, type KnownSetting, number, oneOf, text, wholeNumber } from "./setting-values.js";

const generalSettings: Readonly<Record<string, KnownSetting>> = {
  "general/locale/code": text("en_US"),
  "general/locale/timezone": text("America/Los_Angeles"),
  "general/locale/weight_unit": oneOf("lbs", "kgs"),
  "general/country/default": countries("US"),
  "general/country/allow": countries(),
  "currency/options/base": text("USD"),
  "currency/options/default": text("USD"),
  "web/unsecure/base_url": text("{{base_url}}"),
  "web/unsecure/base_link_url": text("{{unsecure_base_url}}"),
  "web/unsecure/base_static_url": text("{{unsecure_base_url}}static/"),
  "web/unsecure/base_media_url": text("{{unsecure_base_url}}media/"),
  "web/secure/base_url": text("{{unsecure_base_url}}"),
  "web/secure/base_link_url": text("{{secure_base_url}}"),
  "web/secure/base_static_url": text("{{secure_base_url}}static/"),
  "web/secure/base_media_url": text("{{secure_base_url}}media/"),
  "catalog/frontend/default_sort_by": text("position"),
  "web/default/cms_home_page": text("home"),
  "web/default/cms_no_route": text("no-route"),
  "web/default/cms_no_cookies": text("enable-cookies"),
  "oauth/authentication_lock/max_failures_count": wholeNumber("6"),
  "oauth/authentication_lock/timeout": wholeNumber("1800"),
  "trans_email/ident_support/email": text("support@example.com"),
};

const customerSettings: Readonly<Record<string, KnownSetting>> = {
  "customer/create_account/default_group": wholeNumber("1"),
  "customer/create_account/confirm": flag("0"),
  "customer/account_share/scope": oneOf("1", "0"),
  "customer/password/minimum_password_length": wholeNumber("8"),
  "customer/password/required_character_classes_number": wholeNumber("3"),
  "customer/password/reset_link_expiration_period": wholeNumber("2"),
  "customer/password/password_reset_protection_type": wholeNumber("1"),
  "customer/password/max_number_password_reset_requests": wholeNumber("5"),
  "customer/password/min_time_between_password_reset_requests": wholeNumber("10"),
  "customer/address/street_lines": wholeNumber("2"),
  "customer/address/telephone_show": oneOf("req", "opt", ""),
  "customer/address/company_show": oneOf("opt", "req", ""),
  "customer/address/fax_show": oneOf("", "opt", "req"),
};

const stockSettings: Readonly<Record<string, KnownSetting>> = {
  "advanced/in_store_pickup_api/search_term_delimiter": text(":"),
  "cataloginventory/item_options/manage_stock": flag("1"),
  "cataloginventory/item_options/backorders": oneOf("0", "1", "2"),
  "cataloginventory/item_options/min_qty": number("0"),
  "cataloginventory/item_options/min_sale_qty": text("1"),
  "cataloginventory/item_options/max_sale_qty": number("10000"),
  "cataloginventory/item_options/notify_stock_qty": number("1"),
  "cataloginventory/item_options/enable_qty_increments": flag("0"),
  "cataloginventory/item_options/qty_increments": number("1"),
  "cataloginventory/item_options/auto_return": flag("0"),
  "cataloginventory/options/not_available_message": oneOf("2", "1"),
  "cataloginventory/options/can_back_in_stock": flag("1"),
  "cataloginventory/source_selection_distance_based/provider": oneOf("google", "offline"),
  "cataloginventory/source_selection_distance_based_google/api_key": text(),
  "cataloginventory/source_selection_distance_based_google/mode": oneOf("driving", "walking", "bicycling"),
  "cataloginventory/source_selection_distance_based_google/value": oneOf("distance", "time"),
};

const settings: Record<string, KnownSetting> = {
  ...generalSettings,
  ...customerSettings,
  ...stockSettings,
  ...checkoutSettings,
  ...salesMailSettings,
  ...analyticsSettings,
  ...commerceSettings,
};

/** The settings of the shop by their paths, with Magento's defaults. */
export const knownSettings: Readonly<Record<string, KnownSetting>> = settings;

/** Adds a setting of an extension. Throws if its path is taken. */
export function addSetting(path: string, setting: KnownSetting): void {
  if (path in settings) throw new Error(`the setting ${path} exists already`);
  settings[path] = setting;
}

/** Returns the paths of known settings below a path. */
export const knownPaths = (folder: string): string[] =>
  Object.keys(knownSettings).filter((path) => path.startsWith(`${folder}/`));
