import { formatAmount, formatPrice, type Kind, nameOf } from "../prices/price-changes.js";
import { formatNumber } from "../format.js";
import { t } from "../translate.js";

/** An event of `GET /V1/events`. */
export interface Event {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: unknown;
}

type Data = Readonly<Record<string, unknown>>;

/** A price of `price.changed`. Tier prices have only a SKU. */
interface EventPrice {
  readonly sku: string;
  readonly store_id?: number;
  readonly price?: number | null;
  readonly price_from?: string | null;
  readonly price_to?: string | null;
  readonly cost?: number | null;
}

/** Number of SKUs to name. */
const named = 5;

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "–";

/** The sentences of the types of events. */
const sentences: Readonly<Record<string, (data: Data) => string>> = {
  "price.changed": ({ kind, prices }) =>
    priceSentence(kind as Kind, Array.isArray(prices) ? (prices as EventPrice[]) : []),
  "product.saved": ({ sku }) => t("The product {{sku}} was saved.", { sku: textOf(sku) }),
  "product.deleted": ({ sku }) => t("The product {{sku}} was deleted.", { sku: textOf(sku) }),
  "order.placed": ({ increment_id: number, grand_total: total, order_currency_code: currency }) =>
    t("The order {{number}} was placed: {{amount}}.", { number: textOf(number), amount: amountOf(total, currency) }),
  "order.state_changed": ({ increment_id: number, status }) =>
    t("The order {{number}} is now in the status {{status}}.", { number: textOf(number), status: textOf(status) }),
  "invoice.created": ({ increment_id: number, grand_total: total, order_currency_code: currency }) =>
    t("The invoice {{number}} was created: {{amount}}.", { number: textOf(number), amount: amountOf(total, currency) }),
  "shipment.created": ({ increment_id: number }) =>
    t("The shipment {{number}} was created.", { number: textOf(number) }),
  "creditmemo.created": ({ increment_id: number, grand_total: total, order_currency_code: currency }) =>
    t("The credit memo {{number}} was created: {{amount}}.", {
      number: textOf(number),
      amount: amountOf(total, currency),
    }),
  "stock.below_threshold": ({ sku, quantity }) =>
    t("The stock of {{sku}} is low: {{quantity}} left.", {
      sku: textOf(sku),
      quantity: formatNumber(textOf(quantity)),
    }),
  "customer.created": ({ id }) => t("The customer {{id}} was created.", { id: textOf(id) }),
};

/** Returns an event as a sentence; an event of another type has its name. */
export const eventSentence = ({ type, data }: Pick<Event, "type" | "data">): string =>
  sentences[type]?.((data ?? {}) as Data) ?? type;

const amountOf = (amount: unknown, currency: unknown): string =>
  typeof amount === "number" || typeof amount === "string"
    ? `${formatAmount(amount)}\u00A0${typeof currency === "string" ? currency : ""}`.trim()
    : "–";

function priceSentence(kind: Kind, prices: readonly EventPrice[]): string {
  const [first, ...others] = prices;
  if (!first) return t("Prices changed.");
  if (others.length > 0) {
    const skus = prices.slice(0, named).map(({ sku }) => sku);
    const list = [...skus, ...(prices.length > named ? ["…"] : [])].join(", ");
    return t("{{kind}}: {{count}} prices changed ({{skus}}).", {
      kind: kindOf(kind),
      count: prices.length,
      skus: list,
    });
  }
  if (kind === "tier") return t("The tier prices of {{sku}} changed.", { sku: first.sku });
  const price = nameOf({ kind, store_id: first.store_id ?? null });
  const amount = kind === "cost" ? first.cost : first.price;
  if (amount == null) return t("{{sku}}: {{price}} removed.", { price, sku: first.sku });
  const { price_from = null, price_to = null } = first;
  const value = formatPrice({ price: amount, price_from, price_to }, { store_id: first.store_id ?? null });
  return t("{{sku}}: {{price}} is now {{value}}.", { price, sku: first.sku, value });
}

const kindOf = (kind: Kind): string => (kind === "tier" ? t("Tier prices") : nameOf({ kind }));
