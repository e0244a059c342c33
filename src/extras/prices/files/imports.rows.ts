import type { Db } from "../../../platform/db/database.js";
import { type FileFormat, ownReading, type Reading } from "./file-format.js";
import { bulkOperations, bulks } from "../../../api/bulk/status/bulks.sql.js";
import type { Row } from "../../../platform/db/models.js";
import type { FilePart } from "./reading/read-parts.js";
import type { PartPrices } from "./repeats/price-keys.js";
import { type RowCounts, zeroCounts } from "./rows/row-counts.js";

/** Inserts an import. None of its parts is queued yet. */
export async function insertImport(
  db: Db,
  id: string,
  { format: { format, delimiter, columns }, policy }: { readonly format: FileFormat; readonly policy: Policy },
): Promise<void> {
  const data = { id, policy: policy.name, stop_after: policy.stopAfter, format, delimiter, columns: [...columns] };
  await db.models.priceImport.createMany({ data: [data] });
}

/** Deletes an import with its parts. */
export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.models.priceImport.deleteMany({ where: { id } });
}

/** Lists of rows that an import keeps. */
export type RowList = "failures" | "warnings";

/** Returns the rows of a list of the next part that has any, or undefined. */
export async function readRowList(db: Db, import_id: string, { list, after }: { list: RowList; after: number }) {
  const found = await db.models.priceImportPart.findFirst({
    where: { import_id, part: { gt: after }, [list]: { not: null } },
    orderBy: { part: "asc" },
    select: { part: true, failures: true, warnings: true },
  });
  return found ? { part: found.part, content: found[list] ?? "" } : undefined;
}

type PolicyName = "all-or-nothing" | "skip-failed" | "stop-after";

/** What happens to an import when rows fail. */
export interface Policy {
  readonly name: PolicyName;
  /** Number of failed rows after which `stop-after` stops. */
  readonly stopAfter: number | null;
}

// SQL: measured by `import-prices`, which writes, reads and ends every part of a file; models cannot join the relations
// of bulks.
export const insertPart = (db: Db, id: string, { part, firstLine, rows, content }: FilePart) =>
  db.execute(
    `insert into price_import_part (import_id, part, first_line, rows, content)
     values ($1::uuid, $2::int, $3::int, $4::int, $5)`,
    [id, part, firstLine, rows, content],
  );

/** The bulk that applies an import, and how its cells are read. */
interface AttachedBulk {
  readonly bulk: string;
  readonly reading: Reading;
}

/** Links an import to the bulk that applies it. Returns false if the bulk has another import. */
// SQL: measured by `import-prices`, which writes, reads and ends every part of a file; models cannot join the relations
// of bulks.
export const attachBulk = async (db: Db, id: string, { bulk, reading }: AttachedBulk): Promise<boolean> =>
  (await db.execute(
    `update price_import set bulk_uuid = $2::uuid, reading = $3::jsonb,
       rows = (select sum(rows) from price_import_part where import_id = $1::uuid)
     where id = $1::uuid and not exists (select from price_import where bulk_uuid = $2::uuid)`,
    [id, bulk, JSON.stringify(reading)],
  )) > 0;

/**
 * Deletes imports older than a day that were never received completely or whose bulk was deleted, except those with rows that
 * wait for approval.
 */
// SQL: measured by `import-prices`, which writes, reads and ends every part of a file; models cannot join the relations
// of bulks.
export const deleteOldImports = (db: Db) =>
  db.execute(
    `delete from price_import i where created_at < now() - interval '1 day'
       and (bulk_uuid is null or not exists (select from ${bulks} b where b.uuid = i.bulk_uuid))
       and not exists (select from price_proposal p where p.bulk_uuid = i.bulk_uuid and p.state = 'open')`,
  );

type Columns = Row<"priceImport">;

interface ImportRow extends Pick<Columns, "id" | "stop_after" | "delimiter" | "columns" | "rows"> {
  readonly policy: PolicyName;
  readonly format: FileFormat["format"];
  /** Empty for an import that an older release accepted. */
  readonly reading: Partial<Reading>;
}

/** A stored import. */
export interface StoredImport extends Pick<Columns, "id" | "rows"> {
  readonly policy: Policy;
  readonly format: FileFormat;
}

