import type { MailTexts } from "../../../platform/mail/mail-texts.js";
import type { TemplateValues } from "../../../platform/mail/template.js";
import { type MailShop, mailShopValues } from "../../store/published.js";
import type { AddressRow, OrderColumns } from "../orders/stored-order.js";
import { Formats } from "./formats.js";
import type { MailedOrder, MailFacts } from "./mail-facts.js";
import { linesOf } from "./mail-lines.js";
import { totalsOf } from "./mail-totals.js";
import type { MailedDocument } from "./mailed-documents.rows.js";

/** The shop that sends an email about an order. */
export interface MailingShop extends MailShop {
  /** The address for questions. */
  readonly email: string;
}

/** Returns the name of the customer of an order; empty if there is none. */
const customerName = ({ customer_firstname: first, customer_lastname: last }: OrderColumns): string =>
  [first, last].filter(Boolean).join(" ");

/** Returns the values for the templates of an email. Their names are documented in docs/emails.md. */
export function mailValues(shop: MailingShop, facts: MailFacts, texts: MailTexts): TemplateValues {
  const { order, document, comment, returned } = facts;
  const { columns } = order;
  const formats = Formats.of({ ...shop, currency: columns.order_currency_code });
  const lines = linesOf(facts, formats);
  const shipping = addressLines(order, "shipping", formats);
  return {
    shop: mailShopValues(shop, shop.email),
    customer: customerName(columns),
    is_guest: columns.customer_is_guest === 1,
    order: {
      number: columns.increment_id ?? "",
      date: formats.date(columns.created_at),
      status: statusLabel(columns.status, texts),
      url: orderUrl(shop, columns),
    },
    number: returned?.number ?? document?.columns.increment_id ?? columns.increment_id ?? "",
    status: statusLabel(returned?.status ?? columns.status, texts),
    lines,
    has_pictures: lines.some(({ picture }) => picture !== ""),
    totals: returned ? [] : totalsOf(document?.columns ?? columns, { formats, texts, kind: document?.kind }),
    billing_address: addressLines(order, "billing", formats),
    shipping_address: shipping,
    is_shipped: shipping.length > 0,
    shipping_method: columns.shipping_description ?? "",
    payment_method: paymentTitle(order),
    tracks: tracksOf(document),
    comment: comment ?? "",
  };
}

/** Returns the page of an order in the storefront; empty for a guest, who cannot see it. */
const orderUrl = ({ url }: MailingShop, { customer_id, entity_id }: OrderColumns): string =>
  customer_id == null || entity_id == null ? "" : `${url}sales/order/view/order_id/${String(entity_id)}/`;

function paymentTitle({ payment }: MailedOrder): string {
  const details = payment?.additional_information as { readonly method_title?: unknown } | null | undefined;
  const title = details?.method_title;
  return typeof title === "string" ? title : (payment?.method ?? "");
}

/** Tracking pages of Magento's carriers, without the number. */
const pages: Readonly<Record<string, string>> = {
  ups: "https://www.ups.com/track?tracknum=",
  usps: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
  fedex: "https://www.fedex.com/fedextrack/?trknbr=",
  dhl: "https://www.dhl.com/global-en/home/tracking.html?tracking-id=",
};

/** Returns the page that shows where a parcel is; empty for a carrier without a known page. */
function trackingUrl(carrier: string | null | undefined, number: string): string {
  const page = Object.hasOwn(pages, carrier ?? "") ? pages[carrier ?? ""] : undefined;
  return page === undefined ? "" : `${page}${encodeURIComponent(number)}`;
}

const tracksOf = (document: MailedDocument | undefined): TemplateValues[] =>
  (document?.tracks ?? []).map(({ title, carrier_code, track_number: number }) => ({
    title: title ?? "",
    number: number ?? "",
    url: number ? trackingUrl(carrier_code, number) : "",
  }));

/** Returns the label of a status for customers: the text of its language, or else its code in words. */
function statusLabel(status: string | null | undefined, texts: MailTexts): string {
  const code = status ?? "";
  const words = () => code.replace(/(?:^|_)(\w)/g, (_all, letter: string) => ` ${letter.toUpperCase()}`).trim();
  return texts.find(`status.${code}`) ?? words();
}

/** Countries whose addresses have the postal code before the city, and no region. */
const postcodeFirst: ReadonlySet<string> = new Set([
  "AT",
  "BE",
  "CH",
  "CZ",
  "DE",
  "DK",
  "ES",
  "FI",
  "FR",
  "IT",
  "LU",
  "NL",
  "NO",
  "PL",
  "PT",
  "SE",
]);

/** Returns the line of the city: `10115 Berlin`, elsewhere as in Magento `Los Angeles, California, 90210`. */
const cityLine = ({ city, region, postcode, country_id: country }: Partial<AddressRow>): string =>
  postcodeFirst.has(country ?? "")
    ? [postcode, city].filter(Boolean).join(" ")
    : [city, region, postcode].filter(Boolean).join(", ");

function addressLines({ addresses }: MailedOrder, type: "billing" | "shipping", formats: Formats): string[] {
  const address = addresses.find(({ address_type }) => address_type === type);
  if (!address) return [];
  const { firstname, lastname, company, street, country_id, telephone } = address;
  return [
    [firstname, lastname].filter(Boolean).join(" "),
    company,
    ...(street ?? []),
    cityLine(address),
    formats.country(country_id),
    telephone,
  ].filter((line): line is string => Boolean(line));
}
