import { type Message, textOf } from "./messages.js";
import { nameOf, type PriceScope } from "./prices/price-changes.js";
import { t } from "./translate.js";

/** An operation of a bulk, as the status routes return it. */
export interface Operation {
  readonly id: number;
  readonly status: number;
  readonly serialized_data: string;
  readonly result_serialized_data?: string | null;
  readonly result_message?: string | null;
}

/** A part of a bulk that did not succeed. */
export interface FailedRow {
  /** Index of the operation in the call, from 0. */
  readonly id: number;
  readonly reason: string;
  /** The sent element, as JSON text with every digit. */
  readonly sent: string;
  readonly skus: readonly string[];
}

/** Returns the failed operations, and the rows that successful operations refused. */
export const failedRowsOf = (operations: readonly Operation[]): FailedRow[] =>
  operations.flatMap((operation) => {
    const { id, status, serialized_data: data, result_message: message } = operation;
    const sent = sentOf(data);
    const row = { id, sent, skus: skusOf(sent) };
    if (status === 2 || status === 3) return [{ ...row, reason: message ?? t("It failed without a message.") }];
    if (status === 5) return [{ ...row, reason: message ?? t("It was canceled.") }];
    return status === 1 ? refusedRows(operation).map((refused) => ({ ...row, ...refused })) : [];
  });

type RefusedRow = Pick<FailedRow, "reason"> & Partial<Pick<FailedRow, "skus">>;

/** Successful price calls return the rows that they refused, and undo calls the prices that they did not restore. */
function refusedRows({ result_serialized_data: result }: Operation): RefusedRow[] {
  const answer = tryParse(result ?? "");
  if (!Array.isArray(answer)) return leftPrices(answer);
  return answer.flatMap((row: Partial<Message> | null) =>
    typeof row?.message === "string" ? [{ reason: textOf({ ...row, message: row.message }) }] : [],
  );
}

interface LeftPrice extends PriceScope {
  readonly sku: string;
  readonly reason: string;
}

function leftPrices(answer: unknown): RefusedRow[] {
  const { left } = (answer ?? {}) as { readonly left?: unknown };
  if (!Array.isArray(left)) return [];
  return (left as LeftPrice[]).map((price) => ({ reason: `${nameOf(price)}: ${price.reason}`, skus: [price.sku] }));
}

/** Returns the element that was sent: JSON text within JSON within JSON. */
function sentOf(serialized: string): string {
  const { meta_information: text } = (tryParse(serialized) ?? {}) as { meta_information?: unknown };
  return typeof text === "string" ? text : serialized;
}

const maxSkus = 20;

/** Returns the first SKUs in the sent element, at any depth. */
function skusOf(sent: string): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (found.size >= maxSkus || typeof value !== "object" || value === null) return;
    if ("sku" in value && typeof value.sku === "string") found.add(value.sku);
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(tryParse(sent));
  return [...found];
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
