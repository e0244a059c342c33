import type { TemplateValues } from "../../../platform/mail/template.js";
import type { StoreView } from "../stores.types.js";
import type { Settings } from "./settings.js";
import { storeConfigOf, storeConfigPaths } from "./store-config.js";

const shopName = "general/store_information/name";
const logo = "design/email/logo";
const logoAlt = "design/email/logo_alt";
const logoWidth = "design/email/logo_width";

/** The settings of the shop that an email comes from. */
export const mailShopPaths: readonly string[] = [...storeConfigPaths, shopName, logo, logoAlt, logoWidth];

/** The shop that an email comes from. */
export interface MailShop {
  readonly name: string;
  /** Base URL of its pages, with a trailing slash. */
  readonly url: string;
  /** Base URL of its pictures, with a trailing slash. */
  readonly mediaUrl: string;
  /** Locale of the store view, `de_DE`. */
  readonly locale: string;
  readonly timezone: string;
  readonly logo?: MailLogo | undefined;
}

interface MailLogo {
  readonly url: string;
  readonly alt: string;
  /** Width in pixels, or empty. */
  readonly width: string;
}

/** Returns the shop of a store view. If the view no longer exists, the default settings apply. */
export function mailShopOf(
  view: Pick<StoreView, "id" | "code" | "website_id"> | undefined,
  settings: Settings,
  service: string,
): MailShop {
  const scope = { storeId: view?.id ?? 0, websiteId: view?.website_id ?? 0 };
  const shop = storeConfigOf(view ?? { id: 0, code: "admin", website_id: 0 }, settings, service);
  const url = view ? shop.secure_base_link_url : service;
  const name = settings.value(shopName, scope) || hostOf(url);
  const file = settings.value(logo, scope);
  return {
    name,
    url,
    mediaUrl: shop.secure_base_media_url,
    locale: shop.locale,
    timezone: shop.timezone,
    logo: file
      ? {
          url: file.startsWith("https://") ? file : `${shop.secure_base_media_url}email/logo/${file}`,
          alt: settings.value(logoAlt, scope) || name,
          width: settings.value(logoWidth, scope),
        }
      : undefined,
  };
}

/** Returns the values of a shop for the templates of its emails, with the address for questions. */
export const mailShopValues = ({ name, url, logo }: MailShop, email: string): TemplateValues => ({
  name,
  url,
  email,
  logo: logo && { ...logo },
});

/** Returns the host of a URL, or the text itself if it is not a URL, because settings can have any text. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
