import { WebapiError } from "../../api/call/errors.js";
import { logRerun } from "../../api/call/failure.js";
import type { Db } from "../../platform/db/database.js";
import { now as moment } from "../../platform/db/models.js";
import { type Ids } from "./mapping/ids.js";
import { writeIds } from "./mapping/import-ids.sql.js";
import { type KindRow, type Problem, writeKind, writeProblems } from "./import-state.rows.js";
import type { Item, ItemWriting, Kind, Page, ReadContext, Severity, WriteContext } from "./kind.js";
import { type KnownScopes, type LocalProcess, LocalShop } from "./shops/local-shop.js";
import { readAhead } from "./shops/pages.js";
import { NotImportableError, ShopError } from "./shops/shop.js";

/** A running import. */
export interface Import {
  readonly id: number;
  /** Name of the source, under which ids are kept. */
  readonly source: string;
  readonly process: LocalProcess;
  readonly ids: Ids;
  readonly reading: Omit<ReadContext, "from">;
  /**
   * Whether the import is rolled back at the end. It then runs in one transaction, which no other query may use
   * meanwhile.
   */
  readonly isDryRun: boolean;
  /** Called with the progress of a kind. */
  readonly onProgress: (state: KindRow) => void;
}

/** The result of writing a page. */
interface PageResult {
  readonly written: number;
  readonly problems: readonly Problem[];
  readonly ids: Ids;
}

/**
 * Imports one kind. The items of a page, their ids, problems and the cursor are written in one transaction, so that an
 * interrupted import continues after the last complete page.
 */
export async function importKind(running: Import, db: Db, [kind, state]: readonly [Kind, KindRow]): Promise<KindRow> {
  let now = state;
  const pages = kind.pages({ ...running.reading, from: state.cursor });
  const before = state.written + state.failed;
  for await (const page of running.isDryRun ? pages : readAhead(pages)) {
    now = { ...now, total: before + page.total };
    running.onProgress(now);
    now = await importPage(running, db, { kind, page, state: now });
    running.onProgress(now);
  }
  const ended = { ...now, cursor: null, finished_at: moment };
  await writeKind(db, ended);
  return ended;
}

interface KindPage {
  readonly kind: Kind;
  readonly page: Page;
  readonly state: KindRow;
}

/**
 * Writes a page. If an item fails, the page is written again item by item, and only failed items are rolled back and
 * noted. A dry run is already in a transaction, in which savepoints roll back only the failed items.
 */
async function importPage(running: Import, db: Db, part: KindPage): Promise<KindRow> {
  try {
    return await db.savepoint(async (tx) =>
      recordPage(running, tx, { ...part, result: await writeTogether(running, tx, part) }),
    );
  } catch (error) {
    if (part.page.items.length === 0) throw error;
    logRetry(running, part.kind, error);
    return db.transaction(async (tx) =>
      recordPage(running, tx, { ...part, result: await writeOneByOne(running, tx, part) }),
    );
  }
}

/** Logs why a page is written again. A record that cannot be imported is only information, as its problem is noted. */
function logRetry({ id, process }: Import, { name }: Kind, error: unknown): void {
  const log = process.kernel.log.child({ import: id, kind: name });
  if (isAboutItem(error)) log.info({ reason: error.message }, "retrying an import page one item at a time");
  else logRerun(log, error, "retrying an import page one item at a time");
}

async function writeTogether(running: Import, tx: Db, { kind, page }: KindPage): Promise<PageResult> {
  const ids = running.ids.branch();
  const shared = { kind, ids, cached: createCache(), scopes: {} };
  const items = page.items.map((item) => writingOf(running, tx, { ...shared, item, problems: [] }));
  if (kind.writePage) await kind.writePage(items);
  else for (const { item, to } of items) await kind.write(item, to);
  return { written: items.length, problems: items.flatMap(({ problems }) => problems), ids };
}

async function writeOneByOne(running: Import, tx: Db, { kind, page }: KindPage): Promise<PageResult> {
  const all = running.ids.branch();
  const problems: Problem[] = [];
  const shared = { kind, cached: createCache(), scopes: {} };
  let written = 0;
  for (const item of page.items) {
    const ids = all.branch();
    const own: Problem[] = [];
    try {
      await tx.savepoint((db) => kind.write(item, writingOf(running, db, { ...shared, item, ids, problems: own }).to));
      all.merge(ids.added());
      problems.push(...own);
      written += 1;
    } catch (error) {
      problems.push({ kind: kind.name, item: item.key, severity: "failed", reason: reasonOf(error) });
    }
  }
  return { written, problems, ids: all };
}

interface ItemToWrite {
  readonly kind: Kind;
  readonly item: Item;
  readonly ids: Ids;
  readonly problems: Problem[];
  readonly cached: WriteContext["cached"];
  readonly scopes: KnownScopes;
}

/**
 * Returns the dependencies of writing an item. Its notes, and its fields that Portico does not have, become its
 * problems.
 */
function writingOf(
  running: Import,
  db: Db,
  { kind, item, ids, problems, cached, scopes }: ItemToWrite,
): ItemWriting & Pick<ItemToWrite, "problems"> {
  const note = (severity: Severity, reason: string) =>
    void problems.push({ kind: kind.name, item: item.key, severity, reason });
  const unknown = new Set<string>();
  const onUnknown = (field: string) => {
    if (!unknown.has(field)) note("partly", `without the field ${field}, which Portico does not have`);
    unknown.add(field);
  };
  const shop = new LocalShop(running.process, db, { scopes, isDryRun: running.isDryRun, onUnknown });
  return { item, problems, to: { shop, ids, stores: running.reading.stores, note, cached } };
}

/** Returns a cache for the values of a page. A failed load is repeated. */
export function createCache(): WriteContext["cached"] {
  const known = new Map<string, Promise<unknown>>();
  return async <Value>(name: string, load: () => Promise<Value>): Promise<Value> => {
    const before = known.get(name) as Promise<Value> | undefined;
    if (before) return before;
    const loading = load();
    known.set(name, loading);
    loading.catch(() => known.delete(name));
    return loading;
  };
}

async function recordPage(
  running: Import,
  tx: Db,
  { kind, page, state, result }: KindPage & { readonly result: PageResult },
): Promise<KindRow> {
  const failed = page.items.length - result.written;
  const after = {
    ...state,
    cursor: page.cursor,
    written: state.written + result.written,
    failed: state.failed + failed,
  };
  await writeIds(tx, running.source, result.ids.added());
  await writeProblems(tx, running.id, result.problems);
  await writeKind(tx, { ...after, kind: kind.name });
  running.ids.merge(result.ids.added());
  return after;
}

/** Returns the message of a failed item without HTML tags. Throws unexpected errors again. */
const reasonOf = (error: unknown): string => messageOf(error).replace(/<[^>]*>/g, "");

function messageOf(error: unknown): string {
  if (error instanceof WebapiError) {
    const reasons = error.details.errors?.map(
      ({ message, parameters }) => new WebapiError("BAD_REQUEST", message, parameters ? { parameters } : {}).message,
    );
    return reasons?.join(" ") ?? error.message;
  }
  if (isAboutItem(error)) return error.message;
  throw error;
}

const isAboutItem = (error: unknown): error is NotImportableError | ShopError =>
  error instanceof NotImportableError || error instanceof ShopError;
