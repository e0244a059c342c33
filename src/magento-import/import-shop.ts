import type { Db } from "../db/database.js";
import { Ids } from "./ids.js";
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
import type { Kind, Reading, Source } from "./kind.js";
import { kinds as allKinds } from "./kinds.js";
import { type LocalProcess, LocalShop } from "./local-shop.js";
import { type Import, importKind } from "./run-import.js";
import { mediaUrlOf, readStores } from "./store-map.js";
import { type Verified, verifyKind } from "./verify.js";

/** What to import, and how. */
export interface ImportOptions {
  /** Address of the shop; ids are kept under it. */
  readonly url: string;
  readonly source: Source;
  /** Names of the kinds to import; undefined: all. */
  readonly only?: readonly string[] | undefined;
  /** A time in UTC, or `last` for the start of the last import; undefined: everything. */
  readonly since?: string | undefined;
  /** Begin anew instead of continuing an import that was ended. */
  readonly isRestart: boolean;
  readonly withImages: boolean;
  /** Base URL of media files; undefined: that of the first store view. */
  readonly mediaUrl?: string | undefined;
  readonly pageSize: number;
}

/** Hears how an import goes on. */
export interface Listener {
  readonly onProgress: (state: KindRow) => void;
  readonly onKindEnd: (state: KindRow) => void;
}

/** What an import has done. */
export interface Summary {
  readonly kinds: readonly KindRow[];
  readonly problems: readonly Problem[];
  /** Whether it continued an earlier one. */
  readonly isContinued: boolean;
}

/** Returns the kinds with the names, or all. Throws for an unknown name. */
export function kindsNamed(names: readonly string[] | undefined): readonly Kind[] {
  const unknown = names?.find((name) => !allKinds.some((kind) => kind.name === name));
  if (unknown !== undefined)
    throw new Error(`There is no kind "${unknown}". There are: ${allKinds.map(({ name }) => name).join(", ")}.`);
  return names === undefined ? allKinds : allKinds.filter(({ name }) => names.includes(name));
}

/** Imports a shop, or continues where the last import of it was ended. */
export async function importShop(process: LocalProcess, options: ImportOptions, listener: Listener): Promise<Summary> {
  const { db } = process.kernel;
  const open = options.isRestart ? undefined : await readOpenImport(db, options.url, options.since);
  const row = open ?? (await createImport(db, options.url, await sinceOf(db, options)));
  const summary = await runKinds({ process, db, row, isTrial: false }, options, listener);
  if (options.only === undefined) await finishImport(db, row.id);
  // The next import of everything does not take single kinds for done.
  else if (!open) await removeImport(db, row.id);
  return { ...summary, isContinued: open !== undefined };
}

/** Ends a trial. */
class Undone extends Error {
  constructor(readonly summary: Summary) {
    super("undone");
  }
}

/** Does all that an import does in one transaction, and undoes it. */
export async function tryImport(process: LocalProcess, options: ImportOptions, listener: Listener): Promise<Summary> {
  const { db } = process.kernel;
  try {
    return await db.transaction(async (tx) => {
      const row = await createImport(tx, options.url, await sinceOf(tx, options));
      const summary = await runKinds({ process, db: tx, row, isTrial: true }, options, listener);
      throw new Undone({ ...summary, isContinued: false });
    });
  } catch (error) {
    if (error instanceof Undone) return error.summary;
    throw error;
  }
}

/** Returns the time since which changes are imported, as the database reads it. */
async function sinceOf(db: Db, { since, url }: ImportOptions): Promise<string | null> {
  if (since !== "last") return since ?? null;
  const last = await readLastImport(db, url);
  if (!last) throw new Error("There is no finished import of this shop, so --since needs a time.");
  return asText(last.started_at);
}

const asText = (moment: unknown): string => (moment instanceof Date ? moment.toISOString() : String(moment));

/** Writes a time as Magento's filters read it: in UTC, without a zone. */
const forFilter = (moment: unknown): string => new Date(asText(moment)).toISOString().slice(0, 19).replace("T", " ");

interface Started {
  readonly process: LocalProcess;
  readonly db: Db;
  readonly row: ImportRow;
  readonly isTrial: boolean;
}

async function runKinds(
  { process, db, row, isTrial }: Started,
  options: ImportOptions,
  listener: Listener,
): Promise<Omit<Summary, "isContinued">> {
  const known = new Map((await readKinds(db, row.id)).map((state) => [state.kind, state]));
  const running: Import = {
    ...(await beginning(process, db, { ...options, images: options.withImages ? "read" : "left out" })),
    ...{ id: row.id, isTrial, onProgress: listener.onProgress },
  };
  const reading = { ...running.reading, since: row.since === null ? undefined : forFilter(row.since) };
  for (const kind of kindsNamed(options.only)) {
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

/** Reads what is needed before the first kind. */
async function beginning(process: LocalProcess, db: Db, options: ImportOptions & Pick<Reading, "images">) {
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

/** Compares what a shop has with what Portico answers. */
export async function verifyShop(
  process: LocalProcess,
  options: ImportOptions,
  onProgress: (kind: string, done: number, total: number) => void,
): Promise<readonly Verified[]> {
  const { db } = process.kernel;
  const running = await beginning(process, db, { ...options, images: options.withImages ? "shown" : "left out" });
  const found: Verified[] = [];
  for (const kind of kindsNamed(options.only)) {
    if (!kind.expected) continue;
    const progress = { kind, onProgress: (done: number, total: number) => onProgress(kind.name, done, total) };
    found.push(await verifyKind(running, db, progress));
  }
  return found;
}
