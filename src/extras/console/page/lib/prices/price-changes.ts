import { formatDay, formatNumber } from "../format.js";
import { type Message, textOf } from "../messages.js";
import { withCurrency } from "../shop/shop.js";
import { decimalSeparator, t } from "../translate.js";

export type Kind = "base" | "special" | "cost" | "tier";

/** A price before or after a change. Amounts are text or numbers with every digit. */
export interface PriceValue {
  /** Null if only the dates of a special price are stored. */
  readonly price: number | string | null;
  readonly price_type?: "fixed" | "discount" | null;
  readonly price_from?: string | null;
  readonly price_to?: string | null;
}

/** The kind of a price and the scope in which it applies. */
export interface PriceScope {
  readonly kind: Kind;
  readonly store_id?: number | null;
  readonly website_id?: number | null;
  readonly customer_group?: string | null;
  readonly quantity?: number | string | null;
}

/** An entry of `GET /V1/products/:sku/price-changes`. */
export interface PriceChange extends PriceScope {
  readonly id: string;
  readonly changed_at: string;
  readonly actor_type: string;
  readonly actor_id?: number | null;
  readonly actor_name?: string | null;
  readonly call: string;
  readonly request_id: string;
  readonly bulk_uuid?: string | null;
  readonly sku: string;
  readonly old: PriceValue | null;
  readonly new: PriceValue | null;
}

export interface PreviewedChange extends PriceScope {
  readonly sku: string;
  readonly old: PriceValue | null;
  readonly new: PriceValue | null;
  readonly change_percent?: number | string | null;
}

/** A row that would fail, or deserves a look. Rows of files have a line and a code. */
export interface PreviewedFailure extends Message {
  readonly code?: string;
  readonly line?: number;
  readonly sku?: string;
}

/** The response to `Prefer: dry-run`. */
export interface Preview {
  readonly changes: readonly PreviewedChange[];
  readonly failures: readonly PreviewedFailure[];
  readonly total_changes: number;
  /** The largest rises and falls over all changes, the largest first. Files only. */
  readonly largest_rises?: readonly PreviewedChange[];
  readonly largest_falls?: readonly PreviewedChange[];
  /** Number of rows that would fail; `failures` has only the first of them. Files only. */
  readonly failed?: number;
  /** Number of rows that equal the stored price. Files only. */
  readonly unchanged?: number;
  /** Number of rows that a later row for the same price replaces. Files only. */
  readonly skipped?: number;
  /** Number of prices that would be deleted. Files only. */
  readonly deleted?: number;
  /** The first rows that deserve a look, and the number of all of them. Files only. */
  readonly warnings?: readonly PreviewedFailure[];
  readonly total_warnings?: number;
  /** The recognized form, such as `shopify`, and how its cells are read. Files only. */
  readonly form?: string;
  readonly decimal?: string;
  readonly header_line?: number | null;
  readonly left_out_columns?: readonly string[];
}

/** `Line 7, SKU shirt: The price is too high.` */
export function failureText({ line, sku, ...failure }: PreviewedFailure): string {
  const where = [line === undefined ? "" : t("Line {{line}}", { line }), sku ? t("SKU {{sku}}", { sku }) : ""]
    .filter(Boolean)
    .join(", ");
  return `${where === "" ? "" : `${where}: `}${textOf(failure)}`;
}

const kindNames = () => ({
  base: t("Base price"),
  special: t("Special price"),
  cost: t("Cost"),
  tier: t("Tier price"),
});

/** `Special price, store 2`, `Tier price from 10, Wholesale`. */
export function nameOf({
  kind,
  store_id: store,
  website_id: website,
  customer_group: group,
  quantity,
}: PriceScope): string {
  const parts: string[] = [kindNames()[kind]];
  if (kind === "tier") {
    parts[0] = t("Tier price from {{quantity}}", { quantity: formatNumber(Number(quantity ?? 1)) });
    parts.push(/^all groups$/i.test(group ?? "") ? t("all groups") : (group ?? t("a deleted group")));
    if (website != null && website !== 0) parts.push(t("website {{id}}", { id: website }));
  } else if (store != null && store !== 0) parts.push(t("store {{id}}", { id: store }));
  return parts.join(", ");
}

/** The store view or the website in whose base currency a price is. */
type PricePlace = Pick<PriceScope, "store_id" | "website_id">;

/** `19.90 EUR`, `15 % off`, with the dates of a special price. */
export const formatPrice = (value: PriceValue | null, place?: PricePlace): string =>
  partsOfPrice(value, place).join(" ");

/** Returns the parts of a price that belong on one line: its amount, and each of its dates. */
export function partsOfPrice(value: PriceValue | null, place: PricePlace = {}): readonly string[] {
  if (value === null) return [t("none")];
  const dates = [
    value.price_from ? t("from {{day}}", { day: formatDay(value.price_from) }) : "",
    value.price_to ? t("to {{day}}", { day: formatDay(value.price_to) }) : "",
  ].filter(Boolean);
  const last = dates.length - 1;
  return [amountOf(value, place), ...dates.map((date, at) => `${at === 0 ? "(" : ""}${date}${at === last ? ")" : ""}`)];
}

function amountOf({ price, price_type: type }: PriceValue, place: PricePlace): string {
  if (price === null) return t("no amount");
  if (type === "discount") return t("{{percent}} % off", { percent: formatNumber(Number(price)) });
  return withCurrency(formatAmount(price), place);
}

/** At least two decimal places, without further trailing zeros. */
export function formatAmount(amount: number | string): string {
  const [whole = "0", decimals = ""] = String(amount).split(".");
  return `${whole}${decimalSeparator()}${decimals.replace(/0+$/, "").padEnd(2, "0")}`;
}

const callerNames = (): Readonly<Record<string, string>> => ({
  administrator: t("administrator"),
  integration: t("integration"),
  customer: t("customer"),
  guest: t("guest"),
  system: t("the system"),
});

/** Returns the name of a caller. */
export function callerOf({
  actor_type: type,
  actor_id: id,
  actor_name: name,
}: Pick<PriceChange, "actor_type" | "actor_id" | "actor_name">): string {
  if (name != null && name !== "") return name;
  return `${callerNames()[type] ?? type}${id == null ? "" : ` ${id}`}`;
}

/** Returns the largest rise and fall of a preview in percent; 0 if there is none. */
export function largestSteps(changes: readonly PreviewedChange[]): { readonly rise: number; readonly fall: number } {
  let rise = 0;
  let fall = 0;
  for (const change of changes) {
    const step = stepOf(change) ?? 0;
    if (step > rise) rise = step;
    if (step < fall) fall = step;
  }
  return { rise, fall };
}

/** Returns the change in percent, for display. Undefined without an old or new price, from 0, or if the type differs. */
export function stepOf({ change_percent: percent, old, new: next }: PreviewedChange): number | undefined {
  if (percent != null) return Number(percent);
  if (old?.price == null || next?.price == null || old.price_type !== next.price_type) return undefined;
  if (Number(old.price) === 0) return undefined;
  return ((Number(next.price) - Number(old.price)) / Number(old.price)) * 100;
}
