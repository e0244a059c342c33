import type { MailTexts } from "../../../platform/mail/mail-texts.js";
import type { TemplateValues } from "../../../platform/mail/template.js";
import type { OrderColumns } from "../orders/stored-order.js";
import { type Formats, isSome } from "./formats.js";
import type { MailedDocument } from "./mailed-documents.rows.js";

interface TotalsOptions {
  readonly formats: Formats;
  readonly texts: MailTexts;
  readonly kind: MailedDocument["kind"] | undefined;
}

/** Returns the totals of an order or a document; none for a shipment. */
export function totalsOf(
  columns: MailedDocument["columns"] | OrderColumns,
  { formats, texts, kind }: TotalsOptions,
): TemplateValues[] {
  if (kind === "shipment") return [];
  const amounts = columns as OrderColumns;
  const total = (name: string, amount: string | null | undefined) => ({
    label: texts.get(`total.${name}`),
    amount: formats.amount(amount),
    is_grand: name === "grand",
  });
  const some = (name: string, amount: string | null | undefined) => (isSome(amount) ? [total(name, amount)] : []);
  return [
    total("subtotal", amounts.subtotal),
    ...some("discount", amounts.discount_amount),
    ...some("shipping", amounts.shipping_amount),
    ...some("tax", amounts.tax_amount),
    ...(kind === "creditmemo"
      ? [
          ...some("adjustment_refund", amounts.adjustment_positive),
          ...some("adjustment_fee", amounts.adjustment_negative),
        ]
      : []),
    total("grand", amounts.grand_total),
  ];
}
