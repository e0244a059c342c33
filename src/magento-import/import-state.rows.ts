import type { Db } from "../db/database.js";
import { now } from "../db/moment.js";
import type { Row } from "../db/models.js";
import type { IdPair } from "./ids.js";
import type { Severity } from "./kind.js";

/** An import that has begun. */
export type ImportRow = Row<"magentoImport">;

/** How far a kind has come. */
export type KindRow = Row<"magentoImportKind">;

/** What could not be taken, or was changed. */
export interface Problem {
  readonly kind: string;
  readonly item: string;
  readonly severity: Severity;
  readonly reason: string;
}

/**
 * Returns the import of a source that has not ended and reads what changed since a time, or more; undefined if there is none. The
 * time is one in UTC, `last`, which any import goes back to, or undefined for everything.
 */
export async function readOpenImport(db: Db, source: string, since?: string): Promise<ImportRow | undefined> {
  const reach =
    since === "last" ? {} : { OR: [{ since: null }, ...(since === undefined ? [] : [{ since: { lte: since } }])] };
  const where = { source, finished_at: null, ...reach };
  return (await db.models.magentoImport.findFirst({ where, orderBy: { id: "desc" } })) ?? undefined;
}

/** Returns the last import of a source that has ended, or undefined. */
export const readLastImport = async (db: Db, source: string): Promise<ImportRow | undefined> =>
  (await db.models.magentoImport.findFirst({
    where: { source, finished_at: { not: null } },
    orderBy: { id: "desc" },
  })) ?? undefined;

/** Begins an import. It takes the place of those of the source that have not ended. */
export async function createImport(db: Db, source: string, since: string | null): Promise<ImportRow> {
  await db.models.magentoImport.deleteMany({ where: { source, finished_at: null } });
  return db.models.magentoImport.create({ data: { source, since } });
}

/** Removes an import, with its problems. What it has written stays. */
export async function removeImport(db: Db, id: number): Promise<void> {
  await db.models.magentoImport.delete({ where: { id } });
}

/** Ends an import. */
export async function finishImport(db: Db, id: number): Promise<void> {
  await db.models.magentoImport.update({ where: { id }, data: { finished_at: now } });
}

/** Returns how far the kinds of an import have come. */
export const readKinds = (db: Db, importId: number): Promise<KindRow[]> =>
  db.models.magentoImportKind.findMany({ where: { import_id: importId } });

/** Stores how far a kind has come. */
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

/** Returns the ids that things of a source have in Portico. */
export async function readIds(db: Db, source: string): Promise<IdPair[]> {
  const rows = await db.models.magentoImportId.findMany({ where: { source } });
  return rows.map(({ kind, source_id, target_id }) => ({ kind, source: source_id, target: target_id }));
}