/** Returns the import that a bulk applies, or undefined. */
// SQL: measured by `import-prices`, which writes, reads and ends every part of a file; models cannot join the relations
// of bulks.
export async function findImport(db: Db, bulk: string): Promise<StoredImport | undefined> {
  const row = await db.one<ImportRow>(
    `select id, policy, stop_after, format, delimiter, columns, reading, rows from price_import where bulk_uuid = $1::uuid`,
    [bulk],
  );
  if (!row) return undefined;
  const { id, policy, stop_after, format, delimiter, columns, rows } = row;
  const reading: Reading = { ...ownReading, source: format, ...row.reading };
  return { id, policy: { name: policy, stopAfter: stop_after }, format: { format, delimiter, columns, reading }, rows };
}

/** A stored part of a file. `written` is null until it was applied. */
export type StoredPart = Pick<Row<"priceImportPart">, "part" | "first_line" | "rows" | "content" | "written">;

/** Returns a part, or undefined. */
// SQL: measured by `import-prices`, which writes, reads and ends every part of a file; models cannot join the relations
// of bulks.
export const readPart = (db: Db, id: string, part: number): Promise<StoredPart | undefined> =>
  db.one<StoredPart>(
    `select part, first_line, rows, content, written from price_import_part where import_id = $1::uuid and part = $2::int`,
    [id, part],
  );

/** Returns how many rows of an import have failed so far, and how many have changed a price. */
// SQL: measured by `import-prices`, which writes, reads and ends every part of a file; models cannot join the relations
// of bulks.
export async function countEnded(db: Db, id: string): Promise<{ readonly failed: number; readonly changed: number }> {
  const row = await db.one<{ failed: number; changed: number }>(
    `select coalesce(sum(failed), 0)::int as failed, coalesce(sum(written + deleted), 0)::int as changed
     from price_import_part where import_id = $1::uuid`,
    [id],
  );
  return row ?? { failed: 0, changed: 0 };
}

/** The result of a part. */
interface EndedPart extends RowCounts {
  readonly part: number;
  /** The failed rows in the format of the file. */
  readonly failures: string;
  /** Number of rows that deserve a look, and these rows in the format of the file. */
  readonly warned: number;
  readonly warnings: string;
  /** The prices to compare with those of other parts when all of them have run; absent if there is nothing to compare. */
  readonly prices?: PartPrices | undefined;
}

/** Stores the result of a part. Deletes its content unless its prices are still to be compared. */
// SQL: measured by `import-prices`, which writes, reads and ends every part of a file; models cannot join the relations
// of bulks.
export const endPart = (db: Db, id: string, { part, failures, warnings, prices, ...counts }: EndedPart) =>
  db.execute(
    `update price_import_part
     set written = $3::int, deleted = $4::int, unchanged = $5::int, failed = $6::int, skipped = $7::int,
       failures = nullif($8, ''), warned = $9::int, warnings = nullif($10, ''),
       price_keys = $11::bigint[], price_rows = $12::int[],
       content = case when $11::bigint[] is null then null else content end
     where import_id = $1::uuid and part = $2::int`,
    [
      ...[id, part, counts.written, counts.deleted, counts.unchanged, counts.failed, counts.skipped],
      ...[failures, counts.warned, warnings, prices?.keys ?? null, prices?.rows ?? null],
    ],
  );

/** The counts of an import. */
export interface ImportCounts extends RowCounts {
  /** Rows of parts that have not run. */
  readonly open: number;
  readonly warned: number;
  /** Operations of the bulk that are open, and operations that were rejected. */
  readonly queued: number;
  readonly rejected: number;
  /** Operations of the bulk that failed as a whole. */
  readonly broken: number;
}

/** Counts the rows and the operations of an import by their result. */
// SQL: measured by `import-prices`, which writes, reads and ends every part of a file; models cannot join the relations
// of bulks.
export async function countImport(db: Db, id: string, bulk: string): Promise<ImportCounts> {
  const row = await db.one<ImportCounts>(
    `select coalesce(sum(written), 0)::int as written, coalesce(sum(deleted), 0)::int as deleted,
       coalesce(sum(unchanged), 0)::int as unchanged, coalesce(sum(warned), 0)::int as warned,
       coalesce(sum(failed), 0)::int as failed, coalesce(sum(skipped), 0)::int as skipped,
       coalesce(sum(rows) filter (where written is null), 0)::int as open,
       (select count(*)::int from ${bulkOperations} o where o.bulk_uuid = $2::uuid and status = 4) as queued,
       (select count(*)::int from ${bulkOperations} o where o.bulk_uuid = $2::uuid and status = 5) as rejected,
       (select count(*)::int from ${bulkOperations} o where o.bulk_uuid = $2::uuid and status in (2, 3)) as broken
     from price_import_part where import_id = $1::uuid`,
    [id, bulk],
  );
  return row ?? { ...zeroCounts, open: 0, warned: 0, queued: 0, rejected: 0, broken: 0 };
}
