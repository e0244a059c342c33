import type { Db } from "../../platform/db/database.js";
import { Ids } from "./mapping/ids.js";
import {
  createImport,
  finishImport,
  type ImportRow,
  type KindRow,
  type Problem,
  readIds,
  readKinds,
  readLastImport,
  readOpenImport,
  readProblems,
  removeImport,
} from "./import-state.rows.js";
import type { Kind, ReadContext, Source } from "./kind.js";
import { kinds as allKinds } from "./kinds.js";
import { type LocalProcess, LocalShop } from "./shops/local-shop.js";
import { type Import, importKind } from "./run-import.js";
import { mediaUrlOf, readStores } from "./mapping/store-map.js";
import { type KindComparison, verifyKind } from "./verify.js";

/** Options of an import. */
export interface ImportOptions {
  /** Address of the shop; ids are kept under it. */
  readonly url: string;
  readonly source: Source;
  /** Names of the kinds to import; undefined for all. */
  readonly only?: readonly string[] | undefined;
  /** A time in UTC, or `last` for the start of the last import; undefined for everything. */
  readonly since?: string | undefined;
  /** Start over instead of continuing an interrupted import. */
  readonly isRestart: boolean;
  readonly withImages: boolean;
  /** Base URL of media files; undefined for that of the first store view. */
  readonly mediaUrl?: string | undefined;
  readonly pageSize: number;
}

/** Receives the progress of an import. */
export interface Listener {
  readonly onProgress: (state: KindRow) => void;
  readonly onKindEnd: (state: KindRow) => void;
}

/** The result of an import. */
export interface Summary {
  readonly kinds: readonly KindRow[];
  readonly problems: readonly Problem[];
  /** Whether it continued an earlier one. */
  readonly isContinued: boolean;
}

/** Returns the kinds with the names, or all. Throws for an unknown name. */
export function selectKinds(names: readonly string[] | undefined): readonly Kind[] {
  const unknown = names?.find((name) => !allKinds.some((kind) => kind.name === name));
  if (unknown !== undefined)
    throw new Error(`The kind "${unknown}" does not exist. Kinds: ${allKinds.map(({ name }) => name).join(", ")}.`);
  return names === undefined ? allKinds : allKinds.filter(({ name }) => names.includes(name));
}

/** Imports a shop, or continues its last import where that was interrupted. */
export async function importShop(process: LocalProcess, options: ImportOptions, listener: Listener): Promise<Summary> {
  const { db } = process.kernel;
  const open = options.isRestart ? undefined : await readOpenImport(db, options.url, options.since);
  const row = open ?? (await createImport(db, options.url, await sinceOf(db, options)));
  const summary = await runKinds({ process, db, row, isDryRun: false }, options, listener);
  if (options.only === undefined) await finishImport(db, row.id);
  // Otherwise the next full import would skip these kinds as finished.
  else if (!open) await removeImport(db, row.id);
  return { ...summary, isContinued: open !== undefined };
}

/** Thrown to roll back a dry run. */
class DryRunRollback extends Error {
  constructor(readonly summary: Summary) {
    super("undone");
  }
}

/** Runs an import in one transaction, and rolls it back. */
export async function runDryImport(
  process: LocalProcess,
  options: ImportOptions,
  listener: Listener,
): Promise<Summary> {
  const { db } = process.kernel;
  try {
    return await db.transaction(async (tx) => {
      const row = await createImport(tx, options.url, await sinceOf(tx, options));
      const summary = await runKinds({ process, db: tx, row, isDryRun: true }, options, listener);
      throw new DryRunRollback({ ...summary, isContinued: false });
    });
  } catch (error) {
    if (error instanceof DryRunRollback) return error.summary;
    throw error;
  }
}

/** Returns the time since which changes are imported, in the format of the database. */
async function sinceOf(db: Db, { since, url }: ImportOptions): Promise<string | null> {
  if (since !== "last") return since ?? null;
  const last = await readLastImport(db, url);
  if (!last) throw new Error("No import of this shop has finished yet. Give --since a time instead of `last`.");
  return asText(last.started_at);
}

const asText = (time: unknown): string => (time instanceof Date ? time.toISOString() : String(time));

/** Formats a time for Magento's filters: in UTC, without a zone. */
const formatForFilter = (time: unknown): string => new Date(asText(time)).toISOString().slice(0, 19).replace("T", " ");

interface StartedImport {
  readonly process: LocalProcess;
  readonly db: Db;
  readonly row: ImportRow;
  readonly isDryRun: boolean;
}

async function runKinds(
  { process, db, row, isDryRun }: StartedImport,
  options: ImportOptions,
  listener: Listener,
): Promise<Omit<Summary, "isContinued">> {
  const known = new Map((await readKinds(db, row.id)).map((state) => [state.kind, state]));
  const running: Import = {
    ...(await prepareImport(process, db, { ...options, images: options.withImages ? "read" : "left out" })),
    ...{ id: row.id, isDryRun, onProgress: listener.onProgress },
  };
  const reading = { ...running.reading, since: row.since === null ? undefined : formatForFilter(row.since) };
  for (const kind of selectKinds(options.only)) {
    const state = known.get(kind.name) ?? freshState(row.id, kind);
    if (state.finished_at !== null && options.only === undefined) continue;
    const ended = await importKind({ ...running, reading }, db, [kind, state]);
    known.set(kind.name, ended);
    listener.onKindEnd(ended);
  }
  return { kinds: [...known.values()], problems: (await readProblems(db, row.id)) as readonly Problem[] };
}

const freshState = (import_id: number, { name }: Kind): KindRow => ({
  ...{ import_id, kind: name, cursor: null, total: 0, written: 0, failed: 0 },
  finished_at: null,
});

/** Reads stores and ids before the first kind. */
async function prepareImport(process: LocalProcess, db: Db, options: ImportOptions & Pick<ReadContext, "images">) {
  const { source, url, pageSize, images } = options;
  const stores = await readStores(source);
  const ids = new Ids(await readIds(db, url));
  const target = new LocalShop(process, db);
  const mediaUrl = options.mediaUrl ?? mediaUrlOf(stores, url);
  return {
    ...{ process, source: url, ids },
    reading: { source, target, ids, stores, mediaUrl, size: pageSize, images },
  };
}

/** Compares the data of a shop with the answers of Portico. */
export async function verifyShop(
  process: LocalProcess,
  options: ImportOptions,
  onProgress: (kind: string, done: number, total: number) => void,
): Promise<readonly KindComparison[]> {
  const { db } = process.kernel;
  const running = await prepareImport(process, db, { ...options, images: options.withImages ? "shown" : "left out" });
  const found: KindComparison[] = [];
  for (const kind of selectKinds(options.only)) {
    if (!kind.toExpected) continue;
    const progress = { kind, onProgress: (done: number, total: number) => onProgress(kind.name, done, total) };
    found.push(await verifyKind(running, db, progress));
  }
  return found;
}
