import type { Db } from "../../platform/db/database.js";
import { type Row, now } from "../../platform/db/models.js";
import type { IdPair } from "./mapping/ids.js";
import type { Severity } from "./kind.js";

/** An import that has started. */
export type ImportRow = Row<"magentoImport">;

/** The progress of a kind. */
export type KindRow = Row<"magentoImportKind">;

/** Data that could not be imported, or was changed. */
export interface Problem {
  readonly kind: string;
  readonly item: string;
  readonly severity: Severity;
  readonly reason: string;
}

/**
 * Returns the unfinished import of a source that covers all changes since a time; undefined if there is none. The time
 * is in UTC, `last`, which every import covers, or undefined for everything.
 */
export async function readOpenImport(db: Db, source: string, since?: string): Promise<ImportRow | undefined> {
  const reach =
    since === "last" ? {} : { OR: [{ since: null }, ...(since === undefined ? [] : [{ since: { lte: since } }])] };
  const where = { source, finished_at: null, ...reach };
  return (await db.models.magentoImport.findFirst({ where, orderBy: { id: "desc" } })) ?? undefined;
}

/** Returns the last finished import of a source, or undefined. */
export const readLastImport = async (db: Db, source: string): Promise<ImportRow | undefined> =>
  (await db.models.magentoImport.findFirst({
    where: { source, finished_at: { not: null } },
    orderBy: { id: "desc" },
  })) ?? undefined;

/** Starts an import. It replaces unfinished imports of the source. */
export async function createImport(db: Db, source: string, since: string | null): Promise<ImportRow> {
  await db.models.magentoImport.deleteMany({ where: { source, finished_at: null } });
  return db.models.magentoImport.create({ data: { source, since } });
}

/** Removes an import and its problems. The imported data stays. */
export async function removeImport(db: Db, id: number): Promise<void> {
  await db.models.magentoImport.delete({ where: { id } });
}

/** Marks an import as finished. */
export async function finishImport(db: Db, id: number): Promise<void> {
  await db.models.magentoImport.update({ where: { id }, data: { finished_at: now } });
}

/** Returns the progress of the kinds of an import. */
export const readKinds = (db: Db, importId: number): Promise<KindRow[]> =>
  db.models.magentoImportKind.findMany({ where: { import_id: importId } });

/** Stores the progress of a kind. */
export async function writeKind(db: Db, { import_id, kind, ...values }: KindRow): Promise<void> {
  await db.models.magentoImportKind.upsert({
    where: { import_id_kind: { import_id, kind } },
    create: { import_id, kind, ...values },
    update: values,
  });
}

/** Stores problems of an import. */
export async function writeProblems(db: Db, import_id: number, problems: readonly Problem[]): Promise<void> {
  if (problems.length === 0) return;
  await db.models.magentoImportProblem.createMany({ data: problems.map((problem) => ({ ...problem, import_id })) });
}

/** Returns the problems of an import in their order. */
export const readProblems = (db: Db, import_id: number): Promise<Row<"magentoImportProblem">[]> =>
  db.models.magentoImportProblem.findMany({ where: { import_id }, orderBy: { id: "asc" } });

/** Returns the ids of a source with their ids in Portico. */
export async function readIds(db: Db, source: string): Promise<IdPair[]> {
  const rows = await db.models.magentoImportId.findMany({ where: { source } });
  return rows.map(({ kind, source_id, target_id }) => ({ kind, source: source_id, target: target_id }));
}
