import type { SettingScope, Settings } from "./settings.js";
import type { StoreConfig, StoreView } from "../stores.types.js";

type UrlField = Extract<keyof StoreConfig, `${string}_url`>;

const urlPaths: Readonly<Record<UrlField, string>> = {
  base_url: "web/unsecure/base_url",
  base_link_url: "web/unsecure/base_link_url",
  base_static_url: "web/unsecure/base_static_url",
  base_media_url: "web/unsecure/base_media_url",
  secure_base_url: "web/secure/base_url",
  secure_base_link_url: "web/secure/base_link_url",
  secure_base_static_url: "web/secure/base_static_url",
  secure_base_media_url: "web/secure/base_media_url",
};

const valuePaths = {
  locale: "general/locale/code",
  base_currency_code: "currency/options/base",
  default_display_currency_code: "currency/options/default",
  timezone: "general/locale/timezone",
  weight_unit: "general/locale/weight_unit",
} as const;

/** The settings in a store view's configuration. */
export const storeConfigPaths: readonly string[] = [...Object.values(valuePaths), ...Object.values(urlPaths)];

/**
 * Returns the configuration of a store view. `{{base_url}}` and similar placeholders stand for the URL of the service.
 */
export function storeConfigOf(
  store: Pick<StoreView, "id" | "code" | "website_id">,
  settings: Settings,
  service: string,
): StoreConfig {
  const scope: SettingScope = { storeId: store.id, websiteId: store.website_id };
  const value = (path: string) => settings.value(path, scope);
  const unsecure = fillPlaceholders(value(urlPaths.base_url), { base_url: service });
  const secure = fillPlaceholders(value(urlPaths.secure_base_url), { base_url: service, unsecure_base_url: unsecure });
  const known = { base_url: service, unsecure_base_url: unsecure, secure_base_url: secure };
  const url = (field: UrlField) => fillPlaceholders(value(urlPaths[field]), known);
  return {
    id: store.id,
    code: store.code,
    website_id: store.website_id,
    locale: value(valuePaths.locale),
    base_currency_code: value(valuePaths.base_currency_code),
    default_display_currency_code: value(valuePaths.default_display_currency_code),
    timezone: value(valuePaths.timezone),
    weight_unit: value(valuePaths.weight_unit),
    base_url: unsecure,
    base_link_url: url("base_link_url"),
    base_static_url: url("base_static_url"),
    base_media_url: url("base_media_url"),
    secure_base_url: secure,
    secure_base_link_url: url("secure_base_link_url"),
    secure_base_static_url: url("secure_base_static_url"),
    secure_base_media_url: url("secure_base_media_url"),
  };
}

function fillPlaceholders(url: string, known: Readonly<Record<string, string>>): string {
  return withSlash(url.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => known[name] ?? placeholder));
}

const withSlash = (url: string) => (url.endsWith("/") ? url : `${url}/`);
