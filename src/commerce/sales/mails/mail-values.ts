import type { TemplateValues } from "../../../platform/mail/template.js";
import type { AddressRow, ItemRow, OrderColumns, PaymentRow, StoredOrder } from "../orders/stored-order.js";
import { Formats, isSome, quantityOf } from "./formats.js";
import type { MailedDocument } from "./mailed-documents.rows.js";

/** The data of an order for its emails. */
export interface MailedOrder {
  readonly columns: OrderColumns;
  readonly items: readonly ItemRow[];
  readonly addresses: readonly Partial<AddressRow>[];
  readonly payment: PaymentRow | null;
}

/** Returns the data of a stored order for its emails. */
export const toMailed = ({ items, addresses, payment, ...columns }: StoredOrder): MailedOrder => ({
  columns,
  items,
  addresses,
  payment,
});

/** Removes the tags from a comment, as Magento does in emails. */
export const withoutTags = (comment: string): string => comment.replace(/<\/?[a-z!][^>]*>/gi, "").trim();

/** The shop that sends an email. */
export interface MailingShop {
  readonly name: string;
  /** Base URL of the shop, with a trailing slash. */
  readonly url: string;
  readonly email: string;
  readonly locale: string;
  readonly timezone: string;
}

/** The order, document, comment and return that an email is about. */
export interface MailFacts {
  readonly order: MailedOrder;
  /** Absent for an email about the order itself. */
  readonly document?: MailedDocument | undefined;
  readonly comment?: string | undefined;
  /** Absent for an email that is not about a return. */
  readonly returned?: MailedReturn | undefined;
}

/** The data of a return for its emails. */
export interface MailedReturn {
  readonly number: string;
  readonly status: string;
  readonly items: readonly { readonly order_item_id: number; readonly qty_requested: number }[];
}

/** Returns the name of the customer of an order; empty if there is none. */
const customerName = ({ customer_firstname: first, customer_lastname: last }: OrderColumns): string =>
  [first, last].filter(Boolean).join(" ");

/** Returns the values for the templates of an email. Their names are documented in docs/emails.md. */
export function mailValues(shop: MailingShop, facts: MailFacts): TemplateValues {
  const { order, document, comment, returned } = facts;
  const { columns } = order;
  const formats = Formats.of({ ...shop, currency: columns.order_currency_code });
  const details = order.payment?.additional_information as { readonly method_title?: unknown } | null | undefined;
  const title = details?.method_title;
  return {
    shop: { name: shop.name, url: shop.url, email: shop.email },
    customer: customerName(columns),
    is_guest: columns.customer_is_guest === 1,
    order: {
      number: columns.increment_id ?? "",
      date: formats.date(columns.created_at),
      status: statusLabel(columns.status),
    },
    number: returned?.number ?? document?.columns.increment_id ?? columns.increment_id ?? "",
    status: statusLabel(returned?.status ?? columns.status),
    lines: linesOf(facts, formats),
    totals: returned ? [] : totalsOf(document?.columns ?? columns, { formats, kind: document?.kind }),
    billing_address: addressLines(order, "billing"),
    shipping_address: addressLines(order, "shipping"),
    shipping_method: columns.shipping_description ?? "",
    payment_method: typeof title === "string" ? title : (order.payment?.method ?? ""),
    tracks: (document?.tracks ?? []).map(({ title: carrier, track_number: number }) => ({
      title: carrier ?? "",
      number: number ?? "",
    })),
    comment: comment ?? "",
  };
}

/** Returns the label of a status for customers. */
function statusLabel(status: string | null | undefined): string {
  if (status === "holded") return "On Hold";
  return (status ?? "").replace(/(?:^|_)(\w)/g, (_all, letter: string) => ` ${letter.toUpperCase()}`).trim();
}

type Line = Pick<ItemRow, "name" | "sku">;

const toMailLine = ({ name, sku }: Line, quantity: string | null | undefined) => ({
  name: name ?? sku,
  sku,
  quantity: quantityOf(quantity),
});

