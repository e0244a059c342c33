// SQL: the store view look-up of every call (measured by `GET /V1/products/:sku`).
import type { Db } from "../../platform/db/database.js";
import type { Row } from "../../platform/db/models.js";
import { retryRead } from "../../platform/db/sql-errors.js";
import type { StoreScope } from "../../api/call/context.js";

interface ScopeRow extends Readonly<Pick<Row<"store">, "id" | "code" | "website_id">> {
  readonly is_default: boolean;
}

/** The store views as last read, by code; `all` and the default one separately. */
interface KnownScopes {
  readonly askedAt: number;
  readonly byCode: ReadonlyMap<string, StoreScope>;
  readonly all: StoreScope | undefined;
  readonly none: StoreScope | undefined;
}

const maxAgeMilliseconds = 2000;
const adminStoreId = 0;

/** Reads the store views. Runs whenever the cache has expired, so its cost does not depend on the number of calls. */
export const storeViews = `
  select s.id, s.code, s.website_id,
    (w.is_default and g.id = w.default_group_id and s.id = g.default_store_id) as is_default
  from store s
  join website w on w.id = s.website_id
  join store_group g on g.id = s.store_group_id
  order by s.id`;

/**
 * Finds the store view of a call by its code. Store views are few and every call needs one, so they are cached: read again
 * after two seconds, or at once for an unknown code, so that every process sees new ones. Reads through the pool, so it
 * must not be called within a transaction: the embedded database would deadlock.
 */
export class StoreScopes {
  private latest: Promise<KnownScopes> | undefined;
  private latestAskedAt = -Infinity;

  constructor(
    private readonly db: Pick<Db, "query">,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Returns the scope of a code: none means the default store view, `all` the global values (store 0), any other the
   * store view with exactly this code, active or not. Undefined for an unknown code: the segment is then not a store
   * code and the path matches no route. `admin` is unknown, as in Magento; `all` stands for it.
   */
  async resolve(code: string | undefined): Promise<StoreScope | undefined> {
    const askedAt = this.now();
    const known = await this.readSince(askedAt - maxAgeMilliseconds);
    const found = find(known, code);
    return found || known.askedAt >= askedAt ? found : find(await this.readSince(askedAt), code);
  }

  /**
   * Reads the store views in a transaction and returns a look-up by code, for operations that run in it. Bypasses the
   * cache, because waiting for another connection inside a transaction can deadlock.
   */
  async within(tx: Pick<Db, "query">): Promise<(code: string | undefined) => StoreScope | undefined> {
    const known = knownFrom(await tx.query<ScopeRow>(storeViews), this.now());
    return (code) => find(known, code);
  }

  /** Returns the store views as of now or later; concurrent calls share one statement. */
  private readSince(time: number): Promise<KnownScopes> {
    if (this.latest && this.latestAskedAt >= time) return this.latest;
    const reading = this.read();
    this.latest = reading;
    reading.catch(() => {
      if (this.latest === reading) this.latest = undefined;
    });
    return reading;
  }

  private async read(): Promise<KnownScopes> {
    const askedAt = this.now();
    this.latestAskedAt = askedAt;
    return knownFrom(await retryRead(() => this.db.query<ScopeRow>(storeViews)), askedAt);
  }
}

function knownFrom(rows: readonly ScopeRow[], askedAt: number): KnownScopes {
  const views = rows.filter((row) => row.id !== adminStoreId);
  const admin = rows.find((row) => row.id === adminStoreId);
  const defaultView = views.find((row) => row.is_default) ?? views[0];
  return {
    askedAt,
    byCode: new Map(views.map((row) => [row.code, scope(row, "code")])),
    all: admin && scope(admin, "all"),
    none: defaultView && scope(defaultView, "none"),
  };
}

const scope = (row: ScopeRow, given: StoreScope["given"]): StoreScope => ({
  storeId: row.id,
  websiteId: row.website_id,
  code: row.code,
  given,
});

function find(known: KnownScopes, code: string | undefined): StoreScope | undefined {
  if (code === undefined) return known.none;
  // A store view with the code `all` wins, as in Magento.
  return known.byCode.get(code) ?? (code === "all" ? known.all : undefined);
}
