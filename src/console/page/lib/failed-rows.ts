import { ApiError, criteria, read } from "./api.js";
import type { Bulk } from "./bulks.js";
import { type Message, textOf } from "./messages.js";

/** An operation of a bulk, as the status routes answer it. */
export interface Operation {
  readonly id: number;
  readonly status: number;
  readonly serialized_data: string;
  readonly result_serialized_data?: string | null;
  readonly result_message?: string | null;
}

/** A part of a bulk that did not succeed. */
export interface FailedRow {
  /** Place of the operation in the call, from 0. */
  readonly id: number;
  readonly reason: string;
  /** What was sent, as JSON text with every digit. */
  readonly sent: string;
  readonly skus: readonly string[];
}

/** Returns the failed operations, and the rows that successful operations refused. */
export const failedRowsOf = (operations: readonly Operation[]): FailedRow[] =>
  operations.flatMap((operation) => {
    const { id, status, serialized_data: data, result_message: message } = operation;
    const sent = sentOf(data);
    const row = { id, sent, skus: skusOf(sent) };
    if (status === 2 || status === 3) return [{ ...row, reason: message ?? "It failed without a message." }];
    if (status === 5) return [{ ...row, reason: message ?? "It was canceled." }];
    return status === 1 ? refusedRows(operation).map((reason) => ({ ...row, reason })) : [];
  });

/** Price calls succeed with a list of the rows that they refused. */
function refusedRows({ result_serialized_data: result }: Operation): string[] {
  const answer = parsed(result ?? "");
  if (!Array.isArray(answer)) return [];
  return answer.flatMap((row: Partial<Message> | null) =>
    typeof row?.message === "string" ? [textOf({ ...row, message: row.message })] : [],
  );
}

/** Returns the element that was sent: JSON text within JSON within JSON. */
export function sentOf(serialized: string): string {
  const { meta_information: text } = (parsed(serialized) ?? {}) as { meta_information?: unknown };
  return typeof text === "string" ? text : serialized;
}

const most = 20;

/** Returns the first SKUs in what was sent, at any depth. */
export function skusOf(sent: string): string[] {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (found.size >= most || typeof value !== "object" || value === null) return;
    if ("sku" in value && typeof value.sku === "string") found.add(value.sku);
    for (const inner of Object.values(value)) look(inner);
  };
  look(parsed(sent));
  return [...found];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface OperationPage {
  readonly items: readonly Operation[];
  readonly total_count: number;
}

export interface FailedRows {
  readonly rows: readonly FailedRow[];
  /** Number of failed operations on all pages. */
  readonly total: number;
}

/** Bulks of up to so many operations are read whole, so that the rows that successful operations refused are seen too. */
const small = 100;

/** Reads a page of what failed of a bulk. Callers who may only read their own bulks read it whole. */
export async function readFailedRows(bulk: Bulk, page: number, size: number): Promise<FailedRows> {
  if (bulk.operation_count <= small) return readWhole(bulk, page, size);
  const filters = [
    ["bulk_uuid", bulk.bulk_uuid],
    ["status", "2,3", "in"],
  ] as const;
  try {
    const path = `/V1/bulk?${criteria({ filters, sort: ["id", "ASC"], size, page })}`;
    const { items, total_count: total } = await read<OperationPage>(path);
    return { rows: failedRowsOf(items), total };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return readWhole(bulk, page, size);
    throw error;
  }
}

async function readWhole({ bulk_uuid: uuid }: Bulk, page: number, size: number): Promise<FailedRows> {
  const { operations_list: operations } = await read<{ operations_list: readonly Operation[] }>(
    `/V1/bulk/${uuid}/detailed-status`,
  );
  const rows = failedRowsOf(operations);
  return { rows: rows.slice((page - 1) * size, page * size), total: rows.length };
}

/** Reads all failed rows as lines of JSON, each with its reason and what was sent. */
export async function failedRowsFile(bulk: Bulk): Promise<Blob> {
  const size = 200;
  const lines: string[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = await readFailedRows(bulk, page, size);
    for (const { id, reason, sent } of rows)
      lines.push(`{"id":${id},"message":${JSON.stringify(reason)},"sent":${sent}}\n`);
    if (rows.length === 0 || page * size >= total) return new Blob(lines, { type: "application/x-ndjson" });
  }
}