function linesOf({ order, document, returned }: MailFacts, formats: Formats): TemplateValues[] {
  if (returned) return returnedLines(order, returned);
  return document ? documentLines(order, document, formats) : orderLines(order, formats);
}

function returnedLines({ items }: MailedOrder, { items: returned }: MailedReturn): TemplateValues[] {
  const ordered = new Map(items.map((item) => [item.item_id, item]));
  return returned.flatMap(({ order_item_id, qty_requested }) => {
    const item = ordered.get(order_item_id);
    return item ? [{ ...toMailLine(item, String(qty_requested)), amount: "", parts: [] }] : [];
  });
}

/**
 * Returns the lines of an order. The parts of a bundle are inside its line, and the variation of a configurable product is
 * left out.
 */
function orderLines({ items }: MailedOrder, formats: Formats): TemplateValues[] {
  return items
    .filter(({ parent_item_id }) => parent_item_id == null)
    .map((item) => ({
      ...toMailLine(item, item.qty_ordered),
      amount: formats.amount(item.row_total),
      parts: items
        .filter((part) => item.product_type === "bundle" && part.parent_item_id === item.item_id)
        .map((part) => toMailLine(part, part.qty_ordered)),
    }));
}

/** Returns the lines of a document in its order. The parts of a bundle are inside its line if the document contains it. */
function documentLines(order: MailedOrder, { items, kind }: MailedDocument, formats: Formats): TemplateValues[] {
  const ordered = new Map(order.items.map((item) => [item.item_id, item]));
  const documented = new Set(items.map(({ order_item_id }) => order_item_id));
  const parentOf = (id: number) => ordered.get(id)?.parent_item_id ?? undefined;
  const lineOf = (item: MailedDocument["items"][number]) => ({
    ...toMailLine({ name: item.name ?? null, sku: item.sku ?? "" }, item.qty),
    amount: kind === "shipment" ? "" : formats.amount(item.row_total),
  });
  const isPart = (id: number) => {
    const parent = parentOf(id);
    return parent !== undefined && documented.has(parent);
  };
  return items
    .filter(({ order_item_id: id }) => !isPart(id))
    .map((item) => ({
      ...lineOf(item),
      parts: items
        .filter(
          ({ order_item_id: id }) => parentOf(id) === item.order_item_id && isBundle(ordered.get(item.order_item_id)),
        )
        .map((part) => ({ ...lineOf(part), amount: "" })),
    }));
}

const isBundle = (item: ItemRow | undefined) => item?.product_type === "bundle";

interface TotalsOptions {
  readonly formats: Formats;
  readonly kind: MailedDocument["kind"] | undefined;
}

/** Returns the totals of an order or a document; none for a shipment. */
function totalsOf(
  columns: MailedDocument["columns"] | OrderColumns,
  { formats, kind }: TotalsOptions,
): TemplateValues[] {
  if (kind === "shipment") return [];
  const amounts = columns as OrderColumns;
  const total = (label: string, amount: string | null | undefined) => ({ label, amount: formats.amount(amount) });
  const some = (label: string, amount: string | null | undefined) => (isSome(amount) ? [total(label, amount)] : []);
  return [
    total("Subtotal", amounts.subtotal),
    ...some("Discount", amounts.discount_amount),
    ...some("Shipping and handling", amounts.shipping_amount),
    ...some("Tax", amounts.tax_amount),
    ...(kind === "creditmemo"
      ? [
          ...some("Adjustment refund", amounts.adjustment_positive),
          ...some("Adjustment fee", amounts.adjustment_negative),
        ]
      : []),
    total("Grand total", amounts.grand_total),
  ];
}

function addressLines({ addresses }: MailedOrder, type: "billing" | "shipping"): string[] {
  const address = addresses.find(({ address_type }) => address_type === type);
  if (!address) return [];
  const { firstname, lastname, company, street, city, region, postcode, country_id, telephone } = address;
  return [
    [firstname, lastname].filter(Boolean).join(" "),
    company,
    ...(street ?? []),
    [city, region, postcode].filter(Boolean).join(", "),
    country_id,
    telephone,
  ].filter((line): line is string => Boolean(line));
}
