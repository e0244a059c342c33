import { ApiError, criteria, read } from "./api.js";
import type { Bulk } from "./bulks.js";
import { textOf } from "./messages.js";
import { type FailedRow, failedRowsOf, type Operation } from "./operations.js";

interface OperationPage {
  readonly items: readonly Operation[];
  readonly total_count: number;
}

export interface FailedRows {
  readonly rows: readonly FailedRow[];
  /** Number of operations with failed rows on all pages. */
  readonly total: number;
}

/** Selects operations that failed as a whole, or with some of their rows. */
const failedFilters = [
  ["status", "2,3", "in"],
  ["failed_row_count", "0", "gt"],
] as const;

/** Bulks of up to this many operations are read completely, to include the rows that successful operations refused. */
const maxSmallBulk = 100;

/** Reads a page of the failed rows of a bulk. For callers who may only read their own bulks, reads the whole bulk. */
export async function readFailedRows(bulk: Bulk, page: number, size: number): Promise<FailedRows> {
  if (bulk.is_synchronous) return rowsOfCall(bulk, page, size);
  if (bulk.operation_count <= maxSmallBulk) return readWhole(bulk, page, size);
  const query = new URLSearchParams(
    criteria({ filters: [["bulk_uuid", bulk.bulk_uuid]], sort: ["id", "ASC"], size, page }),
  );
  // Filters of one group are alternatives.
  for (const [index, [field, value, condition]] of failedFilters.entries()) {
    const filter = `searchCriteria[filter_groups][1][filters][${index}]`;
    query.set(`${filter}[field]`, field);
    query.set(`${filter}[value]`, value);
    query.set(`${filter}[condition_type]`, condition);
  }
  try {
    const path = `/V1/bulk?${query}`;
    const { items, total_count: total } = await read<OperationPage>(path);
    return { rows: failedRowsOf(items), total };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return readWhole(bulk, page, size);
    throw error;
  }
}

/** Returns the stored failed rows of a synchronous call. */
function rowsOfCall({ failed_rows: failures }: Bulk, page: number, size: number): FailedRows {
  const rows = failures.map(({ row, sku, ...message }) => ({
    ...{ id: row ?? 0, reason: textOf(message), sent: "" },
    skus: sku === null ? [] : [sku],
  }));
  return { rows: rows.slice((page - 1) * size, page * size), total: rows.length };
}

async function readWhole({ bulk_uuid: uuid }: Bulk, page: number, size: number): Promise<FailedRows> {
  const { operations_list: operations } = await read<{ operations_list: readonly Operation[] }>(
    `/V1/bulk/${uuid}/detailed-status`,
  );
  const rows = failedRowsOf(operations);
  return { rows: rows.slice((page - 1) * size, page * size), total: rows.length };
}

/** Reads all failed rows as lines of JSON, each with its reason and the sent element. */
export async function failedRowsFile(bulk: Bulk): Promise<Blob> {
  const size = 200;
  const lines: string[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = await readFailedRows(bulk, page, size);
    for (const row of rows) lines.push(lineOf(row));
    if (rows.length === 0 || page * size >= total) return new Blob(lines, { type: "application/x-ndjson" });
  }
}

const lineOf = ({ id, skus, reason, sent }: FailedRow): string =>
  sent === ""
    ? `${JSON.stringify({ row: id, sku: skus[0] ?? null, message: reason })}\n`
    : `{"id":${id},"message":${JSON.stringify(reason)},"sent":${sent}}\n`;

/** Downloads a file in the browser. */
export function downloadFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
