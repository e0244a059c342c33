import { flag, type KnownSetting, oneOf, text, wholeNumber } from "./setting-values.js";

/** The emails of sales: those of documents and those of their comments. */
const mails = [
  ...["order", "invoice", "shipment", "creditmemo"].flatMap((kind) => [kind, `${kind}_comment`]),
  "order_ready_for_pickup",
];

/** Returns the settings of one kind of email. */
export const mailSettingsOf = (kind: string): Readonly<Record<string, KnownSetting>> => ({
  [`sales_email/${kind}/enabled`]: flag("1"),
  [`sales_email/${kind}/copy_to`]: text(),
  [`sales_email/${kind}/copy_method`]: oneOf("bcc", "copy"),
});

/** Settings of the emails of orders, invoices, shipments and credit memos. */
export const salesMailSettings: Readonly<Record<string, KnownSetting>> = {
  "general/store_information/name": text(),
  "design/email/logo": {
    defaultValue: "",
    requirement: "a path below email/logo of the media URL without .., an https URL, or empty",
    isValid: (value) => /^(?:https:\/\/\S+|(?:[\w-][\w.-]*\/)*[\w-][\w.-]*)?$/.test(value),
  },
  "design/email/logo_alt": text(),
  "design/email/logo_width": wholeNumber(),
  "sales_email/general/async_sending": flag("0"),
  ...Object.fromEntries(mails.flatMap((kind) => Object.entries(mailSettingsOf(kind)))),
  "trans_email/ident_sales/name": text("Sales"),
  "trans_email/ident_sales/email": text("sales@example.com"),
};

/** Settings of the link to the analytics export, a file that the operator creates. */
export const analyticsSettings: Readonly<Record<string, KnownSetting>> = {
  "analytics/subscription/enabled": flag("0"),
  "analytics/export/file": {
    defaultValue: "",
    requirement: "a path below the media URL without .. and without a leading slash, or empty",
    isValid: (value) => /^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/.test(value),
  },
  "analytics/export/initialization_vector": {
    defaultValue: "",
    requirement: "Base64 text, or empty",
    isValid: (value) => /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(value),
  },
};
