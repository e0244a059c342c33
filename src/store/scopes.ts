import type { Db } from "../db/database.js";
import type { StoreScope } from "../call/context.js";

interface ScopeRow {
  readonly id: number;
  readonly code: string;
  readonly website_id: number;
  readonly is_default: boolean;
}

/** The store views as last read: by code, `all` and the default one apart. */
interface Known {
  readonly askedAt: number;
  readonly byCode: ReadonlyMap<string, StoreScope>;
  readonly all: StoreScope | undefined;
  readonly none: StoreScope | undefined;
}

const longestAgeInMilliseconds = 2000;
const adminStoreId = 0;

/** Reads the store views. It is sent when what is kept is too old, so at times that no call determines. */
export const storeViews = `
  select s.id, s.code, s.website_id,
    (w.is_default and g.id = w.default_group_id and s.id = g.default_store_id) as is_default
  from store s
  join website w on w.id = s.website_id
  join store_group g on g.id = s.store_group_id
  order by s.id`;

/**
 * Which store view a call is about, by the code that it gives. Store views are few and every call needs one, so they are
 * kept in memory: read again after two seconds, or at once for a code that is not known, so that every process sees new
 * ones. Reads through the pool: not to be called from within a transaction, which the embedded database would wait for.
 */
export class StoreScopes {
  private latest: Promise<Known> | undefined;
  private latestAskedAt = -Infinity;

  constructor(
    private readonly db: Pick<Db, "query">,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * The scope that a code stands for: no code is the default store view, `all` the global values (store 0), any other the
   * store view that has this code in exactly this case, active or not. Undefined where there is none: then the segment is
   * no store code, and the path matches no route. `admin` is none either, as in Magento: `all` is its name here.
   */
  async resolve(code: string | undefined): Promise<StoreScope | undefined> {
    const asked = this.now();
    const known = await this.readSince(asked - longestAgeInMilliseconds);
    const found = find(known, code);
    return found || known.askedAt >= asked ? found : find(await this.readSince(asked), code);
  }

  /**
   * Reads the store views in a transaction, for calls that run in it, and gives what finds a code among them. Apart from
   * what is kept in memory: to wait for another connection in a transaction could be to wait for oneself.
   */
  async within(tx: Pick<Db, "query">): Promise<(code: string | undefined) => StoreScope | undefined> {
    const known = knownFrom(await tx.query<ScopeRow>(storeViews), this.now());
    return (code) => find(known, code);
  }

  /** The store views as they were at that moment or later; calls that need them at the same time share one statement. */
  private readSince(moment: number): Promise<Known> {
    if (this.latest && this.latestAskedAt >= moment) return this.latest;
    const reading = this.read();
    this.latest = reading;
    reading.catch(() => {
      if (this.latest === reading) this.latest = undefined;
    });
    return reading;
  }

  private async read(): Promise<Known> {
    const askedAt = this.now();
    this.latestAskedAt = askedAt;
    return knownFrom(await this.db.query<ScopeRow>(storeViews), askedAt);
  }
}

function knownFrom(rows: readonly ScopeRow[], askedAt: number): Known {
  const views = rows.filter((row) => row.id !== adminStoreId);
  const admin = rows.find((row) => row.id === adminStoreId);
  const standard = views.find((row) => row.is_default) ?? views[0];
  return {
    askedAt,
    byCode: new Map(views.map((row) => [row.code, scope(row, "code")])),
    all: admin && scope(admin, "all"),
    none: standard && scope(standard, "none"),
  };
}

const scope = (row: ScopeRow, given: StoreScope["given"]): StoreScope => ({
  storeId: row.id,
  websiteId: row.website_id,
  code: row.code,
  given,
});

function find(known: Known, code: string | undefined): StoreScope | undefined {
  if (code === undefined) return known.none;
  // A store view that is called `all` goes first, as in Magento.
  return known.byCode.get(code) ?? (code === "all" ? known.all : undefined);
}
